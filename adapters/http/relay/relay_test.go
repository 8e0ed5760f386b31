package relay_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi"
)

// TestEveryOperationPasses sends one call of each and looks at what leaves and
// what comes back, byte for byte.
func TestEveryOperationPasses(t *testing.T) {
	var ids []string
	for _, c := range samples {
		answer := "{ \"payload\" : [1.10, 1e400, \"\\u00e4 <&>\"],\n \"errors\":[] }\n"
		if list := ofBuyers[c.id]; list != "" {
			answer = `{"payload":{"` + list + `":[]}}`
		}
		ids = append(ids, c.id)
		r := newRig(t, "")
		r.answer = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset=UTF-8")
			w.Header().Set("x-amzn-RequestId", "theirs-1")
			w.Header().Set("Set-Cookie", "a=b")
			_, _ = io.WriteString(w, answer)
		}
		w := r.do(c.method, c.path, c.body)
		require.Equal(t, 200, w.Code, "%s: %s", c.id, w.Body)
		require.Equal(t, answer, w.Body.String(), c.id)
		require.Equal(t, "application/json; charset=UTF-8", w.Header().Get("Content-Type"), c.id)
		require.Equal(t, "theirs-1", w.Header().Get("x-amzn-RequestId"), c.id)
		require.Empty(t, w.Header().Get("Set-Cookie"), c.id)
		kind := ""
		if c.body != "" {
			kind = "application/json"
		}
		require.Equal(t, []sent{{c.method, c.uri, c.body, kind}}, r.requests(), c.id)
	}
	all, err := openapi.Inventory()
	require.NoError(t, err)
	slices.Sort(ids)
	require.Equal(t, openapi.IDsOf(all, func(o openapi.Operation) bool { return strings.HasPrefix(o.Path, "/api/v1/sp-api/") }),
		slices.Compact(ids), "each operation has a sample")
}

// refusal is what Amazon answers and what becomes of it.
type refusal struct {
	answer http.HandlerFunc
	status int
	code   string
	words  string // in errors; "" for an empty list
	tries  int
}

func refusals(write bool) map[string]refusal {
	listed := `{"errors":[{"code":"InvalidInput","message":"is bad Atza|secret","details":"x"}]}`
	const words = "InvalidInput: is bad ***: x"
	repeats := 3
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html>no</html>")
	}
	all := map[string]refusal{
		"400":            {says(400, listed), 400, "upstream_rejected", words, 1},
		"400, a list":    {says(400, `[{"code":"400","message":"is bad"}]`), 400, "upstream_rejected", "400: is bad", 1},
		"400, nothing":   {says(400, ""), 400, "upstream_rejected", "", 1},
		"401":            {says(401, listed), 403, "integration_needs_attention", words, 2},
		"403":            {says(403, listed), 403, "integration_needs_attention", words, 2},
		"404":            {says(404, listed), 404, "not_found", words, 1},
		"413":            {says(413, listed), 500, "internal_error", "", 1},
		"415":            {says(415, listed), 500, "internal_error", "", 1},
		"429":            {says(429, listed), 429, "upstream_rate_limited", "", 0},
		"500":            {says(500, listed), 503, "upstream_unavailable", words, repeats},
		"503":            {says(503, ""), 503, "upstream_unavailable", "", repeats},
		"502, a page":    {page, 503, "upstream_unavailable", "", repeats},
		"302":            {says(302, ""), 503, "upstream_unavailable", "", repeats},
		"200, cut off":   {says(200, `{"payload":`), 503, "upstream_unavailable", "", repeats},
		"200, no JSON":   {says(200, `<html>`), 503, "upstream_unavailable", "", repeats},
		"200, no body":   {says(200, ``), 503, "upstream_unavailable", "", repeats},
		"200, two texts": {says(200, `{}{}`), 503, "upstream_unavailable", "", repeats},
	}
	if write {
		all["413"] = refusal{says(413, listed), 413, "too_large", words, 1}
		all["415"] = refusal{says(415, listed), 415, "unsupported_media_type", words, 1}
	}
	return all
}

// TestEveryRefusal goes through all refusals of all operations.
func TestEveryRefusal(t *testing.T) {
	for _, c := range samples {
		for what, want := range refusals(c.body != "") {
			synctest.Test(t, func(t *testing.T) {
				r, began := newRig(t, ""), time.Now()
				r.answer = want.answer
				if want.status == 403 && slices.Contains(slow, c.id) {
					return // there is no second turn to try a fresh token in: see TestTheSlowestOperation
				}
				w := r.do(c.method, c.path, c.body)
				at := fmt.Sprintf("%s %s: %s", c.id, what, w.Body)
				require.Equal(t, want.status, w.Code, at)
				require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"), at)
				require.Contains(t, w.Body.String(), `"code":"`+want.code+`"`, at)
				require.NotContains(t, w.Body.String(), "secret", at)
				switch {
				case what == "429": // as many words as the last try brought
				case want.words == "":
					require.Contains(t, w.Body.String(), `"errors":[]`, at)
				default:
					require.Contains(t, w.Body.String(), `"errors":[{"code":"`+want.code+`","message":"`+want.words+`"`, at)
				}
				if want.status == 429 || want.status == 503 {
					require.NotEmpty(t, w.Header().Get("Retry-After"), at)
				}
				tries := want.tries
				if tries == 3 && c.method == http.MethodPatch {
					tries = 1 // whether it was applied is not known
				}
				if tries == 3 && slices.Contains(slow, c.id) {
					tries = 1 // there is no second turn
				}
				if tries > 0 {
					require.Len(t, r.requests(), tries, at)
				}
				require.LessOrEqual(t, time.Since(began), 15*time.Second, at)
			})
		}
	}
}

// TestTheSlowestOperation has one turn in 30 seconds, longer than a call may
// wait: whatever needs a second turn says when to come back.
func TestTheSlowestOperation(t *testing.T) {
	c := samples[len(samples)-1]
	for _, first := range []struct{ upstream, status int }{{200, 429}, {401, 429}, {500, 503}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, "")
			r.answer = says(first.upstream, `{"responses":[]}`)
			w := r.do(c.method, c.path, c.body)
			if first.upstream == 200 {
				require.Equal(t, 200, w.Code)
				w = r.do(c.method, c.path, c.body)
			}
			require.Equal(t, first.status, w.Code, first.upstream)
			require.Contains(t, []string{"31", "32"}, w.Header().Get("Retry-After"), first.upstream) // less the pause before the second try
			require.Len(t, r.requests(), 1, "a second one never left")
		})
	}
}

// broken is a network that fails.
type broken struct{ n int }

func (b *broken) RoundTrip(*http.Request) (*http.Response, error) {
	b.n++
	return nil, errors.New("connection reset by peer")
}

func TestANetworkThatFails(t *testing.T) {
	for _, c := range samples {
		synctest.Test(t, func(t *testing.T) {
			r, b := newRig(t, ""), &broken{}
			r.transport = b
			w := r.do(c.method, c.path, c.body)
			require.Equal(t, 503, w.Code, c.id)
			require.NotContains(t, w.Body.String(), "peer")
			want := 3
			if c.method == http.MethodPatch || slices.Contains(slow, c.id) {
				want = 1
			}
			require.Equal(t, want, b.n, c.id)
		})
	}
}

// TestASecondRefusalMarksTheConnection keeps the rule that one refused token
// is renewed and two mean that the seller has to connect again.
func TestASecondRefusalMarksTheConnection(t *testing.T) {
	r := newRig(t, "")
	r.answer = says(403, `{"errors":[{"code":"Unauthorized","message":"Access to requested resource is denied."}]}`)
	w := r.do("GET", "/catalog/2022-04-01/items/B0SIM000A1", "")
	require.Equal(t, 403, w.Code)
	require.Contains(t, w.Body.String(), "Unauthorized: Access to requested resource is denied.")
	require.Equal(t, 2, r.renews)
	require.Equal(t, []string{"Unauthorized"}, r.marked)
}

// TestCallsThatDoNotLeave are refused before anything is sent.
func TestCallsThatDoNotLeave(t *testing.T) {
	r := newRig(t, "")
	const items = "/listings/2021-08-01/items/"
	for _, c := range []struct {
		method, path, body string
		status             int
		code, at           string
	}{
		{"GET", "/catalog/2022-04-01/items/B0?x=1", "", 400, "validation_failed", `"parameter":"asin"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplace_ids=ATVPDKIKX0DER", "", 400, "validation_failed", `"unknown_parameter"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?includedData=summaries,prices", "", 400, "validation_failed", `"not_allowed"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?domain=amazon.xx", "", 400, "validation_failed", `"parameter":"domain"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=AXXX", "", 400, "validation_failed", `"parameter":"marketplaceIds"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=ATVPDKIKX0DER&domain=amazon.com", "", 400, "conflicting_parameters", `"parameter":"marketplaceIds"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=ATVPDKIKX0DER,A1PA6795UKMFR9", "", 400, "conflicting_parameters", `"parameter":"marketplaceIds"`},
		{"GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=ATVPDKIKX0DER,A2Q3Y263D00KWC", "", 422, "marketplace_not_connected", "amazon.com.br"},
		{"GET", "/catalog/2022-04-01/items?marketplaceIds=ATVPDKIKX0DER,A2EUQ1WTGCTBG2", "", 400, "validation_failed", `"parameter":"marketplaceId"`},
		{"GET", "/catalog/2022-04-01/items?identifiers=1&identifiersType=EAN&keywords=a", "", 400, "conflicting_parameters", "keywords cannot be given with identifiers."},
		{"GET", "/catalog/2022-04-01/items?identifiers=1", "", 400, "conflicting_parameters", "identifiers needs identifiersType."},
		{"GET", "/catalog/2022-04-01/items?identifiers=a,b%2Cc&identifiersType=SKU", "", 400, "validation_failed", "must not have an entry with a comma in it"},
		{"GET", "/catalog/2022-04-01/items?pageSize=21", "", 400, "validation_failed", `"out_of_range"`},
		{"GET", items + "A8/MUG", "", 404, "not_found", `"errors":[]`},
		{"GET", items + "AOTHER", "", 404, "not_found", `"errors":[]`},
		{"GET", "/catalog/2022-04-01/items?identifiers=a&identifiersType=SKU&sellerId=A8", "", 404, "not_found", `"errors":[]`},
		{"GET", "/catalog/2022-04-01/items?keywords=mug&sellerId=AOTHER", "", 404, "not_found", `"errors":[]`},
		{"GET", "/definitions/2020-09-01/productTypes/MUG?sellerId=AOTHER", "", 404, "not_found", `"errors":[]`},
		{"GET", items + "A7?identifiers=a&identifiersType=SKU&variationParentSku=b", "", 400, "conflicting_parameters", "variationParentSku cannot be given with identifiers."},
		{"PUT", items + "A7/MUG?MarketplaceId=ATVPDKIKX0DER&marketplaceId=A2EUQ1WTGCTBG2", put, 400, "validation_failed", `"repeated_parameter"`},
		{"GET", "/fba/inventory/v1/summaries?granularityType=Region", "", 400, "validation_failed", `"parameter":"granularityType"`},
		{"PUT", items + "A7/MUG", `[]`, 400, "validation_failed", `"wrong_type"`},
		{"PUT", items + "A7/MUG", put + "x", 400, "malformed_body", ``},
		{"PUT", items + "A7/MUG", `{"productType":"P"}`, 400, "validation_failed", `"pointer":"/attributes"`},
		{"PUT", items + "A7/MUG", `{"productType":"P","attributes":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`, 413, "too_large", ``},
		{"PATCH", items + "A7/MUG", `{"productType":"P","patches":[]}`, 400, "validation_failed", `"too_few"`},
		{"PATCH", items + "A7/MUG", `{"productType":"P","patches":[{"op":"test","path":"/attributes/x"}]}`, 400, "validation_failed", `"pointer":"/patches/0/op"`},
		{"GET", "/fba/inbound/v0/shipments", "", 400, "validation_failed", `"parameter":"queryType"`},
		{"GET", "/fba/inbound/v0/shipments?queryType=NEXT_TOKEN", "", 400, "conflicting_parameters", "queryType NEXT_TOKEN needs nextToken."},
		{"GET", "/fba/inbound/v0/shipments?queryType=DATE_RANGE&lastUpdatedAfter=2026-01-01T00:00:00Z", "", 400, "conflicting_parameters", "lastUpdatedBefore"},
		{"GET", "/fba/inbound/v0/shipments?queryType=DATE_RANGE&lastUpdatedAfter=2026-01-01T00:00:00+01:00", "", 400, "validation_failed", `"parameter":"lastUpdatedAfter"`},
		{"GET", "/products/pricing/v0/competitivePrice?itemType=Sku&asins=B0SIM000A1", "", 400, "conflicting_parameters", "itemType Sku needs skus."},
		{"POST", samples[len(samples)-1].path + "?domain=amazon.de", summary, 400, "conflicting_parameters", "The body names ATVPDKIKX0DER"},
		{"GET", "/listings/2021-08-01/restrictions?asin=B0SIM000A1&sellerId=A8", "", 404, "not_found", `"errors":[]`},
		{"GET", "/listings/2021-08-01/restrictions?asin=B0SIM000A1", "", 400, "validation_failed", `"parameter":"sellerId"`},
		{"GET", "/products/pricing/v0/items/B0SIM000A1/offers", "", 400, "validation_failed", `"parameter":"itemCondition"`},
		{"GET", "/fba/inbound/v0/shipmentItems?queryType=SHIPMENT", "", 400, "validation_failed", `"parameter":"queryType"`},
		{"GET", "/fba/inbound/v0/shipmentItems?queryType=NEXT_TOKEN", "", 400, "conflicting_parameters", "queryType NEXT_TOKEN needs nextToken."},
		{"POST", "/products/fees/v0/items/B0SIM000A1/feesEstimate", `{"FeesEstimateRequest":{}}`, 400, "validation_failed", `"pointer":"/FeesEstimateRequest/MarketplaceId"`},
		{"POST", "/products/fees/v0/feesEstimate", `[]`, 400, "validation_failed", `"too_few"`},
		{"POST", "/products/fees/v0/feesEstimate", `{}`, 400, "validation_failed", `"wrong_type"`},
		{"POST", "/products/fees/v0/feesEstimate?domain=amazon.com", "[" + feesBody[:len(feesBody)-1] + `,"IdType":"ASIN","IdValue":"B0SIM000A1"}]`,
			400, "conflicting_parameters", "The body names A1PA6795UKMFR9"},
		{"POST", "/batches/products/pricing/v0/itemOffers", `{"requests":[]}`, 400, "validation_failed", `"too_few"`},
		{"GET", inbound + "/FBA1", "", 400, "validation_failed", "38 letters, digits or hyphens"},
		{"GET", inbound + "/" + plan + "/boxes?pageSize=1001", "", 400, "validation_failed", `"out_of_range"`},
	} {
		w := r.do(c.method, c.path, c.body)
		require.Equal(t, c.status, w.Code, "%s: %s", c.path, w.Body)
		require.Contains(t, w.Body.String(), `"code":"`+c.code+`"`, c.path)
		require.Contains(t, w.Body.String(), c.at, c.path)
	}
	require.Empty(t, r.requests())
	require.Zero(t, r.renews)
}

// TestSKUsThroughSockets sends a SKU through two real connections: the caller's
// and Amazon's.
func TestSKUsThroughSockets(t *testing.T) {
	var r *rig
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		r.seen = append(r.seen, sent{method: req.Method, uri: req.RequestURI})
		r.mu.Unlock()
		if req.URL.Path == tokenPath {
			_, _ = io.WriteString(w, `{"access_token":"Atza|1","token_type":"bearer","expires_in":3600}`)
			return
		}
		says(200, `{}`)(w, req)
	}))
	defer upstream.Close()
	for sent, want := range map[string]string{
		"MUG":                   "MUG",
		"A%2FB":                 "A%2FB",
		"A%252FB":               "A%252FB",
		"A+B":                   "A%2BB",
		"A%2BB%2FC":             "A%2BB%2FC",
		"A+B%2FC":               "A%2BB%2FC",
		"50%25":                 "50%25",
		"%C3%A4%20b":            "%C3%A4%20b",
		"a%CC%88":               "a%CC%88",
		"..":                    "%2E%2E",
		"%2E%2E":                "%2E%2E",
		"%2e":                   "%2E",
		"%23%3F%26":             "%23%3F%26",
		"a;b=c,d@e:f":           "a%3Bb%3Dc%2Cd%40e%3Af",
		"..%2F..%2FA8%2Fsecret": "..%2F..%2FA8%2Fsecret",
	} {
		r = newRig(t, upstream.URL)
		server := httptest.NewServer(r.handler)
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		_, err = io.WriteString(c, "GET /api/v1/sp-api/listings/2021-08-01/items/A7/"+sent+" HTTP/1.1\r\nHost: x\r\nX-Api-Key: 7\r\nConnection: close\r\n\r\n")
		require.NoError(t, err)
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		require.Equal(t, 200, res.StatusCode, sent)
		require.NoError(t, res.Body.Close())
		_ = c.Close()
		server.Close()
		seen := r.requests()
		require.Equal(t, "/na/listings/2021-08-01/items/A7/"+want+"?marketplaceIds=ATVPDKIKX0DER", seen[len(seen)-1].uri, sent)
	}
}

func TestAnswersOfAllSizes(t *testing.T) {
	const path, largest = "/catalog/2022-04-01/items/B0SIM000A1", 8 << 20
	for size, status := range map[int]int{largest: 200, largest + 1: 503} {
		for _, said := range []bool{true, false} {
			r := newRig(t, "")
			body := bodyOf(size)
			r.answer = func(w http.ResponseWriter, _ *http.Request) {
				if said {
					w.Header().Set("Content-Length", fmt.Sprint(size))
				}
				_, _ = w.Write(body)
			}
			w := r.do("GET", path, "")
			require.Equal(t, status, w.Code)
			if status == 200 {
				require.True(t, bytes.Equal(body, w.Body.Bytes()))
			}
			require.Len(t, r.requests(), 1, "a larger one would come again")
		}
	}
}

// endless answers with five gigabytes.
type endless struct {
	body *repeated
	said int64
}

func (e endless) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: e.body, ContentLength: e.said, Request: req}, nil
}

func TestFiveGigabytes(t *testing.T) {
	for said, most := range map[int64]int64{5 << 30: 0, -1: 8<<20 + 4096} {
		r, e := newRig(t, ""), endless{body: &repeated{text: []byte(" ")}, said: said}
		r.transport = e
		w := r.do("GET", "/catalog/2022-04-01/items/B0SIM000A1", "")
		require.Equal(t, 503, w.Code)
		require.Contains(t, w.Body.String(), `"upstream_unavailable"`)
		require.LessOrEqual(t, e.body.read, most)
	}
}

func TestEqualReadsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, "")
		r.answer = func(w http.ResponseWriter, req *http.Request) {
			time.Sleep(time.Second)
			says(200, `{"asin":"B0SIM000A1"}`)(w, req)
		}
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				w := r.do("GET", fmt.Sprintf("/catalog/2022-04-01/items/B0SIM000A%d", i%3), "")
				require.Equal(t, 200, w.Code)
				require.Equal(t, `{"asin":"B0SIM000A1"}`, w.Body.String())
			})
		}
		wg.Wait()
		require.Len(t, r.requests(), 3)
	})
}

// TestARelayedChangeIsMadeOnce has an answer that is lost: a PATCH may have
// been applied and is not sent again, a PUT and a DELETE are.
func TestARelayedChangeIsMadeOnce(t *testing.T) {
	for method, want := range map[string]int{"PATCH": 1, "PUT": 2, "DELETE": 2} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, "")
			n := 0
			r.answer = func(w http.ResponseWriter, req *http.Request) {
				if n++; n == 1 {
					says(503, "")(w, req)
					return
				}
				says(200, `{"status":"ACCEPTED"}`)(w, req)
			}
			w := r.do(method, "/listings/2021-08-01/items/A7/MUG", map[string]string{"PATCH": patch, "PUT": put}[method])
			require.Equal(t, map[int]int{1: 503, 2: 200}[want], w.Code, method)
			require.Len(t, r.requests(), want, method)
		})
	}
}
