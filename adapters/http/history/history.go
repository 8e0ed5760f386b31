package history

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/history"
	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
)

// ProductEvent shows an event of the feed to clients.
type ProductEvent struct {
	ID        int64              `json:"id" doc:"Identifier of the event."`
	Event     string             `json:"event" doc:"Kind of event: created, updated, deleted, matched, unmatched, cost_changed, tagged, untagged, noted, ordered, stock_received (or a receipt was corrected), stock_returned, viewed, document_applied or analyzed (an analysis of a price list accepted it)."`
	Product   HistoryProduct     `json:"product" doc:"The product at the time of the event."`
	Changes   []ProductChange    `json:"changes" doc:"The members that changed, by their names. Amounts are in the currency of the product."`
	Snapshot  *ProductSnapshot   `json:"snapshot" doc:"Data at the time of the event: for viewed, the product as the user saw it; for analyzed, the figures of the row. Else null."`
	Source    ProductEventSource `json:"source" doc:"Where it came from."`
	Actor     *ProductEventActor `json:"actor" doc:"Who did it; null for the command line and for jobs."`
	Count     int64              `json:"count" doc:"How often: views of an ASIN by one user within ten minutes are one line; else 1."`
	CreatedAt body.Time          `json:"created_at" doc:"When it happened, of several views the first."`
}

// ProductSnapshot has a JSON object from the answer that a user saw.
type ProductSnapshot json.RawMessage

// MarshalJSON writes it unchanged.
func (s ProductSnapshot) MarshalJSON() ([]byte, error) { return s, nil }

// Schema describes any object.
func (ProductSnapshot) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// HistoryProduct names the product of an event. The event outlives the product.
type HistoryProduct struct {
	Type          string  `json:"type" doc:"inventory_product, sku, listing or asin."`
	ID            *int64  `json:"id" doc:"Identifier of the record; null for an ASIN."`
	ASIN          *string `json:"asin" doc:"Its ASIN; of an inventory product the first. Null without an ASIN."`
	MarketplaceID *string `json:"marketplace_id" doc:"Amazon's identifier of the marketplace of asin; null without a marketplace."`
	Title         *string `json:"title" doc:"Its title; null if it was unknown."`
}

// ProductChange shows a member before and after.
type ProductChange struct {
	Field string       `json:"field" doc:"Name of the member."`
	Old   ProductValue `json:"old" doc:"The value before, in the form of the record; null without a value."`
	New   ProductValue `json:"new" doc:"The value after; null without a value. The attributes of a listing are not repeated here."`
}

// ProductValue has the value of any member.
type ProductValue struct{ value any }

// MarshalJSON writes it in the form of its record.
func (v ProductValue) MarshalJSON() ([]byte, error) { return body.JSON(v.value) }

// Schema accepts any value, null too.
func (ProductValue) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Extensions: map[string]any{body.AnyValue: true}}
}

// ProductEventSource names the source of an event.
type ProductEventSource struct {
	Kind string `json:"kind" doc:"Source of the event: api, cli (the command line), job (a sync or matching), purchase_order or analysis (of a price list). A purchase order is the source when it is placed or received, or when its receipts write a cost."`
	ID   *int64 `json:"id" doc:"Identifier of the purchase order or the analysis; else null."`
}

// ProductEventActor names the user that caused an event.
type ProductEventActor struct {
	ID   int64  `json:"id" doc:"Identifier of the user."`
	Name string `json:"name" doc:"The user's name when it happened."`
}

func eventOf(e history.Event) ProductEvent {
	p := e.Product
	var snapshot *ProductSnapshot
	if text, ok := e.Snapshot.(json.RawMessage); ok {
		snapshot = (*ProductSnapshot)(&text)
	}
	return ProductEvent{
		ID: int64(e.ID), Event: string(e.Kind), Product: HistoryProduct{
			Type: string(p.Type), ID: p.ID.Ptr(), ASIN: p.ASIN.Ptr(), MarketplaceID: body.Maybe(p.Marketplace, func(m marketplace.ID) string { return string(m) }),
			Title: p.Title.Ptr(),
		},
		Changes: body.Each(e.Changes, func(c history.Change) ProductChange {
			return ProductChange{c.Field, ProductValue{c.Old}, ProductValue{c.New}}
		}), Snapshot: snapshot,
		Source: ProductEventSource{string(e.Source.Kind), e.Source.ID.Ptr()},
		Actor:  body.Maybe(e.Actor, func(a history.Actor) ProductEventActor { return ProductEventActor{int64(a.ID), a.Name} }),
		Count:  e.Count, CreatedAt: body.TimeOf(e.At),
	}
}

func exampleEvent() ProductEvent {
	return ProductEvent{
		ID: 1, Event: string(history.CostChanged),
		Product: HistoryProduct{
			Type: string(history.InventoryProduct), ID: new(int64(1)), ASIN: new("B0SIM000SC"), MarketplaceID: new("ATVPDKIKX0DER"), Title: new("Mug, red"),
		},
		Changes: []ProductChange{{Field: "unit_cost", Old: ProductValue{5}, New: ProductValue{5.75}}}, Source: ProductEventSource{string(history.FromOrder), new(int64(1))},
		Actor: &ProductEventActor{1, "Olivia Owner"}, Count: 1, CreatedAt: "2026-03-02T08:00:00.000000Z",
	}
}

var sorts = records.Sortable{Fields: []string{"created_at", "id"}, Default: "-created_at"}

type listInput struct {
	records.RecordInput
	Event         []body.Word[history.Kind]        `query:"event" maxItems:"15" doc:"Any of these events."`
	ProductType   []body.Word[history.ProductType] `query:"product_type" maxItems:"4" doc:"About any of these kinds."`
	ProductID     []body.ID                        `query:"product_id" maxItems:"100" doc:"About any of these records, including deleted records; needs one product_type beside it."`
	ASIN          []body.ASIN                      `query:"asin" maxItems:"100" doc:"About any of these ASINs, in either letter case."`
	MarketplaceID []body.MarketplaceID             `query:"marketplace_id" maxItems:"30" doc:"About products in any of these marketplaces."`
	SourceKind    []body.Word[history.SourceKind]  `query:"source_kind" maxItems:"5" doc:"Came from any of these."`
	SourceID      []body.ID                        `query:"source_id" maxItems:"100" doc:"Came from any of these purchase orders or analyses; source_kind says which of the two."`
	ActorID       []body.ID                        `query:"actor_id" maxItems:"100" doc:"Caused by any of these users."`
}

func (in *listInput) filter() history.Filter {
	return history.Filter{
		Kinds: body.Words[history.Kind](in.Event), Types: body.Words[history.ProductType](in.ProductType), Products: body.Numbers[int64](in.ProductID),
		ASINs:        body.Each(in.ASIN, func(a body.ASIN) string { return strings.ToUpper(string(a)) }),
		Marketplaces: body.Words[marketplace.ID](in.MarketplaceID), Sources: body.Words[history.SourceKind](in.SourceKind),
		SourceIDs: body.Numbers[int64](in.SourceID), Actors: body.Numbers[id.User](in.ActorID),
	}
}

// Routes registers the operation of the feed.
func Routes(feed *app.History) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/product-history", Group: "product-history", Noun: "event"}
		records.List(k, httpx.Operation{
			ID: "listProductHistory", Summary: "List product events",
			Description: "Lists events of inventory products, SKUs, listings and ASINs, the newest first. An update of " +
				"cost and title is two events.\n\n" +
				"Changes read from the marketplace are left out, except listings that went live or were removed. " +
				"Prices that the repricer sets are in its own history.\n\n" +
				"product_id without exactly one product_type is 422 validation_failed.",
			Errors: []int{http.StatusUnprocessableEntity},
		}, sorts, eventOf, exampleEvent(), func(ctx context.Context, who caller.Caller, in *listInput, req page.Request) (page.Page[history.Event], error) {
			return feed.List(ctx, who, in.filter(), req)
		})
	}
}
