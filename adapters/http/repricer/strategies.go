package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

const strategyPath = "/sa/repricer/strategies"

var strategySorts = records.Sortable{Fields: []string{"id", "name", "created_at", "updated_at"}, Default: "-created_at"}

type listStrategiesInput struct {
	records.RecordInput
	Type          []string             `query:"type" enum:"competitor,velocity,fixed" maxItems:"3" doc:"Strategies of any of these types."`
	Enabled       body.Opt[bool]       `query:"enabled" doc:"Whether the strategy is enabled."`
	MarketplaceID []body.MarketplaceID `query:"marketplace_id" maxItems:"30" doc:"Strategies that may be used in any of these marketplaces."`
	Template      bool                 `query:"template" doc:"List the built-in templates instead of the team's strategies."`
	Q             string               `query:"q" minLength:"1" maxLength:"200" doc:"Text in the name, in any letter case."`
}

// releaseInput decides about the rows and settings of a deleted strategy.
type releaseInput struct {
	ReassignTo body.Opt[body.ID] `query:"reassign_to" doc:"A strategy of the team that takes over the rows. It becomes the default strategy if a deleted strategy was the default." example:"1"`
	Unassign   bool              `query:"unassign" doc:"Leave the rows without a strategy of their own and in mode off, and the settings without the default strategy. Not together with reassign_to."`
}

func (in releaseInput) release() manage.Replacement {
	return manage.Replacement{ReassignTo: optional.Map(in.ReassignTo.Field, strategyID[body.ID]).Maybe(), Unassign: in.Unassign}
}

type deleteStrategyInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The strategy's id."`
	releaseInput
	records.IfMatch
}

type deleteStrategiesInput struct {
	releaseInput
	DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
	Body   body.IDs
}

func strategyRoutes(r *httpx.Router, strategies *manage.Strategies) {
	k := records.Kind{Router: r, Path: strategyPath, Group: group, Noun: "strategy", Record: exampleStrategyID}
	shown := records.Shown[strategy.Row, Strategy]{Of: strategyOf, Example: exampleStrategy(), Live: true, Place: func(s strategy.Row) (id, version int64) {
		return int64(s.ID), s.Version
	}}
	records.List(k, httpx.Operation{
		ID: "listRepricerStrategies", Summary: "List strategies",
		Description: "Lists the team's strategies, newest first, each with the number of rows that have it as their own. " +
			"Filters narrow the list together; several words in one filter mean any of them.\n\n" +
			"With template=true the built-in templates are listed. They have no id; a strategy can be created as " +
			"a copy of a template.",
	}, strategySorts, func(s Strategy) Strategy { return s }, exampleStrategy(), listStrategies(strategies))
	records.Create(k, httpx.Operation{
		ID: "createRepricerStrategy", Summary: "Create a strategy",
		Description: "Creates a strategy from its members, or as a copy of a template. Absent members have their defaults. " +
			"A copy takes a name and nothing else (422 invalid_strategy).\n\n" +
			"Without a template the type is required. competitor needs compete_with and action. velocity needs " +
			"step, and high_units and low_units or days_of_supply_target. fixed needs fixed_price.\n\n" +
			"velocity moves prices by the units sold in the last window_days, from the marketplace's orders. " +
			"Cancelled and unpaid orders do not count. Sales are known once the seller account was subscribed to " +
			"notifications of orders for the whole window and the row was there so long. Until then, which is not " +
			"the same as few sales, prices stay (reason velocity_unknown) and only follow floor and ceiling. A " +
			"sale makes a row due as other events do; fewer sales are noticed at the row's next evaluation.\n\n" +
			"A name that is taken is 422 duplicate. A member that is missing for the type and members that " +
			"contradict each other are 422 invalid_strategy.",
		RequestExample: exampleNewStrategy(),
	}, shown,
		func(ctx context.Context, who caller.Caller, in *NewStrategy) (none strategy.Row, err error) {
			p, err := in.patch()
			if err != nil {
				return none, err
			}
			return strategies.Create(ctx, who, p)
		})
	httpx.Register(r, httpx.Operation{
		ID: "deleteRepricerStrategies", Method: http.MethodDelete, Path: strategyPath, Group: group, Beta: true,
		Summary: "Delete strategies",
		Description: "Deletes up to 100 strategies in one transaction and answers for each. A strategy that rows or the " +
			"settings use fails with in_use and names the blockers, unless reassign_to or unassign is given. An " +
			"unknown reassign_to is 422 strategy_not_found; a reassign_to that is to be deleted itself is 422 " +
			"invalid_state.",
		Errors:         []int{http.StatusUnprocessableEntity},
		RequestExample: body.IDs{IDs: []body.ID{3, 4}}, Example: exampleDeletedStrategies(),
	}, httpx.AnswerBulk(records.Deleted[strategy.ID], func(ctx context.Context, who caller.Caller, in *deleteStrategiesInput) ([]manage.StrategyResult, error) {
		many := edit.Many[strategy.ID]{IDs: body.Numbers[strategy.ID](in.Body.IDs), DryRun: in.DryRun}
		return strategies.DeleteMany(ctx, who, manage.DeleteStrategies{Many: many, Replacement: in.release()})
	}))
	records.Get(k, httpx.Operation{
		ID: "getRepricerStrategy", Summary: "Get a strategy", Description: "Returns one strategy of the caller's team.",
	}, shown, strategies.Get)
	httpx.Register(r, httpx.Operation{
		ID: "deleteRepricerStrategy", Method: http.MethodDelete, Path: strategyPath + "/{id}", Group: group, Beta: true, Record: exampleStrategyID,
		Summary: "Delete a strategy",
		Description: "Deletes one strategy. While rows or the settings use it, the call is 422 in_use with the blockers, " +
			"unless reassign_to or unassign is given.",
		Errors: []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
	}, func(ctx context.Context, who caller.Caller, in *deleteStrategyInput) (*httpx.None, error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return nil, err
		}
		return nil, strategies.Delete(ctx, who, manage.DeleteStrategy{ID: strategy.ID(in.ID), Replacement: in.release(), IfMatch: ifMatch})
	})
	records.Update(k, httpx.Operation{
		ID: "updateRepricerStrategy", Summary: "Update a strategy",
		Description: "Changes the members that are given and keeps the rest; null restores a member's default. Another " +
			"type is 422 invalid_state; a name that is taken is 422 duplicate.\n\n" +
			"A member that the strategy's type or behaviour needs cannot be null (422 invalid_strategy):\n\n" +
			"- compete_with and action of competitor\n" +
			"- step of velocity, and either its high_units and low_units or its days_of_supply_target\n" +
			"- fixed_price of fixed\n" +
			"- step of step_up and step_down",
		RequestExample: exampleStrategyPatch(),
	}, shown,
		func(ctx context.Context, who caller.Caller, id strategy.ID, in *StrategyPatch, ifMatch *int64) (strategy.Row, error) {
			return strategies.Update(ctx, who, manage.UpdateStrategy{ID: id, Patch: in.patch(), IfMatch: ifMatch})
		})
}

// listStrategies lists the team's strategies or, instead, the templates.
func listStrategies(strategies *manage.Strategies) func(
	ctx context.Context, who caller.Caller, input *listStrategiesInput, req page.Request,
) (page.Page[Strategy], error) {
	return func(
		ctx context.Context, who caller.Caller, input *listStrategiesInput, req page.Request,
	) (page.Page[Strategy], error) {
		f := strategy.Filter{
			Types: body.Words[decision.StrategyType](input.Type), Enabled: input.Enabled.Ptr(),
			Marketplaces: body.Words[marketplace.ID](input.MarketplaceID), Query: input.Q,
		}
		if input.Template {
			return page.Map(strategies.Templates(f, req), templateOf), nil
		}
		found, err := strategies.List(ctx, who, f, req)
		return page.Map(found, strategyOf), err
	}
}
