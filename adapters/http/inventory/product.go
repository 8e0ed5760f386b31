package inventory

import (
	"context"
	"net/http"
	"strconv"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

const (
	productGroup = "inventory-products"
	productPath  = "/inventory-products"
)

// ProductRoutes registers the operations of inventory products and their
// matches.
func ProductRoutes(products *app.Products) httpx.Routes {
	return func(r *httpx.Router) {
		h := productHandlers{products}
		h.facetRoute(r)
		h.routes(r)
		h.bulkRoutes(r)
		h.matchRoutes(r)
	}
}

type productHandlers struct{ app *app.Products }

type productInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The product's id."`
}

type createProductInput struct {
	Body NewProduct
}

type updateProductInput struct {
	productInput
	httpx.IfMatch
	Body ProductPatch
}

type deleteProductInput struct {
	productInput
	httpx.IfMatch
}

type deleteProductsInput struct {
	DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
	Body   body.IDs
}

func (h productHandlers) routes(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "listInventoryProducts", Method: http.MethodGet, Path: productPath, Group: productGroup, Beta: true,
		Summary: "List inventory products",
		Description: "Lists what the team buys, keeps and sells, newest first; archived products only when status asks for them. Filters narrow the " +
			"list together; several values in one filter mean any of them. Sort fields: created_at, title, brand, unit_cost, on_hand, updated_at.",
		Example: body.List[Product]{Data: []Product{exampleProduct().Product}, Meta: body.ListMeta{Limit: 50}},
	}, h.list)
	httpx.Register(r, httpx.Operation{
		ID: "createInventoryProduct", Method: http.MethodPost, Path: productPath, Group: productGroup, Beta: true,
		Summary: "Create an inventory product", Status: http.StatusCreated,
		Description: "Makes a product. A GTIN that another product of the team has is 422 duplicate with its id in existing_id, unless " +
			"allow_duplicate_gtin lets it pass. A unit_cost opens a cost layer from today; without a currency it is in the team's. A supplier or " +
			"warehouse that does not exist is 422 not_found.",
		Errors:         []int{http.StatusUnprocessableEntity},
		RequestExample: exampleNewProduct(), Example: body.One[ProductDetail]{Data: exampleProduct()},
	}, h.create)
	httpx.Register(r, httpx.Operation{
		ID: "getInventoryProduct", Method: http.MethodGet, Path: productPath + "/{id}", Group: productGroup, Beta: true,
		Summary: "Get an inventory product", Description: "Returns one product of the caller's team with its costs of all days.",
		Errors: []int{http.StatusNotFound}, Example: body.One[ProductDetail]{Data: exampleProduct()},
	}, h.get)
	httpx.Register(r, httpx.Operation{
		ID: "updateInventoryProduct", Method: http.MethodPatch, Path: productPath + "/{id}", Group: productGroup, Beta: true,
		Summary: "Update an inventory product",
		Description: "Changes the members that are given; null clears one that may be empty, and gtins and asins are replaced as a whole. A change of " +
			"unit_cost or currency ends the cost layer in force yesterday and opens one from today; null ends it. Refused with 422: duplicate (a new " +
			"GTIN that another product has, see existing_id), not_found (supplier or warehouse) and validation_failed (a currency without a unit_cost).",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
		RequestExample: exampleProductPatch(), Example: body.One[ProductDetail]{Data: exampleProduct()},
	}, h.update)
	httpx.Register(r, httpx.Operation{
		ID: "deleteInventoryProduct", Method: http.MethodDelete, Path: productPath + "/{id}", Group: productGroup, Beta: true,
		Summary:     "Delete an inventory product",
		Description: "Deletes one product and its matches. SKUs and listings stay; GTINs may be used again.",
		Errors:      []int{http.StatusNotFound, http.StatusPreconditionFailed},
	}, h.delete)
}

func (h productHandlers) bulkRoutes(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "deleteInventoryProducts", Method: http.MethodDelete, Path: productPath, Group: productGroup, Beta: true,
		Summary:        "Delete inventory products",
		Description:    "Deletes up to 100 products and their matches in one transaction and answers for each. SKUs and listings stay.",
		RequestExample: body.IDs{IDs: []body.ID{7, 99}}, Example: exampleDeletedProducts(),
	}, h.deleteMany)
}

func (h productHandlers) list(ctx context.Context, who caller.Caller, in *listProductsInput) (*httpx.ListOut[Product], error) {
	req, err := in.Page(ctx, productSorts)
	if err != nil {
		return nil, err
	}
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	p, err := h.app.List(ctx, who, filter, req)
	if err != nil {
		return nil, err
	}
	return httpx.ListOf(ctx, p, req, productOf), nil
}

func (h productHandlers) create(ctx context.Context, who caller.Caller, in *createProductInput) (*httpx.Created[ProductDetail], error) {
	p, err := h.app.Create(ctx, who, app.CreateProduct{Patch: in.Body.patch(), AllowDuplicateGTIN: in.Body.AllowDuplicateGTIN.Value})
	if err != nil {
		return nil, err
	}
	return httpx.CreatedOf(productDetailOf(p), p.Version, productPath+"/"+strconv.FormatInt(int64(p.ID), 10)), nil
}

func (h productHandlers) get(ctx context.Context, who caller.Caller, in *productInput) (*httpx.Versioned[ProductDetail], error) {
	p, err := h.app.Get(ctx, who, inventory.ProductID(in.ID))
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(productDetailOf(p), p.Version), nil
}

func (h productHandlers) update(ctx context.Context, who caller.Caller, in *updateProductInput) (*httpx.Versioned[ProductDetail], error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	p, err := h.app.Update(ctx, who, app.UpdateProduct{
		ID: inventory.ProductID(in.ID), Patch: in.Body.patch(), AllowDuplicateGTIN: in.Body.AllowDuplicateGTIN.Value, IfMatch: ifMatch,
	})
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(productDetailOf(p), p.Version), nil
}

func (h productHandlers) delete(ctx context.Context, who caller.Caller, in *deleteProductInput) (*httpx.None, error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.app.Delete(ctx, who, inventory.ProductID(in.ID), ifMatch)
}

func (h productHandlers) deleteMany(ctx context.Context, who caller.Caller, in *deleteProductsInput) (*httpx.BulkOut[DeletedProduct], error) {
	rows, err := h.app.DeleteMany(ctx, who, edit.Many[inventory.ProductID]{IDs: body.Numbers[inventory.ProductID](in.Body.IDs), DryRun: in.DryRun})
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[DeletedProduct]{Body: body.BulkOf(rows, func(r edit.Result[inventory.ProductID]) (DeletedProduct, int64, *fault.Error) {
		row := DeletedProduct{ID: int64(r.ID), Status: "deleted", Error: body.RowErrorOf(r.Err)}
		if r.Err != nil {
			row.Status = "failed"
		}
		return row, row.ID, r.Err
	})}, nil
}
