package purchasing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

func amount(s string) money.Amount { return money.MustParse(s) }

func TestThePriceForAQuantity(t *testing.T) {
	breaks := []purchasing.PriceBreak{{MinQuantity: 100, UnitCost: amount("3.8")}, {MinQuantity: 500, UnitCost: amount("3.5")}}
	for _, c := range []struct {
		name     string
		breaks   []purchasing.PriceBreak
		quantity int
		price    string
	}{
		{"price breaks and order quantities", breaks, 499, "3.8"}, // 41 x 12 + 7
		{"below the least quantity", breaks[:1], 40, "4"},
		{"at a break", breaks, 504, "3.5"},
		{"just below a break", breaks, 99, "4"},
		{"no breaks", nil, 60, "4"},
	} {
		v := purchasing.OfferValues{UnitCost: amount("4"), MOQ: 50, OrderMultiple: 12, PriceBreaks: c.breaks}
		require.Equal(t, amount(c.price), v.PriceFor(c.quantity), c.name)
	}
}

// offered makes a valid patch.
func offered() purchasing.OfferPatch {
	return purchasing.OfferPatch{
		Supplier: optional.Put(purchasing.SupplierID(1)), SupplierSKU: optional.Put("A"), UnitCost: optional.Put(amount("4")),
		Currency: optional.Put(money.Currency("EUR")),
	}
}

func TestAnOfferNamesEveryWrongMember(t *testing.T) {
	_, err := purchasing.OfferPatch{}.Over(purchasing.StandardOffer())
	require.Equal(t, map[string]fault.Code{"/supplier_id": fault.CodeRequired, "/unit_cost": fault.CodeRequired}, faults(t, err))
	_, err = purchasing.OfferPatch{
		Supplier: optional.Put(purchasing.SupplierID(1)), SupplierSKU: optional.Put(""), ASIN: optional.Put("short"), Marketplace: optional.Put(marketplace.ID("X")),
		GTINs: optional.Put([]string{"4006381333931", "4006381333932", "04006381333931"}), URL: optional.Put("x"), UnitCost: optional.Put(amount("-1")),
		Currency: optional.Put(money.Currency("eur")), PackSize: optional.Put(0), CaseCost: optional.Put(amount("-1")), MOQ: optional.Put(0),
		OrderMultiple: optional.Put(1_000_001), PriceBreaks: optional.Put([]purchasing.PriceBreak{{UnitCost: amount("-1")}}), LeadTimeDays: optional.Put(-1),
		Availability: optional.Put(purchasing.Availability("maybe")), AvailableQuantity: optional.Put(-1), Preferred: optional.Clear[bool](),
		Status: optional.Clear[purchasing.Status](),
	}.Over(purchasing.StandardOffer())
	require.Equal(t, map[string]fault.Code{
		"/supplier_sku": fault.CodeInvalid, "/asin": fault.CodeInvalid, "/marketplace_id": fault.CodeNotAllowed, "/gtins/1": fault.CodeInvalid,
		"/gtins/2": fault.CodeInvalid, "/url": fault.CodeInvalid, "/unit_cost": fault.CodeOutOfRange, "/currency": fault.CodeInvalid,
		"/pack_size": fault.CodeOutOfRange, "/case_cost": fault.CodeOutOfRange, "/moq": fault.CodeOutOfRange, "/order_multiple": fault.CodeOutOfRange,
		"/price_breaks/0/min_quantity": fault.CodeOutOfRange, "/price_breaks/0/unit_cost": fault.CodeOutOfRange, "/lead_time_days": fault.CodeOutOfRange,
		"/availability": fault.CodeNotAllowed, "/available_quantity": fault.CodeOutOfRange, "/preferred": fault.CodeNullNotAllowed,
		"/status": fault.CodeNullNotAllowed,
	}, faults(t, err))
}

func TestMembersOfAnOfferGoTogether(t *testing.T) {
	day := func(s string) optional.Field[date.Date] { return optional.Put(date.MustParse(s)) }
	for pointer, change := range map[string]func(*purchasing.OfferPatch){
		"":                      func(p *purchasing.OfferPatch) { p.SupplierSKU = optional.Clear[string]() },
		"/marketplace_id":       func(p *purchasing.OfferPatch) { p.ASIN = optional.Put("b0case0001") },
		"/asin":                 func(p *purchasing.OfferPatch) { p.Marketplace = optional.Put(marketplace.US) },
		"/inventory_product_id": func(p *purchasing.OfferPatch) { p.Preferred = optional.Put(true) },
		"/valid_to":             func(p *purchasing.OfferPatch) { p.ValidFrom, p.ValidTo = day("2026-03-02"), day("2026-03-01") },
		"/case_cost": func(p *purchasing.OfferPatch) {
			p.PackSize, p.CaseCost = optional.Put(12), optional.Put(amount("48.01"))
		},
		"/price_breaks/1/min_quantity": breaksOf("10", "3", "10", "2"),
	} {
		p := offered()
		change(&p)
		_, err := p.Over(purchasing.StandardOffer())
		e, ok := fault.As(err)
		require.True(t, ok, pointer)
		require.Equal(t, []any{fault.Rule, fault.CodeValidationFailed, pointer}, []any{e.Kind, e.Code, e.Pointer}, e.Message)
	}
}

func TestALargerQuantityCostsNoMore(t *testing.T) {
	offer := func(base, first, second string) error {
		p := offered()
		breaksOf("10", first, "20", second)(&p)
		p.UnitCost, p.PackSize, p.CaseCost = optional.Put(amount(base)), optional.Field[int]{}, optional.Field[money.Amount]{}
		_, err := p.Over(purchasing.StandardOffer())
		return err
	}
	require.NoError(t, offer("4.05", "4.05", "3.89"))
	for pointer, err := range map[string]error{"/price_breaks/0/unit_cost": offer("3.8475", "4.05", "3.89"), "/price_breaks/1/unit_cost": offer("5", "4.05", "4.06")} {
		e, ok := fault.As(err)
		require.True(t, ok, pointer)
		require.Equal(t, []any{fault.Rule, fault.CodeInvalidPriceBreaks, pointer}, []any{e.Kind, e.Code, e.Pointer}, e.Message)
	}
	stored := purchasing.OfferValues{Supplier: 1, SupplierSKU: optional.Some("A"), UnitCost: amount("3"), Currency: "EUR", PackSize: 1, MOQ: 1, OrderMultiple: 1, Status: purchasing.Active, Availability: "unknown", PriceBreaks: []purchasing.PriceBreak{
		{MinQuantity: 10, UnitCost: amount("4")},
	}, Source: purchasing.Source{Kind: "api"}}
	_, err := purchasing.OfferPatch{Title: optional.Put("Lamp")}.Over(stored)
	require.NoError(t, err, "an offer from before the rule obeys it only when its prices change")
	_, err = purchasing.OfferPatch{UnitCost: optional.Put(amount("3.5"))}.Over(stored)
	require.True(t, fault.Is(err, fault.CodeInvalidPriceBreaks))
}

func TestAPriceChangesTheBreakOfItsQuantity(t *testing.T) {
	v := purchasing.OfferValues{UnitCost: amount("4.5"), PriceBreaks: []purchasing.PriceBreak{{MinQuantity: 10, UnitCost: amount("4.05")}, {MinQuantity: 50, UnitCost: amount("3.89")}}}
	for name, c := range map[string]struct {
		quantity      int
		cost          string
		changed       bool
		base          string
		first, second string
	}{
		"the last break":                {60, "3.8475", true, "", "4.05", "3.8475"},
		"the first break":               {10, "4", true, "", "4", "3.89"},
		"no break":                      {9, "4.4", true, "4.4", "", ""},
		"the same price":                {60, "3.89", false, "", "", ""},
		"above that of a smaller one":   {60, "4.06", false, "", "", ""},
		"below that of a larger one":    {10, "3.8", false, "", "", ""},
		"a base below that of a larger": {1, "4", false, "", "", ""},
	} {
		p, changed := v.Repriced(c.quantity, amount(c.cost))
		require.Equal(t, c.changed, changed, name)
		if !changed {
			continue
		}
		require.Equal(t, c.base != "", p.UnitCost.Set, name)
		if c.base != "" {
			require.Equal(t, c.base, p.UnitCost.Value.String(), name)
			continue
		}
		require.Equal(t, []purchasing.PriceBreak{{MinQuantity: 10, UnitCost: amount(c.first)}, {MinQuantity: 50, UnitCost: amount(c.second)}}, p.PriceBreaks.Value, name)
	}
	require.Equal(t, "4.05", v.PriceBreaks[0].UnitCost.String(), "the offer itself stays")
	p, changed := purchasing.OfferValues{UnitCost: amount("4.5")}.Repriced(60, amount("3"))
	require.True(t, changed)
	require.Equal(t, "3", p.UnitCost.Value.String())
}

func breaksOf(a, x, b, y string) func(*purchasing.OfferPatch) {
	n := map[string]int{"10": 10, "20": 20}
	return func(p *purchasing.OfferPatch) {
		p.PriceBreaks = optional.Put([]purchasing.PriceBreak{{MinQuantity: n[a], UnitCost: amount(x)}, {MinQuantity: n[b], UnitCost: amount(y)}})
	}
}

func TestCasesAndUnitsAgree(t *testing.T) {
	over := func(v purchasing.OfferValues, change func(*purchasing.OfferPatch)) purchasing.OfferValues {
		var p purchasing.OfferPatch
		change(&p)
		out, err := p.Over(v)
		require.NoError(t, err)
		return out
	}
	v, err := offered().Over(purchasing.StandardOffer())
	require.NoError(t, err)
	require.Equal(t, []any{1, 1, false}, []any{v.PackSize, v.OrderMultiple, v.CaseCost.Known()})
	v.Source.Kind = "api"

	// A case cost sets the unit cost, in four decimals, rounded half up.
	v = over(v, func(p *purchasing.OfferPatch) { p.PackSize, p.CaseCost = optional.Put(3), optional.Put(amount("10")) })
	require.Equal(t, []any{amount("3.3333"), optional.Some(amount("10"))}, []any{v.UnitCost, v.CaseCost})
	v = over(v, func(p *purchasing.OfferPatch) {
		p.PackSize, p.CaseCost = optional.Put(8), optional.Put(amount("0.0004"))
	})
	require.Equal(t, amount("0.0001"), v.UnitCost)
	// A new unit cost or case size sets the case cost.
	v = over(v, func(p *purchasing.OfferPatch) { p.UnitCost = optional.Put(amount("1.005")) })
	require.Equal(t, optional.Some(amount("8.04")), v.CaseCost)
	v = over(v, func(p *purchasing.OfferPatch) { p.PackSize = optional.Put(3) })
	require.Equal(t, optional.Some(amount("3.02")), v.CaseCost, "3.015 rounded half up")
	v = over(v, func(p *purchasing.OfferPatch) { p.Currency = optional.Put(money.Currency("JPY")) })
	require.Equal(t, optional.Some(amount("3")), v.CaseCost)
	v = over(v, func(p *purchasing.OfferPatch) { p.CaseCost = optional.Clear[money.Amount]() })
	require.Equal(t, []any{amount("1.005"), false}, []any{v.UnitCost, v.CaseCost.Known()})
	// Orders come in cases unless the offer says otherwise.
	whole := offered()
	whole.PackSize = optional.Put(12)
	v, err = whole.Over(purchasing.StandardOffer())
	require.NoError(t, err)
	require.Equal(t, 12, v.OrderMultiple)
	// A case cost beyond the range of amounts.
	large := offered()
	large.UnitCost, large.PackSize, large.CaseCost = optional.Put(amount("9999999999")), optional.Put(100_000), optional.Put(amount("1"))
	_, err = large.Over(purchasing.StandardOffer())
	require.Equal(t, fault.CodeOutOfRange, faults(t, err)["/case_cost"])
}

func TestWhatAPriceFollows(t *testing.T) {
	now := time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)
	was := purchasing.Offer{Version: 1, Values: purchasing.OfferValues{UnitCost: amount("4"), Currency: "EUR"}}
	for _, c := range []struct {
		to, currency string
		previous     optional.Maybe[money.Amount]
		change       optional.Maybe[money.Percent]
	}{
		{"3.8", "EUR", optional.Some(amount("4")), optional.Some(money.MustParsePercent("-5"))},
		{"4.0001", "EUR", optional.Some(amount("4")), optional.Some(money.MustParsePercent("0.0025"))},
		{"4", "EUR", optional.None[money.Amount](), optional.None[money.Percent]()},
		{"3.8", "USD", optional.None[money.Amount](), optional.None[money.Percent]()},
	} {
		v := purchasing.OfferValues{UnitCost: amount(c.to), Currency: money.Currency(c.currency)}.Priced(was, now)
		require.Equal(t, []any{c.previous, c.change, optional.Some(now)}, []any{v.PreviousUnitCost, v.CostChange, v.LastSeenAt}, c)
	}
	free := was
	free.Values.UnitCost = money.Amount{}
	require.False(t, purchasing.OfferValues{UnitCost: amount("1"), Currency: "EUR"}.Priced(free, now).CostChange.Known(), "from nothing there are no percent")
	third := was
	third.Values.UnitCost = amount("3")
	require.Equal(t, optional.Some(money.MustParsePercent("-33.3333")),
		purchasing.OfferValues{UnitCost: amount("2"), Currency: "EUR"}.Priced(third, now).CostChange)
}
