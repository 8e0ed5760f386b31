package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/repricer"
)

func TestASightingComesBackAsItWas(t *testing.T) {
	full := repricer.Sighting{
		At: monday, Box: repricer.BoxReport{Price: repricer.Some(eur("19.99"))}, ExternalPrice: repricer.Some(eur("25")),
		Offers: []repricer.Offer{
			{SellerID: "A3", Price: eur("18"), Shipping: eur("1.99"), Fulfillment: repricer.FBM, Condition: repricer.ConditionNew, BuyBox: true},
			{SellerID: "A2", Price: eur("21"), Points: eur("1"), Fulfillment: repricer.FBA, Condition: repricer.ConditionNew, ShipsFrom: "DE"},
		},
	}
	for _, s := range []repricer.Sighting{full, {At: tuesday, Box: repricer.BoxReport{Untold: true}}} {
		got, err := s.Pack().Open()
		require.NoError(t, err)
		require.Equal(t, s, got)
	}
}

func TestOtherBytesAreNoSighting(t *testing.T) {
	whole := repricer.Sighting{At: monday, Offers: []repricer.Offer{{SellerID: "A3", Price: eur("18")}}}.Pack()
	for cut := range whole {
		_, err := whole[:cut].Open()
		require.ErrorIs(t, err, repricer.ErrInput)
	}
	_, err := append(whole, 0).Open()
	require.ErrorIs(t, err, repricer.ErrInput)
	rapid.Check(t, func(rt *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(rt, "bytes")
		if s, err := repricer.PackedSighting(b).Open(); err == nil {
			again, err := s.Pack().Open()
			require.NoError(rt, err)
			require.Equal(rt, s, again)
		}
	})
}

func TestTheOwnOfferIsTheOnlyOne(t *testing.T) {
	offer := func(seller, price string, c repricer.Condition) repricer.Offer {
		return repricer.Offer{SellerID: seller, Price: eur(price), Condition: c}
	}
	shipped := func(price string, by repricer.Fulfillment) repricer.Offer {
		return repricer.Offer{SellerID: "ME", Price: eur(price), Condition: repricer.ConditionNew, Fulfillment: by}
	}
	for name, c := range map[string]struct {
		offers []repricer.Offer
		own    string
		empty  bool
		by     repricer.Maybe[repricer.Fulfillment]
	}{
		"one":               {offers: []repricer.Offer{offer("A3", "5", "new"), offer("ME", "7", "new")}, own: "7"},
		"two SKUs":          {offers: []repricer.Offer{offer("ME", "7", "new"), offer("ME", "8", "new")}},
		"another condition": {offers: []repricer.Offer{offer("ME", "7", "used"), offer("ME", "8", "new")}, own: "8"},
		"as the row ships":  {offers: []repricer.Offer{shipped("7", "fbm"), shipped("8", "fba")}, own: "8", by: repricer.Some(repricer.FBA)},
		"two that do":       {offers: []repricer.Offer{shipped("7", "fba"), shipped("8", "fba")}, by: repricer.Some(repricer.FBA)},
		"another way":       {offers: []repricer.Offer{shipped("7", "fbm")}, by: repricer.Some(repricer.FBA)},
		"either way":        {offers: []repricer.Offer{shipped("7", "fbm")}, own: "7"},
		"no price":          {offers: []repricer.Offer{offer("ME", "0", "new"), offer("A3", "0", "new")}, empty: true},
		"nobody":            {empty: true},
	} {
		s := repricer.Sighting{Offers: c.offers}
		got, ok := s.Own("ME", repricer.ConditionNew, c.by)
		require.Equal(t, c.own != "", ok, name)
		if ok {
			require.Equal(t, eur(c.own), got.Price, name)
		}
		require.Equal(t, c.empty, s.Empty(), name)
	}
}
