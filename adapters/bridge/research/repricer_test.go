package research

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/repricer"
	"sellingassistant/ports/repricer/pricing"
	"sellingassistant/ports/research"
)

func TestPresentOffers(t *testing.T) {
	us := marketplace.All()[0]
	own := marketplace.OwnSeller(us.ID)
	sum := func(text string) repricer.PriceParts {
		return repricer.PriceParts{Currency: "USD", Price: money.MustParse(text)}
	}
	shipped := func(text, shipping string) repricer.PriceParts {
		p := sum(text)
		p.Shipping = new(money.MustParse(shipping))
		return p
	}
	offer := func(seller string, of decision.Fulfillment, p repricer.PriceParts) pricing.MarketOffer {
		return pricing.MarketOffer{SellerID: seller, Fulfillment: of, PriceParts: p}
	}
	some := optional.Some[money.Amount]
	count := func(n int64) *int64 { return &n }
	foreign := sum("1")
	foreign.Currency = "EUR"
	for name, c := range map[string]struct {
		data pricing.OfferData
		want lookup.Offers
	}{
		"nothing is said":            {},
		"no offer, by its own count": {data: pricing.OfferData{Total: count(0)}, want: lookup.Offers{AmazonInStock: optional.Some(false)}},
		"prices of 0 are unknown": {
			data: pricing.OfferData{
				Offers: []pricing.MarketOffer{offer("A", decision.FBA, sum("0"))}, Boxes: []pricing.BoxPrice{{Condition: decision.ConditionNew, PriceParts: sum("0")}},
			},
		},
		"several": {
			data: pricing.OfferData{
				FBA: count(3), FBM: count(1), Total: count(4), Offers: []pricing.MarketOffer{
					offer("A", decision.FBA, sum("20")), offer("B", decision.FBA, sum("20.4")), offer("C", decision.FBA, sum("20.41")),
					offer("D", decision.FBM, shipped("15", "4.5")), offer("E", decision.FBM, foreign),
				},
				Boxes: []pricing.BoxPrice{{Condition: "used", PriceParts: sum("3")}, {Condition: decision.ConditionNew, PriceParts: shipped("20", "0"), SellerID: "A"}},
			},
			want: lookup.Offers{
				Box:       optional.Some(lookup.Box{Price: money.MustParse("20"), Seller: "A", Amazon: optional.Some(false), FBA: optional.Some(true)}),
				LowestFBA: some(money.MustParse("20")), LowestFBM: some(money.MustParse("19.5")), FBA: optional.Some[int64](3), FBM: optional.Some[int64](1),
				Near: optional.Some[int64](2), AmazonInStock: optional.Some(false),
			},
		},
		"Amazon has the box": {
			data: pricing.OfferData{
				FBA: count(40), FBM: count(0), Offers: []pricing.MarketOffer{offer(own, decision.FBA, sum("9.99"))}, Winners: []string{own},
				Boxes: []pricing.BoxPrice{{Condition: decision.ConditionNew, PriceParts: sum("9.99")}},
			},
			want: lookup.Offers{
				Box:       optional.Some(lookup.Box{Price: money.MustParse("9.99"), Seller: own, Amazon: optional.Some(true), FBA: optional.Some(true)}),
				LowestFBA: some(money.MustParse("9.99")), Amazon: some(money.MustParse("9.99")), FBA: optional.Some[int64](40), FBM: optional.Some[int64](0),
				Near: optional.Some[int64](1), AmazonInStock: optional.Some(true),
			},
		},
		"a seller ships one offer by itself": {
			data: pricing.OfferData{
				FBA: count(1), FBM: count(1), Total: count(2), Offers: []pricing.MarketOffer{offer("A", decision.FBM, shipped("13", "0.56")), offer("A", decision.FBA, sum("15.22"))},
				Winners: []string{"A"}, Boxes: []pricing.BoxPrice{{Condition: decision.ConditionNew, PriceParts: shipped("13", "0.56")}},
			},
			want: lookup.Offers{
				Box: optional.Some(lookup.Box{
					Price: money.MustParse("13"), Shipping: money.MustParse("0.56"), Seller: "A", Amazon: optional.Some(false), FBA: optional.Some(false),
				}),
				LowestFBA: some(money.MustParse("15.22")), LowestFBM: some(money.MustParse("13.56")), FBA: optional.Some[int64](1), FBM: optional.Some[int64](1),
				Near: optional.Some[int64](0), AmazonInStock: optional.Some(false),
			},
		},
		"more offers than are told": {
			data: pricing.OfferData{FBA: count(0), FBM: count(21), Total: count(21), Offers: []pricing.MarketOffer{offer("D", decision.FBM, sum("5"))}},
			want: lookup.Offers{LowestFBM: some(money.MustParse("5")), FBA: optional.Some[int64](0), FBM: optional.Some[int64](21)},
		},
	} {
		require.Equal(t, c.want, presentOffers(us, &c.data), name)
	}
}

func TestFeesByAmazonsNames(t *testing.T) {
	us := marketplace.All()[0]
	f := estimates{lines: []pricing.FeeLine{
		{Name: "ReferralFee", Amount: money.MustParse("3")}, {Name: "FBAFees", Amount: money.MustParse("4.5")}, {Name: "RegulatoryOperatingFee", Amount: money.MustParse("0.12")},
	}}
	r := NewResearchMarket(f, nil, clock.System{})
	q := research.FeeQuestion{ASIN: asin.MustParse("B000000001"), FeeQuestion: lookup.FeeQuestion{Price: money.MustParse("20"), Merchant: true}}
	got := r.Fees(t.Context(), account.Seller{}, us, []research.FeeQuestion{q})
	require.Len(t, got, 1)
	require.WithinDuration(t, time.Now(), got[0].At, time.Minute)
	other := fee.Fixed(fee.TypeOther, fee.SourceAmazon, money.MustParse("0.12"))
	other.Name = "RegulatoryOperatingFee"
	require.Equal(t, []fee.Given{
		fee.InProportion(fee.TypeReferral, fee.SourceAmazon, money.MustParse("3"), money.MustParse("20")),
		fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, money.MustParse("4.5")), other,
	}, got[0].Value)
}

// estimates has the same lines for every question.
type estimates struct {
	pricing.Market
	lines []pricing.FeeLine
}

func (e estimates) Fees(_ context.Context, _ account.Seller, asked []pricing.FeeQuestion) []pricing.FeeAnswer {
	answers := make([]pricing.FeeAnswer, len(asked))
	for i := range answers {
		answers[i].Estimate = &pricing.FeeEstimate{Currency: asked[i].Marketplace.Currency, Lines: e.lines}
	}
	return answers
}
