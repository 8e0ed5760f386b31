package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// rate enters a rate of EUR to USD.
func (w world) rate(t *testing.T, day, rate string) {
	t.Helper()
	_, err := w.rates.Put(t.Context(), us, []exchange.Entry{{
		Base: optional.Put(money.Currency("EUR")), Quote: optional.Put(money.Currency("USD")),
		Day: optional.Put(date.MustParse(day)), Rate: optional.Put(money.MustParseRate(rate)),
	}})
	require.NoError(t, err)
}

func TestAnOrderTakesTheRateOfItsDate(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		in := from(s, line("a", 10, "20"))
		in.Patch.Currency, in.Ordered = optional.Put(money.Currency("EUR")), true
		_, err := w.Create(ctx, us, in)
		e := refused(t, err, fault.CodeExchangeRateMissing, "/exchange_rate")
		require.Equal(t, map[string]any{"base": "EUR", "quote": "USD", "date": "2026-03-20"}, e.Details)
		w.rate(t, "2026-03-12", "1.05")
		_, err = w.Create(ctx, us, in)
		refused(t, err, fault.CodeExchangeRateMissing, "/exchange_rate")

		w.rate(t, "2026-03-18", "1.08")
		taken := func(v orders.View) []any {
			return []any{v.Values.ExchangeRate, v.RateFrom, v.Sums.LandedTotal}
		}
		one := w.made(t, in)
		want := []any{
			optional.Some(money.MustParseRate("1.08")), optional.Some(order.RateOrigin{Source: order.ManualRate, Day: date.MustParse("2026-03-18")}),
			optional.Some(usd("216")),
		}
		require.Equal(t, want, taken(one))
		found, err := w.Get(ctx, us, one.ID)
		require.NoError(t, err)
		require.Equal(t, want, taken(found))
		in.Patch.OrderDate = optional.Put(date.MustParse("2026-03-14"))
		require.Equal(t, optional.Some(money.MustParseRate("1.05")), w.made(t, in).Values.ExchangeRate, "the rate of the order's day")

		w.rate(t, "2026-03-18", "1.2")
		changed, err := w.Update(ctx, us, one.ID, orders.Update{Patch: order.Patch{Note: optional.Put("later")}}, nil)
		require.NoError(t, err)
		require.Equal(t, want, taken(changed), "a new rate changes no order")
		draft := w.to(t, one.ID, order.Draft)
		require.Equal(t, []any{optional.None[money.Rate](), optional.None[order.RateOrigin](), optional.None[money.Amount]()}, taken(draft))
		again := w.to(t, one.ID, order.Ordered)
		require.Equal(t, []any{optional.Some(money.MustParseRate("1.2")), optional.Some(usd("240"))}, []any{again.Values.ExchangeRate, again.Sums.LandedTotal})
		copied := w.made(t, orders.Create{CopyFrom: optional.Some(one.ID)})
		require.Equal(t, optional.None[money.Rate](), copied.Values.ExchangeRate)

		given, err := w.Update(ctx, us, one.ID, orders.Update{Patch: order.Patch{ExchangeRate: optional.Put(money.MustParseRate("1.1"))}}, nil)
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(money.MustParseRate("1.1")), optional.None[order.RateOrigin](), optional.Some(usd("220"))}, taken(given))
		require.Equal(t, optional.Some(money.MustParseRate("1.1")), w.to(t, one.ID, order.Draft).Values.ExchangeRate, "a given rate stays")
	})
}

func TestPricesOfOffersAreConverted(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		offer, err := w.offers.Create(ctx, us, purchasing.OfferPatch{
			Supplier: optional.Put(purchasing.SupplierID(s)), SupplierSKU: optional.Put("K-1"), UnitCost: optional.Put(usd("10")),
			Currency: optional.Put(money.Currency("EUR")),
		})
		require.NoError(t, err)
		in := from(s, order.ItemPatch{OfferID: optional.Put(int64(offer.ID)), Quantity: optional.Put(int64(3))})
		require.Equal(t, optional.None[money.Amount](), w.made(t, in).Items[0].Values.UnitCost)
		w.rate(t, "2026-03-20", "1.08123")
		require.Equal(t, optional.Some(usd("10.8123")), w.made(t, in).Items[0].Values.UnitCost)
		in.Items[0].UnitCost = optional.Put(usd("9"))
		require.Equal(t, optional.Some(usd("9")), w.made(t, in).Items[0].Values.UnitCost, "a given cost wins")
	})
}

func TestCostsThatOthersBillHaveAnyCurrency(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		one := w.made(t, from(s, line("a", 10, "20")))
		costs := func(list ...landed.OtherCost) orders.Update {
			return orders.Update{Patch: order.Patch{OtherCosts: optional.Put(list)}}
		}
		duty := landed.OtherCost{Label: "Duty", Amount: usd("40"), Currency: "EUR"}
		_, err := w.Update(ctx, us, one.ID, costs(duty), nil)
		e := refused(t, err, fault.CodeExchangeRateMissing, "/other_costs/0/exchange_rate")
		require.Equal(t, map[string]any{"base": "EUR", "quote": "USD", "date": "2026-03-20"}, e.Details)

		w.rate(t, "2026-03-18", "1.1")
		changed, err := w.Update(ctx, us, one.ID, costs(duty), nil)
		require.NoError(t, err)
		require.Equal(t, optional.Some(money.MustParseRate("1.1")), changed.Values.OtherCosts[0].ExchangeRate)
		require.Equal(t, []any{optional.Some(usd("200")), optional.Some(usd("244"))}, []any{changed.Sums.Total, changed.Sums.LandedTotal})

		w.rate(t, "2026-03-18", "1.3")
		changed, err = w.Update(ctx, us, one.ID, costs(duty, landed.OtherCost{Label: "Forwarder", Amount: usd("6"), Currency: "USD", Payee: landed.ByOther}), nil)
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(usd("200")), optional.Some(usd("250"))}, []any{changed.Sums.Total, changed.Sums.LandedTotal}, "the stored rate stays")
		found, err := w.Get(ctx, us, one.ID)
		require.NoError(t, err)
		require.Equal(t, changed.Values.OtherCosts, found.Values.OtherCosts)

		given := duty
		given.ExchangeRate = optional.Some(money.MustParseRate("2"))
		changed, err = w.Update(ctx, us, one.ID, costs(given), nil)
		require.NoError(t, err)
		require.Equal(t, optional.Some(usd("280")), changed.Sums.LandedTotal, "a given rate wins")
		wrong := duty
		wrong.Payee = landed.BySupplier
		_, err = w.Update(ctx, us, one.ID, costs(wrong), nil)
		refused(t, err, fault.CodeValidationFailed, "/other_costs/0/payee")
		_, err = w.Update(ctx, us, one.ID, costs(landed.OtherCost{Label: "Fee", Amount: usd("1"), Currency: "USD", ExchangeRate: given.ExchangeRate}), nil)
		refused(t, err, fault.CodeValidationFailed, "/other_costs/0/exchange_rate")
	})
}
