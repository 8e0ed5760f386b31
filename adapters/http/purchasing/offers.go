package purchasing

import (
	"context"
	"net/http"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

var offerSorts = records.Sortable{
	Fields: []string{"updated_at", "created_at", "unit_cost", "cost_change_percent", "last_seen_at", "title", "id"}, Default: "-updated_at",
}

type listOffersInput struct {
	records.RecordInput
	SupplierID         []body.ID                            `query:"supplier_id" maxItems:"100" doc:"Of any of these suppliers."`
	InventoryProductID []body.ID                            `query:"inventory_product_id" maxItems:"100" doc:"Matched with any of these inventory products."`
	ASIN               []body.ASIN                          `query:"asin" maxItems:"100" doc:"Any of these ASINs."`
	GTIN               []string                             `query:"gtin" maxItems:"100" doc:"Has any of these codes: 8, 12, 13 or 14 digits with a fitting check digit."`
	SupplierSKU        []string                             `query:"supplier_sku" maxItems:"100" doc:"Any of these SKUs of suppliers, in any letter case."`
	Status             []body.Word[purchasing.Status]       `query:"status" maxItems:"2" doc:"Any of these statuses."`
	Preferred          body.Opt[bool]                       `query:"preferred" doc:"Whether the product is bought there first."`
	Availability       []body.Word[purchasing.Availability] `query:"availability" maxItems:"4" doc:"Any of these."`
	CostChanged        body.Opt[bool]                       `query:"cost_changed" doc:"Whether unit_cost ever changed, in the currency it has."`
	Q                  string                               `query:"q" minLength:"1" maxLength:"200" doc:"Text in title, brand, supplier_sku, asin or a code, in any letter case."`
}

func (in *listOffersInput) filter() (app.OfferFilter, error) {
	codes, err := gtinKeys(in.GTIN)
	return app.OfferFilter{
		Suppliers: body.Numbers[purchasing.SupplierID](in.SupplierID), Products: body.Numbers[purchasing.ProductID](in.InventoryProductID),
		ASINs: body.Each(in.ASIN, func(a body.ASIN) string { return strings.ToUpper(string(a)) }), GTINs: codes, SKUs: in.SupplierSKU,
		Statuses: body.Words[purchasing.Status](in.Status), Availabilities: body.Words[purchasing.Availability](in.Availability),
		Preferred: in.Preferred.Ptr(), CostChanged: in.CostChanged.Ptr(), Query: in.Q,
	}, err
}

// OfferRoutes registers the operations of supplier offers.
func OfferRoutes(offers *app.Offers) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/supplier-offers", Group: "supplier-offers", Noun: "supplier offer"}
		shown := records.Shown[purchasing.Offer, SupplierOffer]{
			Of: offerOf, Example: exampleOffer(), Place: purchasing.Offer.Place, Live: true,
		}
		records.List(k, httpx.Operation{
			ID: "listSupplierOffers", Summary: "List supplier offers",
			Description: "Lists supplier offers, the last changed first. Filters narrow the list together; several values " +
				"in one filter mean any of them.",
		}, offerSorts, offerOf, exampleOffer(),
			func(ctx context.Context, who caller.Caller, in *listOffersInput, req page.Request) (page.Page[purchasing.Offer], error) {
				filter, err := in.filter()
				if err != nil {
					return page.Page[purchasing.Offer]{}, err
				}
				return offers.List(ctx, who, filter, req)
			})
		records.Create(k, httpx.Operation{
			ID: "createSupplierOffer", Summary: "Create a supplier offer",
			Description: "Makes an offer that names the product by supplier_sku, inventory_product_id, asin or gtins. An " +
				"unknown supplier or product is 422 not_found. A supplier_sku that another offer of the supplier " +
				"has is 422 duplicate with its id in existing_id. Members that do not go together are 422 " +
				"validation_failed.",
			RequestExample: NewSupplierOffer{SupplierID: 1, SupplierOfferMembers: exampleOfferMembers()},
			Errors:         []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, in *NewSupplierOffer) (purchasing.Offer, error) {
			return offers.Create(ctx, who, in.patch())
		})
		records.Get(k, httpx.Operation{
			ID: "getSupplierOffer", Summary: "Get a supplier offer", Description: "Returns one offer of the caller's team with its newest 50 prices.",
		}, shown, offers.Get)
		records.Delete(k, httpx.Operation{
			ID: "deleteSupplierOffer", Summary: "Delete a supplier offer",
			Description: "Deletes one offer and its match. While an item of an open order uses it this is 422 in_use with the blockers.",
			Errors:      []int{http.StatusUnprocessableEntity},
		}, offers.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateSupplierOffer", Summary: "Update a supplier offer",
			Description: "Changes the members that are given. null clears a member that may be empty; lists are replaced " +
				"as a whole. A new unit_cost goes into price_history. preferred true takes it from the offer of " +
				"the product that had it. An unknown product is 422 not_found. A supplier_sku that another offer " +
				"of the supplier has is 422 duplicate with its id in existing_id.",
			Errors:         []int{http.StatusUnprocessableEntity},
			RequestExample: SupplierOfferPatch{SupplierOfferMembers: SupplierOfferMembers{UnitCost: body.OptOf(body.MoneyOf(money.MustParse("3.8"))), LeadTimeDays: body.FieldOf(10)}},
		}, shown,
			func(ctx context.Context, who caller.Caller, offer purchasing.OfferID, in *SupplierOfferPatch, ifMatch *int64) (purchasing.Offer, error) {
				return offers.Update(ctx, who, offer, in.patch(), ifMatch)
			})
	}
}
