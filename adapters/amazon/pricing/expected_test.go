package pricing

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	port "sellingassistant/ports/repricer"
	"sellingassistant/test/contract/upstream"
)

// expectedEntry writes an entry about a SKU with a single result.
func expectedEntry(sku, result string) string {
	return fmt.Sprintf(`{"status":{"statusCode":200},"headers":{"Date":"Sun, 01 Nov 2026 11:59:58 GMT"},"request":{"marketplaceId":%q,"sku":%q},"body":{"featuredOfferExpectedPriceResults":[%s]}}`, us, sku, result)
}

func TestDecodeExpected(t *testing.T) {
	questions := []port.SKUOrASIN{{Marketplace: us, SKU: "A"}, {Marketplace: us, SKU: "B"}}
	only := func(body string) (*port.PriceParts, *spapi.Error) {
		entries, err := decodeExpected(questions, []byte(`{"responses":[`+body+`]}`), readAt)
		require.NoError(t, err)
		require.Len(t, entries, 1, body)
		require.Equal(t, 1, entries[0].question)
		return entries[0].value, entries[0].err
	}
	got, e := only(`{"status":{"statusCode":200},"request":{"marketplaceId":"ATVPDKIKX0DER","sku":"B"},"body":{"offerIdentifier":{"asin":"B000000001","marketplaceId":"ATVPDKIKX0DER","sku":"B"},"new":1,
		"featuredOfferExpectedPriceResults":[{"resultStatus":"OFFER_NOT_ELIGIBLE"},{"resultStatus":"VALID_FOEP","featuredOfferExpectedPrice":{"listingPrice":{"currencyCode":"USD","amount":17.49},"points":{"pointsNumber":3}},
			"competingFeaturedOffer":{"offerIdentifier":{"sellerId":"R1","asin":"B000000001","fulfillmentType":"AFN"},"condition":"New","price":{"listingPrice":{"currencyCode":"USD","amount":17.5},"shippingPrice":{"currencyCode":"USD","amount":0}}},
			"currentFeaturedOffer":{"offerIdentifier":{"sellerId":"R2","fulfillmentType":"BALLOON"},"price":{}}}]}}`)
	require.Nil(t, e)
	require.Equal(t, ptr(dollars("17.49")), got)

	for _, result := range []string{
		`{"resultStatus":"NO_COMPETING_OFFER"}`, `{"resultStatus":"OFFER_NOT_ELIGIBLE"}`, `{"resultStatus":"OFFER_NOT_FOUND"}`,
		`{"resultStatus":"ASIN_NOT_ELIGIBLE"}`,
		`{"resultStatus":"PRICE_UNDER_REVIEW","featuredOfferExpectedPrice":{"listingPrice":{"currencyCode":"USD","amount":5}}}`, `{}`,
	} {
		got, e := only(expectedEntry("B", result))
		require.Nil(t, e, result)
		require.Nil(t, got, result)
	}
	for _, result := range []string{
		``, `7`, `{"resultStatus":"VALID_FOEP"}`, `{"resultStatus":"VALID_FOEP","featuredOfferExpectedPrice":{"listingPrice":{"amount":5}}}`,
	} {
		_, e := only(expectedEntry("B", result))
		require.Equal(t, unreadable(spapi.GetFeaturedOfferExpectedPriceBatch), e, result)
	}
	_, e = only(`{"status":{"statusCode":400},"request":{"sku":"B"},"body":{"errors":[{"code":"InvalidInput","message":"Bad."}]}}`)
	require.Equal(t, &spapi.Error{Kind: spapi.Rejected, Status: 400, Operation: "getFeaturedOfferExpectedPriceBatch", Problems: []spapi.Problem{{Code: "InvalidInput", Message: "Bad."}}}, e)
	_, e = only(`{"status":{"statusCode":200},"request":{},"body":{"offerIdentifier":{"sku":"B"},"featuredOfferExpectedPriceResults":[{}]}}`)
	require.Nil(t, e, "the body names the offer too")
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeExpected(questions, b, readAt); return err }, nil)
}

// Forty go into one call, and SKUs are not encoded there.
func TestExpectedPricesOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []port.SKUOrASIN
		var entries [2][]string
		for n := range 41 {
			sku := fmt.Sprintf("S/%d %%", n)
			asked = append(asked, port.SKUOrASIN{Marketplace: us, SKU: sku})
			entries[n/40] = append(entries[n/40], expectedEntry(sku, `{"resultStatus":"NO_COMPETING_OFFER"}`))
		}
		f := &upstream.Script{Answers: []string{batchOf(entries[0]...), batchOf(entries[1]...)}}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for _, a := range New(f.Client(t), spapi.Jobs).ExpectedPrices(ctx, repricerOne, asked) {
			require.NoError(t, a.Err)
			require.Nil(t, a.Price)
		}
		require.Len(t, f.Asked, 2)
		require.Contains(t, f.Asked[1], `{"requests":[{"uri":"/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice","method":"GET","marketplaceId":"ATVPDKIKX0DER","sku":"S/40 %"}]}`)
	})
}

func FuzzDecodeExpected(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"responses":[` + expectedEntry("A", `{"resultStatus":"VALID_FOEP","featuredOfferExpectedPrice":{"listingPrice":{"currencyCode":"USD","amount":1}},"currentFeaturedOffer":{"price":{"listingPrice":{"currencyCode":"USD","amount":1}}}}`) + `,` + expectedEntry("B", "") + `]}`))
	questions := []port.SKUOrASIN{{Marketplace: us, SKU: "A"}, {Marketplace: us, SKU: "B"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodeExpected(questions, body, readAt)
		if err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
		seen := map[int]bool{}
		for _, e := range entries {
			if e.question < 0 || e.question >= len(questions) || seen[e.question] || e.value != nil && e.err != nil {
				t.Fatalf("%+v", e)
			}
			seen[e.question] = true
			if e.value != nil {
				checkTag(t, *e.value)
			}
		}
	})
}
