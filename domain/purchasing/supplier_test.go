package purchasing_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// faults returns the members that an error names, with their codes.
func faults(t *testing.T, err error) map[string]fault.Code {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	out := map[string]fault.Code{}
	for _, item := range e.Errors {
		out[item.Pointer] = item.Code
	}
	return out
}

func TestASupplierNamesEveryWrongMember(t *testing.T) {
	_, err := purchasing.SupplierPatch{}.Over(purchasing.StandardSupplier())
	require.Equal(t, map[string]fault.Code{"/name": fault.CodeRequired}, faults(t, err))
	_, err = purchasing.SupplierPatch{
		Name: optional.Clear[string](), Code: optional.Put(strings.Repeat("c", 33)), Type: optional.Put(purchasing.SupplierType("shop")),
		Status: optional.Clear[purchasing.Status](), Website: optional.Put("ftp://x.example"), Email: optional.Put("a@b@c"), Phone: optional.Put("call me"),
		Contacts: optional.Put([]purchasing.Contact{{Email: optional.Some("no")}}),
		Address:  optional.Put(purchasing.Address{City: optional.Some(" "), Country: optional.Some("de")}), TaxID: optional.Put("a\nb"),
		Currency: optional.Put(money.Currency("eur")), MinOrderValue: optional.Put(money.MustParse("-1")),
		DefaultShippingCost: optional.Put(money.MustParse("-0.01")), DiscountPercent: optional.Put(money.MustParsePercent("100.1")),
		DefaultTaxRate: optional.Put(money.MustParsePercent("-1")), DefaultLeadTimeDays: optional.Put(3651), DefaultOrderNote: optional.Put(""),
		Aliases: optional.Put([]string{"a", "", "A"}),
	}.Over(purchasing.StandardSupplier())
	require.Equal(t, map[string]fault.Code{
		"/name": fault.CodeNullNotAllowed, "/code": fault.CodeTooLong, "/type": fault.CodeNotAllowed, "/status": fault.CodeNullNotAllowed,
		"/website": fault.CodeInvalid, "/email": fault.CodeInvalid, "/phone": fault.CodeInvalid, "/contacts/0/name": fault.CodeRequired,
		"/contacts/0/email": fault.CodeInvalid, "/address/city": fault.CodeInvalid, "/address/country": fault.CodeInvalid, "/tax_id": fault.CodeInvalid,
		"/currency": fault.CodeInvalid, "/min_order_value": fault.CodeOutOfRange, "/default_shipping_cost": fault.CodeOutOfRange,
		"/discount_percent": fault.CodeOutOfRange, "/default_tax_rate": fault.CodeOutOfRange, "/default_lead_time_days": fault.CodeOutOfRange,
		"/default_order_note": fault.CodeInvalid, "/aliases/1": fault.CodeInvalid, "/aliases/2": fault.CodeInvalid,
	}, faults(t, err))
	_, err = purchasing.SupplierPatch{
		Name: optional.Put("a"), Contacts: optional.Put(make([]purchasing.Contact, 21)), Aliases: optional.Put(make([]string, 51)),
	}.Over(purchasing.StandardSupplier())
	require.Equal(t, fault.CodeTooMany, faults(t, err)["/contacts"])
	require.Equal(t, fault.CodeTooMany, faults(t, err)["/aliases"])
}

func TestUnknownCurrenciesAreRefused(t *testing.T) {
	unknown := optional.Put(money.Currency("XYZ"))
	_, err := purchasing.SupplierPatch{Name: optional.Put("a"), Currency: unknown}.Over(purchasing.StandardSupplier())
	require.Equal(t, map[string]fault.Code{"/currency": fault.CodeInvalid}, faults(t, err))
	_, err = purchasing.SupplierPatch{Name: optional.Put("a"), Currency: optional.Put(money.Unknown)}.Over(purchasing.StandardSupplier())
	require.Equal(t, map[string]fault.Code{"/currency": fault.CodeInvalid}, faults(t, err))
	v, err := purchasing.SupplierPatch{Name: optional.Put("a"), Currency: optional.Put(money.Currency("MYR"))}.Over(purchasing.StandardSupplier())
	require.NoError(t, err)
	require.Equal(t, optional.Some(money.Currency("MYR")), v.Currency)
}

func TestTextsAreTrimmed(t *testing.T) {
	v, err := purchasing.SupplierPatch{
		Name: optional.Put(" a "), Aliases: optional.Put([]string{" x "}),
		Contacts: optional.Put([]purchasing.Contact{{Name: optional.Some(" Ida ")}}),
	}.Over(purchasing.StandardSupplier())
	require.NoError(t, err)
	require.Equal(t, []any{"a", []string{"x"}, optional.Some("Ida")}, []any{v.Name, v.Aliases, v.Contacts[0].Name})
}

func TestWhatSuppliersAreRecognisedBy(t *testing.T) {
	some := optional.Some[string]
	for _, c := range []struct {
		values purchasing.SupplierValues
		want   purchasing.TwinKeys
	}{
		{purchasing.SupplierValues{Name: "Nord-Handel G.m.b.H."}, purchasing.TwinKeys{Name: "nord handel"}},
		{purchasing.SupplierValues{Name: "NORD HANDEL Co., Ltd."}, purchasing.TwinKeys{Name: "nord handel"}},
		{purchasing.SupplierValues{Name: "Co"}, purchasing.TwinKeys{Name: "co"}},
		{purchasing.SupplierValues{Name: "A", TaxID: some("de 811-907.980")}, purchasing.TwinKeys{Name: "a", TaxID: "DE811907980"}},
		{purchasing.SupplierValues{Name: "A", Website: some("https://WWW.x.example:8080/shop"), Email: some("a@y.example")}, purchasing.TwinKeys{Name: "a", Domain: "x.example"}},
		{purchasing.SupplierValues{Name: "A", Email: some("a@Y.example")}, purchasing.TwinKeys{Name: "a", Domain: "y.example"}},
		{purchasing.SupplierValues{Name: "A", Email: some("a@gmail.com")}, purchasing.TwinKeys{Name: "a"}},
	} {
		require.Equal(t, c.want, c.values.Keys())
	}
	a := purchasing.TwinKeys{TaxID: "1", Domain: "d", Name: "n"}
	for by, other := range map[purchasing.TwinBy]purchasing.TwinKeys{
		purchasing.TwinByTaxID: {TaxID: "1", Domain: "d"}, purchasing.TwinByDomain: {Domain: "d", Name: "n"}, purchasing.TwinByName: {TaxID: "2", Name: "n"},
	} {
		got, ok := a.Twin(other)
		require.Equal(t, []any{by, true}, []any{got, ok})
	}
	_, ok := purchasing.TwinKeys{Name: "n"}.Twin(purchasing.TwinKeys{})
	require.False(t, ok)
	_, ok = purchasing.TwinKeys{}.Twin(purchasing.TwinKeys{})
	require.False(t, ok, "absent members are not shared")
}
