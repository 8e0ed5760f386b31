package spapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
)

func TestSegmentsArriveAsTheyAre(t *testing.T) {
	op := &Operation{ID: "getListingsItem", Method: http.MethodGet, Path: "/listings/2021-08-01/items/{sellerId}/{sku}"}
	for sku, raw := range map[string]string{
		"plain-1_2~3": "plain-1_2~3",
		"A/B":         "A%2FB",
		"A%2FB":       "A%252FB",
		"A+B":         "A%2BB",
		"50%":         "50%25",
		"ä b":         "%C3%A4%20b",
		"..":          "%2E%2E",
		".":           "%2E",
		"a.b":         "a.b",
		"#?&=;,:@":    "%23%3F%26%3D%3B%2C%3A%40",
		"../../x":     "..%2F..%2Fx",
	} {
		var got string
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RequestURI }))
		base, err := BaseURL(server.URL + "/na/")
		require.NoError(t, err)
		u, err := op.address(base, map[string]string{"sellerId": "A1", "sku": sku}, url.Values{"q": {"a b+c&d"}})
		require.NoError(t, err)
		res, err := http.DefaultClient.Do(&http.Request{Method: http.MethodGet, URL: u})
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		server.Close()
		require.Equal(t, "/na/listings/2021-08-01/items/A1/"+raw+"?q=a%20b%2Bc%26d", got, sku)
	}
	_, err := op.address(&url.URL{}, map[string]string{"sellerId": "A1"}, nil)
	require.EqualError(t, err, "getListingsItem: no value for {sku}")
	http.DefaultClient.CloseIdleConnections()
}

func TestOnlyConfiguredHosts(t *testing.T) {
	for _, bad := range []string{
		"", "sellingpartnerapi-na.amazon.com", "http://sellingpartnerapi-na.amazon.com", "http://169.254.169.254", "http://10.0.0.1",
		"ftp://127.0.0.1", "file:///etc/passwd", "https://", "https://user:pass@host", "https://host/?x=1", "https://host/#x",
		"http://127.0.0.1.example.com", "http://0.0.0.0", "http://[fd00::1]", "http://localhost.", "http://0x7f.1", "://", "gopher://x",
	} {
		_, err := BaseURL(bad)
		require.Error(t, err, bad)
	}
	for _, good := range []string{"https://sellingpartnerapi-eu.amazon.com", "http://127.0.0.1:9000/na", "http://localhost:1", "http://[::1]:9"} {
		_, err := BaseURL(good)
		require.NoError(t, err, good)
	}
	_, err := Config{TokenURL: "https://a", Endpoints: map[marketplace.Region]string{"na": "https://a", "eu": "http://b"}}.endpoints()
	require.EqualError(t, err, "endpoint eu: must start with https:// (http:// only on loopback)\nendpoint fe: must be a plain address such as https://host")
}

func TestKindsAndFaults(t *testing.T) {
	for status, want := range map[int]struct {
		kind  Kind
		fault fault.Kind
		code  fault.Code
	}{
		302: {Unavailable, fault.Unavailable, "upstream_unavailable"},
		400: {Rejected, fault.Invalid, "upstream_rejected"},
		401: {Forbidden, fault.Forbidden, "integration_needs_attention"},
		403: {Forbidden, fault.Forbidden, "integration_needs_attention"},
		404: {Missing, fault.NotFound, "not_found"},
		409: {Conflict, fault.Internal, "internal_error"},
		413: {Misused, fault.Internal, "internal_error"},
		415: {Misused, fault.Internal, "internal_error"},
		418: {Misused, fault.Internal, "internal_error"},
		429: {Throttled, fault.Limited, "upstream_rate_limited"},
		500: {Unavailable, fault.Unavailable, "upstream_unavailable"},
		503: {Unavailable, fault.Unavailable, "upstream_unavailable"},
	} {
		e := &Error{Kind: KindOf(status), Status: status, Problems: []Problem{{"C", "words", "more"}}}
		require.Equal(t, want.kind, e.Kind, status)
		f := e.Fault()
		require.Equal(t, want.fault, f.Kind, status)
		require.Equal(t, want.code, f.Code, status)
		if status == 400 {
			require.Equal(t, []fault.Item{{Code: "invalid", Message: "C: words: more"}}, f.Errors)
		} else {
			require.NotContains(t, f.Message, "words")
		}
	}
	require.Equal(t, 3*time.Second, (&Error{Kind: Throttled, RetryAfter: 2001 * time.Millisecond}).Fault().RetryAfter)
	require.Equal(t, time.Second, (&Error{Kind: Throttled, RetryAfter: time.Microsecond}).Fault().RetryAfter)
	require.Equal(t, fault.Unavailable, (&Error{Kind: Misconfigured}).Fault().Kind)
}

func TestHeadersAreNotTrusted(t *testing.T) {
	for text, want := range map[string]float64{
		"5": 5, " 0.5 ": 0.5, "0.016": 0.016, "": 0, "0": 0, "-1": 0, "NaN": 0, "Inf": 0, "1e300": 0, "5,5": 0, "many": 0, "000000000000000000000005": 0,
	} {
		require.Equal(t, want, rateTold(&http.Response{StatusCode: http.StatusOK, Header: http.Header{"X-Amzn-Ratelimit-Limit": {text}}}), text)
	}
	for status, want := range map[int]float64{200: 5, 202: 5, 400: 5, 404: 5, 403: 0, 429: 0, 500: 0} {
		require.Equal(t, want, rateTold(&http.Response{StatusCode: status, Header: http.Header{"X-Amzn-Ratelimit-Limit": {"5"}}}), status)
	}
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "-7": 0, "1.5": 0, "99999999999999": 0, "86400": 5 * time.Minute,
		"Sun, 01 Nov 2026 12:00:30 GMT": 30 * time.Second, "Sun, 01 Nov 2026 11:00:00 GMT": 0, "soon": 0,
	} {
		require.Equal(t, want, retryAfter(http.Header{"Retry-After": {text}}, now), text)
	}
}
