package catalog

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/test/contract/upstream"
)

var germany = marketplace.Marketplace{ID: "A1PA6795UKMFR9", Currency: "EUR"}

func TestDecodeProduct(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeItem(b); return err }, map[string]string{
		"no ASIN": `{"summaries":[]}`, "an object for the list": `{"asin":"B000000001","summaries":{}}`,
	})
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeItems(b); return err }, map[string]string{"no list": `{"numberOfResults":0}`})
	item, err := decodeItem([]byte(`{"asin":"B000000001","new":1,
		"attributes":{"number_of_items":[{"value":2,"marketplace_id":"ATVPDKIKX0DER"},{"value":10,"marketplace_id":"A1PA6795UKMFR9"}],
			"is_heat_sensitive":[{"value":true}],"is_fragile":[{"value":"perhaps"}],"supplier_declared_dg_hz_regulation":[{"value":"not_applicable"}],
			"list_price":[{"value":19.99,"currency":"EUR"}],"special_feature":[{"value":[{"code":7}]}],
			"color":[{"value":"Rot","marketplace_id":"A1PA6795UKMFR9"}],"bottle_size":[{"height":{"value":3}}]},
		"summaries":[{"marketplaceId":"ATVPDKIKX0DER","itemName":"Bottle","brand":"Acme"},
			{"marketplaceId":"A1PA6795UKMFR9","itemName":"Flasche","brand":"Acme","adultProduct":false,"packageQuantity":3,"size":"1 l"}],
		"classifications":[{"marketplaceId":"A1PA6795UKMFR9","classifications":[{"classificationId":"9","displayName":"Flaschen",
			"parent":{"classificationId":"8","displayName":"K\u00fcche","parent":{"classificationId":"3167641","displayName":"K\u00fcche & Haushalt"}}}]}],
		"dimensions":[{"marketplaceId":"A1PA6795UKMFR9","item":{},"package":{"length":{"unit":"inches","value":10},"width":{"unit":"centimeters","value":12.5},
			"height":{"unit":"furlongs","value":1},"weight":{"unit":"pounds","value":0.5}}}],
		"identifiers":[{"marketplaceId":"A1PA6795UKMFR9","identifiers":[{"identifierType":"EAN","identifier":"4006381333931"},
			{"identifierType":"EAN","identifier":"4006381333931"},{"identifierType":"NEW","identifier":"1"}]}],
		"images":[{"marketplaceId":"A1PA6795UKMFR9","images":[{"variant":"PT01","link":"https://a.example/2.jpg"},{"variant":"MAIN","link":"javascript:alert(1)"},
			{"variant":"MAIN","link":"https://a.example/1.jpg"}]}],
		"productTypes":[{"marketplaceId":"ATVPDKIKX0DER","productType":"FLASK"},{"marketplaceId":"A1PA6795UKMFR9","productType":"BOTTLE"}],
		"relationships":[{"marketplaceId":"A1PA6795UKMFR9","relationships":[{"type":"VARIATION","parentAsins":["b00000000p"],
			"variationTheme":{"attributes":["size","number_of_items","color","bottle_size"],"theme":"SIZE/COLOR"}}]}],
		"salesRanks":[{"marketplaceId":"A1PA6795UKMFR9","displayGroupRanks":[{"rank":1234}],"classificationRanks":[{"rank":5}]}]}`))
	require.NoError(t, err)
	require.Equal(t, lookup.Facts{
		Title: "Flasche", Brand: "Acme", Type: "BOTTLE", ParentASIN: "B00000000P", Image: "https://a.example/1.jpg", Root: optional.Some[int64](3167641), RootName: "Küche & Haushalt",
		Rank: optional.Some[int64](1234), Package: lookup.Dimensions{Length: 10 * fee.Inch, Width: 125 * fee.Millimetre, Weight: fee.Pound / 2},
		Units: optional.Some[int64](3), Items: optional.Some[int64](10), Codes: lookup.Codes{EAN: []string{"4006381333931"}},
		HazMat: optional.Some(false), Meltable: optional.Some(true), Adult: optional.Some(false), ListPrice: optional.Some(money.MustParse("19.99")),
		Variation: []lookup.Attribute{{Name: "size", Value: "1 l"}, {Name: "number_of_items", Value: "10"}, {Name: "color", Value: "Rot"}},
	}, item.facts(germany))
	require.False(t, item.facts(germany).Package.Size().Known(), "a size with a side that is not known is none")
}

func TestMeasures(t *testing.T) {
	for text, want := range map[string]int64{
		"1": fee.Millimetre, "0.5": fee.Millimetre / 2, "0": 0, "-1": 0, "10001": 0, "1e3": 0, "": 0, "99999999999999999999999999999999": 0,
	} {
		w := wireMeasure{Unit: "Millimeters"}
		w.Value = "0"
		if text != "" {
			w.Value = json.Number(text)
		}
		require.Equal(t, want, w.in(fee.MaxSide), text)
	}
}
