package imports

import (
	"strings"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// rowPatch reads the cells of a row of the repricer.
func rowPatch(cells []imports.Cell, plans names) (p repricer.ProductPatch, broken *fault.Error) {
	var limits repricer.LimitsPatch
	for _, cell := range cells {
		switch cell.Field {
		case imports.Mode:
			p.Mode, broken = wordOf[decision.Mode](cell)
		case imports.Priority:
			p.Priority, broken = wordOf[repricer.Priority](cell)
		case imports.Condition:
			p.Condition, broken = wordOf[decision.Condition](cell)
		case imports.AllowLoss:
			p.AllowLoss, broken = yesOrNo(cell)
		case imports.Strategy:
			p.StrategyID, broken = strategyField(cell, plans)
		default:
			broken = putLimit(&limits, cell)
		}
		if broken != nil {
			return p, broken
		}
	}
	if limits != (repricer.LimitsPatch{}) {
		p.Limits = optional.Put(limits)
	}
	return p, nil
}

func putLimit(l *repricer.LimitsPatch, cell imports.Cell) (broken *fault.Error) {
	switch cell.Field {
	case imports.MinPrice:
		l.MinPrice, broken = amountField(cell)
	case imports.MaxPrice:
		l.MaxPrice, broken = amountField(cell)
	case imports.MaxChange:
		l.MaxChange, broken = amountField(cell)
	case imports.MaxChangePercent:
		l.MaxChangePercent, broken = percentField(cell)
	case imports.MinPriceMode:
		l.MinPriceMode, broken = wordOrDefault[decision.MinPriceMode](cell)
	case imports.TargetROI:
		l.TargetROI, broken = percentField(cell)
	case imports.TargetMargin:
		l.TargetMargin, broken = percentField(cell)
	case imports.MinPriceMarkup:
		l.MinPriceMarkup, broken = amountField(cell)
	case imports.MarkupType:
		l.MinPriceMarkupType, broken = wordOrDefault[decision.Measure](cell)
	case imports.CostFallback:
		l.MissingCostFallback, broken = wordOrDefault[decision.MissingCostFallback](cell)
	}
	return broken
}

func strategyField(cell imports.Cell, plans names) (optional.Field[strategy.ID], *fault.Error) {
	if cell.Clear {
		return optional.Clear[strategy.ID](), nil
	}
	named, broken := plans.id(cell, "strategy")
	return optional.Put(strategy.ID(named)), broken
}

// wordOrDefault reads a word of a closed list; a cleared cell restores the default.
func wordOrDefault[T words.Closed[T]](c imports.Cell) (optional.Field[T], *fault.Error) {
	if c.Clear {
		return optional.Clear[T](), nil
	}
	c.Text = strings.ReplaceAll(c.Text, " ", "_")
	w, broken := wordOf[T](c)
	return optional.FieldOf(w), broken
}

// yesOrNo reads true and yes, false and no, in any letter case.
func yesOrNo(c imports.Cell) (optional.Maybe[bool], *fault.Error) {
	if !c.Clear {
		switch strings.ToLower(c.Text) {
		case "true", "yes", "1":
			return optional.Some(true), nil
		case "false", "no", "0":
			return optional.Some(false), nil
		}
	}
	return optional.None[bool](), wrong(c, "must be true or false")
}

// rowValue returns a member of a row as the text of a cell.
func rowValue(s repricer.ProductSnapshot, f imports.Field) optional.Maybe[string] {
	l := s.Limits
	switch f {
	case imports.MinPrice:
		return text(l.MinPrice)
	case imports.MaxPrice:
		return text(l.MaxPrice)
	case imports.MaxChange:
		return text(l.MaxChange)
	case imports.MaxChangePercent:
		return text(l.MaxChangePercent)
	case imports.MinPriceMode:
		return optional.Some(string(l.MinPriceMode))
	case imports.TargetROI:
		return text(l.TargetROI)
	case imports.TargetMargin:
		return text(l.TargetMargin)
	case imports.MinPriceMarkup:
		return text(l.MinPriceMarkup)
	case imports.MarkupType:
		return optional.Some(string(l.MinPriceMarkupType))
	case imports.CostFallback:
		return optional.Some(string(l.MissingCostFallback))
	case imports.Mode:
		return optional.Some(string(s.Mode))
	case imports.Priority:
		return optional.Some(string(s.Priority))
	case imports.Condition:
		return optional.Some(string(s.Condition))
	case imports.AllowLoss:
		return optional.Some(map[bool]string{true: "true", false: "false"}[s.AllowLoss])
	case imports.Strategy:
		return digits(s.StrategyID)
	}
	return optional.None[string]()
}
