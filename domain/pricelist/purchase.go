package pricelist

import (
	"math/big"
	"strings"

	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Purchase describes the order of a row from its supplier. UnitCost has the cost of one supplied
// item, in Currency and before Discount.
type Purchase struct {
	Facts       Facts
	Code        gtin.Code
	Title       string
	SupplierSKU string
	Quantity    int64
	UnitCost    money.Amount
	Currency    money.Currency
	Discount    money.Percent
	// Minimum and PackSize come from the list.
	Minimum, PackSize optional.Maybe[int64]
	Rule              QuantityRule
}

// Supply has the supply of a product: Stock in units as they are sold, the others in supplied
// items.
type Supply struct{ Stock, InWarehouse, OnOrder int64 }

// Need says for how long purchases last.
type Need struct {
	Days int64
	// Share of an estimate counts in place of an unknown own share.
	Share optional.Maybe[money.Percent]
}

// QuantitySource says how a quantity was found.
type QuantitySource string

// The sources. An unknown source gives no quantity until a user gives the Missing figure.
const (
	QuantityEdited  QuantitySource = "edited"
	QuantityBySales QuantitySource = "sales"
	QuantityUnknown QuantitySource = "unknown"
)

// QuantityRule has the figures of a quantity. Needed counts the supplied items of the units that
// the team sells in Days, less Supply. The quantity is the next multiple of Multiple that has at
// least Minimum. Nothing is ordered if nothing is needed.
type QuantityRule struct {
	Source QuantitySource
	// Sales of all sellers, and of the team, in thirty days.
	Sales       optional.Maybe[int64]
	Own         Maybe
	Share       optional.Maybe[money.Percent]
	Days        int64
	UnitsNeeded int64
	Supply      Supply
	Needed      optional.Maybe[int64]
	Minimum     int64
	Multiple    int64
	// Missing names sales_estimate or own_share.
	Missing string
}

// month has the days that sales are estimated for.
const month = 30

// rule finds the figures of a row.
func (r *Row) rule(c Costing, n Need, s Supply) QuantityRule {
	f, _ := r.Product()
	units := max(c.Pack.UnitsNeeded, 1)
	out := QuantityRule{
		Source: QuantityBySales, Sales: f.Sales, Days: n.Days, UnitsNeeded: units, Supply: s, Minimum: r.Input.Minimum.Or(1),
		Multiple: multiple(units, r.Edits.PackSize.Or(r.Input.PackSize.Or(1))),
	}
	out.Own = optional.Convert(f.OwnSales, func(n int64) money.Amount { return money.FromUnits(n * tenThousand) })
	estimate, estimated := f.Sales.Get()
	if share, given := n.Share.Get(); given && estimated && !out.Own.Known() {
		if own, fits := money.HalfUp(times(whole(estimate), share.Fraction()), smallest); fits {
			out.Share, out.Own = n.Share, optional.Some(own)
		}
	}
	own, known := out.Own.Get()
	switch {
	case r.Edits.Buy.Known():
		out.Source = QuantityEdited
		return out
	case !known && !estimated:
		out.Source, out.Missing = QuantityUnknown, "sales_estimate"
		return out
	case !known:
		out.Source, out.Missing = QuantityUnknown, "own_share"
		return out
	}
	sold := up(own.Units()*n.Days, month*tenThousand)
	needed := (sold-s.Stock)*units - s.InWarehouse - s.OnOrder
	out.Needed = optional.Some(max(needed, 0))
	return out
}

// quantity rounds the needed items up.
func (q QuantityRule) quantity() int64 {
	needed := q.Needed.Or(0)
	if needed == 0 {
		return 0
	}
	return up(max(needed, q.Minimum), q.Multiple) * q.Multiple
}

// multiple finds the least number of supplied items that makes whole sold units and whole cases.
// Cases that fit no reasonable number of sold units may be opened.
func multiple(units, size int64) int64 {
	a, b := units, max(size, 1)
	for b > 0 {
		a, b = b, a%b
	}
	if both := units / a * max(size, 1); both <= MaxPack {
		return both
	}
	return units
}

// up divides and rounds up.
func up(n, unit int64) int64 { return (n + unit - 1) / unit }

// Purchase finds the units of a row to order: as many as a user wants, else as many as are needed.
// The quantity is 0 if nothing is needed or a figure is missing. It returns false for a row without
// a product or a cost, and for more than an order takes.
func (r *Row) Purchase(c Costing, home money.Currency, n Need, s Supply) (Purchase, bool) {
	f, ok := r.Product()
	if !ok {
		return Purchase{}, false
	}
	named, _, _ := r.Input.Identity() // empty for a row that was found by no code
	p := Purchase{
		Facts: f, Code: named.Code, Title: line(r.Input.Title, maxTitle), SupplierSKU: line(r.Input.SupplierSKU, maxSKU), Currency: r.Input.Currency,
		Discount: c.Discount, Minimum: r.Input.Minimum, PackSize: r.Input.PackSize,
	}
	if p.Title == "" {
		p.Title = line(f.Title, maxTitle)
	}
	if p.Currency == "" {
		p.Currency = home
	}
	size := r.Edits.PackSize.Or(r.Input.PackSize.Or(0))
	switch cost, box := r.Input.Cost, r.Input.CaseCost; {
	case r.Edits.Cost.Known():
		p.UnitCost, p.Currency = r.Edits.Cost.Or(p.UnitCost), home
	case cost.Known():
		p.UnitCost = cost.Or(p.UnitCost)
	case box.Known() && size > 0:
		p.UnitCost, _ = money.HalfUp(new(big.Rat).Quo(box.Or(p.UnitCost).Exact(), whole(size)), smallest)
	default:
		return Purchase{}, false
	}
	if p.Currency == money.Unknown {
		return Purchase{}, false
	}
	p.Rule = r.rule(c, n, s)
	p.Quantity = r.Edits.Buy.Or(p.Rule.quantity())
	return p, p.Quantity <= maxQuantity
}

// Limits of an order: units per line, and characters of texts on one line.
const (
	maxQuantity = 1_000_000
	maxTitle    = 500
	maxSKU      = 100
)

// line returns a text on one line of at most so many characters.
func line(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
