package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/purchasing/order"
)

func TestTaxComesBackWhereTheBuyerIsRegistered(t *testing.T) {
	stated := optional.Some(vat.Registrations{
		{Country: "DE", Scheme: vat.RegisteredSmall},
		{Country: "DE", Scheme: vat.RegisteredStandard, Since: optional.Some(date.MustParse("2026-01-01"))},
		{Country: "FR", Scheme: vat.RegisteredMargin}, {Country: "GB", Scheme: vat.RegisteredFlat},
	})
	nowhere := optional.Some(vat.Registrations{})
	for name, c := range map[string]struct {
		rule    order.Recovery
		country string
		day     string
		want    bool
		reason  order.TaxReason
	}{
		"registered":             {order.Recovery{Registrations: stated}, "DE", "2026-05-10", true, "registration"},
		"small business before":  {order.Recovery{Registrations: stated, Default: true}, "DE", "2025-12-31", false, "small_business"},
		"margin":                 {order.Recovery{Registrations: stated}, "FR", "2026-05-10", true, "registration"},
		"flat":                   {order.Recovery{Registrations: stated}, "GB", "2026-05-10", true, "registration"},
		"another country":        {order.Recovery{Registrations: stated, Default: true}, "IT", "2026-05-10", false, "no_registration"},
		"registered nowhere":     {order.Recovery{Registrations: nowhere, Default: true}, "DE", "2026-05-10", false, "no_registration"},
		"an unknown country":     {order.Recovery{Registrations: stated, Default: true}, "", "2026-05-10", true, "default_marketplace"},
		"not stated":             {order.Recovery{}, "DE", "2026-05-10", false, "default_marketplace"},
		"the supplier's setting": {order.Recovery{Supplier: optional.Some(false), Registrations: stated}, "DE", "2026-05-10", false, "supplier"},
	} {
		v := order.Values{OrderDate: optional.Some(date.MustParse(c.day))}
		if c.country != "" {
			v.TaxCountry = optional.Some(c.country)
		}
		v.Recover(c.rule, date.MustParse("2020-01-01"))
		require.Equal(t, []any{c.want, c.reason}, []any{v.TaxRecoverable, v.TaxRecoverableReason}, name)
		v.TaxRecoverable, v.TaxRecoverableReason = !c.want, order.TaxGiven
		v.Recover(c.rule, date.MustParse("2020-01-01"))
		require.Equal(t, []any{!c.want, order.TaxGiven}, []any{v.TaxRecoverable, v.TaxRecoverableReason}, "a person's decision stays")
	}
}
