package pricing

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/contract/upstream"
)

// A price is absolute, so that sending it again does no harm.
func TestSubmitPrice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{"503 ", "503 ", `202 {"sku":"A/B","status":"ACCEPTED","submissionId":"s1","issues":[]}`}}
		c := sendingports.PriceChange{SKU: "A/B", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49"), Min: amount("15"), Max: amount("30")}
		got, err := New(f.Client(t), spapi.Repricer).Submit(context.Background(), repricerOne, c, nil, false)
		require.NoError(t, err)
		require.Equal(t, sendingports.Receipt{State: sendingports.ReceiptAccepted, ID: "s1"}, got)
		require.Len(t, f.Asked, 3)
		for _, asked := range f.Asked {
			require.Equal(t, `PATCH /listings/2021-08-01/items/A1/A%2FB Atza|seller application/json {"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[`+
				`{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.49}]}],`+
				`"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":15}]}],"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":30}]}]}]}]}`, asked)
		}
	})
}

// Whether a price may leave is asked when its turn has come, before each try.
func TestAPriceThatMayNotLeave(t *testing.T) {
	for name, c := range map[string]struct {
		tries int // that it may leave
		code  fault.Code
		asked int
	}{
		"at first":        {0, "upstream_rate_limited", 0},
		"once more":       {1, "upstream_unavailable", 1},
		"for a last time": {2, "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &upstream.Script{Answers: []string{"503 ", `202 {"status":"ACCEPTED"}`}}
				change := sendingports.PriceChange{SKU: "A", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49")}
				may := func(context.Context) bool { c.tries--; return c.tries >= 0 }
				_, err := New(f.Client(t), spapi.Repricer).Submit(context.Background(), repricerOne, change, may, false)
				require.Equal(t, c.code != "", err != nil, "%v", err)
				if err != nil {
					require.True(t, fault.Is(err, c.code), "%v", err)
				}
				require.Len(t, f.Asked, c.asked)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{`202 {"status":"ACCEPTED"}`}}
		sink := New(f.Client(t), spapi.Repricer)
		change := sendingports.PriceChange{SKU: "A", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49")}
		began, waited := time.Now(), time.Duration(0)
		may := func(context.Context) bool { waited = time.Since(began); return true }
		for range 9 {
			_, err := sink.Submit(context.Background(), repricerOne, change, may, false)
			require.NoError(t, err)
		}
		require.Greater(t, waited, time.Second, "four at once, and then nearly five a second")
	})
}

func TestReceipts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := sendingports.PriceChange{SKU: "A", Marketplace: shop(t, "amazon.com"), Price: money.MustParse("19.49")}
		for answer, want := range map[string]sendingports.Receipt{
			`200 {"status":"VALID"}`:                     {State: sendingports.ReceiptValid},
			`200 {"status":"PAUSED","submissionId":"1"}`: {State: sendingports.ReceiptOther, ID: "1"},
			`200 {"status":"INVALID","issues":[{"code":"90220","message":"Too low.","severity":"ERROR","categories":["INVALID_PRICE","NEW"]}]}`: {
				State: sendingports.ReceiptInvalid, Issues: []sendingports.PriceIssue{{Code: "90220", Severity: "ERROR", Message: "Too low."}},
			},
		} {
			f := &upstream.Script{Queries: true, Answers: []string{answer}}
			got, err := New(f.Client(t), spapi.Interactive).Submit(context.Background(), repricerOne, c, nil, true)
			require.NoError(t, err)
			require.Equal(t, want, got, answer)
			require.Equal(t, []string{"marketplaceIds=ATVPDKIKX0DER&mode=VALIDATION_PREVIEW"}, f.Asked)
		}
		f := &upstream.Script{Answers: []string{"400 " + refusalOf("InvalidInput")}}
		_, err := New(f.Client(t), spapi.Interactive).Submit(context.Background(), repricerOne, c, nil, false)
		require.True(t, fault.Is(err, fault.CodeUpstreamRejected))
		require.Len(t, f.Asked, 1)
	})
}

// getPricing leaves out offers that cannot be bought now; the listing has them.
func TestOwnPricesOfWhatCannotBeBought(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Queries: true, Answers: []string{
			`200 {"payload":[
				{"status":"Success","SellerSKU":"ON","Product":{"Offers":[{"SellerSKU":"ON","offerType":"B2C","BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":18}}}]}},
				{"status":"Success","SellerSKU":"OUT","Product":{"Offers":[]}},{"status":"ClientError","SellerSKU":"DOWN"},
				{"status":"Success","SellerSKU":"D,E","Product":{"Offers":[]}},{"status":"Success","SellerSKU":"BARE","Product":{"Offers":[]}},{"status":"ClientError","SellerSKU":"GONE"}]}`,
			`200 {"items":[
				{"sku":"DOWN","offers":[{"marketplaceId":"ATVPDKIKX0DER","offerType":"B2B","price":{"currencyCode":"USD","amount":1}},{"marketplaceId":"ATVPDKIKX0DER","offerType":"B2C","price":{"currencyCode":"USD","amount":19.5}}]},
				{"sku":"BARE","offers":[]},{"sku":"OUT","offers":[{"marketplaceId":"ATVPDKIKX0DER","offerType":"B2C","price":{"currencyCode":"USD","amount":17}}]}]}`,
			`200 {"sku":"D,E","offers":[{"marketplaceId":"ATVPDKIKX0DER","offerType":"B2C","price":{"currencyCode":"USD","amount":16}}]}`,
		}}
		var asked []port.SKUOrASIN
		for _, sku := range []string{"ON", "OUT", "DOWN", "D,E", "BARE", "GONE"} {
			asked = append(asked, port.SKUOrASIN{Marketplace: us, SKU: sku})
		}
		answers := New(f.Client(t), spapi.Repricer).OwnPrices(context.Background(), repricerOne, asked)
		require.True(t, fault.Is(answers[5].Err, fault.CodeUpstreamRejected), "%v", answers[5].Err)
		require.Equal(t, []sendingports.OwnPriceAnswer{
			{Offers: []sendingports.OwnPrice{{PriceParts: dollars("18")}}}, {Offers: []sendingports.OwnPrice{{PriceParts: dollars("17")}}},
			{Offers: []sendingports.OwnPrice{{PriceParts: dollars("19.5")}}}, {Offers: []sendingports.OwnPrice{{PriceParts: dollars("16")}}}, {},
		}, answers[:5])
		require.Equal(t, []string{
			"ItemType=Sku&MarketplaceId=ATVPDKIKX0DER&Skus=ON%2COUT%2CDOWN%2CD%252CE%2CBARE%2CGONE",
			"identifiers=OUT%2CDOWN%2CBARE%2CGONE&identifiersType=SKU&includedData=offers&marketplaceIds=ATVPDKIKX0DER&pageSize=20",
			"includedData=offers&marketplaceIds=ATVPDKIKX0DER",
		}, f.Asked)
	})
}

// A price that cannot be asked for is not a price that is not there.
func TestOwnPricesWithoutListings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{`200 {"payload":[{"status":"Success","SellerSKU":"OUT","Product":{"Offers":[]}}]}`, "503 "}}
		answers := New(f.Client(t), spapi.Repricer).OwnPrices(context.Background(), repricerOne, []port.SKUOrASIN{{Marketplace: us, SKU: "OUT"}})
		require.True(t, fault.Is(answers[0].Err, fault.CodeUpstreamUnavailable), "%v", answers[0].Err)
	})
}
