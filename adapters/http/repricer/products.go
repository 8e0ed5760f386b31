package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

const productPath = "/sa/repricer/products"

// AssignedRows lists up to 100 rows that get a strategy.
type AssignedRows struct {
	body.IDs
	Mode body.Opt[string] `json:"mode,omitzero" enum:"off,manual,auto" doc:"Mode of the rows from now on; kept when absent. manual and auto need a complete floor rule. Setting it unfreezes the rows."`
}

type assignInput struct {
	ID   int64 `path:"id" minimum:"1" doc:"The strategy's id."`
	Body AssignedRows
}

func productRoutes(r *httpx.Router, products *manage.Products) {
	k := records.Kind{Router: r, Path: productPath, Group: group, Noun: "repricer product"}
	shown := records.Shown[manage.Product, Product]{Of: productOf, Example: exampleProduct(), Live: true, Place: func(p manage.Product) (id, version int64) {
		return int64(p.ID), p.Version
	}}
	expand := []body.Expansion{
		{Word: "strategy", Operation: "listRepricerStrategies", Member: "effective_strategy_id"},
		{Word: "last_change", Operation: "listRepricerHistory", Member: "last_change.id"},
	}
	records.List(k, httpx.Operation{
		ID: "listRepricerProducts", Summary: "List repricer products", Expand: expand,
		Description: "Lists the team's rows, newest first. Filters narrow the list together; several words in one filter mean any of them.",
	}, productSorts, productOf, exampleProduct(),
		func(ctx context.Context, who caller.Caller, in *listProductsInput, req page.Request) (none page.Page[manage.Product], err error) {
			filter, ok := in.Filter()
			if !ok {
				return none, httpx.BadParameter("hold", fault.CodeInvalid, HoldAlone)
			}
			return products.List(ctx, who, filter, req)
		})
	httpx.Register(r, httpx.Operation{
		ID: "createRepricerProducts", Method: http.MethodPost, Path: productPath, Group: group, Beta: true,
		Summary: "Create repricer products",
		Description: "Creates up to 100 rows in one transaction and answers for each, in order. Absent members come from " +
			"the settings.\n\n" +
			"A row fails alone with:\n\n" +
			"- already_exists\n" +
			"- not_found: no listing is known and asin is absent\n" +
			"- duplicate: it is twice in the call\n" +
			"- conflict: several seller accounts serve the marketplace and seller_id is absent, or the known " +
			"listing of the SKU has another asin\n" +
			"- marketplace_not_connected\n" +
			"- invalid_limits\n" +
			"- strategy_required\n" +
			"- limit_reached: the team has as many rows as repricer_products of its plan\n\n" +
			"An unknown strategy_id refuses the whole call with 422 strategy_not_found, a team without a " +
			"connected seller account with 403 integration_required.",
		RequestExample: exampleNewProducts(), Example: exampleCreatedProducts(),
	}, httpx.AnswerBulk(createdProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[NewProducts]) ([]manage.ProductResult, error) {
		return products.Create(ctx, who, body.Each(in.Body.Products, NewProduct.product))
	}))
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProducts", Method: http.MethodPatch, Path: productPath, Group: group, Beta: true,
		Summary: "Update repricer products",
		Description: "Changes up to 100 rows in the same way, in one transaction, and answers for each, in order. Every " +
			"member besides ids is applied to every row named; at least one member is required. null clears " +
			"strategy_id and any limit.\n\n" +
			"A row that is missing, or with values that forbid the change, fails alone: not_found, " +
			"invalid_limits, strategy_required. A minimum above the maximum in the body (422 invalid_limits) and " +
			"an unknown strategy (422 strategy_not_found) refuse the whole call.\n\n" +
			"A minimum below the price without profit or loss is allowed. The row then has the warning " +
			"min_price_below_break_even, which names that price.",
		RequestExample: exampleProductsPatch(), Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[ProductsPatch]) ([]manage.ProductResult, error) {
		return products.BulkUpdate(ctx, who, manage.UpdateProducts{IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs), Patch: in.Body.Patch()})
	}))
	httpx.Register(r, httpx.Operation{
		ID: "updateRepricerProductsEach", Method: http.MethodPost, Path: productPath + "/updates", Group: group, Beta: true,
		Summary: "Update repricer products one by one",
		Description: "Changes up to 100 rows, each in its own way, in one transaction, and answers for each, in order, as " +
			"updateRepricerProducts does. null clears strategy_id and any limit. It is an extra of this service.\n\n" +
			"A row fails alone with not_found, invalid_limits, strategy_required or strategy_not_found, or with " +
			"duplicate if an earlier update names it too.",
		RequestExample: exampleProductUpdates(), Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *httpx.Sent[ProductUpdates]) ([]manage.ProductResult, error) {
		return products.UpdateEach(ctx, who, body.Each(in.Body.Updates, ProductUpdate.update))
	}))
	httpx.Register(r, httpx.Operation{
		ID: "assignRepricerStrategy", Method: http.MethodPost, Path: strategyPath + "/{id}/assign", Group: group, Beta: true, Record: exampleStrategyID,
		Summary: "Assign a strategy",
		Description: "Makes the strategy the own strategy of up to 100 rows, and sets their mode if given, in one " +
			"transaction. It answers for each row, in order. A row fails alone with not_found, invalid_limits, or " +
			"strategy_required if the strategy does not serve its marketplace.",
		Errors:         []int{http.StatusNotFound},
		RequestExample: AssignedRows{IDs: body.IDs{IDs: []body.ID{1, 99}}, Mode: body.OptOf("auto")}, Example: exampleUpdatedProducts(),
	}, httpx.AnswerBulk(updatedProduct, func(ctx context.Context, who caller.Caller, in *assignInput) ([]manage.ProductResult, error) {
		return products.Assign(ctx, who, manage.AssignStrategy{
			Strategy: strategy.ID(in.ID), IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs),
			Mode: optional.Map(in.Body.Mode.Field, word[decision.Mode]).Maybe(),
		})
	}))
	records.DeleteMany(k, httpx.Operation{
		ID: "deleteRepricerProducts", Summary: "Delete repricer products",
		Description:    "Deletes up to 100 rows in one transaction and answers for each. The prices on the marketplace stay as they are.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
	}, products.DeleteMany)
	records.Get(k, httpx.Operation{
		ID: "getRepricerProduct", Expand: expand,
		Summary: "Get a repricer product", Description: "Returns one row of the caller's team.",
	}, shown, products.Get)
	records.Delete(k, httpx.Operation{
		ID: "deleteRepricerProduct", Summary: "Delete a repricer product",
		Description: "Deletes one row. The price on the marketplace stays as it is.",
	}, products.Delete)
	records.Update(k, httpx.Operation{
		ID: "updateRepricerProduct", Summary: "Update a repricer product",
		Description: "Changes one row as the bulk update does. Failures of the row are 422 here: invalid_limits, " +
			"strategy_required, and strategy_not_found for an unknown strategy. A minimum below the price without " +
			"profit or loss is allowed; warnings of the row then names min_price_below_break_even.",
		RequestExample: exampleProductPatch(),
	}, shown,
		func(ctx context.Context, who caller.Caller, product decision.ProductID, in *ProductPatch, ifMatch *int64) (manage.Product, error) {
			return products.Update(ctx, who, manage.UpdateProduct{ID: product, Patch: in.Patch(), IfMatch: ifMatch})
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
