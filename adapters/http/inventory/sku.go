package inventory

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

// SKURoutes registers the operations of SKUs.
func SKURoutes(skus *app.SKUs) httpx.Routes {
	return func(r *httpx.Router) { skuHandlers{skus}.routes(r) }
}

type skuHandlers struct{ app *app.SKUs }

type skuInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The SKU's id."`
}

type updateSKUInput struct {
	skuInput
	httpx.IfMatch
	Body SKUPatch
}

type deleteSKUInput struct {
	skuInput
	httpx.IfMatch
}

type deleteSKUsInput struct {
	DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
	Body   body.IDs
}

func (h skuHandlers) routes(r *httpx.Router) {
	const path, group = "/skus", "skus"
	httpx.Register(r, httpx.Operation{
		ID: "listSkus", Method: http.MethodGet, Path: path, Group: group, Beta: true,
		Summary: "List SKUs",
		Description: "Lists what the team's seller accounts offer. The SKUs come from the marketplace by themselves. Filters narrow the list together; " +
			"several words in one filter mean any of them. Deleted SKUs are left out unless hidden asks for them. Sort fields: sku, price, title, " +
			"unit_cost, fulfillable, updated_at.",
		Example: body.List[SKU]{Data: []SKU{exampleSKU()}, Meta: body.ListMeta{Limit: 50}},
	}, h.list)
	httpx.Register(r, httpx.Operation{
		ID: "deleteSkus", Method: http.MethodDelete, Path: path, Group: group, Beta: true,
		Summary: "Delete SKUs",
		Description: "Hides up to 100 SKUs in one transaction and answers for each. Their listings at the marketplace and their rows in the repricer " +
			"stay as they are, and what is read from the marketplace later does not bring them back; an update with hidden false does.",
		RequestExample: body.IDs{IDs: []body.ID{118, 99}}, Example: exampleDeletedSKUs(),
	}, h.deleteMany)
	httpx.Register(r, httpx.Operation{
		ID: "getSku", Method: http.MethodGet, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Get a SKU", Description: "Returns one SKU of the caller's team, deleted or not, with all its cost layers.",
		Errors: []int{http.StatusNotFound}, Example: body.One[SKUDetail]{Data: exampleSKUDetail()},
	}, h.get)
	httpx.Register(r, httpx.Operation{
		ID: "deleteSku", Method: http.MethodDelete, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Delete a SKU",
		Description: "Hides one SKU. Its listing at the marketplace and its row in the repricer stay as they are; an update with hidden false brings " +
			"it back.",
		Errors: []int{http.StatusNotFound, http.StatusPreconditionFailed},
	}, h.delete)
	httpx.Register(r, httpx.Operation{
		ID: "updateSku", Method: http.MethodPatch, Path: path + "/{id}", Group: group, Beta: true,
		Summary: "Update a SKU",
		Description: "Changes what the team keeps of a SKU; what the marketplace says of it cannot be written. costs opens a cost layer on " +
			"effective_from: the cost that held before ends the day before, other days keep theirs. Refused with 422: invalid_limits for a minimum " +
			"above the maximum and for prices finer than the currency, not_found for an unknown supplier, cost_layer_overlap when another layer " +
			"begins within the days given (layer names it), validation_failed for days out of bounds or a cost without unit_cost.",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed},
		RequestExample: exampleSKUPatch(), Example: body.One[SKUDetail]{Data: exampleSKUDetail()},
	}, h.update)
}

func (h skuHandlers) list(ctx context.Context, who caller.Caller, in *listSKUsInput) (*httpx.ListOut[SKU], error) {
	req, err := in.Page(ctx, skuSorts)
	if err != nil {
		return nil, err
	}
	p, err := h.app.List(ctx, who, in.filter(), req)
	if err != nil {
		return nil, err
	}
	return httpx.ListOf(ctx, p, req, skuOf), nil
}

func (h skuHandlers) get(ctx context.Context, who caller.Caller, in *skuInput) (*httpx.Versioned[SKUDetail], error) {
	s, err := h.app.Get(ctx, who, inventory.SKUID(in.ID))
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(skuDetailOf(s), s.Version), nil
}

func (h skuHandlers) update(ctx context.Context, who caller.Caller, in *updateSKUInput) (*httpx.Versioned[SKUDetail], error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	s, err := h.app.Update(ctx, who, app.UpdateSKU{ID: inventory.SKUID(in.ID), Patch: in.Body.patch(), IfMatch: ifMatch})
	if err != nil {
		return nil, err
	}
	return httpx.VersionedOf(skuDetailOf(s), s.Version), nil
}

func (h skuHandlers) delete(ctx context.Context, who caller.Caller, in *deleteSKUInput) (*httpx.None, error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.app.Delete(ctx, who, inventory.SKUID(in.ID), ifMatch)
}

func (h skuHandlers) deleteMany(ctx context.Context, who caller.Caller, in *deleteSKUsInput) (*httpx.BulkOut[DeletedSKU], error) {
	results, err := h.app.DeleteMany(ctx, who, edit.Many[inventory.SKUID]{IDs: body.Numbers[inventory.SKUID](in.Body.IDs), DryRun: in.DryRun})
	if err != nil {
		return nil, err
	}
	return &httpx.BulkOut[DeletedSKU]{Body: body.BulkOf(results, func(r edit.Result[inventory.SKUID]) (DeletedSKU, int64, *fault.Error) {
		return DeletedSKU{ID: int64(r.ID), Status: string(r.Outcome), Error: body.RowErrorOf(r.Err)}, int64(r.ID), r.Err
	})}, nil
}
