package reading

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// inCases marks quantities that count cases.
const inCases = "case"

// Pack takes the content of a case from a text. A text that names a case, or the size of its units,
// makes the quantity count cases, unless a unit says else.
func (l *Line) Pack(text string) bool {
	p, ok := number.PackOf(text)
	if !ok {
		return false
	}
	l.UnitsPerCase = p.Units
	if p.Case && l.Unit == "" {
		l.Unit = inCases
	}
	return true
}

// Measure takes the unit of the quantity: piece, CS12, Karton à 6.
func (l *Line) Measure(text string) {
	unit, known := number.UnitOf(text)
	if p, ok := number.PackOf(text); ok && p.Case {
		l.Unit, l.UnitsPerCase = inCases, p.Units
		return
	}
	l.Unit = text
	if text == "C" {
		l.Unit = inCases // or a hundred: how many units it has is asked for
	} else if known {
		l.Unit = unit
	}
}

// InCases says that the quantity counts cases.
func (l *Line) InCases() { l.Unit = inCases }

// AboveRetail says that a price above the price for consumers is for a case.
func (l *Line) AboveRetail(price, retail Figure) {
	cost, ok := price.Get()
	single, known := retail.Get()
	if ok && known && l.Unit == "" && l.UnitsPerCase > 1 && single.IsPos() && cost.Cmp(single) > 0 {
		l.Unit = inCases
	}
}

// Contain divides the number of units by the number of their cases.
func (l *Line) Contain(units, cases decimal.Decimal) {
	if l.UnitsPerCase > 0 || !cases.IsPos() {
		return
	}
	if each, rest, err := units.QuoRem(cases); err == nil && rest.IsZero() && each.IsPos() {
		l.UnitsPerCase, _, _ = each.Int64(0)
	}
}

// Each completes the price of a case by the price of a unit, or the other way round. The price is
// for a unit where cases x units x price = total.
func (l *Line) Each() {
	price, priced := l.UnitPrice.Get()
	cost, cased := l.CasePrice.Get()
	units, err := decimal.New(l.UnitsPerCase, 0)
	if l.UnitsPerCase < 1 || err != nil {
		return
	}
	if cased && !priced {
		if each, err := cost.Quo(units); err == nil {
			l.UnitPrice = optional.Some(halfUp(each))
		}
		return
	}
	q, counted := l.Quantity.Get()
	total, summed := l.LineTotal.Get()
	if cased || !priced || !counted || !summed || l.UnitsPerCase == 1 || l.Unit != "" && l.Unit != inCases ||
		l.Arithmetic().Result == Pass {
		return
	}
	whole, err := price.Mul(units)
	if err != nil || l.base().Cmp(decimal.One) != 0 {
		return
	}
	trial := *l
	if trial.CasePrice = optional.Some(whole); !total.IsZero() && !q.IsZero() && trial.Arithmetic().Result == Pass {
		l.CasePrice, l.Unit = trial.CasePrice, inCases
	}
}

// OpenCases makes quantities without a unit count cases, where at least half of them are no
// multiples of the content of a case. Only the figures say so, which makes these lines unsure. Call
// it for tables with a label that names cases.
func OpenCases(lines []*Line) {
	unsure, broken := []*Line{}, 0
	for _, l := range lines {
		q, ok := l.Quantity.Get()
		if !ok || l.Kind != Product || l.Unit != "" || l.UnitsPerCase < 2 || l.CasePrice.Known() {
			continue
		}
		unsure = append(unsure, l)
		if _, rest, err := q.QuoRem(decimal.MustNew(l.UnitsPerCase, 0)); err != nil || !rest.IsZero() {
			broken++
		}
	}
	if broken == 0 || 2*broken < len(unsure) {
		return
	}
	for _, l := range unsure {
		l.Unit = inCases
		l.FieldConfidence = map[string]document.Confidence{"unit": likely}
	}
}

// Units that only the figures show have this confidence.
const likely document.Confidence = 8_500

// halfUp rounds to the four decimals of an amount, halves away from zero.
func halfUp(d decimal.Decimal) decimal.Decimal {
	const scale = 4
	if d.Scale() <= scale {
		return d
	}
	half := decimal.MustNew(5, scale+1).CopySign(d)
	sum, _ := d.Add(half) // d has five decimals or more, so the sum fits
	return sum.Trunc(scale)
}

// DoubtPrice leaves the price to a person: nothing says how much of it is tax.
func (l *Line) DoubtPrice() {
	l.Evidence = Placed
	l.FieldConfidence = map[string]document.Confidence{"unit_price": confidences[Placed]}
}
