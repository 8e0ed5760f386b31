package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

type productHandlers struct{ app *manage.Products }

type productInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The row's id."`
}

type createProductsInput struct {
	Body NewProducts
}

type updateProductsInput struct {
	Body ProductsPatch
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
	const path = "/sa/repricer/products"
	httpx.Register(r, httpx.Operation{
		ID: "listRepricerProducts", Method: http.MethodGet, Path: path, Group: group, Beta: true,
		Summary: "List repricer products",
		Description: "Lists the team's rows, newest first. Filters narrow the list together; several words in one filter mean any of them. Sort fields: " +
			"id, created_at, updated_at, current_price, buy_box_share_24h.",
		Example: body.List[Product]{Data: []Product{exampleProduct()}, Meta: body.ListMeta{Limit: 50}},
	}, h.list)
	httpx.Register(r, httpx.Operation{
		ID: "createRepricerProducts", Method: http.MethodPost, Path: path, Group: group, Beta: true,
		Summary: "Create repricer products",
		Description: "Creates up to 100 rows in one transaction and answers for each, in order. What is not given comes from the settings. A row fails " +
			"alone with already_exists, not_found (no listing is known and no asin given), duplicate (twice in the call), conflict (several seller " +
			"accounts serve the marketplace and no seller_id is given, or the listing that is known of the SKU is of another asin), marketplace_not_connected, invalid_limits or strategy_required. An unknown " +
			"strategy_id refuses the whole call with 422 strategy_not_found, a team without a connected seller account with 403 integration_required.",
		RequestExample: exampleNewProducts(), Example: exampleCreatedProducts(),
	}, h.create)
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProducts", Method: http.MethodPatch, Path: path, Group: group, Beta: true,
		Summary: "Update repricer products",
		Description: "Changes up to 100 rows in the same way, in one transaction, and answers for each, in order. Every member besides ids is applied to " +
			"every row named; at least one is required. null clears strategy_id and any limit. A row that is missing or whose own values forbid the " +
			"change fails alone: not_found, invalid_limits, strategy_required. A minimum above the maximum in the body (422 invalid_limits) and an " +
			"unknown strategy (422 strategy_not_found) refuse the whole call.",
		RequestExample: exampleProductsPatch(), Example: exampleUpdatedProducts(),
	}, h.updateMany)
	httpx.Register(r, httpx.Operation{
		ID: "deleteRepricerProducts", Method: http.MethodDelete, Path: path, Group: group, Beta: true,
		Summary:        "Delete repricer products",
		Description:    "Deletes up to 100 rows in one transaction and answers for each. The prices on the marketplace stay as they are.",
		RequestExample: body.IDs{IDs: []body.ID{31, 99}}, Example: exampleDeletedProducts(),
	}, h.deleteMany)
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerProduct", Method: http.MethodGet, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Get a repricer product", Description: "Returns one row of the caller's team.",
		Errors: []int{http.StatusNotFound}, Example: body.One[Product]{Data: exampleProduct()},
	}, h.get)
	httpx.Register(r, httpx.Operation{
		ID: "deleteRepricerProduct", Method: http.MethodDelete, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Delete a repricer product", Description: "Deletes one row. The price on the marketplace stays as it is.",
		Errors: []int{http.StatusNotFound, http.StatusPreconditionFailed},
	}, h.delete)
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProduct", Method: http.MethodPatch, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Update a repricer product",
		Description: "Changes one row as the bulk update does. What would fail the row there is 422 here: invalid_limits, strategy_required, and " +
			"strategy_not_found for an unknown strategy.",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed},
		RequestExample: exampleProductPatch(), Example: body.One[Product]{Data: exampleProduct()},
	}, h.update)
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

func (h productHandlers) create(ctx context.Context, who caller.Caller, in *createProductsInput) (*httpx.BulkOut[CreatedProduct], error) {
	rows := make([]repricer.NewProduct, len(in.Body.Products))
	for i, n := range in.Body.Products {
		rows[i] = n.product()
	}
	results, err := h.app.Create(ctx, who, rows)
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[CreatedProduct]{Body: body.BulkOf(results, func(r manage.ProductResult) (CreatedProduct, int64, *fault.Error) {
		row := CreatedProduct{Status: string(r.Status), Error: body.RowErrorOf(r.Err)}
		if r.Product != nil {
			n, product := int64(r.ID), productOf(*r.Product)
			row.ID, row.Product = &n, &product
		}
		return row, int64(r.ID), r.Err
	})}, nil
}

func (h productHandlers) updateMany(ctx context.Context, who caller.Caller, in *updateProductsInput) (*httpx.BulkOut[UpdatedProduct], error) {
	results, err := h.app.BulkUpdate(ctx, who, manage.UpdateProducts{IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs), Patch: in.Body.patch()})
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[UpdatedProduct]{Body: body.BulkOf(results, func(r manage.ProductResult) (UpdatedProduct, int64, *fault.Error) {
		row := UpdatedProduct{ID: int64(r.ID), Status: string(r.Status), Error: body.RowErrorOf(r.Err)}
		if r.Product != nil {
			product := productOf(*r.Product)
			row.Product = &product
		}
		return row, int64(r.ID), r.Err
	})}, nil
}

func (h productHandlers) deleteMany(ctx context.Context, who caller.Caller, in *deleteProductsInput) (*httpx.BulkOut[DeletedRow], error) {
	results, err := h.app.DeleteMany(ctx, who, manage.DeleteProducts{IDs: body.Numbers[decision.ProductID](in.Body.IDs), DryRun: in.DryRun})
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[DeletedRow]{Body: body.BulkOf(results, func(r manage.ProductResult) (DeletedRow, int64, *fault.Error) {
		return DeletedRow(body.DeletedOf(int64(r.ID), r.Err)), int64(r.ID), r.Err
	})}, nil
}

func (h productHandlers) get(ctx context.Context, who caller.Caller, in *productInput) (*httpx.Versioned[Product], error) {
	p, err := h.app.Get(ctx, who, decision.ProductID(in.ID))
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(productOf(p), p.Version), nil
}

func (h productHandlers) update(ctx context.Context, who caller.Caller, in *updateProductInput) (*httpx.Versioned[Product], error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	p, err := h.app.Update(ctx, who, manage.UpdateProduct{
		ID: decision.ProductID(in.ID), Patch: in.Body.patch(), IfMatch: ifMatch,
	})
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(productOf(p), p.Version), nil
}

func (h productHandlers) delete(ctx context.Context, who caller.Caller, in *deleteProductInput) (*httpx.None, error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.app.Delete(ctx, who, decision.ProductID(in.ID), ifMatch)
}
