package amazon

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
)

func asinIn(asin string) port.Subject { return port.Subject{Marketplace: us, ASIN: asin} }

func dollars(price string) port.Tag { return port.Tag{Currency: "USD", Price: money.MustParse(price)} }

func TestDecodePrices(t *testing.T) {
	questions := []port.Subject{asinIn("b000000001"), asinIn("B000000002"), asinIn("B000000003"), asinIn("B000000004"), asinIn("B000000005"), asinIn("B000000006")}
	read := func(body string) (map[int]*port.BoxFacts, map[int]*Error) {
		entries, err := decodePrices(getCompetitivePricing, questions, []byte(body), readAt, wirePriced.boxes)
		require.NoError(t, err, body)
		facts, failed := map[int]*port.BoxFacts{}, map[int]*Error{}
		for _, e := range entries {
			if e.err != nil {
				failed[e.question] = e.err
			} else {
				facts[e.question] = e.value
			}
		}
		return facts, failed
	}
	facts, failed := read(`{"payload":[
		{"status":"ServerError","ASIN":"B000000003"},{"status":"ClientError","ASIN":"B000000002"},
		{"status":"Success","ASIN":"B000000001","Product":{"Identifiers":{},"new":[],"SalesRankings":[{"ProductCategoryId":"toy","Rank":7},{"ProductCategoryId":"x"},{"Rank":-1}],
			"CompetitivePricing":{"CompetitivePrices":[
				{"CompetitivePriceId":"1","condition":"New","subcondition":"New","belongsToRequester":true,"sellerId":"A1",
				 "Price":{"LandedPrice":{"CurrencyCode":"USD","Amount":25.5},"ListingPrice":{"CurrencyCode":"USD","Amount":20.5},"Shipping":{"CurrencyCode":"USD","Amount":5}}},
				{"CompetitivePriceId":"2","Price":{"ListingPrice":{"CurrencyCode":"USD","Amount":9}}},
				{"CompetitivePriceId":"9","condition":"Strange","Price":{"ListingPrice":{"CurrencyCode":"USD","Amount":8}}},
				{"CompetitivePriceId":"1","offerType":"B2B","Price":{"ListingPrice":{"CurrencyCode":"USD","Amount":1}}},{}],
			"NumberOfOfferListings":[{"Count":5,"condition":"New"},{"Count":6,"condition":"Any"},{"condition":"Used"},{"Count":1}]}}},
		{"status":"SOMETHING_NEW","Product":{"Identifiers":{"MarketplaceASIN":{"ASIN":"B000000004"}}}},
		{"status":"Success","ASIN":"B000000005"},{"status":"Success","ASIN":"B0FOREIGN0"},{"status":7,"ASIN":"B000000006"},null,{}]}`)
	shipped := dollars("20.5")
	shipped.Shipping = amount("5")
	require.Equal(t, map[int]*port.BoxFacts{
		0: {
			At: readAt, ASIN: "B000000001", Counts: map[string]int{"new": 5, "any": 6}, Ranks: []port.Rank{{Category: "toy", Rank: 7}},
			Boxes: []port.BoxPrice{
				{Condition: "new", Tag: shipped, Landed: amount("25.5"), SellerID: "A1", Own: ptr(true)},
				{Condition: "used", Tag: dollars("9")}, {Condition: "strange", Tag: dollars("8")},
			},
		},
		3: {At: readAt, ASIN: "B000000004"},
	}, facts)
	require.Equal(t, map[int]*Error{
		1: {Kind: Rejected, Operation: "getCompetitivePricing", Problems: []Problem{{Code: "ClientError"}}},
		2: {Kind: Unavailable, Operation: "getCompetitivePricing"},
		4: unreadable(getCompetitivePricing),
	}, failed)
	requireJunk(t, func(b []byte) error {
		_, err := decodePrices(getPricing, questions, b, readAt, wirePriced.own)
		return err
	}, map[string]string{"no payload": `{"errors":[{"code":"A"}]}`, "an object": `{"payload":{}}`, "null": `{"payload":null}`})
}

func TestDecodeOwnPrices(t *testing.T) {
	questions := []port.Subject{{Marketplace: us, SKU: "A/B"}, {Marketplace: us, SKU: "C"}, {Marketplace: us, SKU: "c"}, {Marketplace: us, SKU: "D"}}
	entries, err := decodePrices(getPricing, questions, []byte(`{"payload":[
		{"status":"Success","SellerSKU":"D","Product":{"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":1},"Shipping":{"CurrencyCode":"EUR","Amount":1}}}]}},
		{"status":"Success","SellerSKU":"C","Product":{"Offers":[]}},
		{"status":"Success","SellerSKU":"A%2FB","ASIN":"B000000001","Product":{"Offers":[
			{"offerType":"B2C","BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":18.99},"Shipping":{"CurrencyCode":"USD","Amount":0}},"RegularPrice":{"CurrencyCode":"USD","Amount":20},
			 "FulfillmentChannel":"MERCHANT","ItemCondition":"New","ItemSubCondition":"New","SellerSKU":"A/B"},
			{"offerType":"B2B","BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":15}}},{"BuyingPrice":{}},
			{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":17}},"FulfillmentChannel":"DRONE"}]}}]}`), readAt, wirePriced.own)
	require.NoError(t, err)
	free := dollars("18.99")
	free.Shipping = amount("0")
	require.Equal(t, []entry[[]port.OwnPrice]{
		{question: 3, err: unreadable(getPricing)},
		{question: 1},
		{question: 0, value: []port.OwnPrice{
			{SKU: "A/B", Condition: "new", Fulfillment: "fbm", Tag: free, Regular: amount("20")}, {Tag: dollars("17")},
		}},
	}, entries)
}

func TestDecodeSummaries(t *testing.T) {
	questions := []port.Subject{asinIn("B000000001"), {Marketplace: "A2EUQ1WTGCTBG2", ASIN: "B000000001"}, asinIn("B000000003"), asinIn("B000000004")}
	entries, err := decodeSummaries("A1", questions, []byte(`{"responses":[
		{"status":{"statusCode":200},"body":{"asin":"B000000001","marketplaceId":"ATVPDKIKX0DER","similarItems":[{}],
			"featuredBuyingOptions":[{"buyingOptionType":"New","segmentedFeaturedOffers":[{"sellerId":"R1","condition":"New","subCondition":"VeryGood","fulfillmentType":"AFN","listingPrice":{"currencyCode":"USD","amount":12.5},
				"shippingOptions":[{"shippingOptionType":"DEFAULT","price":{"currencyCode":"USD","amount":1}}],"primeDetails":{"eligibility":"NATIONAL"},
				"featuredOfferSegments":[{"customerMembership":"PRIME","segmentDetails":{}},{"customerMembership":"NEW_SORT"},{}]},{"sellerId":"R2"}]},{}],
			"lowestPricedOffers":[{"lowestPricedOffersInput":{"itemCondition":"New","offerType":"Consumer"},"offers":[
				{"sellerId":"A1","fulfillmentType":"MFN","listingPrice":{"currencyCode":"USD","amount":12},"primeDetails":{"eligibility":"LOCAL"}},
				{"sellerId":"R3","fulfillmentType":"PIGEON","condition":"New","listingPrice":{"currencyCode":"USD","amount":13},"primeDetails":{"eligibility":"NONE"}}]},{}],
			"referencePrices":[{"name":"CompetitivePriceThreshold","price":{"currencyCode":"USD","amount":15}},{"name":"NewPrice"},{}]}},
		{"status":{"statusCode":404},"body":{"asin":"B000000001","marketplaceId":"A2EUQ1WTGCTBG2","errors":[{"code":"NotFound","message":"No."}]}},
		{"status":{"statusCode":200},"body":{"asin":"B000000003","referencePrices":[{"name":"x","price":{"currencyCode":"USD","amount":-5}}]}},
		{"status":{"statusCode":200},"body":{"asin":"B000000004","referencePrices":{}}},
		{"status":{"statusCode":500},"body":{"errors":[{"code":"A"}]}}]}`), readAt)
	require.NoError(t, err)
	require.Len(t, entries, 4)
	featured := dollars("12.5")
	featured.Shipping = amount("1")
	require.Equal(t, &port.MarketSummary{
		At: readAt,
		Featured: []port.FeaturedOffer{{
			MarketOffer: port.MarketOffer{
				SellerID: "R1", Own: ptr(false), Condition: "new", SubCondition: "very_good", Fulfillment: "fba", Tag: featured, Prime: ptr(true), Featured: ptr(true), Winner: ptr(true),
			},
			Buyers: []string{"PRIME", "NEW_SORT"},
		}},
		Lowest: []port.MarketOffer{
			{SellerID: "A1", Own: ptr(true), Condition: "new", Fulfillment: "fbm", Tag: dollars("12")},
			{SellerID: "R3", Own: ptr(false), Condition: "new", Tag: dollars("13"), Prime: ptr(false)},
		},
		References: []port.ReferencePrice{{Name: "CompetitivePriceThreshold", Price: port.Sum{Amount: money.MustParse("15"), Currency: "USD"}}},
	}, entries[0].value)
	require.Equal(t, &Error{Kind: Missing, Status: 404, Operation: "getCompetitiveSummary", Problems: []Problem{{Code: "NotFound", Message: "No."}}}, entries[1].err)
	require.Equal(t, unreadable(getCompetitiveSummary), entries[2].err)
	require.Equal(t, unreadable(getCompetitiveSummary), entries[3].err)
	requireJunk(t, func(b []byte) error { _, err := decodeSummaries("A1", questions, b, readAt); return err }, nil)
}

// SKUs and ASINs go in calls of their own, marketplace by marketplace; SKUs are
// encoded twice where that makes a difference.
func TestPricesAreAskedByMarketplace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &queries{upstreamFake: upstreamFake{answers: []string{"400 " + refusalOf("InvalidInput")}}}
		c := clientOf(t, &f.upstreamFake)
		c.http.Transport = f
		answers := NewPrices(c, Repricer).BoxPrices(context.Background(), repricerOne, []port.Subject{
			{Marketplace: us, SKU: "A/B"}, asinIn("b000000001"), {Marketplace: us, SKU: "50% off,x"}, {Marketplace: "A2EUQ1WTGCTBG2", SKU: "C.c-1_"},
		})
		require.Equal(t, []string{
			"ItemType=Sku&MarketplaceId=ATVPDKIKX0DER&Skus=A%252FB%2C50%2525%2520off%252Cx",
			"Asins=B000000001&ItemType=Asin&MarketplaceId=ATVPDKIKX0DER",
			"ItemType=Sku&MarketplaceId=A2EUQ1WTGCTBG2&Skus=C.c-1_",
		}, f.asked)
		for _, a := range answers {
			e, ok := fault.As(a.Err)
			require.True(t, ok)
			require.Equal(t, []fault.Item{{Code: "invalid", Message: "InvalidInput: No.: x"}}, e.Errors)
		}
	})
}

func TestPricesOfManyProducts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []port.Subject
		var rows [2][]string
		for n := range 25 {
			asin := fmt.Sprintf("B0000000%02d", n)
			asked = append(asked, asinIn(asin))
			rows[n/20] = append(rows[n/20], `{"status":"Success","ASIN":"`+asin+`","Product":{}}`)
		}
		f := &upstreamFake{answers: []string{`200 {"payload":[` + strings.Join(rows[0], ",") + `]}`, `200 {"payload":[` + strings.Join(rows[1], ",") + `]}`}}
		for n, a := range NewPrices(clientOf(t, f), Repricer).BoxPrices(context.Background(), repricerOne, asked) {
			require.NoError(t, a.Err)
			require.Equal(t, asked[n].ASIN, a.Facts.ASIN)
		}
		require.Len(t, f.asked, 2)
	})
}

func FuzzDecodePrices(f *testing.F) {
	for _, s := range junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"payload":[{"status":"Success","SellerSKU":"A","Product":{"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":1}},"RegularPrice":{"CurrencyCode":"USD","Amount":2}}],"CompetitivePricing":{"CompetitivePrices":[{"Price":{"ListingPrice":{"CurrencyCode":"USD","Amount":1}}}],"NumberOfOfferListings":[{"Count":1,"condition":"x"}]},"SalesRankings":[{"Rank":1}]}},{"status":"ClientError","SellerSKU":"B"}]}`))
	questions := []port.Subject{{Marketplace: us, SKU: "A"}, {Marketplace: us, SKU: "B"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodePrices(getCompetitivePricing, questions, body, readAt, wirePriced.boxes)
		requireEntries(t, len(questions), entries, err, func(t *testing.T, f *port.BoxFacts) {
			for _, b := range f.Boxes {
				checkTag(t, b.Tag)
			}
		})
		own, err := decodePrices(getPricing, questions, body, readAt, wirePriced.own)
		if err == nil {
			for _, e := range own {
				for _, o := range e.value {
					checkTag(t, o.Tag)
				}
			}
		}
	})
}

func FuzzDecodeSummaries(f *testing.F) {
	for _, s := range junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"responses":[{"status":{"statusCode":200},"body":{"asin":"B000000001","featuredBuyingOptions":[{"segmentedFeaturedOffers":[{"sellerId":"R","listingPrice":{"currencyCode":"USD","amount":1},"featuredOfferSegments":[{"customerMembership":"PRIME"}]}]}],"lowestPricedOffers":[{"offers":[{"listingPrice":{"currencyCode":"JPY","amount":1},"points":{"pointsNumber":1}}]}],"referencePrices":[{"name":"a","price":{"currencyCode":"USD","amount":1}}]}}]}`))
	questions := []port.Subject{asinIn("B000000001"), asinIn("B000000002")}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodeSummaries("A1", questions, body, readAt)
		requireEntries(t, len(questions), entries, err, func(t *testing.T, s *port.MarketSummary) {
			for _, o := range s.Featured {
				checkTag(t, o.Tag)
			}
			for _, o := range s.Lowest {
				checkTag(t, o.Tag)
			}
		})
	})
}
