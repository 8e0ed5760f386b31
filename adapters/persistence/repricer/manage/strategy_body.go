package manage

import (
	"cmp"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// strategyBody has the JSON document of a strategy. Values that lists filter by have separate
// columns instead.
type strategyBody struct {
	CompeteWith     *decision.Target  `json:"compete_with"`
	FallbackTargets []decision.Target `json:"fallback_targets"`

	Action   *decision.Action `json:"action"`
	By       int64            `json:"by"`
	ByType   decision.Measure `json:"by_type"`
	VsAmazon *rivalBody       `json:"vs_amazon"`
	VsFBA    *rivalBody       `json:"vs_fba"`
	VsFBM    *rivalBody       `json:"vs_fbm"`

	Filters *filtersBody `json:"filters"`

	OnNoCompetition     decision.OnNoCompetition    `json:"on_no_competition"`
	OnBelowMin          decision.OnBelowMin         `json:"on_below_min"`
	OnOwnBuyBox         decision.OnOwnBuyBox        `json:"on_own_buy_box"`
	OnSuppressedBuyBox  decision.OnSuppressedBuyBox `json:"on_suppressed_buy_box"`
	OnLostAfterRaise    decision.OnLostAfterRaise   `json:"on_lost_after_raise"`
	OnRestock           decision.OnRestock          `json:"on_restock"`
	RaiseWhenNotWinning bool                        `json:"raise_when_not_winning"`
	RaiseGap            *int64                      `json:"raise_gap"`

	Step                *int64           `json:"step"`
	StepType            decision.Measure `json:"step_type"`
	StepIntervalMinutes *int             `json:"step_interval_minutes"`
	MinChange           int64            `json:"min_change"`
	// Older documents lack these members.
	MinChangePercent           int64 `json:"min_change_percent"`
	SmallChangeIntervalMinutes *int  `json:"small_change_interval_minutes"`

	AllowLoss  bool          `json:"allow_loss"`
	PriceWar   *priceWarBody `json:"price_war"`
	FixedPrice *int64        `json:"fixed_price"`

	WindowDays         *int `json:"window_days"`
	HighUnits          *int `json:"high_units"`
	LowUnits           *int `json:"low_units"`
	DaysOfSupplyTarget *int `json:"days_of_supply_target"`
	LockDays           *int `json:"lock_days"`

	Schedule []windowBody `json:"schedule"`
}

type rivalBody struct {
	Action decision.RivalAction `json:"action"`
	By     int64                `json:"by"`
	ByType decision.Measure     `json:"by_type"`
}

type priceWarBody struct {
	MaxDrops        int                     `json:"max_drops"`
	WindowMinutes   int                     `json:"window_minutes"`
	Action          decision.PriceWarAction `json:"action"`
	CooldownMinutes int                     `json:"cooldown_minutes"`
}

type filtersBody struct {
	IncludeSellers             []string               `json:"include_sellers"`
	ExcludeSellers             []string               `json:"exclude_sellers"`
	ExcludeAmazon              bool                   `json:"exclude_amazon"`
	Fulfillment                []decision.Fulfillment `json:"fulfillment"`
	MinFeedbackCount           *int                   `json:"min_feedback_count"`
	MinRatingPercent           *int64                 `json:"min_rating_percent"`
	MaxHandlingHours           *int                   `json:"max_handling_hours"`
	ShipsFrom                  []string               `json:"ships_from"`
	ExcludeShipsFrom           []string               `json:"exclude_ships_from"`
	FeaturedOnly               bool                   `json:"featured_only"`
	AvailableNowOnly           bool                   `json:"available_now_only"`
	MinSubCondition            *decision.SubCondition `json:"min_sub_condition"`
	IgnoreBelowPercentOfMedian *int64                 `json:"ignore_below_percent_of_median"`
}

func strategyBodyOf(v strategy.Values) strategyBody {
	return strategyBody{
		CompeteWith: v.CompeteWith.Ptr(), FallbackTargets: v.FallbackTargets,
		Action: v.Action.Ptr(), By: v.By.Units(), ByType: v.ByType,
		VsAmazon: rivalBodyOf(v.VsAmazon), VsFBA: rivalBodyOf(v.VsFBA), VsFBM: rivalBodyOf(v.VsFBM),
		Filters:         filtersBodyOf(v.Filters),
		OnNoCompetition: v.OnNoCompetition, OnBelowMin: v.OnBelowMin, OnOwnBuyBox: v.OnOwnBuyBox,
		OnSuppressedBuyBox: v.OnSuppressedBuyBox, OnLostAfterRaise: v.OnLostAfterRaise, OnRestock: v.OnRestock,
		RaiseWhenNotWinning: v.RaiseWhenNotWinning, RaiseGap: amountUnits(v.RaiseGap),
		Step: amountUnits(v.Step), StepType: v.StepType, StepIntervalMinutes: v.StepIntervalMinutes.Ptr(),
		MinChange: v.MinChange.Units(), MinChangePercent: v.MinChangePercent.Units(), SmallChangeIntervalMinutes: v.SmallChangeIntervalMinutes.Ptr(),
		AllowLoss: v.AllowLoss, PriceWar: priceWarBodyOf(v.PriceWar), FixedPrice: amountUnits(v.FixedPrice),
		WindowDays: v.WindowDays.Ptr(), HighUnits: v.HighUnits.Ptr(), LowUnits: v.LowUnits.Ptr(),
		DaysOfSupplyTarget: v.DaysOfSupplyTarget.Ptr(), LockDays: v.LockDays.Ptr(),
		Schedule: windowBodies(v.Schedule),
	}
}

// fill sets the document's members in values that already have the columns' values.
func (b strategyBody) fill(v *strategy.Values) error {
	schedule, err := windows(b.Schedule)
	if err != nil {
		return err
	}
	v.CompeteWith, v.FallbackTargets = optional.Of(b.CompeteWith), b.FallbackTargets
	v.Action, v.By, v.ByType = optional.Of(b.Action), money.FromUnits(b.By), b.ByType
	v.VsAmazon, v.VsFBA, v.VsFBM = b.VsAmazon.rule(), b.VsFBA.rule(), b.VsFBM.rule()
	v.Filters = b.Filters.filters()
	v.OnNoCompetition, v.OnBelowMin, v.OnOwnBuyBox = b.OnNoCompetition, b.OnBelowMin, b.OnOwnBuyBox
	v.OnSuppressedBuyBox, v.OnLostAfterRaise = b.OnSuppressedBuyBox, b.OnLostAfterRaise
	// Older documents lack this member.
	v.OnRestock = cmp.Or(b.OnRestock, decision.RestockKeep)
	v.RaiseWhenNotWinning, v.RaiseGap = b.RaiseWhenNotWinning, amountOf(b.RaiseGap)
	v.Step, v.StepType, v.StepIntervalMinutes = amountOf(b.Step), b.StepType, optional.Of(b.StepIntervalMinutes)
	v.MinChange, v.MinChangePercent = money.FromUnits(b.MinChange), money.PercentFromUnits(b.MinChangePercent)
	v.SmallChangeIntervalMinutes = optional.Of(b.SmallChangeIntervalMinutes)
	v.AllowLoss, v.PriceWar, v.FixedPrice = b.AllowLoss, b.PriceWar.war(), amountOf(b.FixedPrice)
	v.WindowDays, v.HighUnits, v.LowUnits = optional.Of(b.WindowDays), optional.Of(b.HighUnits), optional.Of(b.LowUnits)
	v.DaysOfSupplyTarget, v.LockDays = optional.Of(b.DaysOfSupplyTarget), optional.Of(b.LockDays)
	v.Schedule = schedule
	return nil
}

func rivalBodyOf(m maybe[decision.RivalRule]) *rivalBody {
	r, ok := m.Get()
	if !ok {
		return nil
	}
	return &rivalBody{Action: r.Action, By: r.By.Units(), ByType: r.ByType}
}

func (b *rivalBody) rule() maybe[decision.RivalRule] {
	if b == nil {
		return optional.None[decision.RivalRule]()
	}
	return optional.Some(decision.RivalRule{Action: b.Action, By: money.FromUnits(b.By), ByType: b.ByType})
}

func priceWarBodyOf(m maybe[decision.PriceWar]) *priceWarBody {
	w, ok := m.Get()
	if !ok {
		return nil
	}
	b := priceWarBody(w)
	return &b
}

func (b *priceWarBody) war() maybe[decision.PriceWar] {
	if b == nil {
		return optional.None[decision.PriceWar]()
	}
	return optional.Some(decision.PriceWar(*b))
}

func filtersBodyOf(m maybe[decision.Filters]) *filtersBody {
	f, ok := m.Get()
	if !ok {
		return nil
	}
	return &filtersBody{
		IncludeSellers: f.IncludeSellers, ExcludeSellers: f.ExcludeSellers, ExcludeAmazon: f.ExcludeAmazon,
		Fulfillment: f.Fulfillment, MinFeedbackCount: f.MinFeedbackCount.Ptr(),
		MinRatingPercent: percentUnits(f.MinRatingPercent), MaxHandlingHours: f.MaxHandlingHours.Ptr(),
		ShipsFrom: f.ShipsFrom, ExcludeShipsFrom: f.ExcludeShipsFrom, FeaturedOnly: f.FeaturedOnly,
		AvailableNowOnly: f.AvailableNowOnly, MinSubCondition: f.MinSubCondition.Ptr(),
		IgnoreBelowPercentOfMedian: percentUnits(f.IgnoreBelowPercentOfMedian),
	}
}

func (b *filtersBody) filters() maybe[decision.Filters] {
	if b == nil {
		return optional.None[decision.Filters]()
	}
	return optional.Some(decision.Filters{
		IncludeSellers: b.IncludeSellers, ExcludeSellers: b.ExcludeSellers, ExcludeAmazon: b.ExcludeAmazon,
		Fulfillment: b.Fulfillment, MinFeedbackCount: optional.Of(b.MinFeedbackCount),
		MinRatingPercent: percentOf(b.MinRatingPercent), MaxHandlingHours: optional.Of(b.MaxHandlingHours),
		ShipsFrom: b.ShipsFrom, ExcludeShipsFrom: b.ExcludeShipsFrom, FeaturedOnly: b.FeaturedOnly,
		AvailableNowOnly: b.AvailableNowOnly, MinSubCondition: optional.Of(b.MinSubCondition),
		IgnoreBelowPercentOfMedian: percentOf(b.IgnoreBelowPercentOfMedian),
	})
}
