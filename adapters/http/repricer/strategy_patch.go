package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// NewStrategy makes a strategy, from its members or from a template. Type competitor also needs
// compete_with and action, type velocity needs high_units, low_units and step, and type fixed needs
// fixed_price.
type NewStrategy struct {
	Name     string           `json:"name" minLength:"1" maxLength:"100" doc:"Name of the strategy, not blank, unique in the team; letter case does not count."`
	Type     body.Opt[string] `json:"type,omitzero" enum:"competitor,velocity,fixed" doc:"How prices are found. Required without a template; it never changes."`
	Template body.Opt[string] `json:"template,omitzero" enum:"match_buy_box,win_buy_box,lowest_fba,profit_first,liquidate,private_label" doc:"The built-in strategy to copy; only together with name."`
	StrategyParts
}

// StrategyPatch changes a strategy. Absent members stay, and null restores the default. Filters
// merge member by member; lists and the other objects are replaced.
type StrategyPatch struct {
	body.AtLeastOne
	Name body.Opt[string] `json:"name,omitzero" minLength:"1" maxLength:"100" doc:"Name of the strategy, not blank, unique in the team; letter case does not count."`
	Type body.Opt[string] `json:"type,omitzero" enum:"competitor,velocity,fixed" doc:"The type that the strategy already has; another type is 422 invalid_state."`
	StrategyParts
}

// StrategyParts has the optional members of a strategy.
type StrategyParts struct {
	Enabled        body.Field[bool]                 `json:"enabled,omitzero" doc:"Whether the strategy is used. Null restores the default, true."`
	MarketplaceIDs body.Field[[]body.MarketplaceID] `json:"marketplace_ids,omitzero" maxItems:"30" doc:"Marketplaces in which the strategy may be used, each at most once; empty or null for all."`

	CompeteWith     body.Field[string]   `json:"compete_with,omitzero" enum:"buy_box,lowest,lowest_fba,lowest_fbm,amazon,featured_expected_price" doc:"The target; required for type competitor."`
	FallbackTargets body.Field[[]string] `json:"fallback_targets,omitzero" enum:"buy_box,lowest,lowest_fba,lowest_fbm,amazon,featured_expected_price" maxItems:"6" doc:"Further targets, tried in order when compete_with gives no target; each at most once. Null empties the list."`

	Action   body.Field[string]       `json:"action,omitzero" enum:"below,match,above" doc:"Where the price goes relative to the target's price; required for type competitor."`
	By       body.Field[body.Money]   `json:"by,omitzero" minimum:"0" doc:"How far below or above the target: an amount or a percentage, as by_type says. Null restores the default, 0."`
	ByType   body.Field[string]       `json:"by_type,omitzero" enum:"amount,percent" doc:"Whether by is an amount or a percentage. Null restores the default, amount."`
	VsAmazon body.Field[NewRivalRule] `json:"vs_amazon,omitzero" doc:"Rule that replaces action and by against offers of Amazon itself; it takes precedence over vs_fba and vs_fbm. Null without such a rule."`
	VsFBA    body.Field[NewRivalRule] `json:"vs_fba,omitzero" doc:"Rule that replaces action and by against offers shipped by Amazon. Null without such a rule."`
	VsFBM    body.Field[NewRivalRule] `json:"vs_fbm,omitzero" doc:"Rule that replaces action and by against offers shipped by their sellers. Null without such a rule."`

	Filters body.Field[FiltersPatch] `json:"filters,omitzero" doc:"Which offers count as competition; merged member by member. Null removes all filters."`

	OnNoCompetition     body.Field[string]     `json:"on_no_competition,omitzero" enum:"keep,min,max,average" doc:"Price without competitors: keep (the price stays), min (the floor), max (the ceiling) or average (the middle of both). Null restores the default, keep."`
	OnBelowMin          body.Field[string]     `json:"on_below_min,omitzero" enum:"min,keep,max,average,next_above" doc:"Price when the target asks for less than the floor. Null restores the default, min.\n\nmin: the floor. keep: the price stays. max: the ceiling. average: the middle of floor and ceiling. next_above: against the cheapest competitor that can be priced against without going below the floor."`
	OnOwnBuyBox         body.Field[string]     `json:"on_own_buy_box,omitzero" enum:"keep,raise_to_next,step_up,compete" doc:"Price while the row has the buy box. Null restores the default, keep.\n\nkeep: the price stays. raise_to_next: up to raise_gap below the next competitor. step_up: up by step, which is required then. compete: against the target."`
	OnSuppressedBuyBox  body.Field[string]     `json:"on_suppressed_buy_box,omitzero" enum:"keep,step_down,external_price,lowest" doc:"Price while no seller has the buy box and compete_with is buy_box. Null restores the default, keep.\n\nkeep: the price stays. step_down: down by step, which is required then. external_price: the competitive price outside the marketplace; the price stays while it is unknown. lowest: against the lowest offer."`
	OnLostAfterRaise    body.Field[string]     `json:"on_lost_after_raise,omitzero" enum:"revert,compete" doc:"Price when a step up lost the buy box: revert (back to the last price that had it) or compete (against the target). Null restores the default, revert."`
	OnRestock           body.Field[string]     `json:"on_restock,omitzero" enum:"keep,max" doc:"First price after the stock was 0: keep (as always) or max (the ceiling). Null restores the default, keep."`
	RaiseWhenNotWinning body.Field[bool]       `json:"raise_when_not_winning,omitzero" doc:"Whether the price may be raised towards a buy box that is more expensive than the live price while the row does not have it. Null restores the default, false."`
	RaiseGap            body.Field[body.Money] `json:"raise_gap,omitzero" minimum:"0" doc:"How far below the next competitor raise_to_next stays. Null restores the default, the smallest unit of the currency."`

	Step                body.Field[body.PositiveMoney] `json:"step,omitzero" doc:"Size of a step for step_up, step_down and type velocity: an amount or a percentage of the live price, as step_type says."`
	StepType            body.Field[string]             `json:"step_type,omitzero" enum:"amount,percent" doc:"Whether step is an amount or a percentage. Null restores the default, amount."`
	StepIntervalMinutes body.Field[int]                `json:"step_interval_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Minimum number of minutes between a price change and the next step_up. Null, the default, sets no minimum."`
	MinChange           body.Field[body.Money]         `json:"min_change,omitzero" minimum:"0" doc:"Changes smaller than this amount are not sent, unless the live price is outside floor and ceiling. Null restores the default, 0."`

	MinChangePercent           body.Field[body.Percent] `json:"min_change_percent,omitzero" minimum:"0" maximum:"100" doc:"Changes smaller than this percentage of the live price are not sent either: of this and min_change the larger counts. Null restores the default, 0."`
	SmallChangeIntervalMinutes body.Field[int]          `json:"small_change_interval_minutes,omitzero" minimum:"0" maximum:"43200" doc:"Minimum number of minutes between a price change and a change smaller than min_change and min_change_percent. Null, the default, for never.\n\nSuch a change is sent only if the buy box depends on it: the row does not have it, and the price comes level with or below the offer that has it, or the target."`

	AllowLoss  body.Field[bool]               `json:"allow_loss,omitzero" doc:"Whether rows of the strategy may be sold below the price without profit or loss although loss_guard of the settings is on. Null restores the default, false."`
	PriceWar   body.Field[NewPriceWar]        `json:"price_war,omitzero" doc:"When and how the row stops following prices downward. Replaces the object; null for never."`
	FixedPrice body.Field[body.PositiveMoney] `json:"fixed_price,omitzero" doc:"The price; required for type fixed. More than two decimals are 422 invalid_strategy."`

	WindowDays         body.Field[int] `json:"window_days,omitzero" minimum:"1" maximum:"366" doc:"For type velocity: number of days, up to now, over which the row's own sales are counted from the orders that the marketplace reports. Null restores the default, 7."`
	HighUnits          body.Field[int] `json:"high_units,omitzero" minimum:"0" maximum:"1000000" doc:"For type velocity, and required there without days_of_supply_target: number of units sold within window_days from which the price goes up by step."`
	LowUnits           body.Field[int] `json:"low_units,omitzero" minimum:"0" maximum:"1000000" doc:"For type velocity, and required there without days_of_supply_target: number of units sold within window_days up to which the price goes down by step. Must be below high_units."`
	DaysOfSupplyTarget body.Field[int] `json:"days_of_supply_target,omitzero" minimum:"1" maximum:"366" doc:"For how many days the stock should last at the pace of the sales; takes the place of high_units and low_units. Less: the price goes up a step. More than twice as many, or nothing sold: down a step. Null removes it."`
	LockDays           body.Field[int] `json:"lock_days,omitzero" minimum:"0" maximum:"366" doc:"For type velocity: number of days after a step without another step. Null removes it."`

	Schedule body.Field[[]NewWindow] `json:"schedule,omitzero" maxItems:"50" doc:"Time windows that apply to the rows of the strategy. Replaces the list; each at most once; null empties it."`
}

// NewRivalRule takes a rule against one kind of rival.
type NewRivalRule struct {
	Action string               `json:"action" enum:"below,match,above,ignore" doc:"Where the price goes relative to such an offer; with ignore such an offer is never the target."`
	By     body.Opt[body.Money] `json:"by,omitzero" minimum:"0" doc:"How far below or above the offer: an amount or a percentage, as by_type says; 0 when absent."`
	ByType body.Opt[string]     `json:"by_type,omitzero" enum:"amount,percent" doc:"Whether by is an amount or a percentage; amount when absent."`
}

// NewPriceWar takes a price war rule.
type NewPriceWar struct {
	MaxDrops        int           `json:"max_drops" minimum:"1" maximum:"1000" doc:"Number of price drops within window_minutes that counts as a price war."`
	WindowMinutes   int           `json:"window_minutes" minimum:"1" maximum:"43200" doc:"Number of minutes over which price drops are counted."`
	Action          string        `json:"action" enum:"hold,max" doc:"Action in a price war instead of a lower price: hold (the price stays) or max (the ceiling)."`
	CooldownMinutes body.Opt[int] `json:"cooldown_minutes,omitzero" minimum:"0" maximum:"43200" doc:"Number of minutes for which a price war still counts as going on after it was last noticed; 0 when absent."`
}

// FiltersPatch changes filters member by member.
type FiltersPatch struct {
	IncludeSellers             body.Field[[]SellerID]           `json:"include_sellers,omitzero" maxItems:"100" doc:"Only offers of these sellers count, each named once; an empty list is all. Null restores the default, an empty list."`
	ExcludeSellers             body.Field[[]SellerID]           `json:"exclude_sellers,omitzero" maxItems:"100" doc:"Offers of these sellers do not count, each named once. Null restores the default, an empty list."`
	ExcludeAmazon              body.Field[bool]                 `json:"exclude_amazon,omitzero" doc:"Whether offers of Amazon itself are left out. Null restores the default, false."`
	Fulfillment                body.Field[[]string]             `json:"fulfillment,omitzero" enum:"fba,fbm" maxItems:"2" doc:"Only offers shipped this way count, each named once: fba (by Amazon), fbm (by the seller); an empty list is both. Null restores the default, an empty list."`
	MinFeedbackCount           body.Field[int]                  `json:"min_feedback_count,omitzero" minimum:"0" maximum:"100000000" doc:"Only offers of sellers with at least this many ratings count; an unknown number does not pass. Null for any."`
	MinRatingPercent           body.Field[body.Percent]         `json:"min_rating_percent,omitzero" minimum:"0" maximum:"100" doc:"Only offers of sellers with at least this percentage of positive ratings count; an unknown percentage does not pass. Null for any."`
	MaxHandlingHours           body.Field[int]                  `json:"max_handling_hours,omitzero" minimum:"0" maximum:"8760" doc:"Only offers that ship within this many hours count; an unknown time does not pass. Null for any."`
	ShipsFrom                  body.Field[[]Country]            `json:"ships_from,omitzero" maxItems:"50" doc:"Only offers that ship from these countries count, each named once; an empty list is all. Null restores the default, an empty list."`
	ExcludeShipsFrom           body.Field[[]Country]            `json:"exclude_ships_from,omitzero" maxItems:"50" doc:"Offers that ship from these countries do not count, each named once. Null restores the default, an empty list."`
	FeaturedOnly               body.Field[bool]                 `json:"featured_only,omitzero" doc:"Whether only offers that are eligible for the buy box count. Null restores the default, false."`
	AvailableNowOnly           body.Field[bool]                 `json:"available_now_only,omitzero" doc:"Whether only offers that are in stock count. Null restores the default, false."`
	MinSubCondition            body.Field[string]               `json:"min_sub_condition,omitzero" enum:"new,like_new,very_good,good,acceptable,poor" doc:"Only offers of at least this grade count, from new (the best) to poor. Null for any."`
	IgnoreBelowPercentOfMedian body.Field[body.PositivePercent] `json:"ignore_below_percent_of_median,omitzero" maximum:"100" doc:"Offers cheaper than this percentage of the competitors' median price are ignored as mistakes. Null ignores no offer."`
}

func (n NewStrategy) patch() (strategy.Patch, error) {
	p := n.StrategyParts.patch()
	p.Type = optional.Map(n.Type.Field, word[decision.StrategyType])
	if n.Template.Set {
		return strategy.FromTemplate(strategy.Template(n.Template.Value), optional.Put(n.Name), p)
	}
	p.Name = optional.Put(n.Name)
	return p, nil
}

func (s StrategyPatch) patch() strategy.Patch {
	p := s.StrategyParts.patch()
	p.Name, p.Type = s.Name.Field, optional.Map(s.Type.Field, word[decision.StrategyType])
	return p
}

func (s StrategyParts) patch() strategy.Patch {
	return strategy.Patch{
		Enabled:                    s.Enabled.Field,
		MarketplaceIDs:             optional.Map(s.MarketplaceIDs.Field, body.Words[marketplace.ID, body.MarketplaceID]),
		CompeteWith:                optional.Map(s.CompeteWith.Field, word[decision.Target]),
		FallbackTargets:            optional.Map(s.FallbackTargets.Field, body.Words[decision.Target, string]),
		Action:                     optional.Map(s.Action.Field, word[decision.Action]),
		By:                         optional.Map(s.By.Field, body.Money.Amount),
		ByType:                     optional.Map(s.ByType.Field, word[decision.Measure]),
		VsAmazon:                   optional.Map(s.VsAmazon.Field, NewRivalRule.rule),
		VsFBA:                      optional.Map(s.VsFBA.Field, NewRivalRule.rule),
		VsFBM:                      optional.Map(s.VsFBM.Field, NewRivalRule.rule),
		Filters:                    optional.Map(s.Filters.Field, FiltersPatch.patch),
		OnNoCompetition:            optional.Map(s.OnNoCompetition.Field, word[decision.OnNoCompetition]),
		OnBelowMin:                 optional.Map(s.OnBelowMin.Field, word[decision.OnBelowMin]),
		OnOwnBuyBox:                optional.Map(s.OnOwnBuyBox.Field, word[decision.OnOwnBuyBox]),
		OnSuppressedBuyBox:         optional.Map(s.OnSuppressedBuyBox.Field, word[decision.OnSuppressedBuyBox]),
		OnLostAfterRaise:           optional.Map(s.OnLostAfterRaise.Field, word[decision.OnLostAfterRaise]),
		OnRestock:                  optional.Map(s.OnRestock.Field, word[decision.OnRestock]),
		RaiseWhenNotWinning:        s.RaiseWhenNotWinning.Field,
		RaiseGap:                   optional.Map(s.RaiseGap.Field, body.Money.Amount),
		Step:                       optional.Map(s.Step.Field, body.PositiveMoney.Amount),
		StepType:                   optional.Map(s.StepType.Field, word[decision.Measure]),
		StepIntervalMinutes:        s.StepIntervalMinutes.Field,
		MinChange:                  optional.Map(s.MinChange.Field, body.Money.Amount),
		MinChangePercent:           optional.Map(s.MinChangePercent.Field, body.Percent.Exact),
		SmallChangeIntervalMinutes: s.SmallChangeIntervalMinutes.Field,
		AllowLoss:                  s.AllowLoss.Field,
		PriceWar:                   optional.Map(s.PriceWar.Field, NewPriceWar.war),
		FixedPrice:                 optional.Map(s.FixedPrice.Field, body.PositiveMoney.Amount),
		WindowDays:                 s.WindowDays.Field,
		HighUnits:                  s.HighUnits.Field,
		LowUnits:                   s.LowUnits.Field,
		DaysOfSupplyTarget:         s.DaysOfSupplyTarget.Field,
		LockDays:                   s.LockDays.Field,
		Schedule:                   optional.Map(s.Schedule.Field, newWindows),
	}
}

func (r NewRivalRule) rule() decision.RivalRule {
	return decision.RivalRule{
		Action: decision.RivalAction(r.Action), By: optional.Map(r.By.Field, body.Money.Amount).Maybe().Or(money.Amount{}),
		ByType: optional.Map(r.ByType.Field, word[decision.Measure]).Maybe().Or(decision.ByAmount),
	}
}

func (w NewPriceWar) war() decision.PriceWar {
	return decision.PriceWar{
		MaxDrops: w.MaxDrops, WindowMinutes: w.WindowMinutes, Action: decision.PriceWarAction(w.Action),
		CooldownMinutes: w.CooldownMinutes.Value,
	}
}

func (p FiltersPatch) patch() strategy.FiltersPatch {
	return strategy.FiltersPatch{
		IncludeSellers:             optional.Map(p.IncludeSellers.Field, body.Words[string, SellerID]),
		ExcludeSellers:             optional.Map(p.ExcludeSellers.Field, body.Words[string, SellerID]),
		ExcludeAmazon:              p.ExcludeAmazon.Field,
		Fulfillment:                optional.Map(p.Fulfillment.Field, body.Words[decision.Fulfillment, string]),
		MinFeedbackCount:           p.MinFeedbackCount.Field,
		MinRatingPercent:           optional.Map(p.MinRatingPercent.Field, body.Percent.Exact),
		MaxHandlingHours:           p.MaxHandlingHours.Field,
		ShipsFrom:                  optional.Map(p.ShipsFrom.Field, body.Words[string, Country]),
		ExcludeShipsFrom:           optional.Map(p.ExcludeShipsFrom.Field, body.Words[string, Country]),
		FeaturedOnly:               p.FeaturedOnly.Field,
		AvailableNowOnly:           p.AvailableNowOnly.Field,
		MinSubCondition:            optional.Map(p.MinSubCondition.Field, word[decision.SubCondition]),
		IgnoreBelowPercentOfMedian: optional.Map(p.IgnoreBelowPercentOfMedian.Field, body.PositivePercent.Exact),
	}
}
