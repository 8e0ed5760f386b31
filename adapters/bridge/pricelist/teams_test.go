package pricelist

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
)

func TestDefaultsOfAnotherCurrencyAreLeftOut(t *testing.T) {
	prep, inbound, misc, tax, returns := money.MustParse("0.5"), money.MustParse("0.3"), money.MustParse("0.1"), money.MustParsePercent("8"), money.MustParsePercent("2")
	of := identity.Expenses{PrepPerUnit: &prep, InboundPerUnit: &inbound, MiscPerUnit: &misc, SalesTaxPercent: &tax, ReturnsPercent: &returns}
	e, err := defaults(of, vat.Given{}, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{
		Prep: prep, Inbound: optional.Some(inbound), Misc: misc, SalesTax: tax, Returns: returns, Basis: pricelist.AtBuyBox,
	}, e)
	e, err = defaults(of, vat.Given{}, false).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{SalesTax: tax, Returns: returns, Basis: pricelist.AtBuyBox}, e)
	e, err = defaults(identity.Expenses{}, vat.Given{}, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{Basis: pricelist.AtBuyBox}, e)
}

func TestDefaultsOfSales(t *testing.T) {
	months, flat := money.MustParse("2.5"), money.MustParsePercent("7.5")
	of := identity.Expenses{StorageMonths: &months, VATScheme: new(vat.SchemeFlat), VATFlatPercent: &flat}
	sale := vat.Given{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(flat)}
	taxed, err := defaults(of, sale, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	scheme := pricelist.VAT{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(flat)}
	require.Equal(t, pricelist.Expenses{StorageMonths: optional.Some(months), VAT: scheme, Basis: pricelist.AtBuyBox}, taxed)
	untaxed, err := defaults(of, vat.Given{}, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{StorageMonths: optional.Some(months), Basis: pricelist.AtBuyBox}, untaxed)

	rate := optional.Some(money.MustParsePercent("7"))
	own, err := pricelist.ExpensesPatch{
		StorageMonths: optional.Put(money.MustParse("0")), VAT: optional.Put(pricelist.VAT{Rate: rate}),
	}.Over(taxed)
	require.NoError(t, err)
	scheme.Rate = rate
	require.Equal(t, pricelist.Expenses{StorageMonths: optional.Some(money.Amount{}), VAT: scheme, Basis: pricelist.AtBuyBox}, own,
		"the list's own value wins, and the scheme stays")
}
