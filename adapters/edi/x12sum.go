package edi

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// item ends the open line.
func (x *x12) item() {
	i := x.line
	if i == nil {
		return
	}
	i.rejected = i.rejected || x.answered && !x.accepts
	if x.confirmed.Known() {
		i.Quantity = x.confirmed
	}
	for a := range i.allowances {
		if !i.allowances[a].quantity.Known() {
			i.allowances[a].quantity = i.Quantity
		}
	}
	place := len(x.r.Lines)
	if len(i.prices) > 0 && !i.LineTotal.Known() {
		if i.cased {
			x.each[place] = i.prices[0].value
		}
		if len(i.allowances) > 0 {
			trial := i.priced(i.prices[0])
			x.plain[place] = trial.gross()
		}
	}
	if i.dozen.Known() && !i.LineTotal.Known() && len(i.prices) == 0 {
		x.each[place], x.dozens[place] = i.each, i.dozen
	}
	x.close()
}

func (x *x12) finish() document.Type {
	x.item()
	h := &x.r.Header
	if x.set.typed == document.PackingSlip {
		x.also = x.levels
	}
	if h.Tax = taxes(x.taxes, x.charged); !h.Tax.Known() {
		h.Tax = taxes(x.lineTaxes, x.lineCharged)
	}
	h.Discount, h.Shipping = x.charge()
	x.choose()
	x.issuer("SU", "SE", "VN", "II", "RI", "RE", "SF", "MF")
	return x.conclude(x.typed)
}

// taxes adds up taxes and charges that are taxes. Equal sums are the same tax.
func taxes(named, charged []reading.Figure) reading.Figure {
	a, b := sum(named...), sum(charged...)
	if a.Known() && b.Known() && a.Or(decimal.Zero).Equal(b.Or(decimal.Zero)) {
		return a
	}
	return sum(a, b)
}

// choose takes the first reading of the message that adds up to its printed sums. Many senders
// write a price for each where they mean a case, and repeat the allowances and charges of lines
// below them.
func (x *x12) choose() {
	h := &x.r.Header
	apart := *h
	apart.Discount, apart.Shipping = reading.Figure{}, reading.Figure{}
	trials := []reading.Reading{{Header: *h, Lines: x.r.Lines}, {Header: *h, Lines: x.costing(x.each)}}
	if len(x.dozens) > 0 {
		trials = append(trials, reading.Reading{Header: *h, Lines: x.costing(x.dozens)})
	}
	if len(x.plain) > 0 {
		trials = append(trials,
			reading.Reading{Header: *h, Lines: x.gross()}, reading.Reading{Header: apart, Lines: x.r.Lines})
	}
	for i := range trials {
		if adds(&trials[i]) {
			x.r.Header, x.r.Lines = trials[i].Header, trials[i].Lines
			return
		}
	}
}

// adds reports lines and charges that make the printed sums.
func adds(r *reading.Reading) bool {
	want, ok := r.LinesShouldBe()
	var total reading.Figure
	for _, l := range r.Lines {
		if l.Kind == reading.Comment {
			continue
		}
		if !l.LineTotal.Known() {
			return false
		}
		total = sum(total, l.LineTotal)
	}
	return ok && total.Known() && reading.Near(total.Or(decimal.Zero), want) &&
		(!r.Header.Subtotal.Known() || r.Header.AddsUp())
}

// costing returns the lines with other prices of a case or dozen.
func (x *x12) costing(prices map[int]reading.Figure) []reading.Line {
	lines := slices.Clone(x.r.Lines)
	for place, price := range prices {
		l := &lines[place]
		l.UnitPrice, l.CasePrice, l.PriceBase = price, reading.Figure{}, decimal.One
		i := item{Line: *l}
		l.LineTotal = sum(i.gross(), negative(l.DiscountAmount))
	}
	return lines
}

// gross returns the lines without their allowances and charges.
func (x *x12) gross() []reading.Line {
	lines := slices.Clone(x.r.Lines)
	for place, total := range x.plain {
		l := &lines[place]
		l.DiscountAmount, l.DiscountPercent, l.LineTotal = reading.Figure{}, reading.Figure{}, total
	}
	return lines
}
