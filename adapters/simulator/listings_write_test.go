package simulator_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// submit sends a change and returns its status and issues.
func (a *account) submit(method, path, body string) (string, string) {
	a.t.Helper()
	rec := a.send(method, path, body)
	require.Equal(a.t, 200, rec.Code, rec.Body)
	answer := decoded(a.t, rec)
	require.Regexp(a.t, "^[0-9a-f]{32}$", answer["submissionId"])
	list, ok := answer["issues"].([]any)
	require.True(a.t, ok, rec.Body)
	var issues []string
	for _, i := range list {
		issues = append(issues, fmt.Sprint(dig(i, "categories", 0)))
		require.Equal(a.t, "ERROR", dig(i, "severity"))
	}
	return fmt.Sprint(answer["status"]), strings.Join(issues, " ")
}

func TestAPriceIsAppliedLater(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(false)
	old, _ := a.price(sku)
	rec := a.send("PATCH", a.item(sku, "marketplaceIds="+usa), offerPatch(usa, "USD", sum("our_price", "123.45")))
	require.Equal(t, 200, rec.Code)
	require.Regexp(t, `^{"issues":\[\],"sku":"`+sku+`","status":"ACCEPTED","submissionId":"[0-9a-f]{32}"}$`, rec.Body.String())
	a.m.Clock().Step(4999 * time.Millisecond)
	now, _ := a.price(sku)
	require.Equal(t, old, now, "not yet")
	a.m.Clock().Step(time.Millisecond)
	now, status := a.price(sku)
	require.Equal(t, "123.45", now)
	require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, status)
	a.m.Reset()
	a.token = accessToken(t, a.h, a.RefreshToken)
	now, _ = a.price(sku)
	require.Equal(t, old, now, "the world as it was")
}

// The usual delay is 5 to 15 minutes, and changes of a listing keep their order.
func TestUsualDelay(t *testing.T) {
	a := signIn(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.NA, simulator.Full)
	sku := a.sellable(false)
	old, _ := a.price(sku)
	for cents := range 20 {
		a.submit("PATCH", a.item(sku, "marketplaceIds="+usa), offerPatch(usa, "USD", sum("our_price", fmt.Sprintf("50.%02d", cents))))
	}
	a.m.Clock().Step(5*time.Minute - time.Second)
	now, _ := a.price(sku)
	require.Equal(t, old, now)
	last := "50."
	for range 601 {
		a.m.Clock().Step(time.Second)
		if now, _ = a.price(sku); now != old {
			require.GreaterOrEqual(t, now, last)
			last = now
		}
	}
	require.Equal(t, "50.19", now)
}

func TestAPriceOutsideItsLimitsTakesTheListingDown(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(false)
	patch := func(members string) {
		status, issues := a.submit("PATCH", a.item(sku, "marketplaceIds="+usa), offerPatch(usa, "USD", members))
		require.Equal(t, "ACCEPTED", status, issues)
		a.m.Clock().Step(5 * time.Second)
	}
	for _, c := range []struct {
		members string
		buyable bool
	}{
		{sum("our_price", "20.00") + "," + sum("minimum_seller_allowed_price", "15") + "," + sum("maximum_seller_allowed_price", "30"), true},
		{sum("our_price", "14.99"), false}, // the limits were sent before
		{sum("our_price", "15.00"), true},
		{sum("our_price", "30.01"), false},
		{sum("our_price", "30.01") + "," + sum("maximum_seller_allowed_price", "31"), true},
	} {
		patch(c.members)
		item := a.read(a.item(sku, "includedData=summaries,issues&marketplaceIds="+usa))
		if c.buyable {
			require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, dig(item, "summaries", 0, "status"), c.members)
			require.Equal(t, []any{}, item["issues"])
			continue
		}
		require.Equal(t, []any{"DISCOVERABLE"}, dig(item, "summaries", 0, "status"), c.members)
		require.Equal(t, "INVALID_PRICE", dig(item, "issues", 0, "categories", 0))
		require.Equal(t, "LISTING_SUPPRESSED", dig(item, "issues", 0, "enforcements", "actions", 0, "action"))
		require.Equal(t, []any{usa}, dig(item, "issues", 0, "marketplaceIds"))
	}
}

func TestSubmissionsThatAreInvalid(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(true)
	price := sum("our_price", "20.00")
	for name, c := range map[string]struct{ sku, body, issues string }{
		"no such listing":     {"nobody's", offerPatch(usa, "USD", price), "INVALID_ATTRIBUTE"},
		"price of nothing":    {sku, offerPatch(usa, "USD", sum("our_price", "0")), "INVALID_PRICE"},
		"price below nothing": {sku, offerPatch(usa, "USD", sum("our_price", "-1")), "INVALID_PRICE"},
		"half a cent":         {sku, offerPatch(usa, "USD", sum("our_price", "9.995")), "INVALID_PRICE"},
		"a text":              {sku, offerPatch(usa, "USD", sum("our_price", `"9.99"`)), "INVALID_PRICE"},
		"no schedule":         {sku, offerPatch(usa, "USD", `"our_price":[{}]`), "INVALID_PRICE"},
		"limits crossed":      {sku, offerPatch(usa, "USD", price+","+sum("minimum_seller_allowed_price", "30")+","+sum("maximum_seller_allowed_price", "10")), "INVALID_PRICE"},
		"other currency":      {sku, strings.Replace(replace(offerPatch(usa, "EUR", price)), `"merge"`, `"replace"`, 1), "INVALID_ATTRIBUTE"},
		"other marketplace":   {sku, offerPatch(canada, "CAD", price), "INVALID_ATTRIBUTE"},
		"end without a time":  {sku, offerPatch(usa, "USD", price+`,"end_at":{"value":null}`), "INVALID_ATTRIBUTE"},
		"replaced by nothing": {sku, replace(offerPatch(usa, "USD", sum("minimum_seller_allowed_price", "1"))), "MISSING_PRICE"},
		"other product type":  {sku, strings.Replace(offerPatch(usa, "USD", price), "PRODUCT", "SPACESHIP", 1), "INVALID_ATTRIBUTE"},
		"unknown channel":     {sku, `{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/fulfillment_availability","value":[{"fulfillment_channel_code":"PIGEON","quantity":1}]}]}`, "INVALID_ATTRIBUTE"},
		"half a unit":         {sku, `{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/fulfillment_availability","value":[{"fulfillment_channel_code":"DEFAULT","quantity":0.5}]}]}`, "INVALID_ATTRIBUTE"},
	} {
		status, issues := a.submit("PATCH", a.item(c.sku, "marketplaceIds="+usa), c.body)
		require.Equal(t, "INVALID", status, name)
		require.Equal(t, c.issues, issues, name)
	}
	before, _ := a.price(sku)
	a.m.Clock().Step(30 * time.Minute)
	after, _ := a.price(sku)
	require.Equal(t, before, after)
	require.Equal(t, "INVALID", first2(a.submit("DELETE", a.item("nobody's", "marketplaceIds="+usa), "")))
}

func replace(body string) string { return strings.Replace(body, `"merge"`, `"replace"`, 1) }

func first2(status, _ string) string { return status }

func TestSubmissionsThatAreMalformed(t *testing.T) {
	a := unlimited(t, simulator.Full)
	good := offerPatch(usa, "USD", sum("our_price", "20.00"))
	path := a.item("A/B", "marketplaceIds="+usa)
	for name, c := range map[string]struct{ method, path, body string }{
		"no marketplace":           {"PATCH", a.item("A/B", ""), good},
		"foreign marketplace":      {"PATCH", a.item("A/B", "marketplaceIds=A1PA6795UKMFR9"), good},
		"no body":                  {"PATCH", path, ""},
		"half a body":              {"PATCH", path, good[:50]},
		"two bodies":               {"PATCH", path, good + good},
		"no product type":          {"PATCH", path, strings.Replace(good, `"productType":"PRODUCT",`, "", 1)},
		"no patches":               {"PATCH", path, `{"productType":"PRODUCT","patches":[]}`},
		"unknown operation":        {"PATCH", path, strings.Replace(good, "merge", "move", 1)},
		"nested path":              {"PATCH", path, strings.Replace(good, "/attributes/purchasable_offer", "/attributes/purchasable_offer/0/our_price", 1)},
		"path of something else":   {"PATCH", path, strings.Replace(good, "/attributes/", "/summaries/", 1)},
		"value is no list":         {"PATCH", path, `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/brand","value":"x"}]}`},
		"no value":                 {"PATCH", path, `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/brand"}]}`},
		"null value":               {"PATCH", path, `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/brand","value":[null]}]}`},
		"unknown mode":             {"PATCH", path + "&mode=DRY", good},
		"unknown data":             {"PATCH", path + "&includedData=summaries", good},
		"put in two marketplaces":  {"PUT", path + "," + canada, `{"productType":"PRODUCT","attributes":{}}`},
		"put without attributes":   {"PUT", path, `{"productType":"PRODUCT"}`},
		"put for no requirements":  {"PUT", path, `{"productType":"PRODUCT","requirements":"SOME","attributes":{}}`},
		"delete in two":            {"DELETE", path + "," + canada, ""},
		"delete with a body":       {"DELETE", path, "{}"},
		"delete in no marketplace": {"DELETE", a.item("A/B", ""), ""},
	} {
		rec := a.send(c.method, c.path, c.body)
		require.Equal(t, 400, rec.Code, "%s: %s", name, rec.Body)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"InvalidInput"`, name)
	}
	r := a.send("PATCH", path, good)
	require.Equal(t, 200, r.Code)
}

func TestPreviewChangesNothing(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(false)
	old, _ := a.price(sku)
	path := a.item(sku, "mode=VALIDATION_PREVIEW&marketplaceIds="+usa)
	require.Equal(t, "VALID", first2(a.submit("PATCH", path, offerPatch(usa, "USD", sum("our_price", "1.23")))))
	require.Equal(t, "INVALID", first2(a.submit("PATCH", path, offerPatch(usa, "USD", sum("our_price", "1.234")))))
	a.m.Clock().Step(30 * time.Minute)
	now, _ := a.price(sku)
	require.Equal(t, old, now)
	rec := a.send("PATCH", path+"&includedData=identifiers", offerPatch(usa, "USD", sum("our_price", "1.23")))
	require.Regexp(t, `^{"identifiers":\[{"asin":"B0SIM.....","marketplaceId":"`+usa+`"}\],"sku":"[^"]+","status":"VALID","submissionId":"[0-9a-f]+"}$`, rec.Body.String())
}

// Merging keeps members that the patch does not name; replacing drops them.
func TestPatchesOfTheOffer(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := "A/B"
	members := func(shop string) map[string]string {
		item := a.read(a.item(sku, "includedData=attributes&marketplaceIds="+shop))
		list, _ := dig(item, "attributes", "purchasable_offer").([]any)
		all := map[string]string{}
		for _, offer := range list {
			for _, name := range []string{"our_price", "minimum_seller_allowed_price", "maximum_seller_allowed_price"} {
				if price := dig(offer, name, 0, "schedule", 0, "value_with_tax"); price != nil {
					all[fmt.Sprint(dig(offer, "audience"), " ", name)] = fmt.Sprint(price)
				}
			}
		}
		return all
	}
	apply := func(shops, body string) {
		status, issues := a.submit("PATCH", a.item(sku, "marketplaceIds="+shops), body)
		require.Equal(t, "ACCEPTED", status, issues)
		a.m.Clock().Step(5 * time.Second)
	}
	both := `{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/purchasable_offer","value":[` +
		`{"marketplace_id":"` + usa + `","currency":"USD","audience":"ALL",` + sum("our_price", "20.5") + `,` + sum("minimum_seller_allowed_price", "15") + `},` +
		`{"marketplace_id":"` + usa + `","currency":"USD","audience":"B2B",` + sum("our_price", "19") + `},` +
		`{"marketplace_id":"` + canada + `","currency":"CAD",` + sum("our_price", "28") + `}]}]}`
	apply(usa+","+canada, both)
	require.Equal(t, map[string]string{"ALL our_price": "20.5", "ALL minimum_seller_allowed_price": "15", "B2B our_price": "19"}, members(usa))
	require.Equal(t, map[string]string{"<nil> our_price": "28"}, members(canada))

	apply(usa, offerPatch(usa, "USD", sum("our_price", "21")))
	require.Equal(t, map[string]string{"ALL our_price": "21", "ALL minimum_seller_allowed_price": "15", "B2B our_price": "19"}, members(usa))

	apply(canada, `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{`+sum("our_price", "29")+`}]}]}`)
	require.Equal(t, map[string]string{"<nil> our_price": "29"}, members(canada), "the marketplace of the call")
	require.Equal(t, "21", members(usa)["ALL our_price"])

	apply(usa, replace(offerPatch(usa, "USD", sum("our_price", "22"))))
	require.Equal(t, map[string]string{"ALL our_price": "22"}, members(usa), "the rest is gone")
	require.Equal(t, map[string]string{"<nil> our_price": "29"}, members(canada), "another marketplace")

	apply(usa, `{"productType":"PRODUCT","patches":[{"op":"delete","path":"/attributes/purchasable_offer","value":[{"marketplace_id":"`+usa+`"}]}]}`)
	require.Empty(t, members(usa))
	_, status := a.price(sku)
	require.Equal(t, []any{"DISCOVERABLE"}, status, "nothing to buy without a price")
	apply(usa, strings.Replace(offerPatch(usa, "USD", sum("our_price", "23")), "merge", "add", 1))
	require.Equal(t, map[string]string{"ALL our_price": "23"}, members(usa))

	stock := func(n int) {
		apply(usa, fmt.Sprintf(`{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/fulfillment_availability","value":[{"fulfillment_channel_code":"DEFAULT","quantity":%d}]}]}`, n))
	}
	stock(0)
	_, status = a.price(sku)
	require.Equal(t, []any{"DISCOVERABLE"}, status)
	stock(7)
	_, status = a.price(sku)
	require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, status)
	item := a.read(a.item(sku, "includedData=fulfillmentAvailability&marketplaceIds="+usa))
	require.Equal(t, []any{map[string]any{"fulfillmentChannelCode": "DEFAULT", "quantity": 7.0}}, item["fulfillmentAvailability"])
}

// offer writes the body that lists an existing product.
func offer(asin, shop, currency, price string) string {
	return fmt.Sprintf(`{"productType":"PRODUCT","requirements":"LISTING_OFFER_ONLY","attributes":{`+
		`"merchant_suggested_asin":[{"value":%q,"marketplace_id":%q}],"condition_type":[{"value":"new_new","marketplace_id":%q}],`+
		`"purchasable_offer":[{"marketplace_id":%q,"currency":%q,"audience":"ALL",%s}],`+
		`"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":5}]}}`, asin, shop, shop, shop, currency, sum("our_price", price))
}

func TestPutAndDelete(t *testing.T) {
	a := unlimited(t, simulator.Empty)
	asin := ""
	for i := range 200 {
		body := a.get("/listings/2021-08-01/restrictions?marketplaceIds=" + usa + "&sellerId=" + a.ID + "&asin=" + simulator.ASIN(i)).Body.String()
		if body == `{"restrictions":[]}` {
			asin = simulator.ASIN(i)
			break
		}
	}
	path := a.item("new/one", "marketplaceIds="+usa)
	require.Equal(t, "ACCEPTED", first2(a.submit("PUT", path, offer(asin, usa, "USD", "12.99"))))
	require.Equal(t, 404, a.get(path).Code, "not yet")
	require.Equal(t, "ACCEPTED", first2(a.submit("PATCH", path, offerPatch(usa, "USD", sum("our_price", "13.99")))), "it is on its way")
	a.m.Clock().Step(5 * time.Second)
	price, status := a.price("new/one")
	require.Equal(t, "13.99", price)
	require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, status)
	found := a.read(a.items("?marketplaceIds=" + usa + "&identifiersType=ASIN&identifiers=" + asin))
	require.Equal(t, "new/one", dig(found, "items", 0, "sku"))
	require.Equal(t, "2026-11-01T12:00:05Z", dig(found, "items", 0, "summaries", 0, "createdDate"))
	require.EqualValues(t, 1, a.read(a.items("?marketplaceIds=" + usa))["numberOfResults"])

	require.Equal(t, "ACCEPTED", first2(a.submit("PUT", a.item("new/one", "marketplaceIds="+canada), offer(asin, canada, "CAD", "18.99"))))
	a.m.Clock().Step(5 * time.Second)
	require.Equal(t, "ACCEPTED", first2(a.submit("DELETE", path, "")))
	a.m.Clock().Step(5 * time.Second)
	require.Equal(t, 404, a.get(path).Code)
	rest := a.read(a.item("new/one", "includedData=offers&marketplaceIds="+usa+","+canada))
	require.Equal(t, "18.99", dig(rest, "offers", 0, "price", "amount"))
	require.Equal(t, "ACCEPTED", first2(a.submit("DELETE", a.item("new/one", "marketplaceIds="+canada), "")))
	a.m.Clock().Step(5 * time.Second)
	require.EqualValues(t, 0, a.read(a.items("?marketplaceIds=" + usa + "," + canada))["numberOfResults"])
}

func TestPutThatIsInvalid(t *testing.T) {
	a := unlimited(t, simulator.Full)
	good := offer(simulator.ASIN(1), usa, "USD", "12.99")
	for name, c := range map[string]struct{ sku, body, issues string }{
		"unknown product":    {"new", offer("B0SIMZZZZZ", usa, "USD", "12.99"), "INVALID_ATTRIBUTE"},
		"bad price":          {"new", offer("B0SIMZZZZZ", usa, "USD", "0"), "INVALID_PRICE INVALID_ATTRIBUTE"},
		"nothing":            {"new", `{"productType":"PRODUCT","attributes":{}}`, "MISSING_ATTRIBUTE MISSING_ATTRIBUTE MISSING_ATTRIBUTE MISSING_ATTRIBUTE"},
		"product only":       {"new", `{"productType":"PRODUCT","requirements":"LISTING_PRODUCT_ONLY","attributes":{}}`, "MISSING_ATTRIBUTE MISSING_ATTRIBUTE"},
		"SKU of another one": {"A/B", good, "DUPLICATE"},
	} {
		status, issues := a.submit("PUT", a.item(c.sku, "marketplaceIds="+usa), c.body)
		require.Equal(t, "INVALID", status, name)
		require.Equal(t, c.issues, issues, name)
	}
	refused := 0
	for i := range 100 {
		_, issues := a.submit("PUT", a.item("new", "mode=VALIDATION_PREVIEW&marketplaceIds="+usa), offer(simulator.ASIN(i), usa, "USD", "12.99"))
		if issues == "QUALIFICATION_REQUIRED" {
			refused++
		}
	}
	require.InDelta(t, 19, refused, 12, "the share of products with restrictions")
}

// A seller's submitted price is applied after a while, and is in every answer.
func TestAskedPrice(t *testing.T) {
	c := calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.NA, simulator.Full)
	sale := c.m.ForSale(c.seller, usa, 1)[0]
	c.m.Ask(c.seller, sale.SKU, usa, money.MustParse("30.25"))
	price := func() string {
		return c.good("/products/pricing/v0/price?MarketplaceId=" + usa + "&ItemType=Sku&Skus=" + url.QueryEscape(url.QueryEscape(sale.SKU)))
	}
	require.NotContains(t, price(), `"RegularPrice":{"Amount":30.25,`)
	c.m.Clock().Step(15 * time.Minute)
	require.Contains(t, price(), `"RegularPrice":{"Amount":30.25,`)
}
