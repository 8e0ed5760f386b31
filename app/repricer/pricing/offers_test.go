package pricing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

func at[T any](v T) *T { return &v }

func TestOffersReadInTheWordsOfADecision(t *testing.T) {
	noon := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	eur := money.MustParse
	tag := func(c money.Currency, price string) ports.PriceParts {
		return ports.PriceParts{Currency: c, Price: eur(price)}
	}
	de, _ := marketplace.ByID("A1PA6795UKMFR9")
	jp, _ := marketplace.ByID("A1VC38T7YXB528")
	plain := pricingports.MarketOffer{SellerID: "A3", Condition: "new", Fulfillment: "fbm", PriceParts: tag("EUR", "20")}
	plainOut := decision.Offer{SellerID: "A3", Price: eur("20"), Fulfillment: "fbm", Condition: "new"}
	for name, c := range map[string]struct {
		row  pricingports.OfferData
		m    marketplace.Marketplace
		want decision.OfferSnapshot
	}{
		"nothing is told": {pricingports.OfferData{At: noon}, de, decision.OfferSnapshot{At: noon}},
		"everything of an offer": {pricingports.OfferData{At: noon, Offers: []pricingports.MarketOffer{{
			SellerID: "A2", Condition: "new", SubCondition: "like_new", Fulfillment: "fba",
			PriceParts:    ports.PriceParts{Currency: "EUR", Price: eur("19.99"), Shipping: at(eur("3")), Points: at(eur("1"))},
			FeedbackCount: at(int64(120)), Rating: at(money.MustParsePercent("97")), MaxHandlingHours: at(48),
			AvailableNow: at(true), ShipsFrom: "DE", Featured: at(true), Winner: at(true),
		}}}, de, decision.OfferSnapshot{At: noon, Offers: []decision.Offer{{
			SellerID: "A2", Price: eur("19.99"), Shipping: eur("3"), Points: eur("1"), Fulfillment: "fba", Condition: "new",
			SubCondition: optional.Some(decision.SubLikeNew), BuyBox: true, Featured: true, FeedbackCount: optional.Some(120),
			RatingPercent: optional.Some(money.MustParsePercent("97")), HandlingHours: optional.Some(48), ShipsFrom: "DE",
			AvailableNow: optional.Some(true),
		}}}},
		"a winner that is only named": {
			pricingports.OfferData{At: noon, Offers: []pricingports.MarketOffer{plain}, Winners: []string{"A3"}}, de,
			decision.OfferSnapshot{At: noon, Offers: []decision.Offer{func() decision.Offer { o := plainOut; o.BuyBox = true; return o }()}},
		},
		"another currency and another condition": {pricingports.OfferData{At: noon, Offers: []pricingports.MarketOffer{
			{SellerID: "A4", Condition: "new", PriceParts: tag("USD", "1")}, {SellerID: "A5", Condition: "used", PriceParts: tag("EUR", "2")}, plain,
		}}, de, decision.OfferSnapshot{At: noon, Offers: []decision.Offer{plainOut}}},
		"the box of the condition": {pricingports.OfferData{At: noon, Boxes: []pricingports.BoxPrice{
			{Condition: "used", PriceParts: tag("EUR", "5")}, {Condition: "new", PriceParts: tag("EUR", "18"), Landed: at(eur("21"))},
		}, Competitive: &money.Sum{Amount: eur("25"), Currency: "EUR"}}, de, decision.OfferSnapshot{
			At: noon, Box: decision.BoxReport{Price: optional.Some(eur("21"))}, ExternalPrice: optional.Some(eur("25")),
		}},
		"a box without a sum": {pricingports.OfferData{At: noon, Boxes: []pricingports.BoxPrice{
			{Condition: "new", PriceParts: ports.PriceParts{Currency: "JPY", Price: eur("1800"), Shipping: at(eur("300")), Points: at(eur("18"))}},
		}}, jp, decision.OfferSnapshot{At: noon, Box: decision.BoxReport{Price: optional.Some(eur("2082"))}}},
		"a box in another currency is not told": {pricingports.OfferData{At: noon, Boxes: []pricingports.BoxPrice{{Condition: "new", PriceParts: tag("USD", "18")}},
			Competitive: &money.Sum{Amount: eur("25"), Currency: "USD"}}, de,
			decision.OfferSnapshot{At: noon, Box: decision.BoxReport{Unknown: true}}},
		"the marketplace itself": {pricingports.OfferData{At: noon, Offers: []pricingports.MarketOffer{
			{SellerID: marketplace.OwnSeller(de.ID), Condition: "new", PriceParts: tag("EUR", "20")}, {Condition: "new", PriceParts: tag("EUR", "21")},
		}}, de, decision.OfferSnapshot{At: noon, Offers: []decision.Offer{
			{SellerID: marketplace.OwnSeller(de.ID), Price: eur("20"), Condition: "new", Amazon: true}, {Price: eur("21"), Condition: "new"},
		}}},
	} {
		require.Equal(t, c.want, snapshotOf(&c.row, c.m, "new"), name)
	}
}
