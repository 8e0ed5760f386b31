package identity

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Amounts counts records of a kind that have amounts, such as purchase_order.
type Amounts struct {
	Kind  string
	Count int64
}

// Recorded has the amounts of a team beside its settings.
type Recorded struct {
	// Kept counts records with a currency of their own, which a change of the team's currency keeps.
	Kept []Amounts
	// Bare counts records without a currency of their own.
	Bare []Amounts
}

// CurrencyChange says which amounts a new currency of a team reads anew. No amount is converted.
type CurrencyChange struct {
	From, To money.Currency
	// ReadAnew counts amounts that are in the new currency from now on, Kept records in the
	// currency that they had.
	ReadAnew, Kept []Amounts
}

// ChangeCurrency checks a change of the currency. Without confirmation, records with amounts
// prevent it: Rule in_use.
func (s TeamSnapshot) ChangeCurrency(to money.Currency, recorded Recorded, confirmed bool) (CurrencyChange, error) {
	c := CurrencyChange{
		From: s.Currency, To: to, Kept: there(recorded.Kept),
		ReadAnew: there(append([]Amounts{{"default_expense", s.Settings.DefaultExpenses.amounts()}}, recorded.Bare...)),
	}
	if len(c.Kept) > 0 && !confirmed {
		return c, fault.New(fault.Rule, fault.CodeInUse, "Records have amounts. With confirm keep_amounts the currency "+
			"changes and no amount is converted: those without a currency of their own are read in the new one.").At("/currency")
	}
	return c, nil
}

// there leaves out kinds without records.
func there(list []Amounts) []Amounts {
	return slices.DeleteFunc(append([]Amounts{}, list...), func(a Amounts) bool { return a.Count == 0 })
}

// amounts counts the default expenses that are amounts of money.
func (e Expenses) amounts() (n int64) {
	for _, a := range []*money.Amount{e.PrepPerUnit, e.InboundPerUnit, e.MiscPerUnit} {
		if a != nil {
			n++
		}
	}
	return n
}
