package listings

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
	"sellingassistant/test/contract/upstream"
)

func units(n int64) *int64 { return &n }

func TestDecodeListing(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeItem(b); return err }, map[string]string{
		"no SKU": `{"summaries":[]}`, "a number for a SKU": `{"sku":1}`, "an object for a list": `{"sku":"A","summaries":{}}`,
		"a word for statuses": `{"sku":"A","summaries":[{"status":"BUYABLE"}]}`, "a word for an amount": `{"sku":"A","offers":[{"price":{"amount":"x"}}]}`,
	})
	whole, err := decodeItem([]byte(`{"sku":"A/B","new":1,
		"summaries":[{"marketplaceId":"US","asin":"B000000001","productType":"LAMP","conditionType":"used_in_a_new_way","status":["BUYABLE","NEW"],
			"fnSku":"X1","itemName":"Lamp","createdDate":"2026-01-02T03:04:05.678Z","lastUpdatedDate":"2026-01-02T05:04:05+02:00",
			"mainImage":{"link":"https://x/y.jpg","height":500,"width":"400"},"more":[]}],
		"attributes":{"a":[{"value":19.990}]},
		"issues":[{"code":"18299","message":"Ask first.","severity":"NEW_WORD","attributeNames":["a"],"categories":["C"],
			"enforcements":{"actions":[{"action":"LISTING_SUPPRESSED"},{}],"exemption":{"status":"NOT_EXEMPT"}},"marketplaceIds":["US"]}],
		"offers":[{"marketplaceId":"US","offerType":"B2C","price":{"currencyCode":"USD","amount":"19.99"},"points":{"pointsNumber":7},"audience":{"value":"ALL","displayName":"All"}},
			{"offerType":"B2B","price":{"currencyCode":"USD","amount":18.5}}],
		"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":5},{"fulfillmentChannelCode":"AMAZON_NA"}],
		"procurement":[{"costPrice":{"currencyCode":"USD","amount":"9"}}],
		"relationships":[{"marketplaceId":"US","relationships":[{"type":"VARIATION","parentSkus":["P"],"variationTheme":{"theme":"COLOR","attributes":["color"]}},{"type":"PACKAGE_HIERARCHY","childSkus":["C"]}]}],
		"productTypes":[{"marketplaceId":"US","productType":"LAMP"}]}`))
	require.NoError(t, err)
	created, updated := time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sum := func(s string) *money.Sum { return &money.Sum{Amount: money.MustParse(s), Currency: "USD"} }
	require.Equal(t, listingitem.Item{
		SKU: "A/B",
		Summaries: []listingitem.Summary{{
			MarketplaceID: "US", ASIN: "B000000001", ProductType: "LAMP", Condition: "used_in_a_new_way", Status: []string{"BUYABLE", "NEW"},
			FNSKU: "X1", Name: "Lamp", CreatedAt: &created, UpdatedAt: &updated,
			Image: &listingitem.Image{Link: "https://x/y.jpg", Height: 500, Width: 400},
		}},
		Attributes: []byte(`{"a":[{"value":19.990}]}`),
		Issues: []listingitem.Issue{{
			Code: "18299", Message: "Ask first.", Severity: "NEW_WORD", Attributes: []string{"a"}, Categories: []string{"C"}, Actions: []string{"LISTING_SUPPRESSED", ""},
		}},
		Offers: []listingitem.Price{
			{MarketplaceID: "US", OfferType: "B2C", Audience: "ALL", Offered: sum("19.99"), Points: units(7)},
			{OfferType: "B2B", Offered: sum("18.5")},
		},
		Availability: []listingitem.Availability{{Channel: "DEFAULT", Quantity: units(5)}, {Channel: "AMAZON_NA"}},
		Procurement:  []listingitem.Cost{{Paid: sum("9")}},
		Relationships: []listingitem.Relations{{MarketplaceID: "US", Relations: []listingitem.Relation{
			{Type: "VARIATION", ParentSKUs: []string{"P"}, Theme: "COLOR", Attributes: []string{"color"}},
			{Type: "PACKAGE_HIERARCHY", ChildSKUs: []string{"C"}},
		}}},
		ProductTypes: []listingitem.ProductType{{MarketplaceID: "US", Type: "LAMP"}},
	}, whole)

	for body, want := range map[string]listingitem.Item{
		`{"sku":"A"}`: {SKU: "A"},
		`{"sku":"A","summaries":null,"attributes":null,"offers":null}`:                   {SKU: "A"},
		`{"sku":"A","summaries":[],"issues":[]}`:                                         {SKU: "A", Summaries: []listingitem.Summary{}, Issues: []listingitem.Issue{}},
		`{"sku":"A","summaries":[{}],"offers":[{}]}`:                                     {SKU: "A", Summaries: []listingitem.Summary{{}}, Offers: []listingitem.Price{{}}},
		`{"sku":"A","attributes":[1]}`:                                                   {SKU: "A"},
		`{"sku":"A","attributes":"x"}`:                                                   {SKU: "A"},
		`{"sku":"A","summaries":[{"createdDate":"yesterday","mainImage":{"height":1}}]}`: {SKU: "A", Summaries: []listingitem.Summary{{}}},
		`{"sku":"A","offers":[{"price":{"amount":19.99999}}]}`:                           {SKU: "A", Offers: []listingitem.Price{{}}},
		`{"sku":"A","fulfillmentAvailability":[{"quantity":1.5}]}`:                       {SKU: "A", Availability: []listingitem.Availability{{}}},
		`{"sku":"A","procurement":[{}]}`:                                                 {SKU: "A", Procurement: []listingitem.Cost{{}}},
	} {
		got, err := decodeItem([]byte(body))
		require.NoError(t, err, body)
		require.Equal(t, want, got, body)
	}
}

func TestDecodeListings(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodePage(b); return err }, map[string]string{
		"null list": `{"items":null}`, "number only": `{"numberOfResults":3}`, "a broken row": `{"items":[{"sku":1}]}`,
	})
	got, err := decodePage([]byte(`{"numberOfResults":41,"items":[{"sku":"A"},{}],"pagination":{"nextToken":"n","previousToken":"p"},"x":1}`))
	require.NoError(t, err)
	require.Equal(t, listingitem.Page{Total: 41, Items: []listingitem.Item{{SKU: "A"}, {}}, Next: "n", Previous: "p"}, got)
	got, err = decodePage([]byte(`{"items":[{"sku":"A"}]}`))
	require.NoError(t, err)
	require.Equal(t, listingitem.Page{Total: 1, Items: []listingitem.Item{{SKU: "A"}}}, got)
}

func TestDecodeSubmission(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := DecodeSubmission(b); return err }, map[string]string{
		"no status": `{"sku":"A","submissionId":"1"}`, "a number for a status": `{"status":1}`, "empty status": `{"status":""}`,
	})
	got, err := DecodeSubmission([]byte(`{"sku":"A","status":"NEW_WORD","submissionId":"1","issues":[{"code":"1","message":"a\u0000b"},{}],"identifiers":[]}`))
	require.NoError(t, err)
	require.Equal(t, listingitem.Submission{Status: "NEW_WORD", ID: "1", Issues: []listingitem.Issue{{Code: "1", Message: "a b"}, {}}}, got)
	got, err = DecodeSubmission([]byte(`{"status":"ACCEPTED"}`))
	require.NoError(t, err)
	require.Equal(t, listingitem.Submission{Status: "ACCEPTED"}, got)
	got, err = DecodeSubmission([]byte(`{"status":"INVALID","issues":[` + strings.Repeat(`{},`, 500) + `{"message":"` + strings.Repeat("x", 5000) + `"}]}`))
	require.NoError(t, err)
	require.Len(t, got.Issues, 100)
}

func FuzzDecodeListings(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"sku":"A","items":[{"sku":"A","summaries":[{"status":[]}],"offers":[{"price":{"amount":"1"}}],"attributes":{"a":[]}}],"attributes":{"a":"\ud800"}}`))
	f.Add([]byte(`{"status":"INVALID","issues":[{"code":"1","message":"m","enforcements":{"actions":[{}]}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		check := func(err error) {
			if err != nil && !errors.Is(err, spapi.ErrNotJSON) {
				t.Fatal(err)
			}
		}
		item, err := decodeItem(body)
		check(err)
		if item.Attributes != nil && (!json.Valid(item.Attributes) || item.Attributes[0] != '{' || !bytes.Equal(bytes.ToValidUTF8(item.Attributes, nil), item.Attributes)) {
			t.Fatalf("%q", item.Attributes)
		}
		_, err = decodePage(body)
		check(err)
		s, err := DecodeSubmission(body)
		check(err)
		if err == nil && s.Status == "" && bytes.Contains(body, []byte("ACCEPTED")) {
			t.Fatalf("%q", body)
		}
		if len(s.Issues) > maxIssues {
			t.Fatal(len(s.Issues))
		}
	})
}

func TestEncodeOffer(t *testing.T) {
	draft := func(domain, code string, terms listingitem.Terms) port.Draft {
		m, err := marketplace.Choice{Domain: domain}.Resolve("")
		require.NoError(t, err)
		o, err := listingitem.NewOffer(terms, m)
		require.NoError(t, err)
		return port.Draft{Offer: o, ProductType: "LAMP", ChannelCode: code}
	}
	low, high := money.MustParse("15"), money.MustParse("30.5")
	body, err := encodeOffer(draft("amazon.com", "", listingitem.Terms{
		ASIN: asin.MustParse("B000000001"), Price: money.MustParse("19.99"), Condition: "used_good", Channel: listingitem.ByMerchant,
		Quantity: units(0), MinPrice: &low, MaxPrice: &high, LeadTimeDays: units(2),
	}))
	require.NoError(t, err)
	require.Equal(t, `{"productType":"LAMP","requirements":"LISTING_OFFER_ONLY","attributes":{`+
		`"merchant_suggested_asin":[{"value":"B000000001","marketplace_id":"ATVPDKIKX0DER"}],`+
		`"condition_type":[{"value":"used_good","marketplace_id":"ATVPDKIKX0DER"}],`+
		`"purchasable_offer":[{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL",`+
		`"our_price":[{"schedule":[{"value_with_tax":19.99}]}],`+
		`"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":15}]}],`+
		`"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":30.5}]}]}],`+
		`"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":0,"lead_time_to_ship_max_days":2}]}}`, string(body))

	body, err = encodeOffer(draft("amazon.co.jp", "AMAZON_JP", listingitem.Terms{
		ASIN: asin.MustParse("B000000001"), Price: money.MustParse("1999"), Condition: "new_new", Channel: listingitem.ByMarketplace,
	}))
	require.NoError(t, err)
	require.Contains(t, string(body), `"currency":"JPY","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":1999}]}]}]`)
	require.Contains(t, string(body), `"fulfillment_availability":[{"fulfillment_channel_code":"AMAZON_JP"}]`)
}
