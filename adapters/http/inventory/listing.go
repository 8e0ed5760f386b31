package inventory

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	listingsapp "sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

const listingGroup = "listings"

var listingSorts = records.Sortable{Fields: []string{"created_at", "sku", "price", "status", "updated_at", "id"}, Default: "-created_at"}

type listListingsInput struct {
	records.RecordInput
	Kind               []string             `query:"kind" enum:"draft,live" maxItems:"2" doc:"Drafts, live listings, or both."`
	Status             []string             `query:"status" enum:"incomplete,ready,submitting,live,rejected" maxItems:"5" doc:"Any of these states."`
	SKU                []string             `query:"sku" maxItems:"100" minLength:"1" maxLength:"40" doc:"Any of these, whole and case-sensitive."`
	ASIN               []ListingASIN        `query:"asin" maxItems:"100" doc:"Any of these products."`
	MarketplaceID      []body.MarketplaceID `query:"marketplace_id" maxItems:"30" doc:"Any of these marketplaces."`
	Fulfillment        []string             `query:"fulfillment" enum:"fba,fbm" maxItems:"2" doc:"Shipped in any of these ways."`
	FulfillmentChannel []string             `query:"fulfillment_channel" enum:"fba,fbm" maxItems:"2" deprecated:"true" doc:"The former name of fulfillment; the values of both count."`
	Condition          []string             `query:"condition" enum:"new,used_like_new,used_very_good,used_good,used_acceptable,refurbished,collectible" maxItems:"7" doc:"Any of these conditions."`
	InventoryProductID []body.ID            `query:"inventory_product_id" maxItems:"100" doc:"Any of these inventory products."`
	RestrictionStatus  []string             `query:"restriction_status" enum:"ALLOWED_TO_SELL,NOT_ELIGIBLE,APPROVAL_REQUIRED" maxItems:"3" doc:"Any of these answers of the restriction check."`
	SourceKind         []string             `query:"source_kind" enum:"manual,document,price_list,purchase_order,repricer,sync,api" maxItems:"7" doc:"Came from any of these."`
	SourceID           []body.ID            `query:"source_id" maxItems:"100" doc:"Came from any of these records."`
	body.TagFilter
	Q string `query:"q" minLength:"1" maxLength:"200" doc:"Text in SKU or ASIN, in any letter case."`
}

type createListingsInput struct {
	Body NewListings
}

type listingHandlers struct{ app *listingsapp.Listings }

// ListingRoutes registers the operations of drafts and live listings.
func ListingRoutes(listings *listingsapp.Listings) httpx.Routes {
	h := listingHandlers{listings}
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/listings", Group: listingGroup, Noun: "listing"}
		h.readRoutes(k)
		h.writeRoutes(k)
	}
}

func (h listingHandlers) readRoutes(k records.Kind) {
	records.List(k, httpx.Operation{
		ID: "listListings", Summary: "List listings",
		Description: "Lists the team's drafts and its live listings as the last sync has seen them, newest first. Filters narrow the list together; " +
			"several words in one filter mean any of them.",
	}, listingSorts, listingOf, exampleListing(), h.list)
	records.Get(k, httpx.Operation{
		ID: "getListing", Summary: "Get a listing",
		Description: "Returns one draft or live listing of the caller's team.",
	}, records.Shown[listingsapp.Listing, Listing]{
		Of: listingOf, Example: exampleListing(), Live: true, Place: func(s listingsapp.Listing) (id, version int64) { return int64(s.ID), s.Version },
	}, h.app.Get)
}

func (h listingHandlers) writeRoutes(k records.Kind) {
	httpx.Register(k.Router, httpx.Operation{
		ID: "createListingDrafts", Method: http.MethodPost, Path: k.Path, Group: listingGroup, Beta: true, Outside: true,
		Summary: "Create listing drafts",
		Description: "Makes up to 100 drafts of offers in one transaction and answers for each, in order. Nothing is " +
			"written to Amazon: PUT /listings-items/{sku} sends a draft. With on_existing replace a draft that " +
			"has the SKU already is made again, with the new members alone.\n\n" +
			"Each product is checked for restrictions once per marketplace and condition. A check that Amazon " +
			"answers costs one token of the plan and counts as a call of the restriction check; a kept answer " +
			"costs nothing.\n\n" +
			"Attributes are checked against the schema of the product type. Absent attributes are not missed, " +
			"since Amazon knows the product. A draft with an issue of severity error (no price, unknown product " +
			"type, restricted, wrong attributes) is incomplete, else it is ready. A fact that could not be found " +
			"out is a warning.\n\n" +
			"A row fails alone with:\n\n" +
			"- validation_failed: a price outside its limits or with too many decimals, a quantity with fba, " +
			"attributes over 64 KiB, a SKU that is missing or too long\n" +
			"- duplicate: the SKU is taken, or is earlier in the call\n" +
			"- not_found: no such inventory product\n" +
			"- marketplace_not_connected\n" +
			"- invalid_state: the listing to replace is live or being sent\n\n" +
			"A team without a connected seller account is refused with 403 integration_required.",
		RequestExample: exampleNewListings(), Example: exampleCreatedListings(),
	}, h.create)
	records.DeleteMany(k, httpx.Operation{
		ID: "deleteListings", Summary: "Delete listing drafts",
		Description: "Deletes up to 100 drafts that are incomplete, ready or rejected, in one transaction, and answers for each. Another listing fails alone " +
			"with invalid_state: it is deleted through listings items.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
	}, h.app.DeleteMany)
	records.Delete(k, httpx.Operation{
		ID: "deleteListingDraft", Summary: "Delete a listing draft",
		Description: "Deletes one draft that is incomplete, ready or rejected. Another listing is 422 invalid_state: it is deleted through listings items " +
			"(DELETE /listings-items/{sku}).",
		Errors: []int{http.StatusUnprocessableEntity},
	}, h.app.Delete)
}

func (h listingHandlers) list(ctx context.Context, who caller.Caller, in *listListingsInput, req page.Request) (page.Page[listingsapp.Listing], error) {
	return h.app.List(ctx, who, in.filter(), req)
}

func (in *listListingsInput) filter() listingsapp.ListingFilter {
	return listingsapp.ListingFilter{
		Kinds: body.Words[inventory.ListingKind](in.Kind), Statuses: body.Words[inventory.ListingStatus](in.Status), SKUs: in.SKU, ASINs: asins(in.ASIN),
		Marketplaces: body.Words[marketplace.ID](in.MarketplaceID), Channels: body.Words[inventory.Channel](slices.Concat(in.Fulfillment, in.FulfillmentChannel)),
		Conditions: body.Words[inventory.Condition](in.Condition), Products: body.Numbers[int64](in.InventoryProductID),
		Permissions: body.Words[inventory.Permission](in.RestrictionStatus), SourceKinds: body.Words[inventory.SourceKind](in.SourceKind),
		SourceIDs: body.Numbers[int64](in.SourceID), Tags: in.Tags(), Query: in.Q, Window: in.Window(),
	}
}

// asins converts ASINs to capitals, as in the domain.
func asins[T ~string](list []T) []string {
	return body.Each(list, func(a T) string { return strings.ToUpper(string(a)) })
}

func (h listingHandlers) create(ctx context.Context, who caller.Caller, in *createListingsInput) (*httpx.BulkOut[CreatedListing], error) {
	prepared, err := h.app.Prepare(ctx, who, listingsapp.CreateListings{
		Items: body.Each(in.Body.Items, NewListing.listing), Replace: in.Body.OnExisting.Value == "replace", Template: string(in.Body.SKUTemplate.Value),
	})
	if err != nil {
		return nil, err
	}
	return httpx.Finish(ctx, func(ctx context.Context) (*httpx.BulkOut[CreatedListing], error) {
		results, err := prepared.Write(ctx)
		if err != nil {
			return nil, err
		}
		return createdListings(results), nil
	})
}

func createdListings(results []listingsapp.ListingResult) *httpx.BulkOut[CreatedListing] {
	index := -1
	return &httpx.BulkOut[CreatedListing]{Body: body.BulkOf(results, func(r listingsapp.ListingResult) (CreatedListing, int64, *fault.Error) {
		index++
		row := CreatedListing{Index: index, Status: string(r.Outcome), Listing: body.Null(r.Listing, listingOf), Error: body.RowErrorOf(r.Err)}
		if r.ID != 0 {
			row.ID = new(int64(r.ID))
		}
		return row, int64(r.ID), r.Err
	})}
}

// listing converts a draft that has passed its schema.
func (n NewListing) listing() listingsapp.NewListing {
	return listingsapp.NewListing{
		SKU: n.SKU.Value, Marketplace: marketplace.ID(n.MarketplaceID.Value), Source: inventory.Source{Kind: inventory.SourceAPI},
		Offer: inventory.ListingOffer{
			ASIN:        strings.ToUpper(string(n.ASIN)),
			ProductType: optional.Some(n.ProductType.Maybe().Or(inventory.AnyProductType)),
			Condition:   inventory.Condition(cmp.Or(n.Condition.Value, string(inventory.ConditionNew))),
			Channel:     inventory.Channel(cmp.Or(n.FulfillmentChannel.Value, string(inventory.FBA))),
			Price:       positive(n.Price).Maybe(), MinPrice: positive(n.MinPrice).Maybe(), MaxPrice: positive(n.MaxPrice).Maybe(),
			Quantity: n.Quantity.Maybe(), Product: body.IDField[int64](n.InventoryProductID).Maybe(),
			Attributes: cmp.Or(string(n.Attributes.Value), inventory.NoAttributes),
		},
	}
}

func positive(f body.Field[body.PositiveMoney]) optional.Field[money.Amount] {
	return optional.Map(f.Field, body.PositiveMoney.Amount)
}
