package manage

import (
	"fmt"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

// JSON documents have amounts and percentages as ten-thousandths, like columns.

type limitsBody struct {
	MinPrice            *int64                       `json:"min_price"`
	MaxPrice            *int64                       `json:"max_price"`
	MaxChange           *int64                       `json:"max_change"`
	MaxChangePercent    *int64                       `json:"max_change_percent"`
	MinPriceMode        decision.MinPriceMode        `json:"min_price_mode"`
	TargetROI           *int64                       `json:"target_roi"`
	TargetMargin        *int64                       `json:"target_margin"`
	MinPriceMarkup      *int64                       `json:"min_price_markup"`
	MinPriceMarkupType  decision.Measure             `json:"min_price_markup_type"`
	MissingCostFallback decision.MissingCostFallback `json:"missing_cost_fallback"`
}

func limitsBodyOf(l decision.Limits) limitsBody {
	return limitsBody{
		MinPrice: amountUnits(l.MinPrice), MaxPrice: amountUnits(l.MaxPrice), MaxChange: amountUnits(l.MaxChange),
		MaxChangePercent: percentUnits(l.MaxChangePercent), MinPriceMode: l.MinPriceMode,
		TargetROI: percentUnits(l.TargetROI), TargetMargin: percentUnits(l.TargetMargin),
		MinPriceMarkup: amountUnits(l.MinPriceMarkup), MinPriceMarkupType: l.MinPriceMarkupType,
		MissingCostFallback: l.MissingCostFallback,
	}
}

func (b limitsBody) limits() decision.Limits {
	return decision.Limits{
		MinPrice: amountOf(b.MinPrice), MaxPrice: amountOf(b.MaxPrice), MaxChange: amountOf(b.MaxChange),
		MaxChangePercent: percentOf(b.MaxChangePercent), MinPriceMode: b.MinPriceMode,
		TargetROI: percentOf(b.TargetROI), TargetMargin: percentOf(b.TargetMargin),
		MinPriceMarkup: amountOf(b.MinPriceMarkup), MinPriceMarkupType: b.MinPriceMarkupType,
		MissingCostFallback: b.MissingCostFallback,
	}
}

type windowBody struct {
	Days     []schedule.Day        `json:"days"`
	From     string                `json:"from"`
	To       string                `json:"to"`
	Timezone *string               `json:"timezone"`
	Action   decision.WindowAction `json:"action"`
	Percent  *int64                `json:"percent"`
}

func windowBodies(list []schedule.Window) []windowBody {
	out := make([]windowBody, len(list))
	for i, w := range list {
		out[i] = windowBody{
			Days: w.Days, From: w.From.String(), To: w.To.String(), Timezone: w.Timezone.Ptr(), Action: w.Action,
			Percent: percentUnits(w.Percent),
		}
	}
	return out
}

func windows(list []windowBody) ([]schedule.Window, error) {
	out := make([]schedule.Window, len(list))
	for i, b := range list {
		from, err := schedule.ParseTimeOfDay(b.From)
		if err != nil {
			return nil, fmt.Errorf("window %d: %w", i, err)
		}
		to, err := schedule.ParseTimeOfDay(b.To)
		if err != nil {
			return nil, fmt.Errorf("window %d: %w", i, err)
		}
		out[i] = schedule.Window{
			Days: b.Days, From: from, To: to, Timezone: optional.Of(b.Timezone), Action: b.Action,
			Percent: percentOf(b.Percent),
		}
	}
	return out, nil
}

type pauseBody struct {
	From           string           `json:"from"`
	To             string           `json:"to"`
	MarketplaceIDs []marketplace.ID `json:"marketplace_ids"`
}

func pauseBodies(list []schedule.Pause) []pauseBody {
	out := make([]pauseBody, len(list))
	for i, p := range list {
		out[i] = pauseBody{p.From.String(), p.To.String(), p.MarketplaceIDs}
	}
	return out
}

func pausesOf(list []pauseBody) ([]schedule.Pause, error) {
	out := make([]schedule.Pause, len(list))
	for i, b := range list {
		from, err := date.Parse(b.From)
		if err != nil {
			return nil, fmt.Errorf("pause %d: %w", i, err)
		}
		to, err := date.Parse(b.To)
		if err != nil {
			return nil, fmt.Errorf("pause %d: %w", i, err)
		}
		out[i] = schedule.Pause{From: from, To: to, MarketplaceIDs: b.MarketplaceIDs}
	}
	return out, nil
}

func amountUnits(m maybe[money.Amount]) *int64 { return optional.Convert(m, money.Amount.Units).Ptr() }
func percentUnits(m maybe[money.Percent]) *int64 {
	return optional.Convert(m, money.Percent.Units).Ptr()
}
func amountOf(n *int64) maybe[money.Amount] { return optional.Convert(optional.Of(n), money.FromUnits) }
func percentOf(n *int64) maybe[money.Percent] {
	return optional.Convert(optional.Of(n), money.PercentFromUnits)
}
