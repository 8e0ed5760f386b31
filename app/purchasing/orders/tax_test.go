package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// vendor makes a supplier in a country; "" leaves the country open.
func (w world) vendor(t *testing.T, name, country string, recoverable optional.Field[bool]) int64 {
	t.Helper()
	p := purchasing.SupplierPatch{Name: optional.Put(name), TaxRecoverable: recoverable}
	if country != "" {
		p.Address = optional.Put(purchasing.Address{Country: optional.Some(country)})
	}
	s, err := w.suppliers.Create(t.Context(), us, p)
	require.NoError(t, err)
	return int64(s.ID)
}

func registered(list ...vat.Registration) optional.Maybe[vat.Registrations] {
	return optional.Some(vat.Registrations(list))
}

// A German company sells in the US and buys in Germany: 5.00 EUR + 19 % cost 5.80 USD at 1.16.
func TestTaxOfAGermanCompanyIsNoCost(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		_, err := w.warehouses.Create(t.Context(), us, purchasing.WarehousePatch{Name: optional.Put("Cellar")})
		require.NoError(t, err)
		germany := w.vendor(t, "Hafen", "DE", optional.Field[bool]{})
		buy := func(supplier int64) orders.View {
			in := from(supplier, line("Cup", 1000, "5"))
			in.Patch.Currency, in.Patch.ExchangeRate = optional.Put(money.Currency("EUR")), optional.Put(money.MustParseRate("1.16"))
			in.Items[0].TaxRate = optional.Put(money.MustParsePercent("19"))
			return w.made(t, in)
		}
		seen := func(v orders.View) []any {
			return []any{v.Values.TaxCountry.Or(""), v.Values.TaxRecoverable, v.Values.TaxRecoverableReason, v.Items[0].Landed.LandedUnit.Or(usd("0")).String()}
		}
		require.Equal(t, []any{"", false, order.TaxOfMarketplace, "6.902"}, seen(buy(germany)), "nobody said where the team is registered")

		w.buyer.Registrations = registered(vat.Registration{Country: "DE", Scheme: vat.RegisteredStandard, Since: optional.Some(date.MustParse("2020-01-01"))})
		require.Equal(t, []any{"DE", true, order.TaxRegistration, "5.8"}, seen(buy(germany)))
		require.Equal(t, []any{"IT", false, order.TaxNoRegistration, "6.902"}, seen(buy(w.vendor(t, "Porto", "IT", optional.Field[bool]{}))))
		require.Equal(t, []any{"", false, order.TaxOfMarketplace, "6.902"}, seen(buy(w.vendor(t, "Somewhere", "", optional.Field[bool]{}))))
		require.Equal(t, []any{"IT", true, order.TaxOfSupplier, "5.8"}, seen(buy(w.vendor(t, "Refund", "IT", optional.Put(true)))))
		w.buyer.Registrations = registered(vat.Registration{Country: "DE", Scheme: vat.RegisteredSmall})
		require.Equal(t, []any{"DE", false, order.TaxSmallBusiness, "6.902"}, seen(buy(germany)))
	})
}

func TestTheCountryOfTaxDecidesAgain(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		_, err := w.warehouses.Create(t.Context(), us, purchasing.WarehousePatch{
			Name: optional.Put("Cellar"), Address: optional.Put(purchasing.Address{Country: optional.Some("FR")}),
		})
		require.NoError(t, err)
		w.buyer.Registrations = registered(vat.Registration{Country: "DE", Scheme: vat.RegisteredStandard})
		w.buyer.PurchasesWithTax = true
		made := w.made(t, from(w.vendor(t, "S", "", optional.Field[bool]{}), line("Cup", 1, "5")))
		shown := func(v orders.View) []any {
			return []any{v.Values.TaxCountry.Or(""), v.Values.TaxRecoverable, v.Values.TaxRecoverableReason}
		}
		require.Equal(t, []any{"FR", false, order.TaxNoRegistration}, shown(made), "the warehouse's")
		require.True(t, made.Values.PricesIncludeTax, "the team's prices_include_vat")
		change := func(p order.Patch) orders.View {
			v, err := w.Update(t.Context(), us, made.ID, orders.Update{Patch: p}, nil)
			require.NoError(t, err)
			return v
		}
		require.Equal(t, []any{"DE", true, order.TaxRegistration}, shown(change(order.Patch{TaxCountry: optional.Put("DE")})))
		require.Equal(t, []any{"DE", true, order.TaxRegistration}, shown(change(order.Patch{TaxRecoverable: optional.Put(true)})), "no change")
		require.Equal(t, []any{"DE", false, order.TaxGiven}, shown(change(order.Patch{TaxRecoverable: optional.Put(false)})))
		require.Equal(t, []any{"IT", false, order.TaxGiven}, shown(change(order.Patch{TaxCountry: optional.Put("IT")})), "a person's decision stays")
		_, err = w.Update(t.Context(), us, made.ID, orders.Update{Patch: order.Patch{TaxCountry: optional.Put("de")}}, nil)
		require.Error(t, err)
		copied := w.made(t, orders.Create{CopyFrom: optional.Some(made.ID)})
		require.Equal(t, []any{"IT", false, order.TaxGiven}, shown(copied))
	})
}

func TestFreightWithTaxIsStored(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		in := from(w.shop(t, "S"), line("Cup", 10, "10"))
		in.Patch.ShippingCost, in.Patch.ShippingTaxRate = optional.Put(usd("10")), optional.Put(money.MustParsePercent("19"))
		made := w.made(t, in)
		require.Equal(t, []any{optional.Some(usd("1.9")), optional.Some(usd("111.9")), optional.Some(usd("111.9"))},
			[]any{made.Sums.Tax, made.Sums.Total, made.Sums.LandedTotal})
		found, err := w.Get(t.Context(), us, made.ID)
		require.NoError(t, err)
		found.Today = made.Today
		require.Equal(t, made, found)
		_, err = w.Get(t.Context(), them, made.ID)
		require.Error(t, err)
	})
}
