package relay_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// amazons calls as a client made for Amazon's interface does.
func (r *rig) amazons(method, path, body, token string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, "/api/v1/sp-api"+path, strings.NewReader(body))
	req.Header.Set("x-amz-access-token", token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, req)
	return w
}

// TestAmazonsNames sends parameters under the names that Amazon gives them.
func TestAmazonsNames(t *testing.T) {
	const catalog = "/catalog/2022-04-01/items"
	for _, c := range []struct{ method, path, body, uri string }{
		{"GET", catalog + "?keywords=mug&marketplaceIds=A1PA6795UKMFR9", "", "/eu" + catalog + "?keywords=mug&marketplaceIds=A1PA6795UKMFR9"},
		{"GET", catalog + "/B0SIM000A1?MarketplaceIds=A1PA6795UKMFR9,A1F83G8C2ARO7P", "", "/eu" + catalog + "/B0SIM000A1?marketplaceIds=A1PA6795UKMFR9%2CA1F83G8C2ARO7P"},
		{"PUT", "/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2", put, "/na/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2"},
		{"DELETE", "/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2", "", "/na/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2"},
		{"GET", "/products/pricing/v0/competitivePrice?MarketplaceId=A2EUQ1WTGCTBG2&ItemType=Asin&Asins=B0SIM000A1", "",
			"/na/products/pricing/v0/competitivePrice?Asins=B0SIM000A1&ItemType=Asin&MarketplaceId=A2EUQ1WTGCTBG2"},
		{"GET", "/fba/inbound/v0/shipments?MarketplaceId=A2EUQ1WTGCTBG2&QueryType=SHIPMENT&ShipmentIdList=FBA1", "",
			"/na/fba/inbound/v0/shipments?MarketplaceId=A2EUQ1WTGCTBG2&QueryType=SHIPMENT&ShipmentIdList=FBA1"},
		{"GET", "/fba/inbound/v0/shipments/FBA1/items?MarketplaceId=A2EUQ1WTGCTBG2", "", "/na/fba/inbound/v0/shipments/FBA1/items?MarketplaceId=A2EUQ1WTGCTBG2"},
		{"GET", "/fba/inventory/v1/summaries?granularityType=Marketplace&granularityId=A2EUQ1WTGCTBG2&marketplaceIds=A2EUQ1WTGCTBG2", "",
			"/na/fba/inventory/v1/summaries?granularityId=A2EUQ1WTGCTBG2&granularityType=Marketplace&marketplaceIds=A2EUQ1WTGCTBG2"},
		{"POST", "/batches/products/pricing/2022-05-01/items/competitiveSummary", `{"requests":[{"asin":"short","marketplaceId":"ATVPDKIKX0DER"}]}`,
			"/na/batches/products/pricing/2022-05-01/items/competitiveSummary"},
	} {
		for _, by := range []string{"key", "token"} {
			r := newRig(t, "")
			r.answer = says(200, `{}`)
			call := r.do
			if by == "token" {
				call = func(method, path, body string) *httptest.ResponseRecorder { return r.amazons(method, path, body, "7") }
			}
			w := call(c.method, c.path, c.body)
			require.Equal(t, 200, w.Code, "%s: %s", c.path, w.Body)
			require.Equal(t, c.uri, r.requests()[len(r.requests())-1].uri, c.path)
			require.Equal(t, "theirs-1", w.Header().Get("x-amzn-RequestId"))
		}
	}
}

// TestUnknownNamesOfAmazonsClients are ignored for them alone, since some send each spelling of a
// name at once.
func TestUnknownNamesOfAmazonsClients(t *testing.T) {
	const path = "/catalog/2022-04-01/items/B0SIM000A1?MarketplaceId=A1PA6795UKMFR9&MarketplaceIds=A1PA6795UKMFR9" +
		"&marketplace_ids=A1PA6795UKMFR9&marketplaceIds=A1PA6795UKMFR9"
	r := newRig(t, "")
	r.answer = says(200, `{}`)
	w := r.amazons("GET", path+"&x%0A=1", "", "7")
	require.Equal(t, 200, w.Code, w.Body)
	require.Equal(t, "marketplace_ids,x%0A", w.Header().Get("X-Ignored-Parameters"))
	require.Equal(t, "/eu/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=A1PA6795UKMFR9", r.requests()[0].uri)

	require.Equal(t, 400, r.do("GET", path, "").Code)
}

// TestRefusalsAsAmazonWritesThem keep Amazon's form for clients made for its interface, which find
// no fault without entries.
func TestRefusalsAsAmazonWritesThem(t *testing.T) {
	r := newRig(t, "")
	for _, c := range []struct {
		method, path, body, token string
		status                    int
		says                      string
	}{
		{"GET", "/catalog/2022-04-01/items/B0", "", "7", 400, `{"errors":[{"code":"InvalidInput","message":"asin must be 10 letters or digits","details":"invalid"}]}`},
		{"GET", "/fba/inbound/v0/shipments?QueryType=NEXT_TOKEN", "", "7", 400,
			`{"errors":[{"code":"InvalidInput","message":"queryType NEXT_TOKEN needs nextToken.","details":"conflicting_parameters"}]}`},
		{"GET", "/listings/2021-08-01/items/AOTHER", "", "7", 404, `{"errors":[{"code":"NotFound","message":"Not found.","details":"not_found"}]}`},
		{"GET", "/nothing", "", "7", 404, `{"errors":[{"code":"NotFound","message":"There is nothing at this address. The reference at /docs lists the operations.","details":"not_found"}]}`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1", "", "", 403, `{"errors":[{"code":"Unauthorized","message":"The API key is not valid. Send your key in the X-Api-Key header.","details":"access_denied"}]}`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1", "", "Atza|IQEBLjAsAhRm" + strings.Repeat("x", 300), 403,
			`{"errors":[{"code":"Unauthorized","message":"This is a token of Amazon's. Send a key of this service, which starts with sak_, in its place.","details":"access_denied"}]}`},
		{"PUT", "/listings/2021-08-01/items/A7/MUG", strings.Repeat("x", 2<<20), "7", 413, `{"errors":[{"code":"RequestTooLarge","message":"The body is larger than 1048576 bytes.","details":"too_large"}]}`},
	} {
		w := r.amazons(c.method, c.path, c.body, c.token)
		require.Equal(t, c.status, w.Code, c.path)
		require.Equal(t, c.says, w.Body.String(), c.path)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"), c.path)
		require.Equal(t, w.Header().Get("X-Request-Id"), w.Header().Get("x-amzn-RequestId"), c.path)
	}
	require.Empty(t, r.requests())
}

// TestAmazonsRefusalsPass requires the same bytes for clients made for Amazon's interface. Refusals
// of an account do not pass, because they ask for a token that this service renews itself.
func TestAmazonsRefusalsPass(t *testing.T) {
	const theirs = "{ \"errors\" : [{\"code\":\"InvalidInput\",\"message\":\"no \\u00e4\"}] }\n"
	r := newRig(t, "")
	r.answer = says(400, theirs)
	w := r.amazons("GET", "/catalog/2022-04-01/items/B0SIM000A1", "", "7")
	require.Equal(t, 400, w.Code)
	require.Equal(t, theirs, w.Body.String())
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.Contains(t, r.do("GET", "/catalog/2022-04-01/items/B0SIM000A1", "").Body.String(), `"type":"/problems/`)

	r.answer = says(http.StatusForbidden, `{"errors":[{"code":"Unauthorized","message":"Denied.","details":"The access token you provided has expired."}]}`)
	w = r.amazons("GET", "/catalog/2022-04-01/items/B0SIM000A1", "", "7")
	require.Equal(t, 403, w.Code)
	require.Contains(t, w.Body.String(), `"code":"Unauthorized"`)
	require.NotContains(t, w.Body.String(), "has expired")
}

// TestTwoKeys refuses a call with two different keys, in Amazon's form for clients of its
// interface.
func TestTwoKeys(t *testing.T) {
	r := newRig(t, "")
	r.answer = says(200, `{}`)
	for other, status := range map[string]int{"7": 200, "8": 400, "Atza|x": 403} {
		req := httptest.NewRequest(http.MethodGet, "/api/v1/sp-api/catalog/2022-04-01/items/B0SIM000A1", nil)
		req.Header.Set("x-amz-access-token", "7")
		req.Header.Set("X-Api-Key", other)
		w := httptest.NewRecorder()
		r.handler.ServeHTTP(w, req)
		require.Equal(t, status, w.Code, other)
		if status == 400 {
			require.Equal(t, `{"errors":[{"code":"InvalidInput","message":"Two different keys were sent. Send one.","details":"conflicting_parameters"}]}`,
				w.Body.String())
		}
	}
}
