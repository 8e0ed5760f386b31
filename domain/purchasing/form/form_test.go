package form_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

var noon = time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)

func party(label string, lines ...string) form.Party { return form.Party{Label: label, Lines: lines} }

func column(label string, width int, number bool) form.Column {
	return form.Column{Label: label, Width: width, Number: number}
}

// facts pairs labels with values.
func facts(texts ...string) (out []form.Fact) {
	for i := 0; i < len(texts); i += 2 {
		out = append(out, form.Fact{Label: texts[i], Value: texts[i+1]})
	}
	return out
}

func some[T any](v T) optional.Maybe[T] { return optional.Some(v) }

func usd(s string) money.Amount { return money.MustParse(s) }

// bought returns an order in yuan with costs in both currencies, and its items.
func bought(t *testing.T, change func(*order.Values)) form.Parts {
	t.Helper()
	v := order.Values{
		Number: "PO-000007", SupplierID: 1, WarehouseID: 1, Currency: "CNY", CostCurrency: "USD", ExchangeRate: some(money.MustParseRate("0.1389")),
		OrderDate: some(date.MustParse("2026-03-09")), SupplierReference: some("A-77"), ShippingCost: usd("250"), Discount: usd("100"),
		OtherCosts: []landed.OtherCost{
			{Label: "Pallets", Amount: usd("80"), Currency: "CNY", Allocation: landed.ByValue},
			{Label: "Sea freight", Amount: usd("640"), Currency: "USD", Allocation: landed.ByValue},
		},
		CostAllocation: landed.ByValue, TaxRecoverable: true, Note: some("Two pallets.\nCall before."),
	}
	if change != nil {
		change(&v)
	}
	o, err := order.New(1, optional.None[id.User](), v, noon)
	require.NoError(t, err)
	var items []*order.Item
	for _, i := range []order.ItemValues{
		{Title: some("Mat"), SupplierSKU: some("SZ-88"), Quantity: 480, CaseQuantity: some(int64(40)), UnitsPerCase: some(int64(12)), UnitCost: some(usd("21.6")), Note: some("green")},
		{Title: some("Rope"), Quantity: 10, Cancelled: 4, CaseQuantity: some(int64(5)), UnitsPerCase: some(int64(2)), UnitCost: some(usd("3.125")), Discount: money.MustParsePercent("2.5"), TaxRate: money.MustParsePercent("13")},
		{Title: some("Hook"), Quantity: 3, Cancelled: 3, UnitCost: some(usd("1"))},
	} {
		item, err := o.Add(i, noon)
		require.NoError(t, err)
		items = append(items, item)
	}
	require.NoError(t, o.Reprice(items, noon))
	o.Meets(order.Supplier{Name: "Shenzhen Outdoor"}, order.Warehouse{Name: "Garage"})
	p := form.Parts{
		Order: o.Snapshot(), Buyer: form.Buyer{Name: "Acme"}, Supplier: purchasing.SupplierValues{
			Address: purchasing.Address{PostalCode: some("518000"), City: some("Shenzhen"), Country: some("CN")}, AccountNumber: some("C-12"),
		},
	}
	for _, item := range items {
		p.Items = append(p.Items, item.Snapshot())
	}
	return p
}

func TestAnOrderAsItsSupplierReadsIt(t *testing.T) {
	f := form.Of(bought(t, nil), form.English)
	require.Equal(t, form.Form{
		Title: "Purchase order PO-000007 – Draft", Number: "PO-000007", Page: "Page", Note: "Two pallets.\nCall before.", At: noon,
		Parties: []form.Party{party("Buyer", "Acme"), party("Supplier", "Shenzhen Outdoor", "518000 Shenzhen", "CN"), party("Deliver to", "Garage")},
		Facts:   facts("Order date", "2026-03-09", "Your reference", "A-77", "Account number", "C-12", "Currency", "CNY"),
		Columns: []form.Column{
			column("No.", 4, true), column("Your SKU", 13, false), column("Description", 30, false), column("Cases", 9, true), column("Units", 8, true), column("Unit price", 10, true),
			column("Discount", 8, true), column("Amount", 12, true),
		},
		Rows: [][]string{
			{"1", "SZ-88", "Mat\ngreen", "40 × 12", "480", "21.60", "", "10368.00"},
			{"2", "", "Rope", "", "6", "3.125", "2.5 %", "18.28"},
		},
		// 13 % of 18.28 less its share of the discount, 0.18.
		Sums: facts("Subtotal", "10386.28", "Discount", "100.00", "Tax", "2.35", "Shipping", "250.00", "Pallets", "80.00", "Total CNY", "10618.63"),
	}, f, "cancelled units and the freight in dollars are not the supplier's")
}

// A price of several units is shown with its six decimals.
func TestExactPricesAreShown(t *testing.T) {
	p := bought(t, nil)
	p.Items[0].Values.UnitCost, p.Items[0].Values.Price = some(usd("21.6125")), some(money.Price{Amount: usd("2161.2544"), Units: 100})
	require.Equal(t, "21.612544", form.Of(p, form.English).Rows[0][5])
}

func TestPricesWithTax(t *testing.T) {
	sums := func(change func(*order.Values)) []form.Fact {
		return form.Of(bought(t, func(v *order.Values) {
			v.PricesIncludeTax, v.OtherCosts, v.Discount = true, nil, money.Amount{}
			change(v)
		}), form.German).Sums
	}
	require.Equal(t, facts("Zwischensumme", "10386,28", "Versand", "250,00", "Gesamtbetrag CNY", "10636,28", "Enthaltene Steuer", "2,10"),
		sums(func(*order.Values) {}))
	require.Equal(t, facts("Zwischensumme", "10386,28", "Versand", "250,00", "Gesamtbetrag CNY", "10636,28", "Enthaltene Steuer", "5,00"),
		sums(func(v *order.Values) { v.TaxOverride = some(usd("5")) }), "the tax as invoiced is part of the prices")
}

func TestWhatCannotBeToldIsLeftOut(t *testing.T) {
	p := bought(t, func(v *order.Values) {
		v.Currency, v.ShippingCost, v.Discount, v.OtherCosts = "JPY", usd("250"), usd("0"), nil
	})
	for i := range p.Items {
		p.Items[i].Values.UnitCost, p.Items[i].Landed.LineTotal = optional.None[money.Amount](), optional.None[money.Amount]()
	}
	p.Order.Sums = landed.Sums{}
	f := form.Of(p, form.French)
	require.Nil(t, f.Sums)
	require.NotContains(t, f.Columns, form.Column{Label: "Prix unitaire", Width: 10, Number: true})
	p.Items = nil
	require.Len(t, form.Of(p, form.French).Columns, 10)
}

// TestEveryLanguageHasEveryWord also finds swapped words.
func TestEveryLanguageHasEveryWord(t *testing.T) {
	p := bought(t, nil)
	p.Order.Values.PaymentTerms, p.Order.Values.ExpectedDate = some("now"), some(date.MustParse("2026-04-01"))
	p.Items[0].SKU, p.Items[0].Values.GTIN = some("MAT"), some("4006381333931")
	english := form.Of(p, form.English)
	for _, language := range words.Of[form.Language]() {
		f := form.Of(p, language)
		require.Len(t, f.Columns, len(english.Columns))
		for _, c := range f.Columns {
			require.NotEmpty(t, c.Label, language)
		}
		for _, list := range [][]form.Fact{f.Facts, f.Sums} {
			for _, fact := range list {
				require.NotEmpty(t, fact.Label, language)
			}
		}
		require.NotEmpty(t, f.Page, language)
	}
}

// The supplier reads dates and decimals as businesses of its language write them.
func TestDatesAndDecimalsOfLanguages(t *testing.T) {
	p := bought(t, func(v *order.Values) { v.OrderDate = some(date.MustParse("2026-11-20")) })
	for language, want := range map[form.Language][]string{
		form.English: {"2026-11-20", "21.60", "2.5 %", "10618.63"}, form.German: {"20.11.2026", "21,60", "2,5 %", "10618,63"},
		form.Spanish: {"20/11/2026", "21,60", "2,5 %", "10618,63"}, form.French: {"20/11/2026", "21,60", "2,5 %", "10618,63"},
		form.Italian: {"20/11/2026", "21,60", "2,5 %", "10618,63"}, form.Dutch: {"20-11-2026", "21,60", "2,5 %", "10618,63"},
	} {
		f := form.Of(p, language)
		require.Equal(t, want, []string{f.Facts[0].Value, f.Rows[0][5], f.Rows[1][6], f.Sums[len(f.Sums)-1].Value}, language)
	}
	for country, want := range map[string]form.Language{
		"DE": form.German, "AT": form.German, "FR": form.French, "NL": form.Dutch, "CN": form.English, "CH": form.English, "": form.English,
	} {
		require.Equal(t, want, form.LanguageOf(country), country)
	}
	numbered := purchasing.SupplierValues{TaxID: some("de136695976")}
	require.Equal(t, form.German, form.LanguageOfSupplier(numbered))
	numbered.Address.Country = some("FR")
	require.Equal(t, form.French, form.LanguageOfSupplier(numbered))
	require.Equal(t, form.English, form.LanguageOfSupplier(purchasing.SupplierValues{TaxID: some("7")}))
}

func TestTheBuyerOnAnOrder(t *testing.T) {
	p := bought(t, nil)
	p.Buyer = form.Buyer{Name: "Beispiel GmbH", Address: "Hafenstr. 1\n\n28195 Bremen", VATNumber: "DE123456788"}
	require.Equal(t, party("Käufer", "Beispiel GmbH", "Hafenstr. 1", "28195 Bremen", "USt-IdNr. DE123456788"), form.Of(p, form.German).Parties[0])
	require.Equal(t, "VAT number DE123456788", form.Of(p, form.English).Parties[0].Lines[3])
}
