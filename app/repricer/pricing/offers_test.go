package pricing

import (
	"slices"
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
		c.want.Incomplete = true // they do not count their offers
		require.Equal(t, c.want, snapshotOf(&c.row, c.m, "new"), name)
	}
}

// Accepts offers as complete only if the answer counts them and lists each with a price.
func TestWhichOffersAreComplete(t *testing.T) {
	t.Parallel()
	price := func(c money.Currency, text string) pricingports.MarketOffer {
		return pricingports.MarketOffer{SellerID: "A3", Condition: "new", PriceParts: ports.PriceParts{Currency: c, Price: money.MustParse(text)}}
	}
	box := []pricingports.BoxPrice{{Condition: "new", PriceParts: ports.PriceParts{Currency: "EUR", Price: money.MustParse("127.90")}}}
	de, _ := marketplace.ByID("A1PA6795UKMFR9")
	counted := func(total int64, listed, named int, offers ...pricingports.MarketOffer) pricingports.OfferData {
		return pricingports.OfferData{Total: &total, Listed: listed, Named: named, Offers: offers}
	}
	with := func(f pricingports.OfferData, change func(*pricingports.OfferData)) pricingports.OfferData {
		change(&f)
		return f
	}
	for name, c := range map[string]struct {
		of   pricingports.OfferData
		want bool
	}{
		"no offers":                         {counted(0, 0, 0), true},
		"no count":                          {pricingports.OfferData{}, false},
		"an empty list beside a buy box":    {with(counted(0, 0, 0), func(f *pricingports.OfferData) { f.Boxes = box }), false},
		"an empty list beside a count":      {counted(3, 0, 0), false},
		"an offer":                          {counted(1, 1, 1, price("EUR", "20")), true},
		"an offer of two":                   {counted(2, 1, 1, price("EUR", "20")), false},
		"an offer without a price":          {counted(1, 1, 1), false},
		"an offer at 0":                     {counted(1, 1, 1, price("EUR", "0")), false},
		"an offer in another currency":      {counted(1, 1, 1, price("USD", "20")), false},
		"more than it counts":               {counted(1, 2, 2, price("EUR", "20"), price("EUR", "21")), false},
		"a counted offer for businesses":    {counted(2, 2, 1, price("EUR", "20")), true},
		"an uncounted offer for businesses": {counted(1, 2, 1, price("EUR", "20")), true},
		"the best twenty of more":           {counted(31, 20, 20, slices.Repeat([]pricingports.MarketOffer{price("EUR", "20")}, 20)...), true},
		"nineteen of more":                  {counted(31, 19, 19, slices.Repeat([]pricingports.MarketOffer{price("EUR", "20")}, 19)...), false},
		"an answer about another condition": {with(counted(0, 0, 0), func(f *pricingports.OfferData) { f.Foreign = true }), false},
	} {
		require.Equal(t, c.want, !snapshotOf(&c.of, de, "new").Incomplete, name)
	}
}
