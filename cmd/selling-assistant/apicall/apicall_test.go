package apicall

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/secret"
)

// asked is a request as the service got it.
type asked struct{ line, body string }

// serving returns a client of a service that answers by hand, with its requests and waits.
func serving(t *testing.T, answer http.HandlerFunc) (*Client, *[]asked, *[]time.Duration) {
	t.Helper()
	var seen []asked
	var waits []time.Duration
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "Bearer sak_1", r.Header.Get("Authorization"))
		require.Equal(t, "agent/1", r.Header.Get("User-Agent"))
		require.Equal(t, r.Method == http.MethodPost || r.Method == http.MethodPatch, r.Header.Get("Idempotency-Key") != "")
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, asked{r.Method + " " + r.URL.RequestURI(), string(body)})
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	c, err := New(s.URL, secret.New("sak_1"), "agent/1")
	require.NoError(t, err)
	c.sleep = func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}
	return c, &seen, &waits
}

func TestFieldsGoIntoTheQueryOrTheBody(t *testing.T) {
	c, seen, _ := serving(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) })
	for _, call := range []Call{
		{Method: "GET", Path: "skus?limit=5", Fields: []string{"sku=A,B", "sku=C D", "title=1"}},
		{Method: "DELETE", Path: "/api/v1/suppliers/3"},
		{Method: "POST", Path: "/suppliers?dry_run=true", Fields: []string{"name=Acme", "days=3", `address={"city":"Köln"}`, "note=a=b", "vat=null"}},
		{Method: "PATCH", Path: "/sa/repricer/settings", Body: []byte(`{"a":1}`)},
	} {
		_, err := c.Do(t.Context(), call)
		require.NoError(t, err)
	}
	require.Equal(t, []asked{
		{"GET /api/v1/skus?limit=5&sku=A%2CB&sku=C+D&title=1", ""},
		{"DELETE /api/v1/suppliers/3", ""},
		{"POST /api/v1/suppliers?dry_run=true", `{"address":{"city":"Köln"},"days":3,"name":"Acme","note":"a=b","vat":null}`},
		{"PATCH /api/v1/sa/repricer/settings", `{"a":1}`},
	}, *seen)
}

func TestCallsThatAreNotSent(t *testing.T) {
	c, seen, _ := serving(t, nil)
	for want, call := range map[string]Call{
		`a field is name=value, not "name"`:             {Method: "GET", Path: "skus", Fields: []string{"name"}},
		"the field a is given twice":                    {Method: "POST", Path: "skus", Fields: []string{"a=1", "a=2"}},
		"a whole body has no further fields":            {Method: "POST", Path: "skus", Fields: []string{"a=1"}, Body: []byte("{}")},
		"only lists, which are read by GET, have pages": {Method: "POST", Path: "skus", All: true},
		`"%zz" is no path`:                              {Method: "GET", Path: "%zz"},
	} {
		_, err := c.Do(t.Context(), call)
		require.EqualError(t, err, want)
	}
	require.Empty(t, *seen)
	for _, address := range []string{"localhost:8080", "ftp://x", "https://x/api/v1", "://"} {
		_, err := New(address, secret.New("x"), "a")
		require.Error(t, err, address)
	}
}

// TestPages follows each way in which lists name their next page.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		path, link, first, second, want, last string
	}{
		{"skus", `<https://sa.example.com/api/v1/skus?cursor=c1&limit=1>; rel="next"`, `{"data":[{"id":1}],"meta":{"next_cursor":"c1"}}`,
			`{"data":[{"id":2}],"meta":{"next_cursor":null}}`, `[{"id":1},{"id":2}]`, "GET /api/v1/skus?cursor=c1&limit=1"},
		{"skus?limit=1", "", `{"data":[{"id":1}],"meta":{"next_cursor":"c1"}}`,
			`{"data":[],"meta":{"next_cursor":null}}`, `[{"id":1}]`, "GET /api/v1/skus?cursor=c1&limit=1"},
		{"sp-api/catalog/2022-04-01/items?keywords=a", "", `{"numberOfResults":2,"items":[1],"pagination":{"nextToken":"t+"}}`,
			`{"numberOfResults":2,"items":[2]}`, `[1,2]`, "GET /api/v1/sp-api/catalog/2022-04-01/items?keywords=a&pageToken=t%2B"},
		{"inboundPlans", "", `{"inboundPlans":[1],"pagination":{"nextToken":"t"}}`, `{"inboundPlans":[2]}`, `[1,2]`,
			"GET /api/v1/inboundPlans?paginationToken=t"},
		{"sp-api/fba/inbound/v0/shipments?queryType=SHIPMENT", "", `{"payload":{"ShipmentData":[1],"NextToken":"t"}}`,
			`{"payload":{"ShipmentData":[2]}}`, `[1,2]`, "GET /api/v1/sp-api/fba/inbound/v0/shipments?nextToken=t&queryType=NEXT_TOKEN"},
		{"sp-api/fba/inventory/v1/summaries", "", `{"payload":{"granularity":{},"inventorySummaries":[1]},"pagination":{"nextToken":"t"}}`,
			`{"payload":{"inventorySummaries":[2]},"pagination":{}}`, `[1,2]`, "GET /api/v1/sp-api/fba/inventory/v1/summaries?nextToken=t"},
		{"converters/x", "", `[1]`, ``, `[1]`, "GET /api/v1/converters/x"},
	} {
		n := 0
		client, seen, _ := serving(t, func(w http.ResponseWriter, _ *http.Request) {
			if n++; n == 1 {
				if c.link != "" {
					w.Header().Set("Link", c.link)
				}
				_, _ = io.WriteString(w, c.first)
				return
			}
			_, _ = io.WriteString(w, c.second)
		})
		a, err := client.Do(t.Context(), Call{Method: "GET", Path: c.path, All: true})
		require.NoError(t, err, c.path)
		require.Equal(t, c.want, string(a.Body), c.path)
		require.Equal(t, c.last, (*seen)[len(*seen)-1].line)
	}
}

func TestPagesThatDoNotEnd(t *testing.T) {
	c, seen, _ := serving(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[],"meta":{"next_cursor":"same"}}`)
	})
	_, err := c.Do(t.Context(), Call{Method: "GET", Path: "skus", All: true})
	require.EqualError(t, err, "the pages of the list repeat")
	require.Len(t, *seen, 2)
	c, _, _ = serving(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":{"id":1}}`) })
	_, err = c.Do(t.Context(), Call{Method: "GET", Path: "skus/1", All: true})
	require.EqualError(t, err, "the answer is no list")
}

// TestARefusalForPaceIsTriedAgain after the time that the service names, three times.
func TestARefusalForPaceIsTriedAgain(t *testing.T) {
	for after, tries := range map[string]int{"2": 4, "61": 1, "": 1} {
		keys := map[string]bool{}
		c, seen, waits := serving(t, func(w http.ResponseWriter, r *http.Request) {
			keys[r.Header.Get("Idempotency-Key")] = true
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"code":"rate_limited","message":"At most 600\u001b[31m."}`)
		})
		a, err := c.Do(t.Context(), Call{Method: http.MethodPost, Path: "suppliers"})
		require.NoError(t, err)
		require.EqualError(t, a.Refusal(), "429 rate_limited: At most 600 [31m.")
		require.Len(t, *seen, tries, after)
		require.Len(t, *waits, tries-1)
		require.Len(t, keys, 1)
	}
}

func TestRefusals(t *testing.T) {
	require.NoError(t, Answer{Status: 204}.Refusal())
	require.EqualError(t, Answer{Status: 502, Body: []byte("<html>")}.Refusal(), "the service answered 502 Bad Gateway")
}

func TestJSON(t *testing.T) {
	for body, want := range map[string]string{`{"a":[1,"x"]}`: "{\n  \"a\": [\n    1,\n    \"x\"\n  ]\n}\n", "a,b\n1,2\n": "a,b\n1,2\n", "": ""} {
		var out bytes.Buffer
		require.NoError(t, Answer{Body: []byte(body)}.JSON(&out))
		require.Equal(t, want, out.String())
	}
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		body, want string
		columns    []string
	}{
		{`{"data":[{"id":1,"limits":{"min_price":3.10},"title":"Mug\u001b, red","tags":[]},{"id":22,"title":null,"late":true}],"meta":{}}`,
			"ID  TITLE      LATE\n1   Mug , red  \n22             true\n", nil},
		{`{"data":[{"id":1,"limits":{"min_price":3.10}}]}`, "LIMITS.MIN_PRICE  LIMITS              NO\n3.10              {\"min_price\":3.10}  \n",
			[]string{"limits.min_price", "limits", "no"}},
		{`{"data":{"id":1,"name":"Acme","address":{"city":"Köln"}}}`, "id       1\nname     Acme\naddress  {\"city\":\"Köln\"}\n", nil},
		{`{"asin":"B0","images":[1],"a":1,"b":2,"c":3,"d":4}`, "asin    B0\nimages  [1]\na       1\nb       2\nc       3\nd       4\n", nil},
		{`["a","b"]`, "a\nb\n", nil},
		{`[]`, "", nil},
	} {
		var out bytes.Buffer
		require.NoError(t, Answer{Body: []byte(c.body)}.Table(&out, c.columns))
		require.Equal(t, c.want, out.String(), c.body)
	}
	var out bytes.Buffer
	require.NoError(t, Answer{Body: fmt.Appendf(nil, `[{"a":"%0100d"}]`, 7)}.Table(&out, nil))
	require.Equal(t, "A\n"+fmt.Sprintf("%059d", 0)+"…\n", out.String())
}
