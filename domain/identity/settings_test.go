package identity_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func someTeam(t *testing.T) identity.Team {
	t.Helper()
	team, err := identity.NewTeam("A", 10, identity.Active, now)
	require.NoError(t, err)
	return team
}

func TestEverySettingChanges(t *testing.T) {
	team, later := someTeam(t), now.Add(time.Hour)
	amount := func(s string) optional.Field[money.Amount] { return optional.Put(money.MustParse(s)) }
	percent := func(s string) optional.Field[money.Percent] { return optional.Put(money.MustParsePercent(s)) }
	all := identity.SettingsPatch{
		Name: optional.Put(" Müller GmbH "), Currency: optional.Put(money.Currency("EUR")), Timezone: optional.Put("Europe/Berlin"),
		DefaultMarketplace: optional.Put(marketplace.ID("A1PA6795UKMFR9")), CostMethod: optional.Put(identity.CostWeightedAverage),
		OverReceipt: percent("2.5"),
		DefaultExpenses: identity.ExpensesPatch{
			PrepPerUnit: amount("0.5"), InboundPerUnit: amount("0.3"), MiscPerUnit: amount("0.1"), SalesTaxPercent: percent("8"),
			ReturnsPercent: percent("2"), StorageMonths: amount("1.5"), VATScheme: optional.Put(vat.SchemeStandard), VATFlatPercent: percent("7.5"),
		},
		Tax: optional.Put(identity.Tax{PricesIncludeVAT: true, Registrations: vat.Registrations{
			{Country: "FR", Scheme: vat.RegisteredMargin},
			{Country: "DE", Number: optional.Some("de 123.456-788"), Scheme: vat.RegisteredStandard, Since: optional.Some(date.MustParse("2024-01-01"))},
			{Country: "DE", Scheme: vat.RegisteredSmall},
		}}),
	}
	for _, want := range []bool{true, false} {
		changed, err := team.Change(ofSettings(all), later)
		require.NoError(t, err)
		require.Equal(t, want, changed)
	}
	s := team.Snapshot()
	require.Equal(t, []any{"Müller GmbH", money.Currency("EUR"), "Europe/Berlin", marketplace.ID("A1PA6795UKMFR9"), int64(2), later},
		[]any{s.Name, s.Currency, s.Timezone, s.DefaultMarketplace, s.Version, s.UpdatedAt})
	require.Equal(t, []any{identity.CostWeightedAverage, "2.5"}, []any{s.Settings.CostMethod, s.Settings.OverReceiptPercent.String()})
	e := s.Settings.DefaultExpenses
	require.Equal(t, []any{"0.5", "0.3", "0.1", "8", "2", "1.5", vat.SchemeStandard, "7.5"}, []any{
		e.PrepPerUnit.String(), e.InboundPerUnit.String(), e.MiscPerUnit.String(), e.SalesTaxPercent.String(), e.ReturnsPercent.String(),
		e.StorageMonths.String(), *e.VATScheme, e.VATFlatPercent.String(),
	})
	require.Equal(t, &identity.Tax{PricesIncludeVAT: true, Registrations: vat.Registrations{
		{Country: "DE", Scheme: vat.RegisteredSmall},
		{Country: "DE", Number: optional.Some("DE123456788"), Scheme: vat.RegisteredStandard, Since: optional.Some(date.MustParse("2024-01-01"))},
		{Country: "FR", Scheme: vat.RegisteredMargin},
	}}, s.Settings.Tax)

	_, err := team.Change(ofSettings(identity.SettingsPatch{Tax: optional.Clear[identity.Tax](), OverReceipt: optional.Clear[money.Percent]()}), later)
	require.NoError(t, err)
	require.Nil(t, team.Snapshot().Settings.Tax)
	require.Nil(t, team.Snapshot().Settings.OverReceiptPercent)
	require.Equal(t, "Müller GmbH", team.Snapshot().Name, "absent members keep")
}

func TestEveryBadSettingIsNamed(t *testing.T) {
	team := someTeam(t)
	before := team
	list := func(r ...vat.Registration) optional.Field[identity.Tax] {
		return optional.Put(identity.Tax{Registrations: r})
	}
	for name, c := range map[string]struct {
		patch identity.SettingsPatch
		want  []string
	}{
		"texts": {identity.SettingsPatch{
			Name: optional.Put(" "), Currency: optional.Put(money.Currency("EURO")), Timezone: optional.Put("Mars/Base"),
			DefaultMarketplace: optional.Put(marketplace.ID("X")),
		}, []string{"/currency", "/default_marketplace_id", "/name", "/timezone"}},
		"nulls": {identity.SettingsPatch{
			Name: optional.Clear[string](), Currency: optional.Clear[money.Currency](), Timezone: optional.Clear[string](),
			DefaultMarketplace: optional.Clear[marketplace.ID](), CostMethod: optional.Clear[identity.CostMethod](),
		}, []string{"/cost_method", "/currency", "/default_marketplace_id", "/name", "/timezone"}},
		"the zone of the machine": {identity.SettingsPatch{Timezone: optional.Put("Local")}, []string{"/timezone"}},
		"expenses": {identity.SettingsPatch{DefaultExpenses: identity.ExpensesPatch{
			PrepPerUnit: optional.Put(money.MustParse("-1")), ReturnsPercent: optional.Put(money.MustParsePercent("100.01")),
		}}, []string{"/default_expenses/prep_per_unit", "/default_expenses/returns_percent"}},
		"registrations": {
			identity.SettingsPatch{Tax: list(
				vat.Registration{Country: "de", Scheme: "other"}, vat.Registration{Country: "FR", Number: optional.Some("?"), Scheme: vat.RegisteredFlat},
				vat.Registration{Country: "FR", Scheme: vat.RegisteredStandard},
			)},
			[]string{"/tax/registrations/0/country", "/tax/registrations/0/scheme", "/tax/registrations/1/vat_number", "/tax/registrations/2"},
		},
		"too many registrations": {identity.SettingsPatch{Tax: list(func() (all []vat.Registration) {
			for i := range 51 {
				all = append(all, vat.Registration{Country: "DE", Scheme: vat.RegisteredFlat, Since: optional.Some(date.FromDays(int64(i)))})
			}
			return all
		}()...)}, []string{"/tax/registrations"}},
	} {
		_, err := team.Change(ofSettings(c.patch), now)
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, fault.Invalid, e.Kind, name)
		var got []string
		for _, item := range e.Errors {
			got = append(got, item.Pointer)
		}
		require.ElementsMatch(t, c.want, got, name)
		require.Equal(t, before, team, "a refused change changes nothing")
	}
}

func TestTheCurrencyOfRecordsChangesOnlyWithConfirmation(t *testing.T) {
	prep := money.MustParse("0.5")
	s := someTeam(t).Snapshot()
	s.Settings.DefaultExpenses.PrepPerUnit = &prep
	empty := identity.Recorded{Kept: []identity.Amounts{{Kind: "purchase_order"}}, Bare: []identity.Amounts{{Kind: "supplier"}}}
	alone, err := s.ChangeCurrency("EUR", empty, false)
	require.NoError(t, err)
	require.Equal(t, identity.CurrencyChange{
		From: "USD", To: "EUR", ReadAnew: []identity.Amounts{{Kind: "default_expense", Count: 1}}, Kept: []identity.Amounts{},
	}, alone)

	recorded := identity.Recorded{
		Kept: []identity.Amounts{{Kind: "purchase_order", Count: 3}, {Kind: "product_cost"}, {Kind: "price_list_row", Count: 200}},
		Bare: []identity.Amounts{{Kind: "supplier", Count: 2}},
	}
	_, err = s.ChangeCurrency("EUR", recorded, false)
	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, []any{fault.Rule, fault.CodeInUse, "/currency"}, []any{e.Kind, e.Code, e.Pointer})
	require.True(t, strings.HasPrefix(e.Message, "Records have amounts."))
	confirmed, err := s.ChangeCurrency("EUR", recorded, true)
	require.NoError(t, err)
	require.Equal(t, identity.CurrencyChange{
		From: "USD", To: "EUR",
		ReadAnew: []identity.Amounts{{Kind: "default_expense", Count: 1}, {Kind: "supplier", Count: 2}},
		Kept:     []identity.Amounts{{Kind: "purchase_order", Count: 3}, {Kind: "price_list_row", Count: 200}},
	}, confirmed)
	require.True(t, slices.ContainsFunc(recorded.Kept, func(a identity.Amounts) bool { return a.Kind == "product_cost" }), "the counts are not changed")
}

func TestFIFOIsRefusedAfterEveryInvalidMember(t *testing.T) {
	team := someTeam(t)
	_, err := team.Change(ofSettings(identity.SettingsPatch{CostMethod: optional.Put(identity.CostFIFO)}), now)
	require.True(t, fault.Is(err, fault.CodeNotSupported))
	_, err = team.Change(ofSettings(identity.SettingsPatch{CostMethod: optional.Put(identity.CostFIFO), Timezone: optional.Put("x")}), now)
	requireInvalid(t, err, "/timezone")
}
