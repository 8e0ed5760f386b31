package pricelist

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

func TestDefaultsOfAnotherCurrencyAreLeftOut(t *testing.T) {
	prep, inbound, misc, tax, returns := money.MustParse("0.5"), money.MustParse("0.3"), money.MustParse("0.1"), money.MustParsePercent("8"), money.MustParsePercent("2")
	of := identity.Expenses{PrepPerUnit: &prep, InboundPerUnit: &inbound, MiscPerUnit: &misc, SalesTaxPercent: &tax, ReturnsPercent: &returns}
	e, err := defaults(of, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{
		Prep: prep, Inbound: optional.Some(inbound), Misc: misc, SalesTax: tax, Returns: returns, Basis: pricelist.AtBuyBox,
	}, e)
	e, err = defaults(of, false).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{SalesTax: tax, Returns: returns, Basis: pricelist.AtBuyBox}, e)
	e, err = defaults(identity.Expenses{}, true).Over(pricelist.Expenses{})
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{Basis: pricelist.AtBuyBox}, e)
}
