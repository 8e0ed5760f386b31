package inventory

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
)

// Match ties a product to a SKU, listing, ASIN or supplier offer.
type Match struct {
	ID            int64       `json:"id" doc:"Identifier of the match."`
	TargetType    string      `json:"target_type" doc:"sku, listing, asin or supplier_offer."`
	TargetID      *int64      `json:"target_id" doc:"The record; null for an ASIN."`
	SKU           *string     `json:"sku" doc:"The target's SKU, if it has one."`
	ASIN          *string     `json:"asin" doc:"The target's ASIN, if it has one."`
	MarketplaceID *string     `json:"marketplace_id" doc:"The target's marketplace, if it has one."`
	UnitsPerSale  int         `json:"units_per_sale" doc:"How many units of the product one sale takes."`
	Bundle        bool        `json:"bundle" doc:"Whether the target is made of several products."`
	Method        string      `json:"method" doc:"How the match was found: manual, gtin, asin, supplier_sku, document or sync."`
	Confidence    float64     `json:"confidence" minimum:"0" maximum:"1" doc:"The share of such matches that are right."`
	CreatedBy     *MatchMaker `json:"created_by" doc:"Who made it; null for the program itself."`
	CreatedAt     body.Time   `json:"created_at" doc:"When it was made."`
}

// MatchMaker names the person who made a match.
type MatchMaker struct {
	ID   int64  `json:"id" doc:"Identifier of the user."`
	Name string `json:"name" doc:"The name when the match was made."`
}

// NewMatches has the whole set of a product's matches.
type NewMatches struct {
	Matches []NewMatch     `json:"matches" minItems:"0" maxItems:"100" doc:"The whole set; matches that are missing here are taken away."`
	Move    body.Opt[bool] `json:"move,omitzero" doc:"Take SKUs from the products that have them."`
}

// NewMatch has a match in a request.
type NewMatch struct {
	TargetType    string                       `json:"target_type" enum:"sku,listing,asin,supplier_offer" doc:"Kind of target that the product is tied to."`
	TargetID      body.Opt[body.RecordID]      `json:"target_id,omitzero" doc:"The record; required for all types but asin, where it must be absent."`
	ASIN          body.Opt[body.ASIN]          `json:"asin,omitzero" doc:"Required for the type asin, and only allowed there."`
	MarketplaceID body.Opt[body.MarketplaceID] `json:"marketplace_id,omitzero" doc:"Required for the type asin, and only allowed there."`
	UnitsPerSale  body.Opt[int]                `json:"units_per_sale,omitzero" minimum:"1" maximum:"100000" doc:"How many units of the product one sale takes; 1 when absent."`
	Bundle        body.Opt[bool]               `json:"bundle,omitzero" doc:"Whether the SKU is made of several products; false when absent. Several products may have a SKU when each of its matches says so."`
}

type setMatchesInput struct {
	productInput
	records.IfMatch
	Body NewMatches
}

type removeMatchesInput struct {
	productInput
	records.IfMatch
	Body body.IDs
}

func (h productHandlers) matchRoutes(r *httpx.Router) {
	const path = productPath + "/{id}/matches"
	httpx.Register(r, httpx.Operation{
		ID: "setInventoryProductMatches", Method: http.MethodPut, Path: path, Group: productGroup, Beta: true,
		Summary: "Set the matches of an inventory product",
		Description: "Replaces the whole set of matches, all or nothing; the same set again changes nothing. A match that " +
			"was there keeps its id and how it was found.\n\n" +
			"Refused with 422 and a pointer to the match:\n\n" +
			"- validation_failed: members that do not go with the type, or a target named twice\n" +
			"- not_found: no such target\n" +
			"- conflict: the SKU belongs to another product, named in inventory_product_id. move takes it from " +
			"there; a SKU may also belong to several products if every match of it is part of a bundle",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
		RequestExample: exampleNewMatches(), Example: body.One[ProductDetail]{Data: exampleProduct()},
	}, records.AnswerVersioned(shownProduct(), func(ctx context.Context, who caller.Caller, in *setMatchesInput) (app.Product, error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return app.Product{}, err
		}
		return h.app.SetMatches(ctx, who, app.SetMatches{
			Product: inventory.ProductID(in.ID), Matches: body.Each(in.Body.Matches, NewMatch.wanted), Move: in.Body.Move.Value, IfMatch: ifMatch,
		})
	}))
	httpx.Register(r, httpx.Operation{
		ID: "removeInventoryProductMatches", Method: http.MethodDelete, Path: path, Group: productGroup, Beta: true,
		Summary: "Remove matches of an inventory product",
		Description: "Takes up to 100 matches away in one transaction and answers for each. A SKU that was taken away is not matched with the product " +
			"again by the program itself.",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed},
		RequestExample: body.IDs{IDs: []body.ID{1}}, Example: exampleRemovedMatches(),
	}, httpx.AnswerBulk(records.Deleted[inventory.MatchID], func(ctx context.Context, who caller.Caller, in *removeMatchesInput) ([]edit.Result[inventory.MatchID], error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return nil, err
		}
		return h.app.RemoveMatches(ctx, who, app.RemoveMatches{
			Product: inventory.ProductID(in.ID), IDs: body.Numbers[inventory.MatchID](in.Body.IDs), IfMatch: ifMatch,
		})
	}))
}

func (m NewMatch) wanted() inventory.WantedMatch {
	return inventory.WantedMatch{
		Target: inventory.MatchTarget{
			Type: inventory.MatchType(m.TargetType), ID: int64(m.TargetID.Value), ASIN: string(m.ASIN.Value),
			Marketplace: marketplace.ID(m.MarketplaceID.Value),
		},
		UnitsPerSale: m.UnitsPerSale.Maybe().Or(1), Bundle: m.Bundle.Value,
	}
}
