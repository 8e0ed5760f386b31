package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

const productPath = "/sa/repricer/products"

// AssignedRows are up to 100 rows that get a strategy.
type AssignedRows struct {
	body.IDs
	Mode body.Opt[string] `json:"mode,omitzero" enum:"off,manual,auto" doc:"The rows' mode from now on; kept when not given. manual and auto need a complete floor rule. Clears a hold."`
}

type assignInput struct {
	ID   int64 `path:"id" minimum:"1" doc:"The strategy's id."`
	Body AssignedRows
}

func productRoutes(r *httpx.Router, products *manage.Products) {
	k := httpx.Records{Router: r, Path: productPath, Group: group, Noun: "repricer product"}
	shown := httpx.Shown[manage.Product, Product]{Of: productOf, Example: exampleProduct(), Live: true, Place: func(p manage.Product) (id, version int64) {
		return int64(p.ID), p.Version
	}}
	httpx.ListRecords(k, httpx.Operation{
		ID: "listRepricerProducts", Summary: "List repricer products",
		Description: "Lists the team's rows, newest first. Filters narrow the list together; several words in one filter mean any of them. Sort fields: " +
			"id, created_at, updated_at, current_price, buy_box_share_24h.",
	}, productSorts, productOf, exampleProduct(),
		func(ctx context.Context, who caller.Caller, in *listProductsInput, req page.Request) (none page.Page[manage.Product], err error) {
			filter, err := in.filter()
			if err != nil {
				return none, err
			}
			return products.List(ctx, who, filter, req)
		})
	httpx.Register(r, httpx.Operation{
		ID: "createRepricerProducts", Method: http.MethodPost, Path: productPath, Group: group, Beta: true,
		Summary: "Create repricer products",
		Description: "Creates up to 100 rows in one transaction and answers for each, in order. What is not given comes from the settings. A row fails " +
			"alone with already_exists, not_found (no listing is known and no asin given), duplicate (twice in the call), conflict (several seller " +
			"accounts serve the marketplace and no seller_id is given, or the listing that is known of the SKU is of another asin), marketplace_not_connected, invalid_limits, strategy_required or limit_reached (the team has as many rows as repricer_products of its plan). An unknown " +
			"strategy_id refuses the whole call with 422 strategy_not_found, a team without a connected seller account with 403 integration_required.",
		RequestExample: exampleNewProducts(), Example: exampleCreatedProducts(),
	}, httpx.AnswerBulk(createdProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[NewProducts]) ([]manage.ProductResult, error) {
		return products.Create(ctx, who, body.Each(in.Body.Products, NewProduct.product))
	}))
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProducts", Method: http.MethodPatch, Path: productPath, Group: group, Beta: true,
		Summary: "Update repricer products",
		Description: "Changes up to 100 rows in the same way, in one transaction, and answers for each, in order. Every member besides ids is applied to " +
			"every row named; at least one is required. null clears strategy_id and any limit. A row that is missing or whose own values forbid the " +
			"change fails alone: not_found, invalid_limits, strategy_required. A minimum above the maximum in the body (422 invalid_limits) and an " +
			"unknown strategy (422 strategy_not_found) refuse the whole call. A minimum below the price without profit or loss is allowed and answered with " +
			"the warning min_price_below_break_even, which names that price.",
		RequestExample: exampleProductsPatch(), Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[ProductsPatch]) ([]manage.ProductResult, error) {
		return products.BulkUpdate(ctx, who, manage.UpdateProducts{IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs), Patch: in.Body.patch()})
	}))
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProductsEach", Method: http.MethodPost, Path: productPath + "/updates", Group: group, Beta: true,
		Summary: "Update repricer products one by one",
		Description: "An extra of this service. Changes up to 100 rows in one transaction, each in its own way, and answers for each, in order, as " +
			"updateRepricerProducts does; null clears strategy_id and any limit. A row fails alone with not_found, invalid_limits, strategy_required, " +
			"strategy_not_found, or duplicate where an update above names it too.",
		RequestExample: exampleProductUpdates(), Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[ProductUpdates]) ([]manage.ProductResult, error) {
		return products.UpdateEach(ctx, who, body.Each(in.Body.Updates, ProductUpdate.update))
	}))
	httpx.Register(r, httpx.Operation{
		ID: "assignRepricerStrategy", Method: http.MethodPost, Path: strategyPath + "/{id}/assign", Group: group, Beta: true, Record: exampleStrategyID,
		Summary: "Assign a strategy",
		Description: "Makes the strategy the own strategy of up to 100 rows, and sets their mode where one is given, in one transaction. Answers for each, " +
			"in order. A row fails alone with not_found, invalid_limits, or strategy_required where the strategy does not serve its marketplace.",
		Errors:         []int{http.StatusNotFound},
		RequestExample: AssignedRows{IDs: body.IDs{IDs: []body.ID{1, 99}}, Mode: body.OptOf("auto")}, Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *assignInput) ([]manage.ProductResult, error) {
		return products.Assign(ctx, who, manage.AssignStrategy{
			Strategy: strategy.ID(in.ID), IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs),
			Mode: optional.Map(in.Body.Mode.Field, word[decision.Mode]).Maybe(),
		})
	}))
	httpx.DeleteRecords(k, httpx.Operation{
		ID: "deleteRepricerProducts", Summary: "Delete repricer products",
		Description:    "Deletes up to 100 rows in one transaction and answers for each. The prices on the marketplace stay as they are.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
	}, deletedRow, products.DeleteMany)
	httpx.GetRecord(k, httpx.Operation{
		ID: "getRepricerProduct", Summary: "Get a repricer product", Description: "Returns one row of the caller's team.",
	}, shown, products.Get)
	httpx.DeleteRecord(k, httpx.Operation{
		ID: "deleteRepricerProduct", Summary: "Delete a repricer product",
		Description: "Deletes one row. The price on the marketplace stays as it is.",
	}, products.Delete)
	httpx.UpdateRecord(k, httpx.Operation{
		ID: "updateRepricerProduct", Summary: "Update a repricer product",
		Description: "Changes one row as the bulk update does. What would fail the row there is 422 here: invalid_limits, strategy_required, and " +
			"strategy_not_found for an unknown strategy. A minimum below the price without profit or loss is allowed; warnings of the row then names " +
			"min_price_below_break_even.",
		RequestExample: exampleProductPatch(),
	}, shown,
		func(ctx context.Context, who caller.Caller, product decision.ProductID, in *ProductPatch, ifMatch *int64) (manage.Product, error) {
			return products.Update(ctx, who, manage.UpdateProduct{ID: product, Patch: in.patch(), IfMatch: ifMatch})
		})
}

func createdProduct(r manage.ProductResult) (CreatedProduct, int64, *fault.Error) {
	row := CreatedProduct{Status: string(r.Outcome), Product: body.Null(r.Product, productOf), Error: body.RowErrorOf(r.Err)}
	if r.Product != nil {
		row.ID = new(int64(r.ID))
	}
	return row, int64(r.ID), r.Err
}

func updatedProduct(r manage.ProductResult) (UpdatedProduct, int64, *fault.Error) {
	row := UpdatedProduct{
		ID: int64(r.ID), Status: string(r.Outcome), Warnings: []Warning{}, Product: body.Null(r.Product, productOf), Error: body.RowErrorOf(r.Err),
	}
	if row.Product != nil {
		row.Warnings = row.Product.Warnings
	}
	return row, int64(r.ID), r.Err
}
