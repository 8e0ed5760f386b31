package facade

import (
	"context"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Defaults has the values of members that a new order leaves out.
type Defaults struct {
	Currency                         money.Currency
	PricesIncludeTax, TaxRecoverable bool
	TaxRate                          money.Percent
}

// latest chooses the last registration of a country if the day of an order is unknown.
var latest = date.MustParse("9999-12-31")

// OrderDefaults returns the defaults of a supplier on a day, and the team's for the others.
// Supplier 0 means the team's alone.
func (f *Facade) OrderDefaults(
	ctx context.Context, team id.Team, supplier purchasing.SupplierID, day optional.Maybe[date.Date],
) (Defaults, error) {
	buyer, err := f.p.Teams.Buyer(ctx, team)
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
	recoverable, _ := buyer.Recovery(s).Of(s.Address.Country, day.Or(latest))
	return Defaults{
		Currency: s.Currency.Or(buyer.Currency), PricesIncludeTax: s.PricesIncludeTax.Or(buyer.PurchasesWithTax),
		TaxRecoverable: recoverable, TaxRate: s.DefaultTaxRate.Or(money.Percent{}),
	}, nil
}
