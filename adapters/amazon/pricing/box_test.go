package pricing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	pricelistports "sellingassistant/ports/pricelist"
	port "sellingassistant/ports/repricer"
	"sellingassistant/test/contract/upstream"
)

func TestDecodeBoxes(t *testing.T) {
	asked := []port.SKUOrASIN{{Marketplace: "US", ASIN: "B000000001"}, {Marketplace: "US", ASIN: "B000000002"}, {Marketplace: "US", ASIN: "B000000003"}}
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeBoxes(asked, "USD", b); return err }, nil)
	got, err := decodeBoxes(asked, "USD", []byte(`{"payload":[
		{"status":"Success","ASIN":"B000000001","Product":{"CompetitivePricing":{"CompetitivePrices":[
			{"CompetitivePriceId":"2","condition":"Used","Price":{"ListingPrice":{"CurrencyCode":"USD","Amount":5}}},
			{"CompetitivePriceId":"1","condition":"New","Price":{"LandedPrice":{"CurrencyCode":"USD","Amount":21.5},"ListingPrice":{"CurrencyCode":"USD","Amount":19.99},
				"Shipping":{"CurrencyCode":"USD","Amount":1.51}}}],
			"NumberOfOfferListings":[{"Count":7,"condition":"Any"},{"Count":4,"condition":"New"}]}}},
		{"status":"Success","ASIN":"B000000002","Product":{"CompetitivePricing":{"CompetitivePrices":[
			{"CompetitivePriceId":"1","condition":"New","Price":{"ListingPrice":{"CurrencyCode":"CAD","Amount":9}}}]}}},
		{"status":"ClientError","ASIN":"B000000003"}]}`))
	require.NoError(t, err)
	require.Len(t, got, 3)
	require.Equal(t, pricelistports.Priced{BuyBox: optional.Some(money.MustParse("21.5")), Offers: optional.Some[int64](4)}, got[0].value)
	require.Equal(t, pricelistports.Priced{}, got[1].value)
	require.Error(t, got[2].err)
}
