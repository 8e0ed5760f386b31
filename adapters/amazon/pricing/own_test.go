package pricing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/contract/upstream"
)

func asinIn(asin string) port.SKUOrASIN { return port.SKUOrASIN{Marketplace: us, ASIN: asin} }

func dollars(price string) port.PriceParts {
	return port.PriceParts{Currency: "USD", Price: money.MustParse(price)}
}

// Each entry has its own status and subject.
func TestEntriesOfOwnPrices(t *testing.T) {
	questions := []port.SKUOrASIN{asinIn("b000000001"), asinIn("B000000002"), asinIn("B000000003"), asinIn("B000000004"), asinIn("B000000005"), asinIn("B000000006")}
	entries, err := decodeOwnPrices(questions, []byte(`{"payload":[
		{"status":"ServerError","ASIN":"B000000003"},{"status":"ClientError","ASIN":"B000000002"},
		{"status":"Success","ASIN":"B000000001","Product":{"Identifiers":{},"new":[],"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":9}}}]}},
		{"status":"SOMETHING_NEW","Product":{"Identifiers":{"MarketplaceASIN":{"ASIN":"B000000004"}}}},
		{"status":"Success","ASIN":"B000000005"},{"status":"Success","ASIN":"B0FOREIGN0"},{"status":7,"ASIN":"B000000006"},null,{}]}`))
	require.NoError(t, err)
	require.Equal(t, []entry[[]sendingports.OwnPrice]{
		{question: 2, err: &spapi.Error{Kind: spapi.Unavailable, Operation: "getPricing"}},
		{question: 1, err: &spapi.Error{Kind: spapi.Rejected, Operation: "getPricing", Problems: []spapi.Problem{{Code: "ClientError"}}}},
		{question: 0, value: []sendingports.OwnPrice{{PriceParts: dollars("9")}}},
		{question: 3},
		{question: 4, err: unreadable(spapi.GetPricing)},
	}, entries)
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeOwnPrices(questions, b); return err },
		map[string]string{"no payload": `{"errors":[{"code":"A"}]}`, "an object": `{"payload":{}}`, "null": `{"payload":null}`})
}

func TestDecodeOwnPrices(t *testing.T) {
	questions := []port.SKUOrASIN{{Marketplace: us, SKU: "A/B"}, {Marketplace: us, SKU: "C"}, {Marketplace: us, SKU: "c"}, {Marketplace: us, SKU: "D"}}
	entries, err := decodeOwnPrices(questions, []byte(`{"payload":[
		{"status":"Success","SellerSKU":"D","Product":{"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":1},"Shipping":{"CurrencyCode":"EUR","Amount":1}}}]}},
		{"status":"Success","SellerSKU":"C","Product":{"Offers":[]}},
		{"status":"Success","SellerSKU":"A%2FB","ASIN":"B000000001","Product":{"Offers":[
			{"offerType":"B2C","BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":18.99},"Shipping":{"CurrencyCode":"USD","Amount":0}},"RegularPrice":{"CurrencyCode":"USD","Amount":20},
			 "FulfillmentChannel":"MERCHANT","ItemCondition":"New","ItemSubCondition":"New","SellerSKU":"A/B"},
			{"offerType":"B2B","BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":15}}},{"BuyingPrice":{}},
			{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":17}},"FulfillmentChannel":"DRONE"}]}}]}`))
	require.NoError(t, err)
	free := dollars("18.99")
	free.Shipping = amount("0")
	require.Equal(t, []entry[[]sendingports.OwnPrice]{
		{question: 3, err: unreadable(spapi.GetPricing)},
		{question: 1},
		{question: 0, value: []sendingports.OwnPrice{
			{PriceParts: free, Regular: amount("20")}, {PriceParts: dollars("17")},
		}},
	}, entries)
}

// SKUs and ASINs go in calls of their own, marketplace by marketplace; SKUs are
// encoded twice where that makes a difference.
func TestOwnPricesAreAskedByMarketplace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Queries: true, Answers: []string{"400 " + refusalOf("InvalidInput")}}
		c := f.Client(t)
		answers := New(c, spapi.Repricer).OwnPrices(context.Background(), repricerOne, []port.SKUOrASIN{
			{Marketplace: us, SKU: "A/B"}, asinIn("b000000001"), {Marketplace: us, SKU: "50% off,x"}, {Marketplace: "A2EUQ1WTGCTBG2", SKU: "C.c-1_"},
		})
		require.Equal(t, []string{
			"ItemType=Sku&MarketplaceId=ATVPDKIKX0DER&Skus=A%252FB%2C50%2525%2520off%252Cx",
			"Asins=B000000001&ItemType=Asin&MarketplaceId=ATVPDKIKX0DER",
			"ItemType=Sku&MarketplaceId=A2EUQ1WTGCTBG2&Skus=C.c-1_",
		}, f.Asked[:3], "then the listings are asked")
		for _, a := range answers {
			e, ok := fault.As(a.Err)
			require.True(t, ok)
			require.Equal(t, []fault.Item{{Code: "invalid", Message: "InvalidInput: No.: x"}}, e.Errors)
		}
	})
}

func TestOwnPricesOfManyProducts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []port.SKUOrASIN
		var rows [2][]string
		for n := range 25 {
			asin := fmt.Sprintf("B0000000%02d", n)
			asked = append(asked, asinIn(asin))
			rows[n/20] = append(rows[n/20], `{"status":"Success","ASIN":"`+asin+`","Product":{"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":`+fmt.Sprint(n+1)+`}}}]}}`)
		}
		f := &upstream.Script{Answers: []string{`200 {"payload":[` + strings.Join(rows[0], ",") + `]}`, `200 {"payload":[` + strings.Join(rows[1], ",") + `]}`}}
		for n, a := range New(f.Client(t), spapi.Repricer).OwnPrices(context.Background(), repricerOne, asked) {
			require.NoError(t, a.Err)
			require.Equal(t, []sendingports.OwnPrice{{PriceParts: dollars(fmt.Sprint(n + 1))}}, a.Offers)
		}
		require.Len(t, f.Asked, 2)
	})
}

func FuzzDecodeOwnPrices(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"payload":[{"status":"Success","SellerSKU":"A","Product":{"Offers":[{"BuyingPrice":{"ListingPrice":{"CurrencyCode":"USD","Amount":1}},"RegularPrice":{"CurrencyCode":"USD","Amount":2}}]}},{"status":"ClientError","SellerSKU":"B"}]}`))
	questions := []port.SKUOrASIN{{Marketplace: us, SKU: "A"}, {Marketplace: us, SKU: "B"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := decodeOwnPrices(questions, body)
		if err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
		for _, e := range entries {
			for _, o := range e.value {
				checkTag(t, o.PriceParts)
			}
		}
	})
}
