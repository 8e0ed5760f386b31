package pricing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/repricer/pricing"
)

// No unit that the seller ships goes to a warehouse of Amazon.
func TestInboundShippingCountsUnlessTheSellerShips(t *testing.T) {
	cost := pricing.Cost{
		Unit: optional.Some(money.MustParse("8")), Prep: money.MustParse("0.4"), Inbound: money.MustParse("0.85"),
		Other: money.MustParse("0.05"), Postage: optional.Some(money.MustParse("3")),
	}
	landed := func(c pricing.Cost, ships optional.Maybe[decision.Fulfillment]) string {
		return optional.Convert(c.Landed(ships), money.Amount.String).Or("unknown")
	}
	require.Equal(t, "9.3", landed(cost, optional.Some(decision.FBA)))
	require.Equal(t, "8.45", landed(cost, optional.Some(decision.FBM)))
	require.Equal(t, "9.3", landed(cost, optional.None[decision.Fulfillment]()), "a floor is rather too high")
	require.Equal(t, "unknown", landed(pricing.Cost{}, optional.Some(decision.FBA)))
}
