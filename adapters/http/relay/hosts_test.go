package relay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	relayhttp "sellingassistant/adapters/http/relay"
)

// to sends a request to a host. A path is Amazon's own.
func to(h http.Handler, method, host, path, body string, headers ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w
}

const token = "x-amz-access-token"

// TestAmazonsPathsAtTheRoot of the hosts that are named, and of every host of the second listener.
func TestAmazonsPathsAtTheRoot(t *testing.T) {
	const item = "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=A1PA6795UKMFR9"
	r := newRig(t, "")
	r.answer = says(200, `{}`)
	hosts := relayhttp.Hosts{"sp.example.com": "", "sp-eu.example.com": "eu"}
	for _, c := range []struct {
		handler    http.Handler
		host, path string
		status     int
	}{
		{hosts.Beside(r.handler), "sp.example.com", item, 200},
		{hosts.Beside(r.handler), "SP.Example.com.:8080", item, 200},
		{hosts.Beside(r.handler), "sa.example.com", item, 404},
		{hosts.Beside(r.handler), "sa.example.com", "/api/v1/sp-api" + item, 200},
		{hosts.Beside(r.handler), "sp.example.com", "/api/v1/sp-api" + item, 404},
		{hosts.Beside(r.handler), "sp.example.com", "/openapi.json", 404},
		{hosts.Only(r.handler), "anything", item, 200},
		{hosts.Only(r.handler), "anything", "/api/v1/documents", 404},
	} {
		w := to(c.handler, "GET", c.host, c.path, "", token, "7", "Accept", "text/html")
		require.Equal(t, c.status, w.Code, "%s%s", c.host, c.path)
		if c.status == 200 {
			sent := r.requests()
			require.Equal(t, "/eu"+item, sent[len(sent)-1].uri)
		}
	}
	require.Equal(t, r.handler, relayhttp.Hosts{}.Beside(r.handler), "without hosts nothing is between")

	// A SKU keeps its escapes, and refusals are Amazon's without its header too.
	listener := hosts.Only(r.handler)
	w := to(listener, "GET", "x", "/listings/2021-08-01/items/A7/A%2FB?marketplaceIds=ATVPDKIKX0DER&Extra=1", "", "X-Api-Key", "7")
	require.Equal(t, 200, w.Code, w.Body)
	require.Equal(t, "Extra", w.Header().Get("X-Ignored-Parameters"))
	sent := r.requests()
	require.Equal(t, "/na/listings/2021-08-01/items/A7/A%2FB?marketplaceIds=ATVPDKIKX0DER", sent[len(sent)-1].uri)
	w = to(listener, "GET", "x", "/reports/2021-06-30/reports", "", token, "7")
	require.Equal(t, `{"errors":[{"code":"NotFound","message":"This service does not pass on such an operation. `+
		`Its guide lists the operations of Amazon that it has.","details":"not_found"}]}`, w.Body.String())
	w = to(listener, "GET", "x", "/catalog/2022-04-01/items/?keywords=a", "", token, "7")
	require.Equal(t, 308, w.Code)
	require.Equal(t, "/catalog/2022-04-01/items?keywords=a", w.Header().Get("Location"))
	w = to(listener, "POST", "x", "/catalog/2022-04-01/items", "", token, "7")
	require.Equal(t, 405, w.Code)
	require.Contains(t, w.Body.String(), `{"errors":[{"code":"MethodNotAllowed"`)
}

// TestTheRegionOfAHost decides where a call goes that names no marketplace; else the only account
// does, and else the call is refused. A marketplace in the query or in the body wins.
func TestTheRegionOfAHost(t *testing.T) {
	hosts := relayhttp.Hosts{"sp-eu.example.com": "eu"}
	const german = `{"requests":[{"asin":"B0SIM000A1","marketplaceId":"A1PA6795UKMFR9"}]}`
	for _, c := range []struct {
		host, key, method, path, body, leaves string
	}{
		{"sp-eu.example.com", "7", "GET", inbound, "", "/eu" + inbound},
		{"sellingpartnerapi-fe.amazon.com", "7", "GET", inbound, "", "/fe" + inbound},
		{"sandbox.sellingpartnerapi-eu.amazon.com:443", "7", "GET", inbound, "", "/eu" + inbound},
		{"x", "7", "GET", inbound, "", "/na" + inbound},
		{"x", "8", "GET", inbound, "", "/eu" + inbound},
		{"x", "9", "GET", inbound, "", ""},
		{"sp-eu.example.com", "9", "GET", inbound, "", "/eu" + inbound},
		{"sp-eu.example.com", "7", "GET", inbound + "?domain=amazon.com", "", "/na" + inbound},
		{"x", "9", "POST", "/batches/products/pricing/2022-05-01/items/competitiveSummary", german,
			"/eu/batches/products/pricing/2022-05-01/items/competitiveSummary"},
	} {
		r := newRig(t, "")
		r.answer = says(200, `{}`)
		w := to(hosts.Only(r.handler), c.method, c.host, c.path, c.body, token, c.key, "Content-Type", "application/json")
		at := fmt.Sprint(c, w.Body)
		if c.leaves == "" {
			require.Equal(t, 400, w.Code, at)
			require.Contains(t, w.Body.String(), `"code":"InvalidInput"`, at)
			require.Empty(t, r.requests(), at)
			continue
		}
		require.Equal(t, 200, w.Code, at)
		require.Equal(t, c.leaves, r.requests()[0].uri, at)
	}
}

// TestAKeyIsTheAccessToken of Amazon's token endpoint, in both forms of its body.
func TestAKeyIsTheAccessToken(t *testing.T) {
	r := newRig(t, "")
	h := relayhttp.Hosts{}.Only(r.handler)
	form := []string{"Content-Type", "application/x-www-form-urlencoded;charset=UTF-8"}
	asJSON := []string{"Content-Type", "application/json"}
	const renewed = `{"access_token":"7","token_type":"bearer","expires_in":3600,"refresh_token":"7"}`
	const wrongClient = `{"error":"invalid_client","error_description":"client_id must be team, and client_secret a key of this service."}`
	for _, c := range []struct {
		headers []string
		body    string
		status  int
		says    string
	}{
		{form, "grant_type=refresh_token&refresh_token=any&client_id=team&client_secret=7", 200, renewed},
		{asJSON, `{"grant_type":"refresh_token","refresh_token":"any","client_id":"team","client_secret":"7"}`, 200, renewed},
		{form, "grant_type=client_credentials&scope=x&client_id=team&client_secret=7", 200,
			`{"access_token":"7","token_type":"bearer","expires_in":3600}`},
		{form, "grant_type=refresh_token&client_id=amzn1.application-oa2-client.1&client_secret=7", 401, wrongClient},
		{form, "grant_type=refresh_token&client_id=team&client_secret=0", 400,
			`{"error":"invalid_grant","error_description":"The API key is not valid."}`},
		{form, "grant_type=refresh_token&client_id=team", 400,
			`{"error":"invalid_grant","error_description":"The API key is not valid. Send your key in the X-Api-Key header."}`},
		{form, "grant_type=refresh_token&client_id=team&client_secret=Atzr|1", 400,
			`{"error":"invalid_grant","error_description":"This is a token of Amazon's. Send a key of this service, which starts with sak_, in its place."}`},
		{form, "grant_type=authorization_code&client_id=team&client_secret=7", 400,
			`{"error":"unsupported_grant_type","error_description":"grant_type must be refresh_token or client_credentials."}`},
		{asJSON, `{"grant_type":7}`, 400, `{"error":"invalid_request","error_description":"The body must be a form, or a JSON object of texts."}`},
		{form, strings.Repeat("x", 9000), 400,
			`{"error":"invalid_request","error_description":"The body did not arrive in time, or is larger than 8192 bytes."}`},
	} {
		w := to(h, "POST", "api.amazon.com", tokenPath, c.body, c.headers...)
		require.Equal(t, c.status, w.Code, c.body)
		require.Equal(t, c.says, w.Body.String(), c.body)
		require.Equal(t, "application/json;charset=UTF-8", w.Header().Get("Content-Type"))
		require.Equal(t, "private, no-store", w.Header().Get("Cache-Control"))
	}
	require.Zero(t, r.renews, "Amazon is not asked")
}

// TestWrongKeysForTokensAreCounted together with those of other calls from the address.
func TestWrongKeysForTokensAreCounted(t *testing.T) {
	r := newRig(t, "")
	h := relayhttp.Hosts{}.Only(r.handler)
	ask := func(key string) *httptest.ResponseRecorder {
		return to(h, "POST", "x", tokenPath, "grant_type=refresh_token&client_id=team&client_secret="+key,
			"Content-Type", "application/x-www-form-urlencoded")
	}
	for range 15 {
		require.Equal(t, 400, ask("0").Code)
		require.Equal(t, 403, to(h, "GET", "x", "/catalog/2022-04-01/items/B0SIM000A1", "", token, "0").Code)
	}
	w := ask("0")
	require.Equal(t, 429, w.Code)
	require.Equal(t, `{"error":"slow_down","error_description":"Too many calls without a valid API key."}`, w.Body.String())
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Equal(t, 200, ask("7").Code, "a good key from the address passes")
}
