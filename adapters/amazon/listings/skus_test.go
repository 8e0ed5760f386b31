package listings

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/contract/upstream"
)

const (
	usShop = "ATVPDKIKX0DER"
	caShop = "A2EUQ1WTGCTBG2"
)

var synced = account.Seller{Team: 7, Connection: 3, Region: "na", ID: "A1SELLER"}

// skuListing reads an item as the marketplace would send it; more members follow sku.
func skuListing(t *testing.T, sku, more string) (syncing.Listing, bool) {
	t.Helper()
	name, err := json.Marshal(sku)
	require.NoError(t, err)
	rows, err := decodeRows([]byte(`{"numberOfResults":1,"items":[{"sku":` + string(name) + more + `}]}`))
	require.NoError(t, err)
	require.Len(t, rows.Items, 1)
	return rows.Items[0].listing(synced, usShop)
}

// summary writes the part summaries with these members.
func summary(more string) string {
	return `,"summaries":[{"marketplaceId":"` + usShop + `"` + more + `}]`
}

func TestAListingAsTheInventorySeesIt(t *testing.T) {
	l, ok := skuListing(t, "A/B ü", `,"summaries":[{"marketplaceId":"`+caShop+`","asin":"B000000009"},
			{"marketplaceId":"`+usShop+`","asin":"B000000001","productType":"LAMP","conditionType":"used_very_good","status":["DISCOVERABLE","BUYABLE"],
			"fnSku":"X0001","itemName":"A \u0000lamp","createdDate":"2026-01-02T03:04:05Z","lastUpdatedDate":"2026-01-02T05:04:05+02:00",
			"mainImage":{"link":"https://m.example/a.jpg","height":1,"width":1}}],
		"offers":[{"marketplaceId":"`+caShop+`","offerType":"B2C","price":{"currencyCode":"CAD","amount":"1"}},
			{"marketplaceId":"`+usShop+`","offerType":"B2B","price":{"currencyCode":"USD","amount":"2"}},
			{"marketplaceId":"`+usShop+`","offerType":"B2C","audience":{"value":"B2B"},"price":{"currencyCode":"USD","amount":"3"}},
			{"marketplaceId":"`+usShop+`","offerType":"B2C","audience":{"value":"ALL"},"price":{"currencyCode":"USD","amount":19.99}}],
		"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":5}],
		"issues":[{"code":"1","message":"Odd.","severity":"INFO","attributeNames":["a","b"]},
			{"code":"2","message":"Not here.","severity":"ERROR","marketplaceIds":["`+caShop+`"]},
			{"code":"3","message":"Wrong.","severity":"ERROR","marketplaceIds":["`+usShop+`"]}],
		"productTypes":[{"marketplaceId":"`+caShop+`","productType":"X"},{"marketplaceId":"`+usShop+`","productType":"TABLE_LAMP"}]`)
	require.True(t, ok)
	text := func(s string) *string { return &s }
	price, five := money.MustParse("19.99"), int64(5)
	require.Equal(t, syncing.Listing{
		Observation: inventory.Observation{
			Seller: "A1SELLER", Connection: 3, Marketplace: usShop, SKU: "A/B ü", ASIN: "B000000001", FNSKU: text("X0001"),
			Title: text("A  lamp"), ImageURL: text("https://m.example/a.jpg"), Condition: inventory.ConditionUsedVeryGood,
			Channel: inventory.FBM, Status: inventory.SKUActive, Price: &price, Currency: "USD", ProductType: "TABLE_LAMP", Quantity: &five, Buyable: true,
			Issues: []inventory.ObservedIssue{
				{Code: "1", Message: "Odd.", Severity: "warning", Attributes: []string{"a", "b"}},
				{Code: "3", Message: "Wrong.", Severity: "error"},
			},
			UpdatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		},
		CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}, l)

	bare, ok := skuListing(t, "A", summary(""))
	require.True(t, ok)
	require.Equal(t, syncing.Listing{Observation: inventory.Observation{
		Seller: "A1SELLER", Connection: 3, Marketplace: usShop, SKU: "A", Condition: inventory.ConditionNew,
		Channel: inventory.FBM, Status: inventory.SKUInactive, Currency: "USD",
	}}, bare)
}

func TestWhatIsNoListing(t *testing.T) {
	for name, c := range map[string][2]string{
		"not on the marketplace": {"A", `,"summaries":[{"marketplaceId":"` + caShop + `"}]`},
		"no summaries":           {"A", ""},
		"no SKU":                 {"", summary("")},
		"a control character":    {"A\x01", summary("")},
		"an endless SKU":         {strings.Repeat("é", 101), summary("")},
	} {
		_, ok := skuListing(t, c[0], c[1])
		require.False(t, ok, name)
	}
	_, ok := skuListing(t, strings.Repeat("é", 100), summary(""))
	require.True(t, ok)
}

func TestStatusOfAListing(t *testing.T) {
	action := func(action, more string) string {
		return `,"issues":[{"severity":"ERROR","enforcements":{"actions":[{"action":"` + action + `"}]` + more + `}}]`
	}
	const seen, sold = `,"status":["DISCOVERABLE"]`, `,"status":["BUYABLE"]`
	for name, c := range map[string]struct {
		summary, more string
		want          inventory.SKUStatus
	}{
		"sold":                  {sold, "", inventory.SKUActive},
		"seen only":             {seen, "", inventory.SKUInactive},
		"neither":               {`,"status":[]`, "", inventory.SKUInactive},
		"an error of no effect": {sold, `,"issues":[{"severity":"ERROR"}]`, inventory.SKUActive},
		"taken down":            {seen, action("LISTING_SUPPRESSED", ""), inventory.SKUSuppressed},
		"not found any more":    {sold, action("SEARCH_SUPPRESSED", `,"exemption":{"status":"NOT_EXEMPT"}`), inventory.SKUSuppressed},
		"product removed":       {seen, action("CATALOG_ITEM_REMOVED", ""), inventory.SKUSuppressed},
		"a value dropped":       {sold, action("ATTRIBUTE_SUPPRESSED", ""), inventory.SKUActive},
		"exempt":                {sold, action("LISTING_SUPPRESSED", `,"exemption":{"status":"EXEMPT"}`), inventory.SKUActive},
		"exempt for a while":    {sold, action("LISTING_SUPPRESSED", `,"exemption":{"status":"EXEMPT_UNTIL_EXPIRY_DATE"}`), inventory.SKUActive},
		"elsewhere": {
			sold, `,"issues":[{"marketplaceIds":["` + caShop + `"],"enforcements":{"actions":[{"action":"LISTING_SUPPRESSED"}]}}]`, inventory.SKUActive,
		},
		"a new word": {sold, action("MADE_UP", ""), inventory.SKUActive},
	} {
		l, ok := skuListing(t, "A", summary(c.summary)+c.more)
		require.True(t, ok, name)
		require.Equal(t, c.want, l.Status, name)
	}
}

func TestIssuesOfThePrice(t *testing.T) {
	for name, c := range map[string]struct {
		issues string
		want   bool
	}{
		"none":      {`[]`, false},
		"invalid":   {`[{"severity":"ERROR","categories":["INVALID_ATTRIBUTE"]},{"severity":"ERROR","categories":["INVALID_PRICE"]}]`, true},
		"missing":   {`[{"severity":"WARNING","categories":["MISSING_PRICE"],"marketplaceIds":["` + usShop + `"]}]`, true},
		"elsewhere": {`[{"severity":"ERROR","categories":["INVALID_PRICE"],"marketplaceIds":["` + caShop + `"]}]`, false},
		"others":    {`[{"severity":"ERROR","categories":["INVALID_IMAGE"]},{"severity":"ERROR"}]`, false},
	} {
		l, ok := skuListing(t, "A", summary("")+`,"issues":`+c.issues)
		require.True(t, ok, name)
		require.Equal(t, c.want, l.PriceIssue, name)
		require.False(t, l.Buyable, name)
	}
}

func TestWhoShipsAListing(t *testing.T) {
	for name, c := range map[string]struct {
		summary, more string
		want          inventory.Channel
	}{
		"Amazon":              {"", `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"AMAZON_NA"}]`, inventory.FBA},
		"Amazon in Europe":    {"", `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"AMAZON_EU","quantity":3}]`, inventory.FBA},
		"both":                {"", `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":3},{"fulfillmentChannelCode":"AMAZON_NA"}]`, inventory.FBA},
		"the seller":          {`,"fnSku":"X0001"`, `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT"}]`, inventory.FBM},
		"a code of its own":   {"", `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"MY_STORE"}]`, inventory.FBM},
		"a label":             {`,"asin":"B000000001","fnSku":"X0001"`, "", inventory.FBA},
		"the product's label": {`,"asin":"B000000001","fnSku":"B000000001"`, "", inventory.FBM},
		"nothing":             {"", `,"fulfillmentAvailability":[]`, inventory.FBM},
	} {
		l, ok := skuListing(t, "A", summary(c.summary)+c.more)
		require.True(t, ok, name)
		require.Equal(t, c.want, l.Channel, name)
		if c.want == inventory.FBA {
			require.Nil(t, l.Quantity, name)
		}
	}
}

func TestWordsOfTheMarketplace(t *testing.T) {
	for word, want := range map[string]inventory.Condition{
		"new_new": inventory.ConditionNew, "new_open_box": inventory.ConditionNew, "new_oem": inventory.ConditionNew,
		"refurbished_refurbished": inventory.ConditionRefurbished, "used_like_new": inventory.ConditionUsedLikeNew,
		"used_good": inventory.ConditionUsedGood, "used_acceptable": inventory.ConditionUsedAcceptable,
		"collectible_good": inventory.ConditionCollectible, "club_club": inventory.ConditionNew, "": inventory.ConditionNew, "?": inventory.ConditionNew,
	} {
		l, ok := skuListing(t, "A", summary(`,"conditionType":"`+word+`"`))
		require.True(t, ok)
		require.Equal(t, want, l.Condition, word)
	}
	for name, hostile := range map[string]string{
		"an ASIN of letters": summary(`,"asin":"b000000001"`), "a script for an image": summary(`,"mainImage":{"link":"javascript:x"}`),
		"an endless image": summary(`,"mainImage":{"link":"https://x/` + strings.Repeat("a", 2000) + `"}`),
		"no price":         summary("") + `,"offers":[{"marketplaceId":"` + usShop + `","offerType":"B2C"}]`,
		"nothing":          summary("") + `,"offers":[{"marketplaceId":"` + usShop + `","offerType":"B2C","price":{"currencyCode":"USD","amount":0}}]`,
		"five decimals":    summary("") + `,"offers":[{"marketplaceId":"` + usShop + `","offerType":"B2C","price":{"currencyCode":"USD","amount":1.00001}}]`,
		"no currency":      summary("") + `,"offers":[{"marketplaceId":"` + usShop + `","offerType":"B2C","price":{"amount":1}}]`,
		"less than none":   summary("") + `,"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":-1}]`,
	} {
		l, ok := skuListing(t, "A", hostile)
		require.True(t, ok, name)
		require.Empty(t, l.ASIN, name)
		require.Nil(t, l.ImageURL, name)
		require.Nil(t, l.Price, name)
		require.Nil(t, l.Quantity, name)
		require.Equal(t, money.Currency("USD"), l.Currency, name)
	}
	many := summary(`,"itemName":"`+strings.Repeat("é", 600)+`"`) + `,"issues":[` + strings.TrimSuffix(strings.Repeat(`{"code":"1"},`, 40), ",") + `]`
	l, ok := skuListing(t, "A", many)
	require.True(t, ok)
	require.Len(t, []rune(*l.Title), 500)
	require.Len(t, l.Issues, 25)
}

func TestDecodeStock(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeStock(b); return err }, map[string]string{
		"no payload": `{}`, "no list": `{"payload":{}}`, "errors": `{"errors":[{"code":"x"}]}`, "a word for a number": `{"payload":{"inventorySummaries":[{"inventoryDetails":{"fulfillableQuantity":"many"}}]}}`,
	})
	page, err := decodeStock([]byte(`{"payload":{"granularity":{},"inventorySummaries":[
		{"sellerSku":"A,B","fnSku":"X1","totalQuantity":99,"inventoryDetails":{"fulfillableQuantity":1,"inboundWorkingQuantity":2,"inboundShippedQuantity":3,
			"inboundReceivingQuantity":4,"reservedQuantity":{"totalReservedQuantity":5,"fcProcessingQuantity":1},
			"researchingQuantity":{"totalResearchingQuantity":7},"unfulfillableQuantity":{"totalUnfulfillableQuantity":6}}},
		{"sellerSku":"bare","inventoryDetails":{}},
		{"sellerSku":"odd","inventoryDetails":{"fulfillableQuantity":-1,"inboundWorkingQuantity":99999999999}},
		{"sellerSku":"no details","totalQuantity":3}, {"fnSku":"no SKU","inventoryDetails":{}}]},"pagination":{"nextToken":"t+/="}}`))
	require.NoError(t, err)
	require.Equal(t, "t+/=", page.next)
	require.Equal(t, []inventory.Stock{
		{SKU: "A,B", FNSKU: "X1", Fulfillable: 1, Inbound: 9, Reserved: 5, Unfulfillable: 6},
		{SKU: "bare"},
		{SKU: "odd", Inbound: 1_000_000_000},
	}, page.stock())
	none, err := decodeStock([]byte(`{"payload":{"inventorySummaries":[]}}`))
	require.NoError(t, err)
	require.Empty(t, none.stock())
}
