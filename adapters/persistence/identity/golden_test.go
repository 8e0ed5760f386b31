package identity

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, settingsDoc{CostMethod: "average", OverReceiptPercent: new(int64(50_000)),
		DefaultExpenses: expensesDoc{
			PrepPerUnit: new(int64(5_000)), InboundPerUnit: new(int64(3_000)), MiscPerUnit: new(int64(100)),
			SalesTaxPercent: new(int64(70_000)), ReturnsPercent: new(int64(20_000)),
			StorageMonths: new(int64(15_000)), VATScheme: "flat", VATFlatPercent: new(int64(75_000)),
		},
		Tax: &taxDoc{PricesIncludeVAT: true, Registrations: []registrationDoc{
			{Country: "DE", VATNumber: new("DE123456788"), Scheme: "standard", Since: new(int64(19_723))},
		}}, Address: new("Hafenstr. 1\n28195 Bremen")})
}
