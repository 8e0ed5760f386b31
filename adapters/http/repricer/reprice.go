package repricer

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// RepriceRoutes registers the operation that decides a row at once.
func RepriceRoutes(e *pricing.Engine) httpx.Routes {
	return func(r *httpx.Router) { repriceHandlers{e}.routes(r) }
}

type repriceHandlers struct{ app *pricing.Engine }

type repriceInput struct {
	ID     int64 `path:"id" minimum:"1" doc:"The row's id."`
	DryRun bool  `query:"dry_run" doc:"Decide only: nothing is written or sent. Mode off, a frozen row and a price on its way do not end the decision; the trace notes them." example:"true"`
	Body   RepriceCall
}

// RepriceCall sets how a row is decided at once. With {}, or without a body, only the row's rules
// apply.
type RepriceCall struct {
	Apply     body.Opt[bool]      `json:"apply,omitzero" doc:"Send the price also where mode manual or the settings' submission_mode suggest would only suggest it."`
	Resume    body.Opt[bool]      `json:"resume,omitzero" doc:"Unfreeze the row first. The price that was stopped may then be sent."`
	Overrides body.Opt[Overrides] `json:"overrides,omitzero" doc:"Values to decide with in place of the stored values; only with dry_run."`
}

// Overrides replaces values of the row in a dry run. Amounts are in the row's currency.
type Overrides struct {
	Limits     body.Opt[LimitsPatch]   `json:"limits,omitzero" doc:"Limits to decide with, merged member by member over the row's limits."`
	StrategyID body.Opt[StrategyID]    `json:"strategy_id,omitzero" doc:"A strategy of the team to decide with; not together with strategy."`
	Strategy   body.Opt[TrialStrategy] `json:"strategy,omitzero" doc:"A strategy to decide with that need not be stored; not together with strategy_id."`
	Offers     body.Opt[[]TrialOffer]  `json:"offers,omitzero" maxItems:"100" doc:"Offers to decide with, as if they were seen now. Nothing is read from the marketplace then."`
	Cost       body.Opt[body.Money]    `json:"cost,omitzero" minimum:"0" doc:"Cost of one unit for the seller."`
}

// TrialStrategy describes a strategy for a dry run. Unlike a stored strategy it needs no unique
// name.
type TrialStrategy struct {
	Name     body.Opt[string] `json:"name,omitzero" minLength:"1" maxLength:"100" doc:"Name of the strategy; not needed, since nothing is stored."`
	Type     body.Opt[string] `json:"type,omitzero" enum:"competitor,velocity,fixed" doc:"How prices are found. Required without a template."`
	Template body.Opt[string] `json:"template,omitzero" enum:"match_buy_box,win_buy_box,lowest_fba,profit_first,liquidate,private_label" doc:"The built-in strategy to decide with; not together with other members than name."`
	StrategyParts
}

func (t TrialStrategy) patch() (strategy.Patch, error) {
	named := NewStrategy{Name: "Trial", Type: t.Type, Template: t.Template, StrategyParts: t.StrategyParts}
	if t.Name.Set {
		named.Name = t.Name.Value
	}
	return named.patch()
}

// TrialOffer describes an offer for the row's product.
type TrialOffer struct {
	SellerID      SellerID               `json:"seller_id" doc:"Seller of the offer."`
	Price         body.PositiveMoney     `json:"price" maximum:"1000000000" doc:"Listing price of the offer."`
	Shipping      body.Opt[body.Money]   `json:"shipping,omitzero" minimum:"0" maximum:"1000000000" doc:"Shipping that the buyer pays; 0 when absent."`
	Points        body.Opt[body.Money]   `json:"points,omitzero" minimum:"0" maximum:"1000000000" doc:"Value of the points that the buyer gets; it counts in yen only. 0 when absent."`
	Fulfillment   string                 `json:"fulfillment" enum:"fba,fbm" doc:"Who ships: fba (Amazon) or fbm (the seller)."`
	Condition     body.Opt[string]       `json:"condition,omitzero" enum:"new,used,collectible,refurbished,club" doc:"Condition of the goods; new when absent."`
	BuyBox        body.Opt[bool]         `json:"is_buy_box,omitzero" doc:"Whether the offer has the buy box; false when absent."`
	Featured      body.Opt[bool]         `json:"is_featured,omitzero" doc:"Whether the offer is eligible for the buy box; false when absent."`
	FeedbackCount body.Opt[int]          `json:"feedback_count,omitzero" minimum:"0" maximum:"100000000" doc:"Number of the seller's ratings."`
	RatingPercent body.Opt[body.Percent] `json:"rating_percent,omitzero" minimum:"0" maximum:"100" doc:"Percentage of the seller's ratings that are positive."`
	HandlingHours body.Opt[int]          `json:"handling_hours,omitzero" minimum:"0" maximum:"8760" doc:"Hours until the offer ships."`
	ShipsFrom     body.Opt[Country]      `json:"ships_from,omitzero" doc:"Country that the offer ships from."`
}

// Repriced has the decision.
type Repriced struct {
	Decision RepricedDecision `json:"decision" doc:"The decision about the price, with its reasons."`
	Change   *Change          `json:"change" doc:"The entry of the history with the new price; for a suggestion that stays the same, the entry that exists already. Null in a dry run and where the price stays."`
	OffersAt *body.Time       `json:"offers_at" doc:"Time of the offers that the decision is based on; null without offers."`
}

// RepricedDecision has a decision and the steps that led to it. Amounts are in currency.
type RepricedDecision struct {
	Action         string       `json:"action" doc:"Kind of decision.\n\nchange: a price is sent. suggest: a price is recorded only. keep: the price stays. skip: the row is not evaluated. hold: the row is frozen. error: something that the decision needs is missing or wrong."`
	Price          *body.Money  `json:"price" doc:"The price decided on. If nothing changes, the live price; null while that is unknown."`
	Currency       string       `json:"currency" doc:"ISO 4217 code of all amounts."`
	Reason         string       `json:"reason" doc:"Why it was decided: one word of a closed list."`
	Adjustments    []string     `json:"adjustments" doc:"Bounds that moved the price away from the wanted price, in the order in which they applied."`
	Sentences      []string     `json:"sentences" doc:"The decision and its reasons in sentences: the reason first, then each adjustment, then assumptions. Their figures follow from each other."`
	TargetSellerID *string      `json:"target_seller_id" doc:"Seller of the offer that was priced against; null without such an offer."`
	TargetPrice    *body.Money  `json:"target_price" doc:"Price and shipping of the offer that was priced against; null without such an offer."`
	Floor          *body.Money  `json:"floor" doc:"The lowest allowed price; null where the decision ended before it was found."`
	Ceiling        *body.Money  `json:"ceiling" doc:"The highest allowed price; null without a ceiling, or if the decision ended before it was found."`
	BuyBox         BuyBox       `json:"buy_box" doc:"Who has the buy box, at which price."`
	Competitors    *int         `json:"competitors_count" doc:"Number of offers that counted as competition; null where the decision ended before they were counted."`
	Trace          TraceOfPrice `json:"trace" doc:"How the decision was found."`
}

func (h repriceHandlers) routes(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "repriceProduct", Method: http.MethodPost, Path: "/sa/repricer/products/{id}/reprice", Group: group, Beta: true,
		Summary: "Reprice a product",
		Description: "Decides a row now, from offers that are read anew, and returns the decision with everything that led " +
			"to it. Mode auto sends the price; mode manual stores it as a suggestion. With apply it is sent " +
			"either way, also under submission_mode suggest of the settings.\n\n" +
			"With dry_run nothing is written or sent. overrides may then try other limits, another strategy " +
			"(strategy_id or strategy, not both), other offers or another cost.\n\n" +
			"With resume the decision is made as its caller has seen the row: a move of the price that the " +
			"circuit breaker stopped is sent now.\n\n" +
			"Refusals:\n\n" +
			"- 422 invalid_state: no settings, or overrides without dry_run. Without dry_run also mode off, a " +
			"frozen row without resume, and a price that is on its way\n" +
			"- 422 strategy_not_found and invalid_limits: of overrides\n" +
			"- 403 integration_required: the row's seller account is not connected\n" +
			"- 403 integration_needs_attention: it has to be connected again\n" +
			"- 503 upstream_unavailable: the marketplace did not answer",
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity}, Outside: true, BodyOptional: true,
		RequestExample: RepriceCall{Apply: body.OptOf(true)}, Example: body.One[Repriced]{Data: exampleRepriced()},
	}, h.reprice)
}

func (h repriceHandlers) reprice(ctx context.Context, who caller.Caller, in *repriceInput) (*httpx.OneOut[Repriced], error) {
	call := pricing.RepriceProduct{
		ID: decision.ProductID(in.ID), DryRun: in.DryRun, Apply: in.Body.Apply.Value, Resume: in.Body.Resume.Value,
	}
	if in.Body.Overrides.Set {
		var err error
		if call.Overrides, err = in.Body.Overrides.Value.overrides(); err != nil {
			return nil, err
		}
	}
	prepared, err := h.app.PrepareReprice(ctx, who, call)
	if err != nil {
		return nil, err
	}
	return httpx.Finish(ctx, func(ctx context.Context) (*httpx.OneOut[Repriced], error) {
		done, err := prepared.Write(ctx)
		if err != nil {
			return nil, err
		}
		return httpx.OneOf(repricedOf(done)), nil
	})
}

func (o Overrides) overrides() (pricing.Overrides, error) {
	out := pricing.Overrides{
		Limits:     optional.Map(o.Limits.Field, LimitsPatch.patch).Maybe(),
		StrategyID: optional.Map(o.StrategyID.Field, strategyID[StrategyID]).Maybe(),
		Cost:       optional.Map(o.Cost.Field, body.Money.Amount).Maybe(),
	}
	if o.Strategy.Set {
		p, err := o.Strategy.Value.patch()
		if err != nil {
			return out, err
		}
		out.Strategy = optional.Some(p)
	}
	if o.Offers.Set {
		out.Offers = body.Each(o.Offers.Value, TrialOffer.offer)
	}
	return out, nil
}

func (o TrialOffer) offer() decision.Offer {
	return decision.Offer{
		SellerID: string(o.SellerID), Price: o.Price.Amount(), Fulfillment: decision.Fulfillment(o.Fulfillment),
		Shipping:  optional.Map(o.Shipping.Field, body.Money.Amount).Maybe().Or(money.Amount{}),
		Points:    optional.Map(o.Points.Field, body.Money.Amount).Maybe().Or(money.Amount{}),
		Condition: optional.Map(o.Condition.Field, word[decision.Condition]).Maybe().Or(decision.ConditionNew),
		BuyBox:    o.BuyBox.Value, Featured: o.Featured.Value,
		FeedbackCount: o.FeedbackCount.Maybe(), RatingPercent: optional.Map(o.RatingPercent.Field, body.Percent.Exact).Maybe(),
		HandlingHours: o.HandlingHours.Maybe(), ShipsFrom: string(o.ShipsFrom.Value),
	}
}

func repricedOf(r pricing.Repriced) Repriced {
	d := r.Decision
	out := Repriced{
		Decision: RepricedDecision{
			Action: string(d.Verdict), Price: priceOf(d.Price), Currency: string(r.Currency), Reason: string(d.Reason),
			Adjustments: body.Words[string](d.Adjustments), Sentences: body.Words[string](r.Sentences), TargetSellerID: body.Text(d.TargetSellerID), TargetPrice: moneyOf(d.TargetPrice),
			Floor: moneyOf(d.Floor), Ceiling: moneyOf(d.Ceiling),
			BuyBox:      boxOf(d.BuyBox),
			Competitors: d.Competitors.Ptr(), Trace: TraceOfPrice{Steps: []TraceStep{}, Offers: []TraceOffer{}},
		},
		OffersAt: body.Maybe(r.OffersAt, body.TimeOf),
	}
	if d.Trace != nil {
		out.Decision.Trace = traceOf(*d.Trace)
	}
	if r.Change != nil {
		out.Change = new(changeOf(*r.Change))
	}
	return out
}

func exampleRepriced() Repriced {
	change := exampleChange()
	outcome, at := "proposed", body.Time("2026-03-20T09:41:06.800000Z")
	change.Trigger, change.Outcome, change.Submission = "manual", &outcome, nil
	return Repriced{
		Decision: RepricedDecision{
			Action: change.Action, Price: change.NewPrice, Currency: change.Currency, Reason: change.Reason, Adjustments: []string{}, Sentences: change.Sentences,
			TargetSellerID: change.TargetSellerID, TargetPrice: change.TargetPrice, Floor: change.Floor, Ceiling: change.Ceiling,
			BuyBox: change.BuyBoxBefore, Competitors: change.Competitors, Trace: *change.Trace,
		},
		Change: &change, OffersAt: &at,
	}
}
