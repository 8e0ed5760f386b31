package simulator_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

// offerPatch writes a merge of an offer for everybody.
func offerPatch(shop, currency, members string) string {
	return fmt.Sprintf(`{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[`+
		`{"marketplace_id":%q,"currency":%q,"audience":"ALL",%s}]}]}`, shop, currency, members)
}

func sum(name, amount string) string {
	return fmt.Sprintf(`%q:[{"schedule":[{"value_with_tax":%s}]}]`, name, amount)
}

// sellable returns a SKU that shoppers can buy in the US, with or without limits of its own.
func (a *account) sellable(limits bool) string {
	a.t.Helper()
	for i := range 300 {
		sku := simulator.SKU(i)
		item := a.read(a.item(sku, "includedData=summaries,attributes&marketplaceIds="+usa))
		status := fmt.Sprint(dig(item, "summaries", 0, "status"))
		_, has := dig(item, "attributes", "purchasable_offer", 0, "minimum_seller_allowed_price").([]any)
		if strings.Contains(status, "BUYABLE") && has == limits {
			return sku
		}
	}
	a.t.Fatal("nothing to sell")
	return ""
}

// price returns the price and the status of a listing's offers in the US.
func (a *account) price(sku string) (string, []any) {
	a.t.Helper()
	item := a.read(a.item(sku, "includedData=summaries,offers&marketplaceIds="+usa))
	status, _ := dig(item, "summaries", 0, "status").([]any)
	return fmt.Sprint(dig(item, "offers", 0, "price", "amount")), status
}

func TestListingsItem(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(true)
	item := a.read(a.item(sku, "includedData=summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes&marketplaceIds="+usa))
	names := []string{}
	for name := range item {
		names = append(names, name)
	}
	slices.Sort(names)
	require.Equal(t, []string{"attributes", "fulfillmentAvailability", "issues", "offers", "productTypes", "relationships", "sku", "summaries"}, names)
	require.Equal(t, sku, item["sku"])
	summary := dig(item, "summaries", 0)
	require.Equal(t, usa, dig(summary, "marketplaceId"))
	require.Regexp(t, "^B0SIM[0-9A-Z]{5}$", dig(summary, "asin"))
	require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, dig(summary, "status"))
	require.Equal(t, "new_new", dig(summary, "conditionType"))
	require.Equal(t, dig(item, "productTypes", 0, "productType"), dig(summary, "productType"))
	require.Regexp(t, `^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$`, dig(summary, "createdDate"))
	require.Equal(t, dig(summary, "asin"), dig(item, "attributes", "merchant_suggested_asin", 0, "value"))
	require.Equal(t, "USD", dig(item, "offers", 0, "price", "currencyCode"))
	require.Equal(t, "B2C", dig(item, "offers", 0, "offerType"))
	require.Equal(t, "ALL", dig(item, "offers", 0, "audience", "value"))
	require.Equal(t, fmt.Sprint(dig(item, "offers", 0, "price", "amount")),
		fmt.Sprintf("%.2f", dig(item, "attributes", "purchasable_offer", 0, "our_price", 0, "schedule", 0, "value_with_tax")))
	require.Equal(t, []any{}, item["issues"])

	only := a.read(a.item(sku, "marketplaceIds="+usa))
	require.Len(t, only, 2, "summaries, when nothing is asked for")
	for query, status := range map[string]int{
		"": 400, "marketplaceIds=": 400, "marketplaceIds=A1PA6795UKMFR9": 400, "marketplaceIds=" + usa + "&includedData=everything": 400,
	} {
		require.Equal(t, status, a.get(a.item(sku, query)).Code, query)
	}
	rec := a.get(a.item("nobody's", "marketplaceIds="+usa))
	require.Equal(t, 404, rec.Code)
	require.Contains(t, rec.Body.String(), `{"errors":[{"code":"NotFound"`)
}

// The names that break addresses and lists work through a real connection.
func TestOddSKUs(t *testing.T) {
	m := simulator.New(simulator.Config{
		Clock: simulator.NewClock(start, 0), Limits: simulator.Limits{Off: true}, Submission: simulator.Delay{Max: time.Second},
	})
	server, err := m.Listen("127.0.0.1:0", "")
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, m.Handler(), s.RefreshToken)
	do := func(method, sku, query, body string) (int, string) {
		var escaped strings.Builder
		for _, c := range []byte(sku) {
			fmt.Fprintf(&escaped, "%%%02X", c)
		}
		base, err := url.Parse(server.Endpoints[marketplace.NA])
		require.NoError(t, err)
		base.RawPath = "/na/listings/2021-08-01/items/" + s.ID + "/" + escaped.String()
		base.Path, err = url.PathUnescape(base.RawPath)
		require.NoError(t, err)
		base.RawQuery = query
		r := &http.Request{Method: method, URL: base, Header: http.Header{"User-Agent": {"test"}, "X-Amz-Access-Token": {token}}}
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
		res, err := client.Do(r)
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(b)
	}
	for _, sku := range []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "..", "A,B", "#?", ".", "a&b=c", `"quoted"`, "100%25"} {
		status, body := do("GET", sku, "includedData=summaries&marketplaceIds="+usa+","+canada, "")
		require.Equal(t, 200, status, "%s: %s", sku, body)
		require.Equal(t, 2, strings.Count(body, "itemName"), "%s is listed in both marketplaces", sku)
		status, body = do("PATCH", sku, "marketplaceIds="+usa, offerPatch(usa, "USD", sum("our_price", "77.77")+`,`+sum("minimum_seller_allowed_price", "1")+`,`+sum("maximum_seller_allowed_price", "100")))
		require.Equal(t, 200, status, body)
		require.Contains(t, body, `"status":"ACCEPTED"`, sku)
		m.Clock().Step(2 * time.Second)
		_, body = do("GET", sku, "includedData=offers&marketplaceIds="+usa, "")
		require.Contains(t, body, `"amount":"77.77"`, sku)
	}
	// Decodes once: the decoded name is another SKU.
	require.Equal(t, 404, first(do("GET", "A%252FB", "marketplaceIds="+usa, "")))
}

func first(status int, _ string) int { return status }

func TestSearchListings(t *testing.T) {
	a := unlimited(t, simulator.Full)
	search := func(query string) ([]any, map[string]any) {
		body := a.read(a.items("?pageSize=20&marketplaceIds=" + usa + "&" + query))
		list, _ := body["items"].([]any)
		return list, body
	}
	list, body := search("")
	require.Len(t, list, 20)
	require.EqualValues(t, 300, body["numberOfResults"])
	dates := []string{}
	for _, item := range list {
		dates = append(dates, fmt.Sprint(dig(item, "summaries", 0, "lastUpdatedDate")))
	}
	require.True(t, slices.IsSortedFunc(dates, func(x, y string) int { return strings.Compare(y, x) }), "the youngest first: %v", dates)

	list, _ = search("sortBy=sku&sortOrder=ASC")
	require.Equal(t, `"quoted"`, dig(list, 0, "sku"))
	list, _ = search("sortBy=createdDate&sortOrder=ASC")
	require.Equal(t, simulator.SKU(299), dig(list, 0, "sku"), "the oldest")

	list, _ = search("identifiersType=SKU&identifiers=" + url.QueryEscape("A/B,A+B,nobody's"))
	require.Len(t, list, 2)
	asin := fmt.Sprint(dig(list, 0, "summaries", 0, "asin"))
	list, _ = search("identifiersType=ASIN&identifiers=" + asin)
	require.Len(t, list, 1)
	for _, status := range []string{"BUYABLE", "DISCOVERABLE"} {
		with, withBody := search("withStatus=" + status)
		require.NotEmpty(t, with)
		_, withoutBody := search("withoutStatus=" + status)
		require.EqualValues(t, 300, withBody["numberOfResults"].(float64)+withoutBody["numberOfResults"].(float64), status)
		for _, item := range with {
			require.Contains(t, dig(item, "summaries", 0, "status"), status)
		}
	}
	list, _ = search("withIssueSeverity=ERROR&includedData=issues,summaries")
	require.NotEmpty(t, list)
	require.Equal(t, "INVALID_IMAGE", dig(list, 0, "issues", 0, "categories", 0))
	require.Equal(t, []any{}, dig(list, 0, "summaries", 0, "status"))
	list, _ = search("createdAfter=2026-10-01T00:00:00Z&createdBefore=2026-10-11T00:00:00Z")
	require.InDelta(t, 5, len(list), 1, "one every two days")
	for _, item := range list {
		require.Regexp(t, "^2026-10-(0[1-9]|10)T", dig(item, "summaries", 0, "createdDate"))
	}

	for _, query := range []string{
		"identifiers=A", "identifiersType=SKU", "identifiers=A&identifiersType=CODE", "identifiers=A&identifiersType=SKU&variationParentSku=B",
		"variationParentSku=A&packageHierarchySku=B", "pageSize=21", "pageSize=0", "pageSize=x", "sortBy=price", "sortOrder=UP",
		"withStatus=SOLD", "withIssueSeverity=INFO", "createdAfter=yesterday", "includedData=all", "pageToken=x",
		"identifiersType=SKU&identifiers=" + strings.Repeat("A,", 20) + "A",
	} {
		rec := a.get(a.items("?marketplaceIds=" + usa + "&" + query))
		require.Equal(t, 400, rec.Code, query)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"InvalidInput"`, query)
	}
}

func TestSearchFindsCodesAndFamilies(t *testing.T) {
	a := unlimited(t, simulator.Full)
	families, fnskus := 0, 0
	for i := range 300 {
		item := a.read(a.item(simulator.SKU(i), "includedData=relationships,summaries&marketplaceIds="+usa))
		if fnsku, ok := dig(item, "summaries", 0, "fnSku").(string); ok && fnskus < 3 {
			fnskus++
			found := a.read(a.items("?marketplaceIds=" + usa + "&identifiersType=FNSKU&identifiers=" + fnsku))
			require.EqualValues(t, 1, found["numberOfResults"])
			require.Equal(t, simulator.SKU(i), dig(found, "items", 0, "sku"))
		}
		children, ok := dig(item, "relationships", 0, "relationships", 0, "childSkus").([]any)
		if !ok {
			continue
		}
		families++
		found := a.read(a.items("?pageSize=20&marketplaceIds=" + usa + "&variationParentSku=" + url.QueryEscape(simulator.SKU(i))))
		require.EqualValues(t, len(children), found["numberOfResults"])
		require.Equal(t, []any{"DISCOVERABLE"}, dig(item, "summaries", 0, "status"), "a head cannot be bought")
	}
	require.NotZero(t, families)
	require.Equal(t, 3, fnskus)
}

func TestSearchPages(t *testing.T) {
	a := unlimited(t, simulator.Enormous)
	query := "?includedData=summaries&pageSize=20&marketplaceIds=" + usa + "&sortBy=sku&sortOrder=ASC"
	seen, token, previous := []string{}, "", ""
	for {
		path := a.items(query)
		if token != "" {
			path += "&pageToken=" + url.QueryEscape(token)
		}
		page := a.read(path)
		require.EqualValues(t, 50_000, page["numberOfResults"])
		list, _ := page["items"].([]any)
		for _, item := range list {
			seen = append(seen, fmt.Sprint(dig(item, "sku")))
		}
		next, more := dig(page, "pagination", "nextToken").(string)
		previous, _ = dig(page, "pagination", "previousToken").(string)
		if !more {
			break
		}
		token = next
	}
	require.Len(t, seen, 1000, "no further than the first thousand")
	require.Equal(t, "BIG-00000", seen[0])
	require.Equal(t, "BIG-00999", seen[999])
	back := a.read(a.items(query + "&pageToken=" + url.QueryEscape(previous)))
	require.Equal(t, "BIG-00960", dig(back, "items", 0, "sku"))

	altered := []byte(token)
	altered[5] ^= 1
	require.Equal(t, 400, a.get(a.items(query+"&pageToken="+url.QueryEscape(string(altered)))).Code)
	require.Equal(t, 400, a.get(a.items(query+"&withStatus=BUYABLE&pageToken="+url.QueryEscape(token))).Code, "a token of another query")
	other := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.Full))
	require.Equal(t, 400, other.get(other.items(query+"&pageToken="+url.QueryEscape(token))).Code, "a token of another seller")
}

// TestPlainSKUs has the same listings for sale with and without odd SKUs beside them.
func TestPlainSKUs(t *testing.T) {
	odd, plain := simulator.New(simulator.Config{}), simulator.New(simulator.Config{PlainSKUs: true})
	seller := plain.Seller(marketplace.NA, simulator.Full)
	require.Equal(t, odd.ForSale(seller, marketplace.US, 40), plain.ForSale(seller, marketplace.US, 40))
	for sku, want := range map[string]bool{"SIM-0002": true, "SIM-0003": true, "SIM-0010": true, "SIM-0299": true, "SIM-0300": false, "A/B": false, `"quoted"`: false} {
		l, ok := plain.ListingOf(seller.ID, sku)
		require.Equal(t, want, ok, sku)
		if ok {
			require.Equal(t, sku, l.SKU)
		}
	}
	_, ok := odd.ListingOf(seller.ID, "SIM-0003")
	require.False(t, ok)
}
