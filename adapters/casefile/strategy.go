package casefile

import (
	"fmt"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// values returns a strategy that could be stored: a strategy that the program refuses is a fault of
// the case.
func (b *strategyBody) values(r *reader) *strategy.Values {
	if b == nil {
		return nil
	}
	name := "case"
	if b.Name == nil {
		b.Name = &name
	}
	const at = "strategy."
	p := strategy.Patch{
		Name: field(b.Name), Type: wordField[decision.StrategyType](b.Type), Enabled: field(b.Enabled),
		MarketplaceIDs: listOf[marketplace.ID](b.MarketplaceIDs),
		CompeteWith:    wordField[decision.Target](b.CompeteWith), FallbackTargets: listOf[decision.Target](b.FallbackTargets),
		Action: wordField[decision.Action](b.Action), By: member(r.amount(at+"by", b.By)), ByType: wordField[decision.Measure](b.ByType),
		VsAmazon: b.VsAmazon.rule(r, at+"vs_amazon"), VsFBA: b.VsFBA.rule(r, at+"vs_fba"), VsFBM: b.VsFBM.rule(r, at+"vs_fbm"),
		Filters:             b.Filters.filters(r),
		OnNoCompetition:     wordField[decision.OnNoCompetition](b.OnNoCompetition),
		OnBelowMin:          wordField[decision.OnBelowMin](b.OnBelowMin),
		OnOwnBuyBox:         wordField[decision.OnOwnBuyBox](b.OnOwnBuyBox),
		OnSuppressedBuyBox:  wordField[decision.OnSuppressedBuyBox](b.OnSuppressedBuyBox),
		OnLostAfterRaise:    wordField[decision.OnLostAfterRaise](b.OnLostAfterRaise),
		OnRestock:           wordField[decision.OnRestock](b.OnRestock),
		RaiseWhenNotWinning: field(b.RaiseWhenNotWinning), RaiseGap: member(r.amount(at+"raise_gap", b.RaiseGap)),
		Step: member(r.amount(at+"step", b.Step)), StepType: wordField[decision.Measure](b.StepType),
		StepIntervalMinutes: field(b.StepIntervalMinutes), MinChange: member(r.amount(at+"min_change", b.MinChange)),
		MinChangePercent: member(r.percent(at+"min_change_percent", b.MinChangePercent)), SmallChangeIntervalMinutes: field(b.SmallChangeInterval),
		AllowLoss: optional.Put(b.AllowLoss), PriceWar: b.PriceWar.war(), FixedPrice: member(r.amount(at+"fixed_price", b.FixedPrice)),
		WindowDays: field(b.WindowDays), HighUnits: field(b.HighUnits), LowUnits: field(b.LowUnits),
		DaysOfSupplyTarget: field(b.DaysOfSupplyTarget), LockDays: field(b.LockDays),
		Schedule: put(windows(r, at+"schedule", b.Schedule)),
	}
	s, err := strategy.New(1, p, time.Time{})
	if err != nil {
		r.refuse("strategy", err)
		return nil
	}
	v := s.Snapshot().Values
	return &v
}

func (b *rivalBody) rule(r *reader, at string) optional.Field[decision.RivalRule] {
	if b == nil {
		return optional.Field[decision.RivalRule]{}
	}
	by := decision.ByAmount
	if b.ByType != nil {
		by = decision.Measure(*b.ByType)
	}
	return optional.Put(decision.RivalRule{
		Action: decision.RivalAction(b.Action), By: r.amount(at+".by", b.By).Or(money.Amount{}), ByType: by,
	})
}

func (b *warBody) war() optional.Field[decision.PriceWar] {
	if b == nil {
		return optional.Field[decision.PriceWar]{}
	}
	return optional.Put(decision.PriceWar{
		MaxDrops: b.MaxDrops, WindowMinutes: b.WindowMinutes, Action: decision.PriceWarAction(b.Action), CooldownMinutes: b.CooldownMinutes,
	})
}

func (b *filtersBody) filters(r *reader) optional.Field[strategy.FiltersPatch] {
	if b == nil {
		return optional.Field[strategy.FiltersPatch]{}
	}
	const at = "strategy.filters."
	return optional.Put(strategy.FiltersPatch{
		IncludeSellers: put(b.IncludeSellers), ExcludeSellers: put(b.ExcludeSellers), ExcludeAmazon: field(b.ExcludeAmazon),
		Fulfillment: listOf[decision.Fulfillment](b.Fulfillment), MinFeedbackCount: field(b.MinFeedbackCount),
		MinRatingPercent: member(r.percent(at+"min_rating_percent", b.MinRatingPercent)), MaxHandlingHours: field(b.MaxHandlingHours),
		ShipsFrom: put(b.ShipsFrom), ExcludeShipsFrom: put(b.ExcludeShipsFrom), FeaturedOnly: field(b.FeaturedOnly),
		AvailableNowOnly: field(b.AvailableNowOnly), MinSubCondition: wordField[decision.SubCondition](b.MinSubCondition),
		IgnoreBelowPercentOfMedian: member(r.percent(at+"ignore_below_percent_of_median", b.IgnoreBelowPercentOfMedian)),
	})
}

func windows(r *reader, at string, list []windowBody) []schedule.Window {
	if list == nil {
		return nil
	}
	out := make([]schedule.Window, len(list))
	for i, b := range list {
		here := fmt.Sprintf("%s.%d.", at, i)
		from, err := schedule.ParseTimeOfDay(b.From)
		if err != nil {
			r.refuse(here+"from", err)
		}
		to, err := schedule.ParseTimeOfDay(b.To)
		if err != nil {
			r.refuse(here+"to", err)
		}
		days := make([]schedule.Day, len(b.Days))
		for j, d := range b.Days {
			days[j] = schedule.Day(d)
		}
		out[i] = schedule.Window{
			Days: days, From: from, To: to, Timezone: optional.Of(b.Timezone), Action: decision.WindowAction(b.Action),
			Percent: r.percent(here+"percent", b.Percent),
		}
	}
	return out
}
