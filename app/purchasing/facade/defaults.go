package facade

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/purchasing"
)

// Defaults has the values of members that a new order leaves out.
type Defaults struct {
	Currency                         money.Currency
	PricesIncludeTax, TaxRecoverable bool
	TaxRate                          money.Percent
}

// OrderDefaults returns the defaults of a supplier, and the team's for the others. Supplier 0 means
// the team's alone.
func (f *Facade) OrderDefaults(ctx context.Context, team id.Team, supplier purchasing.SupplierID) (Defaults, error) {
	buyer, err := f.p.Buyers.Buyer(ctx, team)
	if err != nil {
		return Defaults{}, err
	}
	var s purchasing.SupplierValues
	if supplier != 0 {
		found, _, err := f.Supplier(ctx, team, supplier)
		if err != nil {
			return Defaults{}, err
		}
		s = found.Values
	}
	return Defaults{
		Currency: s.Currency.Or(buyer.Currency), PricesIncludeTax: s.PricesIncludeTax.Or(false),
		TaxRecoverable: s.TaxRecoverable.Or(buyer.PricesWithTax), TaxRate: s.DefaultTaxRate.Or(money.Percent{}),
	}, nil
}
