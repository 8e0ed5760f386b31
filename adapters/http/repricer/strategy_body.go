package repricer

import (
	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/repricer"
	"sellingassistant/domain/repricer"
)

// Strategy is a way to find a price as clients see it.
type Strategy struct {
	ID             *int64   `json:"id" doc:"Identifier of the strategy; null for a template."`
	Template       *string  `json:"template" doc:"Name of the built-in template; null for a strategy of the team."`
	Name           string   `json:"name" doc:"Unique in the team; letter case does not count."`
	Type           string   `json:"type" doc:"competitor, velocity or fixed; it never changes."`
	Enabled        bool     `json:"enabled" doc:"Rows of a disabled strategy are passed over."`
	MarketplaceIDs []string `json:"marketplace_ids" doc:"Where the strategy serves; empty for everywhere."`

	CompeteWith     *string  `json:"compete_with" doc:"buy_box, lowest, lowest_fba, lowest_fbm, amazon or featured_expected_price."`
	FallbackTargets []string `json:"fallback_targets" doc:"The same words, tried in order when the first target gives no offer."`

	Action   *string     `json:"action" doc:"Where the price goes in relation to the target: below, match or above."`
	By       httpx.Money `json:"by" doc:"By how much: an amount or a percentage."`
	ByType   string      `json:"by_type" doc:"amount or percent."`
	VsAmazon *RivalRule  `json:"vs_amazon" doc:"The rule against Amazon itself; it wins over the other two."`
	VsFBA    *RivalRule  `json:"vs_fba" doc:"The rule against offers shipped by Amazon."`
	VsFBM    *RivalRule  `json:"vs_fbm" doc:"The rule against offers shipped by their merchants."`

	Filters *Filters `json:"filters" doc:"Whose offers count; null for all."`

	OnNoCompetition     string       `json:"on_no_competition" doc:"Without competitors: keep, min, max or average."`
	OnBelowMin          string       `json:"on_below_min" doc:"When the target asks for less than the floor: min, keep, max, average or next_above."`
	OnOwnBuyBox         string       `json:"on_own_buy_box" doc:"While winning: keep, raise_to_next, step_up or compete."`
	OnSuppressedBuyBox  string       `json:"on_suppressed_buy_box" doc:"While nobody has the box: keep, step_down, external_price or lowest."`
	OnLostAfterRaise    string       `json:"on_lost_after_raise" doc:"When a raise lost the box: revert or compete."`
	RaiseWhenNotWinning bool         `json:"raise_when_not_winning" doc:"Whether to follow a dearer box without winning it."`
	RaiseGap            *httpx.Money `json:"raise_gap" doc:"How far below the next offer a raise stays; null is one unit of the currency."`

	Step                *httpx.Money `json:"step" doc:"Size of a step: an amount or a percentage of the live price."`
	StepType            string       `json:"step_type" doc:"amount or percent."`
	StepIntervalMinutes *int         `json:"step_interval_minutes" doc:"Least time between two steps."`
	MinChange           httpx.Money  `json:"min_change" doc:"Smaller changes are not sent."`

	PriceWar   *PriceWar    `json:"price_war" doc:"When to stop following prices downward."`
	FixedPrice *httpx.Money `json:"fixed_price" doc:"The price of type fixed."`

	WindowDays         *int `json:"window_days" doc:"Days, up to now, over which own sales are counted from the orders that the marketplace tells of; null is 7."`
	HighUnits          *int `json:"high_units" doc:"From so many sold units on the price goes up."`
	LowUnits           *int `json:"low_units" doc:"Up to so many sold units the price goes down."`
	DaysOfSupplyTarget *int `json:"days_of_supply_target" doc:"For how many days the stock should last."`
	LockDays           *int `json:"lock_days" doc:"Days without a change after a change."`

	Schedule []Window `json:"schedule" doc:"Windows in which something else holds."`

	ProductsCount int64       `json:"products_count" doc:"Rows that name the strategy as their own."`
	Version       int64       `json:"version" doc:"Counts the changes, for If-Match; 0 for a template."`
	CreatedAt     *httpx.Time `json:"created_at" doc:"When the strategy was made; null for a template."`
	UpdatedAt     *httpx.Time `json:"updated_at" doc:"When the strategy last changed; null for a template."`
}

// RivalRule replaces the strategy's rule against one kind of rival.
type RivalRule struct {
	Action string      `json:"action" doc:"below, match, above or ignore."`
	By     httpx.Money `json:"by" doc:"By how much: an amount or a percentage."`
	ByType string      `json:"by_type" doc:"amount or percent."`
}

// PriceWar says when a row stops following prices downward.
type PriceWar struct {
	MaxDrops        int    `json:"max_drops" doc:"So many falls in the window are a war."`
	WindowMinutes   int    `json:"window_minutes" doc:"Length of the window."`
	Action          string `json:"action" doc:"hold or max."`
	CooldownMinutes int    `json:"cooldown_minutes" doc:"How long the war is left alone afterwards."`
}

// Filters say whose offers count.
type Filters struct {
	IncludeSellers             []string       `json:"include_sellers" doc:"Only these sellers; empty for all."`
	ExcludeSellers             []string       `json:"exclude_sellers" doc:"Not these sellers."`
	ExcludeAmazon              bool           `json:"exclude_amazon" doc:"Not Amazon itself."`
	Fulfillment                []string       `json:"fulfillment" doc:"Only fba or fbm; empty for both."`
	MinFeedbackCount           *int           `json:"min_feedback_count" doc:"Sellers with at least so many ratings."`
	MinRatingPercent           *httpx.Percent `json:"min_rating_percent" doc:"Sellers with at least this share of positive ratings."`
	MaxHandlingHours           *int           `json:"max_handling_hours" doc:"Offers that leave within this time."`
	ShipsFrom                  []string       `json:"ships_from" doc:"Only offers from these countries; empty for all."`
	ExcludeShipsFrom           []string       `json:"exclude_ships_from" doc:"No offers from these countries."`
	FeaturedOnly               bool           `json:"featured_only" doc:"Only offers that may win the box."`
	AvailableNowOnly           bool           `json:"available_now_only" doc:"Only offers that are in stock."`
	MinSubCondition            *string        `json:"min_sub_condition" doc:"At least this grade: new, like_new, very_good, good, acceptable or poor."`
	IgnoreBelowPercentOfMedian *httpx.Percent `json:"ignore_below_percent_of_median" doc:"Cheaper offers than this share of the median are taken for mistakes."`
}

func strategyOf(s app.StrategyRow) Strategy {
	out := membersOf(s.Values)
	out.ID, out.ProductsCount, out.Version = new(int64(s.ID)), s.ProductsCount, s.Version
	out.CreatedAt, out.UpdatedAt = new(httpx.TimeOf(s.CreatedAt)), new(httpx.TimeOf(s.UpdatedAt))
	return out
}

func templateOf(t app.TemplateRow) Strategy {
	out := membersOf(t.Values)
	out.Template = new(string(t.Template))
	return out
}

func membersOf(v repricer.StrategyValues) Strategy {
	return Strategy{
		Name: v.Name, Type: string(v.Type), Enabled: v.Enabled,
		MarketplaceIDs: words[string](v.MarketplaceIDs),
		CompeteWith:    nullable(v.CompeteWith, word[string, repricer.Target]), FallbackTargets: words[string](v.FallbackTargets),
		Action: nullable(v.Action, word[string, repricer.Action]), By: httpx.MoneyOf(v.By), ByType: string(v.ByType),
		VsAmazon: nullable(v.VsAmazon, rivalOf), VsFBA: nullable(v.VsFBA, rivalOf), VsFBM: nullable(v.VsFBM, rivalOf),
		Filters:         nullable(v.Filters, filtersOf),
		OnNoCompetition: string(v.OnNoCompetition), OnBelowMin: string(v.OnBelowMin), OnOwnBuyBox: string(v.OnOwnBuyBox),
		OnSuppressedBuyBox: string(v.OnSuppressedBuyBox), OnLostAfterRaise: string(v.OnLostAfterRaise),
		RaiseWhenNotWinning: v.RaiseWhenNotWinning, RaiseGap: moneyOf(v.RaiseGap),
		Step: moneyOf(v.Step), StepType: string(v.StepType), StepIntervalMinutes: v.StepIntervalMinutes.Ptr(),
		MinChange:  httpx.MoneyOf(v.MinChange),
		PriceWar:   nullable(v.PriceWar, priceWarOf),
		FixedPrice: moneyOf(v.FixedPrice),
		WindowDays: v.WindowDays.Ptr(), HighUnits: v.HighUnits.Ptr(), LowUnits: v.LowUnits.Ptr(),
		DaysOfSupplyTarget: v.DaysOfSupplyTarget.Ptr(), LockDays: v.LockDays.Ptr(),
		Schedule: windowsOf(v.Schedule),
	}
}

func rivalOf(r repricer.RivalRule) RivalRule {
	return RivalRule{Action: string(r.Action), By: httpx.MoneyOf(r.By), ByType: string(r.ByType)}
}

func priceWarOf(w repricer.PriceWar) PriceWar {
	return PriceWar{
		MaxDrops: w.MaxDrops, WindowMinutes: w.WindowMinutes, Action: string(w.Action), CooldownMinutes: w.CooldownMinutes,
	}
}

func filtersOf(f repricer.Filters) Filters {
	return Filters{
		IncludeSellers: words[string](f.IncludeSellers), ExcludeSellers: words[string](f.ExcludeSellers),
		ExcludeAmazon: f.ExcludeAmazon, Fulfillment: words[string](f.Fulfillment),
		MinFeedbackCount: f.MinFeedbackCount.Ptr(), MinRatingPercent: percentOf(f.MinRatingPercent),
		MaxHandlingHours: f.MaxHandlingHours.Ptr(), ShipsFrom: words[string](f.ShipsFrom),
		ExcludeShipsFrom: words[string](f.ExcludeShipsFrom), FeaturedOnly: f.FeaturedOnly,
		AvailableNowOnly:           f.AvailableNowOnly,
		MinSubCondition:            nullable(f.MinSubCondition, word[string, repricer.SubCondition]),
		IgnoreBelowPercentOfMedian: percentOf(f.IgnoreBelowPercentOfMedian),
	}
}
