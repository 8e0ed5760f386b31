package decision_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

func TestASightingComesBackAsItWas(t *testing.T) {
	full := decision.OfferSnapshot{
		At: monday, Box: decision.BoxReport{Price: optional.Some(eur("19.99"))}, ExternalPrice: optional.Some(eur("25")),
		Offers: []decision.Offer{
			{SellerID: "A3", Price: eur("18"), Shipping: eur("1.99"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true},
			{SellerID: "A2", Price: eur("21"), Points: eur("1"), Fulfillment: decision.FBA, Condition: decision.ConditionNew, ShipsFrom: "DE"},
		},
	}
	for _, s := range []decision.OfferSnapshot{full, {At: tuesday, Box: decision.BoxReport{Unknown: true}}} {
		got, err := canon.Pack(s).Unpack()
		require.NoError(t, err)
		require.Equal(t, s, got)
	}
}

func TestOtherBytesAreNoSighting(t *testing.T) {
	whole := canon.Pack(decision.OfferSnapshot{At: monday, Offers: []decision.Offer{{SellerID: "A3", Price: eur("18")}}})
	for cut := range whole {
		_, err := whole[:cut].Unpack()
		require.ErrorIs(t, err, canon.ErrInput)
	}
	_, err := append(whole, 0).Unpack()
	require.ErrorIs(t, err, canon.ErrInput)
	rapid.Check(t, func(rt *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(rt, "bytes")
		if s, err := canon.Offers(b).Unpack(); err == nil {
			again, err := canon.Pack(s).Unpack()
			require.NoError(rt, err)
			require.Equal(rt, s, again)
		}
	})
}

func TestTheOwnOfferIsTheOnlyOne(t *testing.T) {
	offer := func(seller, price string, c decision.Condition) decision.Offer {
		return decision.Offer{SellerID: seller, Price: eur(price), Condition: c}
	}
	shipped := func(price string, fulfillment decision.Fulfillment) decision.Offer {
		return decision.Offer{SellerID: "ME", Price: eur(price), Condition: decision.ConditionNew, Fulfillment: fulfillment}
	}
	for name, c := range map[string]struct {
		offers []decision.Offer
		own    string
		empty  bool
		by     optional.Maybe[decision.Fulfillment]
	}{
		"one":               {offers: []decision.Offer{offer("A3", "5", "new"), offer("ME", "7", "new")}, own: "7"},
		"two SKUs":          {offers: []decision.Offer{offer("ME", "7", "new"), offer("ME", "8", "new")}},
		"another condition": {offers: []decision.Offer{offer("ME", "7", "used"), offer("ME", "8", "new")}, own: "8"},
		"as the row ships":  {offers: []decision.Offer{shipped("7", "fbm"), shipped("8", "fba")}, own: "8", by: optional.Some(decision.FBA)},
		"two that do":       {offers: []decision.Offer{shipped("7", "fba"), shipped("8", "fba")}, by: optional.Some(decision.FBA)},
		"another way":       {offers: []decision.Offer{shipped("7", "fbm")}, by: optional.Some(decision.FBA)},
		"either way":        {offers: []decision.Offer{shipped("7", "fbm")}, own: "7"},
		"no price":          {offers: []decision.Offer{offer("ME", "0", "new"), offer("A3", "0", "new")}, empty: true},
		"nobody":            {empty: true},
	} {
		s := decision.OfferSnapshot{Offers: c.offers}
		got, ok := s.OwnOffer("ME", decision.ConditionNew, c.by)
		require.Equal(t, c.own != "", ok, name)
		if ok {
			require.Equal(t, eur(c.own), got.Price, name)
		}
		require.Equal(t, c.empty, s.Empty(), name)
	}
}
