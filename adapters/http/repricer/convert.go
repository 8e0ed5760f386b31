package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

func word[T, S ~string](s S) T { return T(s) }

func strategyID[T ~int64](n T) strategy.ID { return strategy.ID(n) }

func moneyOf(m optional.Maybe[money.Amount]) *body.Money { return body.Maybe(m, body.MoneyOf) }

// priceOf converts a live or decided price; nil if the live price was unknown.
func priceOf(a money.Amount) *body.Money {
	if !a.Positive() {
		return nil
	}
	return new(body.MoneyOf(a))
}

func percentOf(m optional.Maybe[money.Percent]) *body.Percent { return body.Maybe(m, body.PercentOf) }

func numberOf(n strategy.ID) int64 { return int64(n) }

func limitsOf(l decision.Limits) Limits {
	return Limits{
		MinPrice: moneyOf(l.MinPrice), MaxPrice: moneyOf(l.MaxPrice), MaxChange: moneyOf(l.MaxChange),
		MaxChangePercent: percentOf(l.MaxChangePercent), MinPriceMode: string(l.MinPriceMode),
		TargetROI: percentOf(l.TargetROI), TargetMargin: percentOf(l.TargetMargin), MinPriceMarkup: moneyOf(l.MinPriceMarkup),
		MinPriceMarkupType: string(l.MinPriceMarkupType), MissingCostFallback: string(l.MissingCostFallback),
	}
}

func (p LimitsPatch) patch() repricer.LimitsPatch {
	return repricer.LimitsPatch{
		MinPrice:            optional.Map(p.MinPrice.Field, body.PositiveMoney.Amount),
		MaxPrice:            optional.Map(p.MaxPrice.Field, body.PositiveMoney.Amount),
		MaxChange:           optional.Map(p.MaxChange.Field, body.PositiveMoney.Amount),
		MaxChangePercent:    optional.Map(p.MaxChangePercent.Field, body.PositivePercent.Exact),
		MinPriceMode:        optional.Map(p.MinPriceMode.Field, word[decision.MinPriceMode]),
		TargetROI:           optional.Map(p.TargetROI.Field, body.Percent.Exact),
		TargetMargin:        optional.Map(p.TargetMargin.Field, body.Percent.Exact),
		MinPriceMarkup:      optional.Map(p.MinPriceMarkup.Field, body.Money.Amount),
		MinPriceMarkupType:  optional.Map(p.MinPriceMarkupType.Field, word[decision.Measure]),
		MissingCostFallback: optional.Map(p.MissingCostFallback.Field, word[decision.MissingCostFallback]),
	}
}

func windowsOf(list []schedule.Window) []Window {
	return body.Each(list, func(w schedule.Window) Window {
		return Window{
			Days: body.Words[string](w.Days), From: w.From.String(), To: w.To.String(), Timezone: w.Timezone.Ptr(),
			Action: string(w.Action), Percent: percentOf(w.Percent),
		}
	})
}

func newWindows(list []NewWindow) []schedule.Window {
	return body.Each(list, func(w NewWindow) schedule.Window {
		return schedule.Window{
			Days: body.Words[schedule.Day](w.Days.Value), From: timeOfDay(w.From), To: timeOfDay(w.To),
			Timezone: w.Timezone.Maybe(), Action: decision.WindowAction(w.Action),
			Percent: optional.Map(w.Percent.Field, body.Percent.Exact).Maybe(),
		}
	})
}

func pausesOf(list []schedule.Pause) []Pause {
	return body.Each(list, func(p schedule.Pause) Pause {
		return Pause{From: p.From.String(), To: p.To.String(), MarketplaceIDs: body.Words[string](p.MarketplaceIDs)}
	})
}

func newPauses(list []NewPause) []schedule.Pause {
	return body.Each(list, func(p NewPause) schedule.Pause {
		return schedule.Pause{From: p.From.Date(), To: p.To.Date(), MarketplaceIDs: body.Words[marketplace.ID](p.MarketplaceIDs.Value)}
	})
}

// timeOfDay parses a clock time. The schema has already checked its form.
func timeOfDay(c Clock) schedule.TimeOfDay {
	t, err := schedule.ParseTimeOfDay(string(c))
	if err != nil {
		panic("the schema lets through a clock time that the domain refuses: " + string(c))
	}
	return t
}
