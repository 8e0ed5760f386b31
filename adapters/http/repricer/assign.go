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
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

type assignInput struct {
	strategyInput
	Body AssignedRows
}

// AssignedRows are up to 100 rows that get a strategy.
type AssignedRows struct {
	body.IDs
	Mode body.Opt[string] `json:"mode,omitzero" enum:"off,manual,auto" doc:"The rows' mode from now on; kept when not given. manual and auto need a complete floor rule. Clears a hold."`
}

func (h productHandlers) assignRoutes(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "assignRepricerStrategy", Method: http.MethodPost, Path: "/sa/repricer/strategies/{id}/assign", Group: group, Beta: true,
		Summary: "Assign a strategy",
		Description: "Makes the strategy the own strategy of up to 100 rows, and sets their mode where one is given, in one transaction. Answers for each, " +
			"in order. A row fails alone with not_found, invalid_limits, or strategy_required where the strategy does not serve its marketplace.",
		Errors: []int{http.StatusNotFound},
		RequestExample: AssignedRows{
			IDs: body.IDs{IDs: []body.ID{31, 99}}, Mode: body.OptOf("auto"),
		},
		Example: exampleUpdatedProducts(),
	}, h.assign)
}

func (h productHandlers) assign(ctx context.Context, who caller.Caller, in *assignInput) (*httpx.BulkOut[UpdatedProduct], error) {
	results, err := h.app.Assign(ctx, who, manage.AssignStrategy{
		Strategy: strategy.ID(in.ID), IDs: body.Numbers[decision.ProductID](in.Body.IDs.IDs), Mode: optional.Map(in.Body.Mode.Field, word[decision.Mode]).Maybe(),
	})
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
