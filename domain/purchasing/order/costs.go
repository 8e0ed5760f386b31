package order

import (
	"cmp"
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
)

// Ledger has receipt lines of cost targets, the oldest first, with their items and orders.
type Ledger struct {
	Lines  []Receipt
	Items  map[ItemID]Share
	Orders map[ID]Snapshot
	// Prep has the warehouse's charge for one unit of orders that count it.
	Prep map[ID]money.Sum
}

// Share has the landed total of an item, and the units that it pays for.
type Share struct {
	Total landed.Maybe
	Units int64
}

// Share returns the item's share of the landed costs.
func (s ItemSnapshot) Share() Share { return Share{s.Landed.LandedTotal, s.Priced()} }

// Costs sums up the deliveries of orders by target on the wanted days, ascending. Units with an
// unknown landed cost do not count, nor do returns.
func (l Ledger) Costs(wanted func(Receipt) bool) []purchasing.TargetCosts {
	var out []purchasing.TargetCosts
	lines := slices.DeleteFunc(slices.Clone(l.Lines), func(r Receipt) bool { return r.Kind == Return || !wanted(r) })
	slices.SortStableFunc(lines, func(a, b Receipt) int {
		return cmp.Or(cmp.Compare(a.Target.Kind, b.Target.Kind), cmp.Compare(a.Target.ID, b.Target.ID), cmp.Compare(a.Day.Days(), b.Day.Days()))
	})
	for _, r := range lines {
		if n := len(out); n == 0 || out[n-1].Target != r.Target {
			out = append(out, purchasing.TargetCosts{Target: r.Target})
		}
		t := &out[len(out)-1]
		if n := len(t.Days); n == 0 || t.Days[n-1].Day != r.Day {
			t.Days = append(t.Days, purchasing.CostDay{Day: r.Day, Stock: r.StockBefore.Or(0)})
		}
		l.add(&t.Days[len(t.Days)-1], r)
	}
	for _, t := range out {
		for _, d := range t.Days {
			for i := range d.Receipts {
				if b := &d.Receipts[i]; b.Units > 0 {
					b.Landed.Quo(b.Landed, big.NewRat(b.Units, 1))
				} else {
					b.Units, b.Landed = 0, new(big.Rat)
				}
			}
		}
	}
	return out
}

// add sums up the units of an order and, in Landed, the cost of all of them.
func (l Ledger) add(d *purchasing.CostDay, r Receipt) {
	of := l.Orders[r.Order]
	at := slices.IndexFunc(d.Receipts, func(b purchasing.CostReceipt) bool { return b.Order == int64(r.Order) })
	if at < 0 {
		at = len(d.Receipts)
		b := purchasing.CostReceipt{
			Order: int64(r.Order), Landed: new(big.Rat), Currency: of.Values.Currency, CostCurrency: of.Values.CostCurrency,
			Rate: of.Values.Terms().AppliedRate().Or(money.One),
		}
		if prep, ok := l.Prep[r.Order]; ok {
			b.Prep = optional.Some(prep)
		}
		d.Receipts = append(d.Receipts, b)
	}
	if each, ok := of.perUnit(l.Items[r.Item]); ok {
		b := &d.Receipts[at]
		b.Units += r.Accepted
		b.Landed.Add(b.Landed, each.Mul(each, big.NewRat(r.Accepted, 1)))
	}
}
