package inventory

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

const (
	productGroup = "inventory-products"
	productPath  = "/inventory-products"
)

// ProductRoutes registers the operations of inventory products and their matches.
func ProductRoutes(products *app.Products) httpx.Routes {
	return func(r *httpx.Router) {
		h := productHandlers{products}
		h.facetRoute(r)
		h.routes(r)
		h.matchRoutes(r)
	}
}

type productHandlers struct{ app *app.Products }

type productInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The product's id."`
}

func shownProduct() records.Shown[app.Product, ProductDetail] {
	return records.Shown[app.Product, ProductDetail]{Of: productDetailOf, Example: exampleProduct(), Live: true, Place: func(p app.Product) (id, version int64) {
		return int64(p.ID), p.Version
	}}
}

func (h productHandlers) routes(r *httpx.Router) {
	k := records.Kind{Router: r, Path: productPath, Group: productGroup, Noun: "product"}
	shown := shownProduct()
	records.List(k, httpx.Operation{
		ID: "listInventoryProducts", Summary: "List inventory products",
		Description: "Lists the team's inventory products, newest first; archived products only when status asks for them. " +
			"Filters narrow the list together; several values in one filter mean any of them.\n\n" +
			"A unit_cost also counts for each SKU that sells the product and has no cost of its own.",
	}, productSorts, productOf, exampleProduct().Product,
		func(ctx context.Context, who caller.Caller, in *listProductsInput, req page.Request) (out page.Page[app.Product], err error) {
			filter, err := in.filter(req.Window)
			if err != nil {
				return out, err
			}
			return h.app.List(ctx, who, filter, req)
		})
	records.Create(k, httpx.Operation{
		ID: "createInventoryProduct", Summary: "Create an inventory product",
		Description: "Makes a product. A GTIN that another product of the team has is 422 duplicate with its id in existing_id, unless " +
			"allow_duplicate_gtin lets it pass. A unit_cost opens a cost layer from today; without a currency it is in the team's. A supplier or " +
			"warehouse that does not exist is 422 not_found.",
		Errors: []int{http.StatusUnprocessableEntity}, RequestExample: exampleNewProduct(),
	}, shown,
		func(ctx context.Context, who caller.Caller, in *NewProduct) (app.Product, error) {
			return h.app.Create(ctx, who, app.CreateProduct{Patch: in.patch(), AllowDuplicateGTIN: in.AllowDuplicateGTIN.Value})
		})
	records.Get(k, httpx.Operation{
		ID: "getInventoryProduct", Summary: "Get an inventory product",
		Description: "Returns one product of the caller's team with its costs of all days.",
	}, shown, h.app.Get)
	records.Update(k, httpx.Operation{
		ID: "updateInventoryProduct", Summary: "Update an inventory product",
		Description: "Changes the members that are given. null clears a member that may be empty; gtins and asins are " +
			"replaced as a whole. A change of unit_cost or currency ends the cost layer in force yesterday and " +
			"opens a new layer from today; null ends it.\n\n" +
			"Refused with 422: duplicate (a new GTIN that another product has, see existing_id), not_found " +
			"(supplier or warehouse) and validation_failed (a currency without a unit_cost).",
		Errors: []int{http.StatusUnprocessableEntity}, RequestExample: exampleProductPatch(),
	}, shown,
		func(ctx context.Context, who caller.Caller, product inventory.ProductID, in *ProductPatch, ifMatch *int64) (app.Product, error) {
			return h.app.Update(ctx, who, app.UpdateProduct{
				ID: product, Patch: in.patch(), AllowDuplicateGTIN: in.AllowDuplicateGTIN.Value, IfMatch: ifMatch,
			})
		})
	httpx.Register(r, httpx.Operation{
		ID: "updateInventoryProducts", DryRun: true,
		Method: http.MethodPatch, Path: productPath, Group: productGroup, Beta: true,
		Noun: "product", Summary: "Update inventory products",
		Description: "Changes up to 100 products in the same way, in one transaction, and answers for each, in order. " +
			"Every member besides ids is applied to every product named. null clears a member that may be empty. " +
			"An operation beside the specification.\n\n" +
			"A product that is missing, or that updateInventoryProduct would refuse to change, fails alone.",
		RequestExample: exampleProductsPatch(), Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(
		ctx context.Context, who caller.Caller, input *httpx.Sent[ProductsPatch],
	) ([]app.ProductResult, error) {
		return h.app.UpdateAlike(ctx, who, input.Body.update())
	}))
	records.Delete(k, httpx.Operation{
		ID: "deleteInventoryProduct", Summary: "Delete an inventory product",
		Description: "Deletes one product and its matches. SKUs and listings stay; GTINs may be used again. A product with units in warehouses, or in an open purchase order, is " +
			"422 in_use with the blockers.",
		Errors: []int{http.StatusUnprocessableEntity},
	}, h.app.Delete)
	records.DeleteMany(k, httpx.Operation{
		ID: "deleteInventoryProducts", Summary: "Delete inventory products",
		Description: "Deletes up to 100 products and their matches in one transaction and answers for each. SKUs and listings stay. A product with " +
			"units in warehouses fails with in_use and its blockers.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
	}, h.app.DeleteMany)
}
