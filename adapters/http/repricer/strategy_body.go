package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Strategy shows a strategy for finding prices to clients.
type Strategy struct {
	ID             *int64   `json:"id" doc:"Identifier of the strategy; null for a template."`
	Template       *string  `json:"template" doc:"Name of the built-in template; null for a strategy of the team."`
	Name           string   `json:"name" doc:"Name of the strategy, unique in the team; letter case does not count."`
	Type           string   `json:"type" doc:"How prices are found: competitor (from other offers), velocity (from the row's own sales) or fixed (fixed_price). It never changes."`
	Enabled        bool     `json:"enabled" doc:"Whether the strategy is used; rows of a disabled strategy are skipped."`
	MarketplaceIDs []string `json:"marketplace_ids" doc:"Marketplaces in which the strategy may be used; empty for all."`

	CompeteWith     *string  `json:"compete_with" doc:"The target, for type competitor: buy_box, lowest, lowest_fba, lowest_fbm, amazon, or featured_expected_price (the price that Amazon expects to be featured). Null for other types."`
	FallbackTargets []string `json:"fallback_targets" doc:"Further targets, tried in order when compete_with gives no target."`

	Action   *string    `json:"action" doc:"Where the price goes relative to the target's price: below, match or above."`
	By       body.Money `json:"by" doc:"How far below or above the target, with action below or above: an amount or a percentage, as by_type says."`
	ByType   string     `json:"by_type" doc:"Whether by is an amount or a percentage: amount or percent."`
	VsAmazon *RivalRule `json:"vs_amazon" doc:"Rule that replaces action and by against offers of Amazon itself; it takes precedence over vs_fba and vs_fbm. Null without such a rule."`
	VsFBA    *RivalRule `json:"vs_fba" doc:"Rule that replaces action and by against offers shipped by Amazon. Null without such a rule."`
	VsFBM    *RivalRule `json:"vs_fbm" doc:"Rule that replaces action and by against offers shipped by their sellers. Null without such a rule."`

	Filters *Filters `json:"filters" doc:"Which offers count as competition; null for all."`

	OnNoCompetition     string      `json:"on_no_competition" doc:"Price without competitors: keep (the price stays), min (the floor), max (the ceiling) or average (the middle of floor and ceiling)."`
	OnBelowMin          string      `json:"on_below_min" doc:"Price when the target asks for less than the floor.\n\nmin: the floor. keep: the price stays. max: the ceiling. average: the middle of floor and ceiling. next_above: against the cheapest competitor that can be priced against without going below the floor."`
	OnOwnBuyBox         string      `json:"on_own_buy_box" doc:"Price while the row has the buy box.\n\nkeep: the price stays. raise_to_next: up to raise_gap below the next competitor. step_up: up by step. compete: against the target."`
	OnSuppressedBuyBox  string      `json:"on_suppressed_buy_box" doc:"Price while no seller has the buy box and compete_with is buy_box.\n\nkeep: the price stays. step_down: down by step. external_price: the competitive price outside the marketplace. lowest: against the lowest offer."`
	OnLostAfterRaise    string      `json:"on_lost_after_raise" doc:"Price when a step up lost the buy box: revert (back to the last price that had it) or compete (against the target)."`
	OnRestock           string      `json:"on_restock" doc:"First price after the stock was 0: keep (as always) or max (the ceiling; without a ceiling the price stays)."`
	RaiseWhenNotWinning bool        `json:"raise_when_not_winning" doc:"Whether the price may be raised towards a buy box that is more expensive than the live price while the row does not have it. False keeps the price."`
	RaiseGap            *body.Money `json:"raise_gap" doc:"How far below the next competitor raise_to_next stays; null for the smallest unit of the currency."`

	Step                *body.Money `json:"step" doc:"Size of a step for step_up, step_down and type velocity: an amount or a percentage of the live price, as step_type says."`
	StepType            string      `json:"step_type" doc:"Whether step is an amount or a percentage: amount or percent."`
	StepIntervalMinutes *int        `json:"step_interval_minutes" doc:"Minimum number of minutes between a price change and the next step_up; null without a minimum."`
	MinChange           body.Money  `json:"min_change" doc:"Changes smaller than this amount are not sent, unless the live price is outside floor and ceiling."`

	MinChangePercent           body.Percent `json:"min_change_percent" doc:"Changes smaller than this percentage of the live price are not sent either: of this and min_change the larger counts."`
	SmallChangeIntervalMinutes *int         `json:"small_change_interval_minutes" doc:"Minimum number of minutes between a price change and a change smaller than min_change and min_change_percent. Null for never.\n\nSuch a change is sent only if the buy box depends on it: the row does not have it, and the price comes level with or below the offer that has it, or the target."`

	AllowLoss  bool        `json:"allow_loss" doc:"Whether rows of the strategy may be sold below the price without profit or loss although loss_guard of the settings is on."`
	PriceWar   *PriceWar   `json:"price_war" doc:"When and how the row stops following prices downward; null for never."`
	FixedPrice *body.Money `json:"fixed_price" doc:"The price, for type fixed. It is still kept between floor and ceiling."`

	WindowDays         *int `json:"window_days" doc:"For type velocity: number of days, up to now, of the row's own sales, counted from the orders that the marketplace reports. Null is 7."`
	HighUnits          *int `json:"high_units" doc:"For type velocity: number of units sold within window_days from which the price goes up by step."`
	LowUnits           *int `json:"low_units" doc:"For type velocity: number of units sold within window_days up to which the price goes down by step."`
	DaysOfSupplyTarget *int `json:"days_of_supply_target" doc:"For how many days the stock should last at the pace of the sales; takes the place of high_units and low_units. Less: the price goes up a step. More than twice as many, or nothing sold: down a step."`
	LockDays           *int `json:"lock_days" doc:"For type velocity: number of days after a step without another step; null without a lock."`

	Schedule []Window `json:"schedule" doc:"Time windows that apply to the rows of the strategy."`

	ProductsCount int64      `json:"products_count" doc:"Number of rows that have the strategy as their own."`
	Version       int64      `json:"version" doc:"Number of the strategy's version, which each change raises, for If-Match; 0 for a template."`
	CreatedAt     *body.Time `json:"created_at" doc:"When the strategy was made; null for a template."`
	UpdatedAt     *body.Time `json:"updated_at" doc:"When the strategy last changed; null for a template."`
}

// LiveMembers lists the members that change without updated_at.
func (Strategy) LiveMembers() []string {
	return []string{"products_count"}
}

// RivalRule replaces the strategy's rule against one kind of rival.
type RivalRule struct {
	Action string     `json:"action" doc:"Where the price goes relative to such an offer: below, match, above, or ignore (such an offer is never the target)."`
	By     body.Money `json:"by" doc:"How far below or above the offer: an amount or a percentage, as by_type says."`
	ByType string     `json:"by_type" doc:"Whether by is an amount or a percentage: amount or percent."`
}

// PriceWar sets when a row stops following prices downward.
type PriceWar struct {
	MaxDrops        int    `json:"max_drops" doc:"Number of price drops within window_minutes that counts as a price war."`
	WindowMinutes   int    `json:"window_minutes" doc:"Number of minutes over which price drops are counted."`
	Action          string `json:"action" doc:"Action in a price war instead of a lower price: hold (the price stays) or max (the ceiling)."`
	CooldownMinutes int    `json:"cooldown_minutes" doc:"Number of minutes for which a price war still counts as going on after it was last noticed."`
}

// Filters selects the offers that count.
type Filters struct {
	IncludeSellers             []string      `json:"include_sellers" doc:"Only offers of these sellers count; empty for all."`
	ExcludeSellers             []string      `json:"exclude_sellers" doc:"Offers of these sellers do not count."`
	ExcludeAmazon              bool          `json:"exclude_amazon" doc:"Whether offers of Amazon itself are left out."`
	Fulfillment                []string      `json:"fulfillment" doc:"Only offers shipped this way count: fba (by Amazon), fbm (by the seller); empty for both."`
	MinFeedbackCount           *int          `json:"min_feedback_count" doc:"Only offers of sellers with at least this many ratings count; an unknown number does not pass. Null for any."`
	MinRatingPercent           *body.Percent `json:"min_rating_percent" doc:"Only offers of sellers with at least this percentage of positive ratings count; an unknown percentage does not pass. Null for any."`
	MaxHandlingHours           *int          `json:"max_handling_hours" doc:"Only offers that ship within this many hours count; an unknown time does not pass. Null for any."`
	ShipsFrom                  []string      `json:"ships_from" doc:"Only offers that ship from these countries count; empty for all."`
	ExcludeShipsFrom           []string      `json:"exclude_ships_from" doc:"Offers that ship from these countries do not count."`
	FeaturedOnly               bool          `json:"featured_only" doc:"Whether only offers that are eligible for the buy box count."`
	AvailableNowOnly           bool          `json:"available_now_only" doc:"Whether only offers that are in stock count."`
	MinSubCondition            *string       `json:"min_sub_condition" doc:"Only offers of at least this grade count: new, like_new, very_good, good, acceptable or poor. Null for any."`
	IgnoreBelowPercentOfMedian *body.Percent `json:"ignore_below_percent_of_median" doc:"Offers cheaper than this percentage of the competitors' median price are ignored as mistakes. Null ignores no offer."`
}

func strategyOf(s strategy.Row) Strategy {
	out := membersOf(s.Values)
	out.ID, out.ProductsCount, out.Version = new(int64(s.ID)), s.ProductsCount, s.Version
	out.CreatedAt, out.UpdatedAt = new(body.TimeOf(s.CreatedAt)), new(body.TimeOf(s.UpdatedAt))
	return out
}

func templateOf(t manage.TemplateRow) Strategy {
	out := membersOf(t.Values)
	out.Template = new(string(t.Template))
	return out
}

func membersOf(v strategy.Values) Strategy {
	return Strategy{
		Name: v.Name, Type: string(v.Type), Enabled: v.Enabled,
		MarketplaceIDs: body.Words[string](v.MarketplaceIDs),
		CompeteWith:    body.Maybe(v.CompeteWith, word[string, decision.Target]), FallbackTargets: body.Words[string](v.FallbackTargets),
		Action: body.Maybe(v.Action, word[string, decision.Action]), By: body.MoneyOf(v.By), ByType: string(v.ByType),
		VsAmazon: body.Maybe(v.VsAmazon, rivalOf), VsFBA: body.Maybe(v.VsFBA, rivalOf), VsFBM: body.Maybe(v.VsFBM, rivalOf),
		Filters:         body.Maybe(v.Filters, filtersOf),
		OnNoCompetition: string(v.OnNoCompetition), OnBelowMin: string(v.OnBelowMin), OnOwnBuyBox: string(v.OnOwnBuyBox),
		OnSuppressedBuyBox: string(v.OnSuppressedBuyBox), OnLostAfterRaise: string(v.OnLostAfterRaise), OnRestock: string(v.OnRestock),
		RaiseWhenNotWinning: v.RaiseWhenNotWinning, RaiseGap: moneyOf(v.RaiseGap),
		Step: moneyOf(v.Step), StepType: string(v.StepType), StepIntervalMinutes: v.StepIntervalMinutes.Ptr(),
		MinChange: body.MoneyOf(v.MinChange), MinChangePercent: body.PercentOf(v.MinChangePercent), SmallChangeIntervalMinutes: v.SmallChangeIntervalMinutes.Ptr(),
		AllowLoss: v.AllowLoss, PriceWar: body.Maybe(v.PriceWar, priceWarOf),
		FixedPrice: moneyOf(v.FixedPrice),
		WindowDays: v.WindowDays.Ptr(), HighUnits: v.HighUnits.Ptr(), LowUnits: v.LowUnits.Ptr(),
		DaysOfSupplyTarget: v.DaysOfSupplyTarget.Ptr(), LockDays: v.LockDays.Ptr(),
		Schedule: windowsOf(v.Schedule),
	}
}

func rivalOf(r decision.RivalRule) RivalRule {
	return RivalRule{Action: string(r.Action), By: body.MoneyOf(r.By), ByType: string(r.ByType)}
}

func priceWarOf(w decision.PriceWar) PriceWar {
	return PriceWar{
		MaxDrops: w.MaxDrops, WindowMinutes: w.WindowMinutes, Action: string(w.Action), CooldownMinutes: w.CooldownMinutes,
	}
}

func filtersOf(f decision.Filters) Filters {
	return Filters{
		IncludeSellers: body.Words[string](f.IncludeSellers), ExcludeSellers: body.Words[string](f.ExcludeSellers),
		ExcludeAmazon: f.ExcludeAmazon, Fulfillment: body.Words[string](f.Fulfillment),
		MinFeedbackCount: f.MinFeedbackCount.Ptr(), MinRatingPercent: percentOf(f.MinRatingPercent),
		MaxHandlingHours: f.MaxHandlingHours.Ptr(), ShipsFrom: body.Words[string](f.ShipsFrom),
		ExcludeShipsFrom: body.Words[string](f.ExcludeShipsFrom), FeaturedOnly: f.FeaturedOnly,
		AvailableNowOnly:           f.AvailableNowOnly,
		MinSubCondition:            body.Maybe(f.MinSubCondition, word[string, decision.SubCondition]),
		IgnoreBelowPercentOfMedian: percentOf(f.IgnoreBelowPercentOfMedian),
	}
}
