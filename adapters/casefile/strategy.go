package casefile

import (
	"fmt"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// values are those of a strategy that could be stored: whatever the product
// refuses in a strategy is a fault of the case.
func (b *strategyBody) values(r *reader) *repricer.StrategyValues {
	if b == nil {
		return nil
	}
	name := "case"
	if b.Name == nil {
		b.Name = &name
	}
	const at = "strategy."
	p := repricer.StrategyPatch{
		Name: field(b.Name), Type: words[repricer.StrategyType](b.Type), Enabled: field(b.Enabled),
		MarketplaceIDs: listOf[marketplace.ID](b.MarketplaceIDs),
		CompeteWith:    words[repricer.Target](b.CompeteWith), FallbackTargets: listOf[repricer.Target](b.FallbackTargets),
		Action: words[repricer.Action](b.Action), By: member(r.amount(at+"by", b.By)), ByType: words[repricer.Measure](b.ByType),
		VsAmazon: b.VsAmazon.rule(r, at+"vs_amazon"), VsFBA: b.VsFBA.rule(r, at+"vs_fba"), VsFBM: b.VsFBM.rule(r, at+"vs_fbm"),
		Filters:             b.Filters.filters(r),
		OnNoCompetition:     words[repricer.OnNoCompetition](b.OnNoCompetition),
		OnBelowMin:          words[repricer.OnBelowMin](b.OnBelowMin),
		OnOwnBuyBox:         words[repricer.OnOwnBuyBox](b.OnOwnBuyBox),
		OnSuppressedBuyBox:  words[repricer.OnSuppressedBuyBox](b.OnSuppressedBuyBox),
		OnLostAfterRaise:    words[repricer.OnLostAfterRaise](b.OnLostAfterRaise),
		RaiseWhenNotWinning: field(b.RaiseWhenNotWinning), RaiseGap: member(r.amount(at+"raise_gap", b.RaiseGap)),
		Step: member(r.amount(at+"step", b.Step)), StepType: words[repricer.Measure](b.StepType),
		StepIntervalMinutes: field(b.StepIntervalMinutes), MinChange: member(r.amount(at+"min_change", b.MinChange)),
		PriceWar: b.PriceWar.war(), FixedPrice: member(r.amount(at+"fixed_price", b.FixedPrice)),
		WindowDays: field(b.WindowDays), HighUnits: field(b.HighUnits), LowUnits: field(b.LowUnits),
		DaysOfSupplyTarget: field(b.DaysOfSupplyTarget), LockDays: field(b.LockDays),
		Schedule: put(windows(r, at+"schedule", b.Schedule)),
	}
	s, err := repricer.NewStrategy(1, p, time.Time{})
	if err != nil {
		r.refuse("strategy", err)
		return nil
	}
	v := s.Snapshot().Values
	return &v
}

func (b *rivalBody) rule(r *reader, at string) repricer.Field[repricer.RivalRule] {
	if b == nil {
		return repricer.Field[repricer.RivalRule]{}
	}
	by := repricer.ByAmount
	if b.ByType != nil {
		by = repricer.Measure(*b.ByType)
	}
	return repricer.Put(repricer.RivalRule{
		Action: repricer.RivalAction(b.Action), By: r.amount(at+".by", b.By).Or(money.Amount{}), ByType: by,
	})
}

func (b *warBody) war() repricer.Field[repricer.PriceWar] {
	if b == nil {
		return repricer.Field[repricer.PriceWar]{}
	}
	return repricer.Put(repricer.PriceWar{
		MaxDrops: b.MaxDrops, WindowMinutes: b.WindowMinutes, Action: repricer.WarAction(b.Action), CooldownMinutes: b.CooldownMinutes,
	})
}

func (b *filtersBody) filters(r *reader) repricer.Field[repricer.FiltersPatch] {
	if b == nil {
		return repricer.Field[repricer.FiltersPatch]{}
	}
	const at = "strategy.filters."
	return repricer.Put(repricer.FiltersPatch{
		IncludeSellers: put(b.IncludeSellers), ExcludeSellers: put(b.ExcludeSellers), ExcludeAmazon: field(b.ExcludeAmazon),
		Fulfillment: listOf[repricer.Fulfillment](b.Fulfillment), MinFeedbackCount: field(b.MinFeedbackCount),
		MinRatingPercent: member(r.percent(at+"min_rating_percent", b.MinRatingPercent)), MaxHandlingHours: field(b.MaxHandlingHours),
		ShipsFrom: put(b.ShipsFrom), ExcludeShipsFrom: put(b.ExcludeShipsFrom), FeaturedOnly: field(b.FeaturedOnly),
		AvailableNowOnly: field(b.AvailableNowOnly), MinSubCondition: words[repricer.SubCondition](b.MinSubCondition),
		IgnoreBelowPercentOfMedian: member(r.percent(at+"ignore_below_percent_of_median", b.IgnoreBelowPercentOfMedian)),
	})
}

func windows(r *reader, at string, list []windowBody) []repricer.Window {
	if list == nil {
		return nil
	}
	out := make([]repricer.Window, len(list))
	for i, b := range list {
		here := fmt.Sprintf("%s.%d.", at, i)
		from, err := repricer.ParseTimeOfDay(b.From)
		if err != nil {
			r.refuse(here+"from", err)
		}
		to, err := repricer.ParseTimeOfDay(b.To)
		if err != nil {
			r.refuse(here+"to", err)
		}
		days := make([]repricer.Day, len(b.Days))
		for j, d := range b.Days {
			days[j] = repricer.Day(d)
		}
		out[i] = repricer.Window{
			Days: days, From: from, To: to, Timezone: repricer.Of(b.Timezone), Action: repricer.WindowAction(b.Action),
			Percent: r.percent(here+"percent", b.Percent),
		}
	}
	return out
}
