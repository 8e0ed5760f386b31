package edi

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// allowance takes an amount, a share or a rate for each unit off, or adds it as a charge.
type allowance struct {
	charge bool
	// tax marks a charge that is a tax.
	tax bool
	// reason has the words for the cause of the allowance or charge.
	reason                          string
	amount, percent, rate, quantity reading.Figure
}

// of returns the signed amount that is taken off base.
func (a allowance) of(base reading.Figure) reading.Figure {
	amount := a.amount
	if !amount.Known() {
		amount = times(a.rate, a.quantity)
	}
	if !amount.Known() {
		amount = optional.Convert(times(base, a.percent), func(d decimal.Decimal) decimal.Decimal {
			share, _ := d.Quo(decimal.Hundred)
			return share
		})
	}
	if a.charge {
		return negative(amount)
	}
	return amount
}

// price gives the cost of some units.
type price struct {
	value, base reading.Figure
	// unit has the code of the units that the price is for.
	unit string
	// net says that allowances are off already.
	net bool
}

// item collects a line until the next line begins.
type item struct {
	reading.Line
	figures figures
	// code has the unit of the quantity as it was sent.
	code       string
	prices     []price
	allowances []allowance
	texts      []string
	// rejected marks items that the supplier does not deliver.
	rejected bool
	// part marks a part of the item before it, which has the amounts.
	part bool
	// cased says that the price is for a unit of the case that the quantity counts.
	cased bool
	// order has the number of the purchase order.
	order string
	// outer marks the GTIN of a case.
	outer bool
	// free counts units that cost nothing, beside the quantity.
	free reading.Figure
	// packed says whether the item is a case or a piece of its content.
	packed string
	// each has a price for each of a line in dozens, dozen the same price for a dozen. The printed
	// sums show which of them the sender means.
	each, dozen reading.Figure
}

func newItem(mark byte) *item {
	return &item{Line: message.Begin("", "", ""), figures: figures{mark: mark}}
}

// describe adds a part of the description.
func (i *item) describe(text string) {
	if text = strings.TrimSpace(text); text != "" && len(i.texts) < 20 {
		i.texts = append(i.texts, text)
	}
}

// close completes the line and returns it, with a second line for free units.
func (i *item) close() []reading.Line {
	l := &i.Line
	l.Description = reading.Cut(strings.Join(i.texts, " "), longest)
	l.RawText = l.Description
	for _, text := range []*string{&l.SupplierSKU, &l.BuyerSKU, &l.MPN} {
		*text = reading.Cut(*text, longest)
	}
	counted := l.Quantity.Known()
	i.settle()
	if i.figures.bad {
		l.Note(reading.FigureUnreadable)
		if !counted {
			l.Quantity = reading.Figure{} // it may be the figure that is unreadable
		}
	}
	if i.rejected || i.part && !l.UnitPrice.Known() && !l.LineTotal.Known() {
		l.Kind = reading.Comment
	}
	if !l.Quantity.Known() && !l.UnitPrice.Known() && !l.LineTotal.Known() && !i.figures.bad && !i.coded() {
		l.Kind = reading.Comment
	}
	if l.Kind == reading.Product {
		l.Sort()
	}
	out := []reading.Line{*l}
	if free, ok := i.free.Get(); ok && free.IsPos() && l.Kind == reading.Product {
		gift := *l
		gift.Quantity, gift.UnitPrice, gift.LineTotal = i.free, optional.Some(decimal.Zero), optional.Some(decimal.Zero)
		gift.CasePrice, gift.DiscountAmount, gift.DiscountPercent = reading.Figure{}, reading.Figure{}, reading.Figure{}
		gift.PriceBase, gift.Problems = decimal.One, nil
		out = append(out, gift)
	}
	return out
}

func (i *item) coded() bool {
	return i.SupplierSKU != "" || i.BuyerSKU != "" || i.MPN != "" || i.GTIN.String() != ""
}

// settle chooses the price that makes the printed total with or without the allowances. Without a
// printed total the line costs quantity times price less the allowances.
func (i *item) settle() {
	l := &i.Line
	var trials []item
	for _, p := range i.prices {
		priced := i.priced(p)
		reduced := priced
		reduced.reduce()
		if p.net {
			trials = append(trials, priced, reduced)
		} else {
			trials = append(trials, reduced, priced)
		}
	}
	if len(trials) == 0 {
		plain := *i
		plain.reduce()
		message.Settle(&plain.Line, "", i.code)
		*l = plain.Line
		return
	}
	if !l.LineTotal.Known() {
		best := trials[0]
		*l, i.cased = best.Line, best.cased
		i.extend()
		return
	}
	for _, settled := range []bool{false, true} {
		for t := range trials {
			trial := trials[t]
			if settled {
				message.Settle(&trial.Line, trial.prices[0].unit, i.code)
			}
			if trial.Arithmetic().Result == reading.Pass {
				*l = trial.Line
				return
			}
		}
	}
	best := trials[0]
	message.Settle(&best.Line, best.prices[0].unit, i.code)
	*l = best.Line
	l.Each()
}

// priced returns the item with a price alone.
func (i *item) priced(p price) item {
	out := *i
	out.prices = []price{p}
	out.UnitPrice = p.value
	message.Base(&out.Line, p.base)
	if p.unit == "" || i.code == "" || p.unit == i.code || i.LineTotal.Known() {
		return out
	}
	if n, ok := message.Pieces(p.unit, i.code); ok && n > 1 {
		if base, err := out.PriceBase.Mul(decimal.MustNew(n, 0)); err == nil {
			out.PriceBase = base
		}
	}
	switch unit := message.Unit(p.unit); {
	case out.Unit == "case" && unit == "piece":
		out.cased = true
	case out.Unit == "piece" && unit == "case":
		size, err := decimal.New(out.UnitsPerCase, 0)
		if err == nil {
			size, err = size.Mul(out.PriceBase)
		}
		out.UnitPrice = reading.Figure{} // asked for if the size of the case is unknown
		if err == nil && size.IsPos() {
			out.UnitPrice, out.PriceBase = p.value, size
		}
	case out.Unit != unit && number.Measured(unit):
		out.UnitPrice = reading.Figure{} // a price by weight of goods that are counted
	}
	return out
}

// reduce takes the allowances off. One share alone stays a share.
func (i *item) reduce() {
	if len(i.allowances) == 0 {
		return
	}
	if a := i.allowances[0]; len(i.allowances) == 1 && !a.charge && !a.amount.Known() && !a.rate.Known() {
		i.DiscountPercent = a.percent
		return
	}
	signed, sized := reading.Figure{}, reading.Figure{}
	gross := i.gross()
	for _, a := range i.allowances {
		left := sum(gross, negative(signed))
		off := a.of(left)
		signed = sum(signed, off)
		size := optional.Convert(off, decimal.Decimal.Abs)
		if a.charge {
			size = negative(size)
		}
		sized = sum(sized, size)
	}
	message.Reduce(&i.Line, signed.Or(decimal.Zero), sized.Or(decimal.Zero))
}

// gross returns quantity times price.
func (i *item) gross() reading.Figure {
	product := times(i.Quantity, i.UnitPrice)
	if i.CasePrice.Known() {
		product = times(i.Quantity, i.CasePrice)
	}
	return optional.Convert(product, func(d decimal.Decimal) decimal.Decimal {
		share, err := d.Quo(i.PriceBase)
		if err != nil {
			return d
		}
		return share
	})
}

// extend gives a line without a printed total the amount that its figures make. The price of a
// unit in a case counts for the whole case if its content is known; else the price is left out,
// so that it is asked for.
func (i *item) extend() {
	l := &i.Line
	if i.cased {
		units, err := decimal.New(l.UnitsPerCase, 0)
		if err != nil || l.UnitsPerCase < 1 || l.PriceBase.Cmp(decimal.One) != 0 {
			l.UnitPrice = reading.Figure{}
			return
		}
		l.CasePrice = times(l.UnitPrice, optional.Some(units))
	}
	total := i.gross()
	if percent, ok := l.DiscountPercent.Get(); ok {
		off := allowance{percent: optional.Some(percent)}.of(total)
		total = sum(total, negative(off))
	}
	if total.Known() {
		total = sum(total, negative(l.DiscountAmount))
	}
	const decimals = 4 // of amounts
	l.LineTotal = optional.Convert(total, func(d decimal.Decimal) decimal.Decimal { return d.Round(decimals).Trim(2) })
}
