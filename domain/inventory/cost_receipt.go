package inventory

import (
	"cmp"
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// CostNote says why a receipt is not part of a cost layer, "" if it is.
type CostNote string

// The notes.
const (
	// NoteManualCost reports a layer of another source that begins on the same day.
	NoteManualCost CostNote = "manual_cost"
	// NoteCurrency reports a cost in force in a currency that the order cannot convert to.
	NoteCurrency CostNote = "currency"
	// NoteLimit reports a cost out of range, or one layer too many.
	NoteLimit CostNote = "limit_reached"
)

// CostReceipt has the accepted units of an order on a day, or the price of a document.
type CostReceipt struct {
	// Order has the order's id, or the document's.
	Order int64
	// Units were accepted and not corrected, not below 0.
	Units int64
	// Landed has the exact cost of one unit up to its arrival, in Currency.
	Landed *big.Rat
	// Rate converts 1 Currency to CostCurrency.
	Currency     money.Currency
	CostCurrency money.Currency
	Rate         money.Rate
	// Prep has the warehouse's charge for one unit; it is absent if it does not count.
	Prep optional.Maybe[money.Sum]
}

// CostDay has the receipts of a day by all orders.
type CostDay struct {
	Day      date.Date
	Receipts []CostReceipt
	// Priced says that the only receipt has the price of a document, not of an order.
	Priced bool
	// Average includes Stock, the units before the first receipt, with the cost in force; otherwise
	// the layer is the average of the receipts.
	Average bool
	Stock   int64
}

// Receive writes the layers that begin on the days, which ascend. They are the day of a change and
// all later days with receipts, because costs build on earlier costs. A day without accepted units
// loses its layer. It returns a note for each receipt. Units prepared in another currency than the
// layer's are a Rule fault validation_failed.
func (c CostLayers) Receive(days ...CostDay) (CostLayers, [][]CostNote, error) {
	notes := make([][]CostNote, len(days))
	next := c
	for i, d := range days {
		var err error
		if next, notes[i], err = next.receive(d); err != nil {
			return c, nil, err
		}
	}
	return next, notes, nil
}

// source returns the source of the layer.
func (d CostDay) source() SourceKind {
	if d.Priced {
		return SourceDocument
	}
	return SourcePurchaseOrder
}

// others reports whether a layer that begins on the day must not be overwritten.
func (d CostDay) others(s Source) bool {
	return s.Kind != d.source() || d.Priced && len(d.Receipts) > 0 && s.ID != optional.Some(d.Receipts[0].Order)
}

func (c CostLayers) receive(d CostDay) (CostLayers, []CostNote, error) {
	notes := make([]CostNote, len(d.Receipts))
	all := func(n CostNote) []CostNote {
		for i := range notes {
			notes[i] = cmp.Or(notes[i], n)
		}
		return notes
	}
	if now, ok := c.In(d.Day); ok && now.From == d.Day && d.others(now.Cost.Source) {
		return c, all(NoteManualCost), nil
	}
	c, _ = c.Undo(d.Day, d.source())
	cost, units, err := d.cost(c, notes)
	switch {
	case err != nil:
		return c, nil, err
	case units == 0:
		return c, notes, nil
	case !cost.Known():
		return c, all(NoteLimit), nil
	}
	span := CostSpan{From: d.Day}
	for _, l := range slices.Backward(c.layers) {
		if l.From.After(d.Day) {
			span.To = optional.Some(l.From.Add(-1))
		}
	}
	next, _, err := c.over(span, cost)
	if fault.Is(err, fault.CodeValidationFailed) {
		return c, all(NoteLimit), nil
	}
	return next, notes, err
}

// cost returns the unit cost from the day on, and the number of units that it averages. It is
// absent if the result is out of range. Source and prep cost come from the newest orders with
// units. The other members come from the cost in force the day before. Without such a cost, only
// the currency is taken, from the newest order.
func (d CostDay) cost(c CostLayers, notes []CostNote) (optional.Maybe[Cost], int64, error) {
	inForce, known := c.In(d.Day.Add(-1))
	cost := inForce.Cost
	sum, units := new(big.Rat), int64(0)
	add := func(n int64, each *big.Rat) {
		units += n
		sum.Add(sum, new(big.Rat).Mul(each, big.NewRat(n, 1)))
	}
	var source, prepares int64
	var prep optional.Maybe[money.Sum]
	if !known && len(d.Receipts) > 0 {
		newest := slices.MaxFunc(d.Receipts, func(a, b CostReceipt) int {
			return cmp.Or(cmp.Compare(min(a.Units, 1), min(b.Units, 1)), cmp.Compare(a.Order, b.Order))
		})
		cost.Currency = newest.CostCurrency
	}
	for i, r := range d.Receipts {
		landed := r.Landed
		switch cost.Currency {
		case r.Currency:
		case r.CostCurrency:
			landed = new(big.Rat).Mul(landed, r.Rate.Exact())
		default:
			notes[i] = NoteCurrency
			continue
		}
		add(r.Units, landed)
		if r.Units > 0 {
			source = max(source, r.Order)
			if r.Prep.Known() && r.Order >= prepares {
				prep, prepares = r.Prep, r.Order
			}
		}
	}
	if units == 0 {
		return optional.None[Cost](), 0, nil
	}
	if d.Average && known {
		add(d.Stock, cost.Unit.Exact())
	}
	if p, ok := prep.Get(); ok {
		if p.Currency != cost.Currency {
			return optional.None[Cost](), 0, check.Rule(fault.CodeValidationFailed, "/apply_warehouse_costs",
				"The costs of the warehouse are in "+string(p.Currency)+", and the costs of the product in "+string(cost.Currency)+".")
		}
		cost.Prep = p.Amount
	}
	unit, ok := money.HalfUp(sum.Quo(sum, big.NewRat(units, 1)), money.FromUnits(1))
	if !ok {
		return optional.None[Cost](), units, nil
	}
	cost.Unit, cost.Source = unit, Source{Kind: d.source(), ID: optional.Some(source)}
	return optional.Some(cost), units, nil
}

// Undo drops the layer that begins on the day if its source is of the kind, and reports whether it
// did. A layer that ended the day before takes over the end of the dropped layer.
func (c CostLayers) Undo(day date.Date, kind SourceKind) (CostLayers, bool) {
	at := slices.IndexFunc(c.layers, func(l CostLayer) bool { return l.From == day && l.Cost.Source.Kind == kind })
	if at < 0 {
		return c, false
	}
	next := slices.Delete(slices.Clone(c.layers), at, at+1)
	if at > 0 && c.layers[at-1].To == optional.Some(day.Add(-1)) {
		next[at-1].To = c.layers[at].To
	}
	return CostLayers{next}, true
}

// Wrote reports whether the layer that begins on the day comes from the document.
func (c CostLayers) Wrote(day date.Date, document int64) bool {
	l, ok := c.In(day)
	return ok && l.From == day && l.Cost.Source == Source{Kind: SourceDocument, ID: optional.Some(document)}
}

// Next returns the first day after a day on which a layer begins, if any.
func (c CostLayers) Next(day date.Date) (next optional.Maybe[date.Date]) {
	for _, l := range slices.Backward(c.layers) {
		if l.From.After(day) {
			next = optional.Some(l.From)
		}
	}
	return next
}
