package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

var productSorts = records.Sortable{
	Fields:  []string{"id", "created_at", "updated_at", "current_price", "buy_box_share_24h"},
	Default: "-created_at",
}

type listProductsInput struct {
	records.RecordInput
	ProductFilter
}

// ProductFilter selects rows, as parameters of a list and as a member of a body. It refuses an
// empty list, which would select every row.
type ProductFilter struct {
	Mode           []string             `query:"mode" json:"mode,omitzero" enum:"off,manual,auto" minItems:"1" maxItems:"3" doc:"Rows in any of these modes."`
	Hold           []string             `query:"hold" json:"hold,omitzero" enum:"any,none,listing_issue,external_change_anomaly,circuit_breaker,submission_failed,currency_mismatch" minItems:"1" maxItems:"7" doc:"Rows frozen for any of these reasons. any: every frozen row. none, by itself: rows that are not frozen."`
	RunState       []string             `query:"run_state" json:"run_state,omitzero" enum:"idle,queued,evaluating,submitting,awaiting_confirmation" minItems:"1" maxItems:"5" doc:"Rows in any of these states."`
	StrategyID     []body.ID            `query:"strategy_id" json:"strategy_id,omitzero" minItems:"1" maxItems:"100" doc:"Rows with any of these as their own strategy."`
	MarketplaceID  []body.MarketplaceID `query:"marketplace_id" json:"marketplace_id,omitzero" minItems:"1" maxItems:"30" doc:"Rows in any of these marketplaces."`
	ASIN           []ASIN               `query:"asin" json:"asin,omitzero" minItems:"1" maxItems:"100" doc:"Any of these."`
	SKU            []string             `query:"sku" json:"sku,omitzero" minItems:"1" maxItems:"100" minLength:"1" maxLength:"40" doc:"Rows of any of these SKUs; whole and case-sensitive."`
	Condition      []string             `query:"condition" json:"condition,omitzero" enum:"new,used,collectible,refurbished,club" minItems:"1" maxItems:"5" doc:"Rows in any of these conditions."`
	Fulfillment    []string             `query:"fulfillment" json:"fulfillment,omitzero" enum:"fba,fbm" minItems:"1" maxItems:"2" doc:"Rows shipped in any of these ways."`
	BuyBoxOwner    []string             `query:"buy_box_owner" json:"buy_box_owner,omitzero" enum:"own,team,competitor,amazon,none,unknown" minItems:"1" maxItems:"6" doc:"Rows with any of these owners of the buy box."`
	AtMin          body.Opt[bool]       `query:"at_min" json:"at_min,omitzero" doc:"Whether the live price is at or below min_price; false while either is unknown."`
	AtMax          body.Opt[bool]       `query:"at_max" json:"at_max,omitzero" doc:"Whether the live price is at or above max_price; false while either is unknown."`
	MissingCost    body.Opt[bool]       `query:"missing_cost" json:"missing_cost,omitzero" doc:"Whether the floor is calculated and the cost is unknown."`
	AtFloor        body.Opt[bool]       `query:"at_floor" json:"at_floor,omitzero" doc:"Whether the live price is at or below the floor; false while either is unknown. The overview counts the same."`
	UnderBreakEven body.Opt[bool]       `query:"under_break_even" json:"under_break_even,omitzero" doc:"Whether the live price makes a loss; false while the break-even price is unknown. The overview counts the same."`
	Stale          body.Opt[bool]       `query:"stale" json:"stale,omitzero" doc:"Whether the row is in mode manual or auto and its offers were never seen or are older than max_offer_age_minutes, to the minute. The overview counts the same."`
	Attention      []string             `query:"attention" json:"attention,omitzero" enum:"hold,under_break_even,postage_unknown,error,at_floor_and_losing" minItems:"1" maxItems:"5" doc:"Rows that need a person for any of these reasons. A row counts for its most urgent reason, as in the overview."`
	Q              body.Opt[string]     `query:"q" json:"q,omitzero" minLength:"1" maxLength:"200" doc:"Text in SKU, ASIN or title, in any letter case."`
}

// HoldAlone refuses words that contradict each other.
const HoldAlone = "must not have other words beside none"

// Filter returns the filter; false if words contradict each other.
func (in *ProductFilter) Filter() (repricer.ProductFilter, bool) {
	f := repricer.ProductFilter{
		Modes: body.Words[decision.Mode](in.Mode), RunStates: body.Words[repricer.RunState](in.RunState),
		Strategies: body.Numbers[strategy.ID](in.StrategyID), Marketplaces: body.Words[marketplace.ID](in.MarketplaceID),
		ASINs: body.Words[string](in.ASIN), SKUs: in.SKU, Conditions: body.Words[decision.Condition](in.Condition),
		Fulfillments: body.Words[decision.Fulfillment](in.Fulfillment),
		BoxOwners:    body.Words[decision.BoxOwner](in.BuyBoxOwner),
		AtMin:        in.AtMin.Ptr(), AtMax: in.AtMax.Ptr(), MissingCost: in.MissingCost.Ptr(), Query: in.Q.Value,
		AtFloor: in.AtFloor.Ptr(), UnderBreakEven: in.UnderBreakEven.Ptr(), Stale: in.Stale.Ptr(),
		Attention: body.Words[repricer.Attention](in.Attention),
	}
	held := true
	for _, h := range in.Hold {
		switch h {
		case "none":
			if len(in.Hold) > 1 {
				return f, false
			}
			held = false
			f.Hold = &held
		case "any":
			f.Hold = &held
		default:
			f.Holds = append(f.Holds, decision.HoldReason(h))
		}
	}
	if f.Hold != nil {
		f.Holds = nil
	}
	return f, true
}
