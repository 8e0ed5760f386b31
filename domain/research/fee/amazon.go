package fee

import (
	"slices"

	"sellingassistant/domain/kernel/money"
)

// With returns the lines of Amazon's answer for a price, to be laid over the schedule. Each line
// counts at the prices for which the schedule has one rule, and follows the rule if that has the
// same amount.
func (s *Schedule) With(answer []Given, price money.Amount) (lines []Given) {
	total := money.FromUnits(price.Units() + s.shipping)
	var digital, shared int64
	for _, line := range Complete(answer) {
		if line.Type == TypeDigitalServices {
			digital += line.At(total).Units()
			continue
		}
		if line.Type.Digital() {
			shared += line.At(total).Units()
		}
		lines = append(lines, s.Told(line, price))
	}
	return append(lines, s.digitalOf(digital, shared))
}

// digitalOf returns Amazon's digital services fee. It follows the schedule's share of the shared
// lines if that has the same amount.
func (s *Schedule) digitalOf(amount, shared int64) Given {
	if s.digital.Rate > 0 && s.digital.At(shared, s.unit) == amount {
		return Given{Type: TypeDigitalServices, Source: SourceAmazon, line: s.digital.Line, ofFees: true}
	}
	return Fixed(TypeDigitalServices, SourceAmazon, money.FromUnits(amount))
}

// Complete adds zero lines for fees that Amazon omits: its answer lists all fees of a sale, and its
// fulfillment fee contains the fees for size and dangerous goods.
func Complete(answer []Given) []Given {
	has := map[Type]bool{}
	for _, line := range answer {
		has[line.Type] = true
	}
	absent := []Type{TypeClosing}
	if has[TypeFulfillment] {
		absent = append(absent, TypeOvermax, TypeDangerous)
	}
	all := append(make([]Given, 0, len(answer)+len(absent)), answer...)
	for _, t := range absent {
		if !has[t] {
			all = append(all, Fixed(t, SourceAmazon, money.Amount{}))
		}
	}
	return all
}

// Answer has Amazon's lines for a listing price.
type Answer struct {
	Price money.Amount
	Lines []Given
}

// Lay returns the lines of several answers. Each counts at the prices that With describes. If two
// answers share a rule, the higher charge counts between their prices.
func (s *Schedule) Lay(answers []Answer) (lines []Given) {
	answers = slices.Clone(answers)
	slices.SortStableFunc(answers, func(a, b Answer) int { return a.Price.Cmp(b.Price) })
	type rule struct {
		of       Type
		name     string
		from, to int64
	}
	last := map[rule]int{}
	prices := []int64{}
	for _, a := range answers {
		for _, g := range s.With(a.Lines, a.Price) {
			is := rule{g.Type, g.Name, g.from, g.to}
			i, shared := last[is]
			switch {
			case !shared || g.Type == TypeOther:
			case g.ofFees || lines[i].ofFees:
				continue
			default:
				total := money.FromUnits(a.Price.Units() + s.shipping)
				g.from = prices[i] + s.unit
				if lines[i].At(total).Cmp(g.At(total)) > 0 {
					g.from = a.Price.Units()
				}
				lines[i].to = g.from - 1
			}
			if shared && g.Type == TypeOther {
				// Other lines add up, so the larger line counts everywhere.
				if lines[i].line.Add < g.line.Add {
					lines[i] = g
				}
				continue
			}
			last[is] = len(lines)
			lines, prices = append(lines, g), append(prices, a.Price.Units())
		}
	}
	return lines
}
