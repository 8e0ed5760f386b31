package pricing

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/contract/upstream"
)

var readAt = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func ptr[T any](v T) *T { return &v }

func amount(s string) *money.Amount { return ptr(money.MustParse(s)) }

func decodeOffersOf(sku, body string) (*pricingports.OfferData, *spapi.Error) {
	return decodeOffers(spapi.GetListingOffers, "A1", skuIn(sku), []byte(body), readAt)
}

func TestDecodeOffers(t *testing.T) {
	facts, e := decodeOffersOf("A", `{"payload":{"marketplaceId":"ATVPDKIKX0DER","SKU":"A","ASIN":"B000000001","ItemCondition":"New","status":"Success","new":1,
		"Identifier":{"MarketplaceId":"ATVPDKIKX0DER","SellerSKU":"A","ItemCondition":"New"},
		"Summary":{"TotalOfferCount":9,"NumberOfOffers":[{"condition":"new","fulfillmentChannel":"Amazon","OfferCount":3},{"condition":"New","fulfillmentChannel":"Merchant","OfferCount":2},
				{"condition":"used","fulfillmentChannel":"Merchant","OfferCount":4}],
			"BuyBoxPrices":[{"condition":"New","LandedPrice":{"CurrencyCode":"USD","Amount":19.99},"ListingPrice":{"CurrencyCode":"USD","Amount":19.99},"Shipping":{"CurrencyCode":"USD","Amount":0},"sellerId":"R1"},
				{"condition":"Used","ListingPrice":{"CurrencyCode":"USD","Amount":8},"sellerId":"A1"},
				{"condition":"new","offerType":"B2B","quantityTier":20,"quantityDiscountType":"QUANTITY_DISCOUNT","ListingPrice":{"CurrencyCode":"USD","Amount":1}}],
			"CompetitivePriceThreshold":{"CurrencyCode":"USD","Amount":22.5}},
		"Offers":[
			{"MyOffer":false,"SubCondition":"new","SellerId":"R1","ConditionNotes":"x","SellerFeedbackRating":{"FeedbackCount":1234,"SellerPositiveFeedbackRating":97.5},
			 "ShippingTime":{"minimumHours":0,"maximumHours":24,"availabilityType":"NOW"},"ListingPrice":{"CurrencyCode":"USD","Amount":19.990000000000002},
			 "Shipping":{"CurrencyCode":"USD","Amount":"4.5"},"ShipsFrom":{"State":"OR","Country":"us"},"IsFulfilledByAmazon":false,
			 "PrimeInformation":{"IsPrime":true,"IsNationalPrime":false},"IsBuyBoxWinner":true,"IsFeaturedMerchant":true},
			{"SellerId":"A1","SubCondition":"Very Good","ListingPrice":{"CurrencyCode":"USD","Amount":21},"IsFulfilledByAmazon":true,
			 "ShippingTime":{"availabilityType":"FUTURE_WITH_DATE","availableDate":"2026-11-20T00:00:00Z"},"SellerFeedbackRating":{"FeedbackCount":0}},
			{"MyOffer":true,"ListingPrice":{"CurrencyCode":"USD","Amount":22},"ShippingTime":{"availabilityType":"BACKORDER","availableDate":"soon","minimumHours":-1}},
			{"ListingPrice":{"CurrencyCode":"USD","Amount":23},"SubCondition":"Somewhat_New","SellerFeedbackRating":{"SellerPositiveFeedbackRating":150}},
			{"SellerId":"R9","offerType":"B2B","ListingPrice":{"CurrencyCode":"USD","Amount":1}},
			{"SellerId":"R8"}]}}`)
	require.Nil(t, e)
	usd := func(price string) port.PriceParts {
		return port.PriceParts{Currency: "USD", Price: money.MustParse(price)}
	}
	shipped := func(tag port.PriceParts, shipping string) port.PriceParts {
		tag.Shipping = amount(shipping)
		return tag
	}
	require.Equal(t, &pricingports.OfferData{
		At: readAt, ASIN: "B000000001", Winners: []string{"R1"}, FBA: new(int64(3)), FBM: new(int64(2)), Total: new(int64(5)), Listed: 6, Named: 5,
		Boxes: []pricingports.BoxPrice{
			{Condition: "new", PriceParts: shipped(usd("19.99"), "0"), Landed: amount("19.99"), SellerID: "R1"},
			{Condition: "used", PriceParts: usd("8"), SellerID: "A1"},
		},
		Competitive: &money.Sum{Amount: money.MustParse("22.5"), Currency: "USD"},
		Offers: []pricingports.MarketOffer{
			{
				SellerID: "R1", Condition: "new", SubCondition: "new", Fulfillment: "fbm", PriceParts: shipped(usd("19.99"), "4.5"),
				FeedbackCount: ptr[int64](1234), Rating: ptr(money.MustParsePercent("97.5")), MaxHandlingHours: ptr(24),
				AvailableNow: ptr(true), ShipsFrom: "US", Featured: ptr(true), Winner: ptr(true),
			},
			{
				SellerID: "A1", Condition: "new", SubCondition: "very_good", Fulfillment: "fba", PriceParts: usd("21"), FeedbackCount: ptr[int64](0),
				AvailableNow: ptr(false),
			},
			{SellerID: "A1", Condition: "new", PriceParts: usd("22")},
			{Condition: "new", SubCondition: "somewhat_new", PriceParts: usd("23")},
		},
	}, facts)
}

func TestOffersOfLittle(t *testing.T) {
	for body, want := range map[string]*pricingports.OfferData{
		`{"payload":{}}`: {At: readAt},
		`{"payload":{"status":"NoBuyableOffers","Offers":null,"Summary":null}}`:                                                             {At: readAt, Total: new(int64(0))},
		`{"payload":{"status":"SOMETHING_NEW","Summary":{"TotalOfferCount":0}}}`:                                                            {At: readAt, Total: new(int64(0))},
		`{"payload":{"status":"NoBuyableOffers","Summary":{"TotalOfferCount":2}}}`:                                                          {At: readAt},
		`{"payload":{"Summary":{"TotalOfferCount":2,"NumberOfOffers":[]}}}`:                                                                 {At: readAt, FBA: new(int64(0)), FBM: new(int64(0))},
		`{"payload":{"Summary":{"NumberOfOffers":[{"condition":"new","fulfillmentChannel":"Amazon"}]}}}`:                                    {At: readAt, FBM: new(int64(0))},
		`{"payload":{"Summary":{"TotalOfferCount":0,"NumberOfOffers":[{"condition":"new","fulfillmentChannel":"Amazon","OfferCount":1}]}}}`: {At: readAt, FBA: new(int64(1)), FBM: new(int64(0))},
		`{"payload":{"ItemCondition":"Used","Summary":{"TotalOfferCount":0}}}`:                                                              {At: readAt, Total: new(int64(0)), Foreign: true},
		`{"payload":{"Summary":{"BuyBoxPrices":[{"condition":"new"},{}]}}}`:                                                                 {At: readAt},
		`{"payload":{"Offers":[{},null,{"SellerId":"R","ListingPrice":{"CurrencyCode":"USD"}}]}}`:                                           {At: readAt, Listed: 3, Named: 3},
		`{"payload":{"Identifier":{"ASIN":"B000000001"},"Summary":{"BuyBoxPrices":[{"ListingPrice":{"CurrencyCode":"USD","Amount":1}}]}}}`:  {At: readAt, ASIN: "B000000001", Boxes: []pricingports.BoxPrice{{PriceParts: port.PriceParts{Currency: "USD", Price: money.MustParse("1")}}}},
	} {
		got, e := decodeOffersOf("A", body)
		require.Nil(t, e, body)
		require.Equal(t, want, got, body)
	}
}

// Japan subtracts points; a number of points without a value counts a yen each. Elsewhere a number
// alone has no known value.
func TestPointsOfOffers(t *testing.T) {
	for points, want := range map[string]map[string]*money.Amount{
		`{"PointsNumber":30,"PointsMonetaryValue":{"CurrencyCode":"%s","Amount":30}}`: {"JPY": amount("30"), "USD": amount("30")},
		`{"PointsNumber":30}`: {"JPY": amount("30"), "USD": nil},
		`{"PointsNumber":0}`:  {"JPY": amount("0"), "USD": nil},
		`{}`:                  {"JPY": nil, "USD": nil},
		`null`:                {"JPY": nil, "USD": nil},
	} {
		for currency, worth := range want {
			body := `{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"` + currency + `","Amount":1000},"Points":` + replaced(points, currency) + `}]}}`
			got, e := decodeOffersOf("A", body)
			require.Nil(t, e, body)
			require.Equal(t, worth, got.Offers[0].Points, body)
		}
	}
}

// A wrong figure fails the answer, because it must not look like a missing figure.
func TestOffersThatCannotBeRead(t *testing.T) {
	for _, body := range []string{
		``, `null`, `[]`, `{}`, `{"payload":null}`, `{"payload":[]}`, `{"payload":{"Offers":{}}}`, `{"payload":{"Offers":[7]}}`, `{"payload":{"status":7}}`,
		`{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":-1}}]}}`, `{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":1e20}}]}}`,
		`{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"","Amount":1}}]}}`, `{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"usd","Amount":1}}]}}`,
		`{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":"much"}}]}}`,
		`{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":1},"Shipping":{"CurrencyCode":"CAD","Amount":1}}]}}`,
		`{"payload":{"Offers":[{"ListingPrice":{"CurrencyCode":"JPY","Amount":1},"Points":{"PointsMonetaryValue":{"CurrencyCode":"USD","Amount":1}}}]}}`,
		`{"payload":{"Offers":[{"IsBuyBoxWinner":"yes"}]}}`, `{"payload":{"Summary":{"BuyBoxPrices":[{"ListingPrice":{"Amount":5}}]}}}`,
		`{"payload":{"Summary":{"BuyBoxPrices":[{"ListingPrice":{"CurrencyCode":"USD","Amount":5},"LandedPrice":{"CurrencyCode":"EUR","Amount":5}}]}}}`,
		`{"payload":{"Summary":{"CompetitivePriceThreshold":{"Amount":5}}}}`,
	} {
		facts, e := decodeOffersOf("A", body)
		require.Nil(t, facts, body)
		require.NotNil(t, e, body)
		require.Equal(t, spapi.Unavailable, e.Kind, body)
		require.ErrorIs(t, e, spapi.ErrNotJSON, body)
	}
}

// An answer of 200 may report by a word that there are no offers.
func TestOffersThatAreNone(t *testing.T) {
	for body, want := range map[string]struct {
		kind  spapi.Kind
		later time.Duration
	}{
		`{"payload":{"status":"ClientError"}}`:                   {spapi.Rejected, 0},
		`{"payload":{"status":"ServerError"}}`:                   {spapi.Unavailable, 0},
		`{"payload":{"status":"ServiceError"}}`:                  {spapi.Unavailable, 0},
		`{"payload":{"status":"ActiveButTooSoonForProcessing"}}`: {spapi.Unavailable, time.Minute},
		`{"payload":{"status":"ActiveButTooSoonForProcessing","Summary":{"OffersAvailableTime":"2026-11-01T12:05:00Z"}}}`: {spapi.Unavailable, 5 * time.Minute},
		`{"payload":{"status":"ActiveButTooSoonForProcessing","Summary":{"OffersAvailableTime":"2026-10-01T12:05:00Z"}}}`: {spapi.Unavailable, time.Second},
		`{"payload":{"status":"ActiveButTooSoonForProcessing","Summary":{"OffersAvailableTime":"2027-10-01T12:05:00Z"}}}`: {spapi.Unavailable, time.Hour},
	} {
		_, e := decodeOffersOf("A", body)
		require.NotNil(t, e, body)
		require.Equal(t, want.kind, e.Kind, body)
		require.Equal(t, want.later, e.RetryAfter, body)
	}
}

func TestEntriesSayHowTheyWent(t *testing.T) {
	for text, want := range map[string]*spapi.Error{
		`{"status":{"statusCode":200}}`: nil,
		`{}`:                            nil,
		`{"body":{"payload":{}}}`:       nil,
		`{"status":{"statusCode":207,"reasonPhrase":"x"}}`:                    nil,
		`{"status":{"statusCode":404},"body":{"errors":[{"code":"A"}]}}`:      {Kind: spapi.Missing, Status: 404, Problems: []spapi.Problem{{Code: "A"}}},
		`{"status":{"statusCode":404},"body":"<html>"}`:                       {Kind: spapi.Missing, Status: 404},
		`{"status":{"statusCode":"429"}}`:                                     {Kind: spapi.Throttled, Status: 429},
		`{"status":{"statusCode":302}}`:                                       {Kind: spapi.Unavailable, Status: 302},
		`{"status":{"statusCode":-7}}`:                                        {Kind: spapi.Unavailable, Status: -7},
		`{"body":{"errors":[{"code":"B","message":"C"}]}}`:                    {Kind: spapi.Unavailable, Problems: []spapi.Problem{{Code: "B", Message: "C"}}},
		`{"status":{"statusCode":500},"body":{"payload":{},"errors":[null]}}`: {Kind: spapi.Unavailable, Status: 500},
	} {
		rows, err := decodeEntries([]byte(`{"responses":[` + text + `]}`))
		require.NoError(t, err, text)
		if want != nil {
			want.Operation = "getItemOffersBatch"
		}
		require.Equal(t, want, rows[0].failure(spapi.GetItemOffersBatch), text)
	}
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeEntries(b); return err }, map[string]string{
		"null list": `{"responses":null}`, "object": `{"responses":{}}`,
	})
}

// Dates facts by Amazon's time, else by the time of the question.
func TestHowOldFactsAre(t *testing.T) {
	for header, want := range map[string]time.Time{
		"Sun, 01 Nov 2026 11:59:58 GMT": readAt.Add(-2 * time.Second), "": readAt, "yesterday": readAt, "Sun, 01 Nov 1998 11:59:58 GMT": readAt,
	} {
		e := wireEntry{}
		e.Headers.Date = header
		require.Equal(t, want, e.momentOf(readAt), header)
	}
}

func replaced(text, currency string) string { return strings.ReplaceAll(text, "%s", currency) }

func FuzzDecodeOffersBatch(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"responses":[` + entryOf("A", "200", `{"payload":{"Summary":{"BuyBoxPrices":[{"condition":"new","ListingPrice":{"CurrencyCode":"USD","Amount":1}}]},"Offers":[{"MyOffer":true,"ListingPrice":{"CurrencyCode":"JPY","Amount":1.5e1},"Points":{"PointsNumber":3}}]}}`) + `,` +
		entryOf("B", "429", refusalOf("QuotaExceeded")) + `]}`))
	f.Add([]byte(`{"payload":{"status":"Success","Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":"19.99"},"ShippingTime":{"minimumHours":1}}]}}`))
	questions := []pricingports.OfferQuestion{skuIn("A"), skuIn("B"), skuIn("A%2FB")}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodeOffersBatch(spapi.GetListingOffersBatch, spapi.GetListingOffers, "A1", questions, body, readAt)
		requireEntries(t, len(questions), entries, err, checkFacts)
		if facts, e := decodeOffers(spapi.GetItemOffers, "A1", questions[0], body, readAt); e == nil {
			checkFacts(t, facts)
		}
	})
}

// requireEntries checks the assumptions of an inquiry. Each entry is about a question of its own,
// and has a value or an error.
func requireEntries[A any](t *testing.T, questions int, entries []entry[*A], err error, check func(*testing.T, *A)) {
	t.Helper()
	if err != nil && !errors.Is(err, spapi.ErrNotJSON) {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, e := range entries {
		if e.question < 0 || e.question >= questions || seen[e.question] || (e.value == nil) == (e.err == nil) {
			t.Fatalf("%+v", e)
		}
		seen[e.question] = true
		if e.value != nil {
			check(t, e.value)
		}
	}
}

func checkFacts(t *testing.T, f *pricingports.OfferData) {
	if f.At.Location() != time.UTC || len(f.Offers) > maxOffers {
		t.Fatalf("%+v", f)
	}
	for _, o := range f.Offers {
		checkTag(t, o.PriceParts)
		if o.FeedbackCount != nil && *o.FeedbackCount < 0 || o.MaxHandlingHours != nil && *o.MaxHandlingHours < 0 {
			t.Fatalf("%+v", o)
		}
	}
	for _, b := range f.Boxes {
		checkTag(t, b.PriceParts)
	}
}

func checkTag(t *testing.T, tag port.PriceParts) {
	for _, a := range []*money.Amount{&tag.Price, tag.Shipping, tag.Points} {
		if a != nil && a.Units() < 0 || len(tag.Currency) != 3 {
			t.Fatalf("%+v", tag)
		}
	}
}
