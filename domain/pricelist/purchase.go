package pricelist

import (
	"math/big"
	"strings"

	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Purchase is what of a row is ordered from its supplier. UnitCost is of one supplied item, in Currency and before Discount.
type Purchase struct {
	Facts       Facts
	Code        gtin.Code
	Title       string
	SupplierSKU string
	Quantity    int64
	UnitCost    money.Amount
	Currency    money.Currency
	Discount    money.Percent
	// Minimum and PackSize are as the list has them.
	Minimum, PackSize optional.Maybe[int64]
}

// Purchase says what to order of a row: the units that a user wants, else the least that can be ordered, or makes a case where costs
// are of cases, in whole units as they are sold. False for a row without a product or a cost.
func (r *Row) Purchase(c Costing, home money.Currency) (Purchase, bool) {
	f, ok := r.Product()
	if !ok {
		return Purchase{}, false
	}
	named, _, _ := r.Input.Identity() // a row that was found by no code has none
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
	size, cases := r.Edits.PackSize.Or(r.Input.PackSize.Or(0)), false
	switch cost, box := r.Input.Cost, r.Input.CaseCost; {
	case r.Edits.Cost.Known():
		p.UnitCost, p.Currency = r.Edits.Cost.Or(p.UnitCost), home
	case cost.Known():
		p.UnitCost = cost.Or(p.UnitCost)
	case box.Known() && size > 0:
		each, fits := money.HalfUp(new(big.Rat).Quo(box.Or(p.UnitCost).Exact(), whole(size)), smallest)
		if !fits {
			return Purchase{}, false
		}
		p.UnitCost, cases = each, true
	default:
		return Purchase{}, false
	}
	p.Quantity = r.Edits.Buy.Or(0)
	if p.Quantity == 0 {
		p.Quantity = max(r.Input.Minimum.Or(1), c.Pack.UnitsNeeded, 1)
		for _, step := range []optional.Maybe[int64]{optional.Some(c.Pack.UnitsNeeded), optional.Some(size)} {
			if n := step.Or(0); n > 1 && (n != size || cases) {
				p.Quantity = (p.Quantity + n - 1) / n * n
			}
		}
	}
	return p, p.Quantity <= maxQuantity
}

// What an order takes: units of one thing, and characters of texts on one line.
const (
	maxQuantity = 1_000_000
	maxTitle    = 500
	maxSKU      = 100
)

// line is a text on one line of at most so many characters.
func line(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
