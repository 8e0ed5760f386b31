package importing

import (
	"fmt"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// OrderTotal names the check that compares the order of an import with the printed total.
const OrderTotal = "order_total"

// Sums total the order of an import; an import into an existing order totals only its own lines.
type Sums struct{ Subtotal, Discount, Shipping, OtherCosts, Tax, Total money.Amount }

// Reckoned has no sums if a cost is unknown or an amount is too large.
type Reckoned struct {
	Sums optional.Maybe[Sums]
	// Landed lists the landed unit costs of the lines.
	Landed []optional.Maybe[money.Amount]
}

// Meant chooses the first plan with the printed total, else the first plan.
func (p Preview) Meant(plans []Plan, found []Reckoned) (Plan, Reckoning) {
	for i, plan := range plans {
		if r := p.reckon(plan, found[i].Sums); r.Check().Result == reading.Pass {
			return plan, r
		}
	}
	return plans[0], p.reckon(plans[0], found[0].Sums)
}

// Reckoning compares the order of a plan with the printed total.
type Reckoning struct {
	Sums Sums
	// Printed repeats the total of the document for the comparison. It is absent without a printed
	// total.
	Printed optional.Maybe[money.Amount]
	// Missing adds up the lines left out by name or by allow_partial.
	Missing money.Amount
	// lines counts the lines of the document.
	lines int
	// gross says that the lines add up to the total without the tax.
	gross bool
}

// Orders reports whether a mode makes or changes the items of an order.
func (m Mode) Orders() bool { return m == CreateOrder || m == UpdateOrder }

// reckon compares the sums of a plan with the printed total.
func (p Preview) reckon(plan Plan, found optional.Maybe[Sums]) Reckoning {
	s, known := found.Get()
	r := Reckoning{Sums: s, Missing: plan.Missing, lines: len(p.Lines)}
	if known && plan.Mode.Orders() {
		r.Printed = figureOf(p.figures.Total, plan.Currency)
	}
	without := money.FromUnits(s.Total.Units() - s.Tax.Units() + plan.Missing.Units())
	r.gross = s.Tax.Units() != 0 && !plan.PricesIncludeTax.Or(false) && r.near(without)
	return r
}

// tolerance allows 0.02, or half a cent for each line if that is more.
func (r Reckoning) tolerance() int64 { return max(200, 50*int64(r.lines)) }

func (r Reckoning) near(total money.Amount) bool {
	printed, ok := r.Printed.Get()
	difference := printed.Units() - total.Units()
	return ok && max(difference, -difference) <= r.tolerance()
}

// Check compares the order with the printed total, as one of the document's checks.
func (r Reckoning) Check() reading.Check {
	printed, ok := r.Printed.Get()
	if !ok {
		return reading.Check{Code: OrderTotal, Result: reading.Unknown}
	}
	c := reading.Check{Code: OrderTotal, Result: reading.Fail}
	if r.near(sum(r.Sums.Total, r.Missing)) {
		c.Result = reading.Pass
	}
	c.Difference = optional.Some(money.FromUnits(printed.Units() - r.Sums.Total.Units() - r.Missing.Units()).Decimal())
	return c
}

// amounts writes an amount as a number into the members of a fault.
type amounts money.Amount

// MarshalJSON writes a number.
func (a amounts) MarshalJSON() ([]byte, error) { return []byte(money.Amount(a).String()), nil }

// Refused returns the fault total_differs, or nil if the totals agree or the request accepts the
// difference by name.
func (r Reckoning) Refused(accepted []reading.Code) *fault.Error {
	printed, _ := r.Printed.Get()
	if r.Check().Result != reading.Fail || slices.Contains(accepted, TotalDiffers) {
		return nil
	}
	s := r.Sums
	sentence := fmt.Sprintf("The order would come to %s and the document says %s: subtotal %s, discount %s, shipping %s, other costs %s, tax %s.",
		s.Total, printed, s.Subtotal, s.Discount, s.Shipping, s.OtherCosts, s.Tax)
	if r.Missing.Units() != 0 {
		sentence += fmt.Sprintf(" Lines worth %s are left out.", r.Missing)
	}
	suggestion := ""
	if r.gross {
		suggestion = "prices_include_tax"
		sentence += " The lines add up to the total without more tax: set header.prices_include_tax to true if the prices have the tax in them."
	}
	e := fault.New(fault.Rule, fault.CodeTotalDiffers, strings.TrimSpace(sentence)).At("/accept_warnings").
		With("order_total", amounts(s.Total)).With("document_total", amounts(printed)).With("subtotal", amounts(s.Subtotal)).
		With("discount", amounts(s.Discount)).With("shipping", amounts(s.Shipping)).With("other_costs", amounts(s.OtherCosts)).
		With("tax", amounts(s.Tax)).With("missing", amounts(r.Missing))
	if suggestion != "" {
		e = e.With("suggestion", suggestion)
	}
	return e
}
