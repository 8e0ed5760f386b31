package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// NewStrategy makes a strategy, from its members or from a template. A strategy
// of type competitor also needs compete_with and action, one of type velocity
// high_units, low_units and step, one of type fixed fixed_price.
type NewStrategy struct {
	Name     string            `json:"name" minLength:"1" maxLength:"100" doc:"Unique in the team, not blank; letter case does not count."`
	Type     httpx.Opt[string] `json:"type,omitzero" enum:"competitor,velocity,fixed" doc:"Required without a template. It never changes."`
	Template httpx.Opt[string] `json:"template,omitzero" enum:"match_buy_box,win_buy_box,lowest_fba,profit_first,liquidate,private_label" doc:"The built-in strategy to copy; only together with name."`
	StrategyParts
}

// StrategyPatch changes a strategy: what is absent stays, null puts a member
// back to its default, filters merge member by member, and lists and the other
// objects are replaced.
type StrategyPatch struct {
	Name httpx.Opt[string] `json:"name,omitzero" minLength:"1" maxLength:"100" doc:"Unique in the team, not blank; letter case does not count."`
	Type httpx.Opt[string] `json:"type,omitzero" enum:"competitor,velocity,fixed" doc:"Only the type the strategy has; another is 422 invalid_state."`
	StrategyParts
}

// TransformSchema asks for at least one member.
func (StrategyPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return atLeast(1, s)
}

// StrategyParts are the members of a strategy that may be given or not.
type StrategyParts struct {
	Enabled        httpx.Field[bool]            `json:"enabled,omitzero" doc:"Null is true."`
	MarketplaceIDs httpx.Field[[]MarketplaceID] `json:"marketplace_ids,omitzero" maxItems:"30" doc:"Each named once; empty or null for everywhere."`

	CompeteWith     httpx.Field[string]   `json:"compete_with,omitzero" enum:"buy_box,lowest,lowest_fba,lowest_fbm,amazon,featured_expected_price" doc:"The target; required for the type competitor."`
	FallbackTargets httpx.Field[[]string] `json:"fallback_targets,omitzero" enum:"buy_box,lowest,lowest_fba,lowest_fbm,amazon,featured_expected_price" maxItems:"6" doc:"Tried in order, each once."`

	Action   httpx.Field[string]       `json:"action,omitzero" enum:"below,match,above" doc:"Required for the type competitor."`
	By       httpx.Field[httpx.Money]  `json:"by,omitzero" minimum:"0" doc:"An amount or a percentage; null is 0."`
	ByType   httpx.Field[string]       `json:"by_type,omitzero" enum:"amount,percent" doc:"Null is amount."`
	VsAmazon httpx.Field[NewRivalRule] `json:"vs_amazon,omitzero" doc:"Null for no rule of its own."`
	VsFBA    httpx.Field[NewRivalRule] `json:"vs_fba,omitzero" doc:"Null for no rule of its own."`
	VsFBM    httpx.Field[NewRivalRule] `json:"vs_fbm,omitzero" doc:"Null for no rule of its own."`

	Filters httpx.Field[FiltersPatch] `json:"filters,omitzero" doc:"Null takes all of them away."`

	OnNoCompetition     httpx.Field[string]      `json:"on_no_competition,omitzero" enum:"keep,min,max,average" doc:"Null is keep."`
	OnBelowMin          httpx.Field[string]      `json:"on_below_min,omitzero" enum:"min,keep,max,average,next_above" doc:"Null is min."`
	OnOwnBuyBox         httpx.Field[string]      `json:"on_own_buy_box,omitzero" enum:"keep,raise_to_next,step_up,compete" doc:"step_up needs step. Null is keep."`
	OnSuppressedBuyBox  httpx.Field[string]      `json:"on_suppressed_buy_box,omitzero" enum:"keep,step_down,external_price,lowest" doc:"step_down needs step. Null is keep."`
	OnLostAfterRaise    httpx.Field[string]      `json:"on_lost_after_raise,omitzero" enum:"revert,compete" doc:"Null is revert."`
	RaiseWhenNotWinning httpx.Field[bool]        `json:"raise_when_not_winning,omitzero" doc:"Null is false."`
	RaiseGap            httpx.Field[httpx.Money] `json:"raise_gap,omitzero" minimum:"0" doc:"Null is one unit of the currency."`

	Step                httpx.Field[httpx.PositiveMoney] `json:"step,omitzero" doc:"An amount or a percentage of the live price."`
	StepType            httpx.Field[string]              `json:"step_type,omitzero" enum:"amount,percent" doc:"Null is amount."`
	StepIntervalMinutes httpx.Field[int]                 `json:"step_interval_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Null for none."`
	MinChange           httpx.Field[httpx.Money]         `json:"min_change,omitzero" minimum:"0" doc:"Null is 0."`

	PriceWar   httpx.Field[NewPriceWar]         `json:"price_war,omitzero" doc:"Null for none."`
	FixedPrice httpx.Field[httpx.PositiveMoney] `json:"fixed_price,omitzero" doc:"Required for the type fixed."`

	WindowDays         httpx.Field[int] `json:"window_days,omitzero" minimum:"1" maximum:"366" doc:"Days, up to now, over which own sales are counted from the orders that the marketplace tells of. Null is 7."`
	HighUnits          httpx.Field[int] `json:"high_units,omitzero" minimum:"0" maximum:"1000000" doc:"Sold units from which on the price goes up. Required for the type velocity."`
	LowUnits           httpx.Field[int] `json:"low_units,omitzero" minimum:"0" maximum:"1000000" doc:"Sold units up to which the price goes down. Below high_units; required for the type velocity."`
	DaysOfSupplyTarget httpx.Field[int] `json:"days_of_supply_target,omitzero" minimum:"1" maximum:"366" doc:"Null for none."`
	LockDays           httpx.Field[int] `json:"lock_days,omitzero" minimum:"0" maximum:"366" doc:"Null for none."`

	Schedule httpx.Field[[]NewWindow] `json:"schedule,omitzero" maxItems:"50" doc:"Each named once; null is an empty list."`
}

// NewRivalRule is a rule against one kind of rival in a request.
type NewRivalRule struct {
	Action string                 `json:"action" enum:"below,match,above,ignore" doc:"Where the price goes; ignore passes such offers over."`
	By     httpx.Opt[httpx.Money] `json:"by,omitzero" minimum:"0" doc:"An amount or a percentage; 0 when absent."`
	ByType httpx.Opt[string]      `json:"by_type,omitzero" enum:"amount,percent" doc:"amount when absent."`
}

// NewPriceWar is a price war rule in a request.
type NewPriceWar struct {
	MaxDrops        int            `json:"max_drops" minimum:"1" maximum:"1000" doc:"So many falls in the window are a war."`
	WindowMinutes   int            `json:"window_minutes" minimum:"1" maximum:"43200" doc:"Length of the window."`
	Action          string         `json:"action" enum:"hold,max" doc:"Stop moving, or go to the ceiling."`
	CooldownMinutes httpx.Opt[int] `json:"cooldown_minutes,omitzero" minimum:"0" maximum:"43200" doc:"0 when absent."`
}

// FiltersPatch changes filters member by member.
type FiltersPatch struct {
	IncludeSellers             httpx.Field[[]SellerID]            `json:"include_sellers,omitzero" maxItems:"100" doc:"Each named once; null is an empty list."`
	ExcludeSellers             httpx.Field[[]SellerID]            `json:"exclude_sellers,omitzero" maxItems:"100" doc:"Each named once; null is an empty list."`
	ExcludeAmazon              httpx.Field[bool]                  `json:"exclude_amazon,omitzero" doc:"Null is false."`
	Fulfillment                httpx.Field[[]string]              `json:"fulfillment,omitzero" enum:"fba,fbm" maxItems:"2" doc:"Each named once; null is an empty list."`
	MinFeedbackCount           httpx.Field[int]                   `json:"min_feedback_count,omitzero" minimum:"0" maximum:"100000000" doc:"Null for any."`
	MinRatingPercent           httpx.Field[httpx.Percent]         `json:"min_rating_percent,omitzero" minimum:"0" maximum:"100" doc:"Null for any."`
	MaxHandlingHours           httpx.Field[int]                   `json:"max_handling_hours,omitzero" minimum:"0" maximum:"8760" doc:"Null for any."`
	ShipsFrom                  httpx.Field[[]Country]             `json:"ships_from,omitzero" maxItems:"50" doc:"Each named once; null is an empty list."`
	ExcludeShipsFrom           httpx.Field[[]Country]             `json:"exclude_ships_from,omitzero" maxItems:"50" doc:"Each named once; null is an empty list."`
	FeaturedOnly               httpx.Field[bool]                  `json:"featured_only,omitzero" doc:"Null is false."`
	AvailableNowOnly           httpx.Field[bool]                  `json:"available_now_only,omitzero" doc:"Null is false."`
	MinSubCondition            httpx.Field[string]                `json:"min_sub_condition,omitzero" enum:"new,like_new,very_good,good,acceptable,poor" doc:"Null for any."`
	IgnoreBelowPercentOfMedian httpx.Field[httpx.PositivePercent] `json:"ignore_below_percent_of_median,omitzero" maximum:"100" doc:"Null for none."`
}

func (n NewStrategy) patch() (repricer.StrategyPatch, error) {
	p := n.StrategyParts.patch()
	p.Type = setOf(n.Type, word[repricer.StrategyType])
	if n.Template.Set {
		return repricer.FromTemplate(repricer.Template(n.Template.Value), repricer.Put(n.Name), p)
	}
	p.Name = repricer.Put(n.Name)
	return p, nil
}

func (s StrategyPatch) patch() repricer.StrategyPatch {
	p := s.StrategyParts.patch()
	p.Name, p.Type = setOf(s.Name, same), setOf(s.Type, word[repricer.StrategyType])
	return p
}

func (s StrategyParts) patch() repricer.StrategyPatch {
	return repricer.StrategyPatch{
		Enabled:             fieldOf(s.Enabled, same),
		MarketplaceIDs:      fieldOf(s.MarketplaceIDs, words[marketplace.ID, MarketplaceID]),
		CompeteWith:         fieldOf(s.CompeteWith, word[repricer.Target]),
		FallbackTargets:     fieldOf(s.FallbackTargets, words[repricer.Target, string]),
		Action:              fieldOf(s.Action, word[repricer.Action]),
		By:                  fieldOf(s.By, httpx.Money.Amount),
		ByType:              fieldOf(s.ByType, word[repricer.Measure]),
		VsAmazon:            fieldOf(s.VsAmazon, NewRivalRule.rule),
		VsFBA:               fieldOf(s.VsFBA, NewRivalRule.rule),
		VsFBM:               fieldOf(s.VsFBM, NewRivalRule.rule),
		Filters:             fieldOf(s.Filters, FiltersPatch.patch),
		OnNoCompetition:     fieldOf(s.OnNoCompetition, word[repricer.OnNoCompetition]),
		OnBelowMin:          fieldOf(s.OnBelowMin, word[repricer.OnBelowMin]),
		OnOwnBuyBox:         fieldOf(s.OnOwnBuyBox, word[repricer.OnOwnBuyBox]),
		OnSuppressedBuyBox:  fieldOf(s.OnSuppressedBuyBox, word[repricer.OnSuppressedBuyBox]),
		OnLostAfterRaise:    fieldOf(s.OnLostAfterRaise, word[repricer.OnLostAfterRaise]),
		RaiseWhenNotWinning: fieldOf(s.RaiseWhenNotWinning, same),
		RaiseGap:            fieldOf(s.RaiseGap, httpx.Money.Amount),
		Step:                fieldOf(s.Step, httpx.PositiveMoney.Amount),
		StepType:            fieldOf(s.StepType, word[repricer.Measure]),
		StepIntervalMinutes: fieldOf(s.StepIntervalMinutes, same),
		MinChange:           fieldOf(s.MinChange, httpx.Money.Amount),
		PriceWar:            fieldOf(s.PriceWar, NewPriceWar.war),
		FixedPrice:          fieldOf(s.FixedPrice, httpx.PositiveMoney.Amount),
		WindowDays:          fieldOf(s.WindowDays, same),
		HighUnits:           fieldOf(s.HighUnits, same),
		LowUnits:            fieldOf(s.LowUnits, same),
		DaysOfSupplyTarget:  fieldOf(s.DaysOfSupplyTarget, same),
		LockDays:            fieldOf(s.LockDays, same),
		Schedule:            fieldOf(s.Schedule, newWindows),
	}
}

func (r NewRivalRule) rule() repricer.RivalRule {
	return repricer.RivalRule{
		Action: repricer.RivalAction(r.Action), By: someOf(r.By, httpx.Money.Amount).Or(money.Amount{}),
		ByType: someOf(r.ByType, word[repricer.Measure]).Or(repricer.ByAmount),
	}
}

func (w NewPriceWar) war() repricer.PriceWar {
	return repricer.PriceWar{
		MaxDrops: w.MaxDrops, WindowMinutes: w.WindowMinutes, Action: repricer.WarAction(w.Action),
		CooldownMinutes: w.CooldownMinutes.Value,
	}
}

func (p FiltersPatch) patch() repricer.FiltersPatch {
	return repricer.FiltersPatch{
		IncludeSellers:             fieldOf(p.IncludeSellers, words[string, SellerID]),
		ExcludeSellers:             fieldOf(p.ExcludeSellers, words[string, SellerID]),
		ExcludeAmazon:              fieldOf(p.ExcludeAmazon, same),
		Fulfillment:                fieldOf(p.Fulfillment, words[repricer.Fulfillment, string]),
		MinFeedbackCount:           fieldOf(p.MinFeedbackCount, same),
		MinRatingPercent:           fieldOf(p.MinRatingPercent, httpx.Percent.Percent),
		MaxHandlingHours:           fieldOf(p.MaxHandlingHours, same),
		ShipsFrom:                  fieldOf(p.ShipsFrom, words[string, Country]),
		ExcludeShipsFrom:           fieldOf(p.ExcludeShipsFrom, words[string, Country]),
		FeaturedOnly:               fieldOf(p.FeaturedOnly, same),
		AvailableNowOnly:           fieldOf(p.AvailableNowOnly, same),
		MinSubCondition:            fieldOf(p.MinSubCondition, word[repricer.SubCondition]),
		IgnoreBelowPercentOfMedian: fieldOf(p.IgnoreBelowPercentOfMedian, httpx.PositivePercent.Percent),
	}
}
