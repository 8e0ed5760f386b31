package decision_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// TestOffersOfAnEarlierVersionAreUnpacked reads offers that wait in the queue since before.
func TestOffersOfAnEarlierVersionAreUnpacked(t *testing.T) {
	t.Parallel()
	want := decision.OfferSnapshot{
		At:  time.Date(2026, 11, 27, 7, 0, 0, 1_000, time.UTC),
		Box: decision.BoxReport{Unknown: true, Price: optional.Some(eur("18.5"))},
		Offers: []decision.Offer{{
			SellerID: "A3RIVAL", Price: eur("18"), Shipping: eur("1.99"), Points: eur("1"), Fulfillment: decision.FBM,
			Condition:    decision.ConditionUsed,
			SubCondition: optional.Some(decision.SubCondition("good")), BuyBox: true, Featured: true, Amazon: true,
			FeedbackCount: optional.Some(120),
			RatingPercent: optional.Some(money.MustParsePercent("97.5")), HandlingHours: optional.Some(24),
			ShipsFrom: "DE", AvailableNow: optional.Some(true),
		}},
		ExternalPrice: optional.Some(eur("17.25")),
	}
	const kept = "02e0a9c9b00dd00f0202d0ca16020e4133524956414cc0fc15f8b602a09c010666626d0875" +
		"7365640208676f6f6402020202f00102b082770230044445020202a88715"
	require.Equal(t, kept, hex.EncodeToString(canon.Pack(want)))
	packed, err := hex.DecodeString(kept)
	require.NoError(t, err)
	got, err := canon.Offers(packed).Unpack()
	require.NoError(t, err)
	require.Equal(t, want, got)
}
