package purchasing

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

var supplierSorts = records.Sortable{Fields: []string{"name", "created_at", "last_order_at", "id"}, Default: "name"}

type listSuppliersInput struct {
	records.RecordInput
	Q        string                               `query:"q" minLength:"1" maxLength:"200" doc:"Text in name, code or an alias, in any letter case."`
	Status   []body.Word[purchasing.Status]       `query:"status" maxItems:"2" doc:"Any of these statuses."`
	Type     []body.Word[purchasing.SupplierType] `query:"type" maxItems:"7" doc:"Any of these types."`
	Country  []body.Country                       `query:"country" maxItems:"50" doc:"Any of these countries of the address."`
	Currency []body.Currency                      `query:"currency" maxItems:"50" doc:"Any of these currencies."`
	body.TagFilter
	HasOpenOrders body.Opt[bool] `query:"has_open_orders" doc:"Whether it has orders that are not received in full."`
}

func (in *listSuppliersInput) filter() app.SupplierFilter {
	return app.SupplierFilter{
		Types: body.Words[purchasing.SupplierType](in.Type), Statuses: body.Words[purchasing.Status](in.Status),
		Countries: body.Words[string](in.Country), Currencies: body.Words[money.Currency](in.Currency), Query: in.Q,
		OpenOrders: in.HasOpenOrders.Ptr(), Tags: in.Tags(),
	}
}

// SupplierRoutes registers the operations of suppliers.
func SupplierRoutes(suppliers *app.Suppliers, merges *app.Merges) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/suppliers", Group: "suppliers", Noun: "supplier", Record: 2}
		shown := records.Shown[purchasing.Supplier, Supplier]{
			Of: supplierOf, Example: exampleSupplier(), Place: purchasing.Supplier.Place, Live: true,
		}
		records.List(k, httpx.Operation{
			ID: "listSuppliers", Summary: "List suppliers",
			Description: "Lists the team's suppliers, by name. Filters narrow the list together; several values in one filter mean any of them.",
		}, supplierSorts, supplierOf, exampleSupplier(),
			func(ctx context.Context, who caller.Caller, in *listSuppliersInput, req page.Request) (page.Page[purchasing.Supplier], error) {
				return suppliers.List(ctx, who, in.filter(), req)
			})
		records.Create(k, httpx.Operation{
			ID: "createSupplier", Summary: "Create a supplier",
			Description: "Makes a supplier. A name, code or alias that another supplier of the team has is 422 duplicate " +
				"with its id in existing_id. A supplier with the same tax number, domain or name without the form " +
				"of the company is only named in warnings. A tag that the team does not have is 422 not_found.",
			RequestExample: NewSupplier{Name: "Northwind Wholesale GmbH", SupplierMembers: exampleSupplierMembers()},
			Errors:         []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, in *NewSupplier) (purchasing.Supplier, error) {
			return suppliers.Create(ctx, who, in.patch())
		})
		records.DeleteMany(k, httpx.Operation{
			ID: "deleteSuppliers", Summary: "Delete suppliers",
			Description: "Deletes up to 100 suppliers in one transaction and answers for each. A supplier with open orders " +
				"fails with in_use and its blockers. Names, codes and aliases may be used again.",
			RequestExample: body.IDs{IDs: []body.ID{3, 99}},
		}, suppliers.DeleteMany)
		records.Get(k, httpx.Operation{
			ID: "getSupplier", Summary: "Get a supplier", Description: "Returns one supplier of the caller's team, with others that are likely to be the same.",
		}, shown, suppliers.Get)
		records.Delete(k, httpx.Operation{
			ID: "deleteSupplier", Summary: "Delete a supplier",
			Description: "Deletes one supplier; its name, code and aliases may be used again. While it has open orders this is 422 in_use with the blockers.",
			Errors:      []int{http.StatusUnprocessableEntity},
		}, suppliers.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateSupplier", Summary: "Update a supplier",
			Description: "Changes the members that are given. null clears a member that may be empty; lists and the " +
				"address are replaced as a whole. A name, code or alias that another supplier has is 422 " +
				"duplicate with its id in existing_id. A tag that the team does not have is 422 not_found.",
			Errors:         []int{http.StatusUnprocessableEntity},
			RequestExample: SupplierPatch{SupplierMembers: SupplierMembers{Phone: body.NullField[string](), DefaultLeadTimeDays: body.FieldOf(10)}},
		}, shown,
			func(ctx context.Context, who caller.Caller, supplier purchasing.SupplierID, in *SupplierPatch, ifMatch *int64) (purchasing.Supplier, error) {
				return suppliers.Update(ctx, who, supplier, in.patch(), ifMatch)
			})
		httpx.Register(k.Router, httpx.Operation{
			ID: "mergeSuppliers", DryRun: true, Method: http.MethodPost, Path: k.Path + "/{id}/merge", Group: k.Group, Beta: true, Noun: k.Noun, Record: 1, Summary: "Merge suppliers",
			Description: "Merges several suppliers into the supplier in the path, and deletes them. It is an extra of this " +
				"service.\n\n" +
				"Their orders (which still show the supplier as it was), offers, tags, notes, documents, products " +
				"and SKUs go to the supplier in the path. Their names and aliases become its aliases. Of offers " +
				"with the same supplier_sku the newest stays, with the prices, notes and order items of all.\n\n" +
				"An unknown supplier in from is 422 not_found, the supplier in the path validation_failed, and " +
				"more aliases or tags than a supplier can have limit_reached. dry_run answers the same and " +
				"changes nothing.",
			RequestExample: SupplierMerge{From: []body.ID{4}, DryRun: body.OptOf(true)},
			Example:        body.One[MergedSupplier]{Data: MergedSupplier{exampleSupplier(), 12, 30, 4}},
			Errors:         []int{http.StatusNotFound, http.StatusUnprocessableEntity},
		}, httpx.AnswerOne(mergedOf, func(ctx context.Context, who caller.Caller, in *mergeInput) (app.Merged, error) {
			return merges.Merge(ctx, who, app.Merge{
				Into: purchasing.SupplierID(in.ID), From: body.Each(in.Body.From, func(n body.ID) purchasing.SupplierID { return purchasing.SupplierID(n) }), DryRun: in.Body.DryRun.Value,
			})
		}))
	}
}

// SupplierMerge lists the suppliers to merge.
type SupplierMerge struct {
	From   []body.ID      `json:"from" minItems:"1" maxItems:"20" doc:"Suppliers that become part of the supplier in the path."`
	DryRun body.Opt[bool] `json:"dry_run,omitzero" doc:"Answer the same and change nothing."`
}

// MergedSupplier has the result of a merge.
type MergedSupplier struct {
	Supplier     Supplier `json:"supplier" doc:"The supplier after the merge."`
	Orders       int64    `json:"orders" doc:"Orders that came to it."`
	Offers       int64    `json:"offers" doc:"Offers that came to it."`
	MergedOffers int64    `json:"merged_offers" doc:"Offers that became part of another offer with the same supplier_sku."`
}

type mergeInput struct {
	ID   int64 `path:"id" minimum:"1"`
	Body SupplierMerge
}

func mergedOf(m app.Merged) MergedSupplier {
	return MergedSupplier{supplierOf(m.Supplier), m.Orders, m.Offers, m.MergedOffers}
}
