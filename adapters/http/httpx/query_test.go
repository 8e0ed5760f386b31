package httpx_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
)

func parameter(code, message, name string) string {
	return `{"code":"` + code + `","message":"` + message + `","parameter":"` + name + `"}`
}

func TestParametersThatBreakTheSchema(t *testing.T) {
	r := newRig(t)
	for query, want := range map[string]string{
		"colour=red":                    parameter("unknown_parameter", "is not accepted", "colour"),
		"Limit=5":                       parameter("unknown_parameter", "is not accepted; did you mean limit?", "Limit"),
		"lmiit=5":                       parameter("unknown_parameter", "is not accepted; did you mean limit?", "lmiit"),
		"limit=5&limit=5":               parameter("repeated_parameter", "is given twice", "limit"),
		"limit=":                        parameter("invalid", "must not be empty", "limit"),
		"limit":                         parameter("invalid", "must not be empty", "limit"),
		"limit=0":                       parameter("out_of_range", "must be at least 1", "limit"),
		"limit=201":                     parameter("out_of_range", "must be at most 200", "limit"),
		"limit=ten":                     parameter("wrong_type", "must be a whole number", "limit"),
		"limit=%2B5":                    parameter("wrong_type", "must be a whole number", "limit"),
		"limit=5.5":                     parameter("wrong_type", "must be a whole number", "limit"),
		"limit=1e2":                     parameter("wrong_type", "must be a whole number", "limit"),
		"number=1e0":                    parameter("wrong_type", "must be a whole number"+how("number"), "number"),
		"limit=99999999999999999999":    parameter("out_of_range", "must be a 64-bit whole number", "limit"),
		"count=2":                       parameter("wrong_type", "must be true or false", "count"),
		"open=yes":                      parameter("wrong_type", "must be true or false", "open"),
		"status=new,other":              parameter("not_allowed", "must be one of: new, old", "status"),
		"status[]=new":                  parameter("unknown_parameter", "is not accepted"+how("status"), "status[]"),
		"q[]=new":                       parameter("unknown_parameter", "is not accepted", "q[]"),
		"status=new&status=other":       parameter("not_allowed", "must be one of: new, old", "status"),
		"status=new&status=":            parameter("invalid", "must not be empty", "status"),
		"word=a&word=b&word=c&word=d":   parameter("too_many", "must have at most 3 entries", "word"),
		"word=a&word=12345%2C789":       parameter("too_long", "must have at most 8 characters", "word"),
		"number=1;2":                    parameter("invalid", "is not a valid form", "query"),
		"number=[1]":                    parameter("wrong_type", "must be a whole number"+how("number"), "number"),
		"number=1,2&number=3":           parameter("wrong_type", "must be a whole number"+how("number"), "number"),
		"status=new,":                   parameter("invalid", "must not have empty entries"+how("status"), "status"),
		`word="a`:                       parameter("invalid", quotes+how("word"), "word"),
		`word="a"b`:                     parameter("invalid", quotes+how("word"), "word"),
		`word=a"b`:                      parameter("invalid", quotes+how("word"), "word"),
		`word=a,"b""`:                   parameter("invalid", quotes+how("word"), "word"),
		`word="`:                        parameter("invalid", quotes+how("word"), "word"),
		`word=""`:                       parameter("invalid", "must not have empty entries"+how("word"), "word"),
		`word="a",`:                     parameter("invalid", "must not have empty entries"+how("word"), "word"),
		`word=a,b%2Cc`:                  parameter("invalid", "must not have an entry with a comma in it"+how("word"), "word"),
		`word="a,b",c,d,e`:              parameter("too_many", "must have at most 3 entries", "word"),
		`word="12345,789"`:              parameter("too_long", "must have at most 8 characters", "word"),
		"created_from=yesterday":        parameter("invalid", "must be a time such as 2026-01-31T09:30:00Z", "created_from"),
		"min=1e400":                     parameter("out_of_range", "must have at most 14 digits, 4 of them decimals", "min"),
		"min=x":                         parameter("wrong_type", "must be a number", "min"),
		"q=aaaaaaaaaaaaaaaaaaaaa":       parameter("too_long", "must have at most 20 characters", "q"),
		"q=a%00b":                       parameter("invalid", "must not contain control characters", "q"),
		"q=a%FFb":                       parameter("invalid", "must be valid UTF-8", "q"),
		"q=a%FF%00":                     parameter("invalid", "must be valid UTF-8", "q"),
		"sort=price":                    parameter("not_allowed", "must name only: created_at, title", "sort"),
		"sort=title,-title":             parameter("invalid", "must name a field once", "sort"),
		"sort=title,":                   parameter("not_allowed", "must name only: created_at, title", "sort"),
		"limit=x&colour=red&status=odd": parameter("unknown_parameter", "is not accepted", "colour") + "," + parameter("wrong_type", "must be a whole number", "limit") + "," + parameter("not_allowed", "must be one of: new, old", "status"),
		"q=%zz":                         parameter("invalid", "is not a valid form", "query"),
		"q=a;b":                         parameter("invalid", "is not a valid form", "query"),
	} {
		w := r.get("/api/v1/widgets?" + query)
		r.code(w, 400, fault.CodeValidationFailed)
		require.Contains(t, w.Body.String(), `"errors":[`+want+`]`, query)
	}
	for path, want := range map[string]string{
		"/api/v1/widgets-by-code":       parameter("required", "is required", "code"),
		"/api/v1/widgets-by-code?code=": parameter("invalid", "must not be empty", "code"),
		"/api/v1/widgets-by-code?code":  parameter("invalid", "must not be empty", "code"),
	} {
		w := r.get(path)
		r.code(w, 400, fault.CodeValidationFailed)
		require.Contains(t, w.Body.String(), `"errors":[`+want+`]`, path)
	}
	w := r.get("/api/v1/widgets?q=" + repeat("a", 8<<10))
	r.code(w, 400, fault.CodeValidationFailed)
	require.Contains(t, w.Body.String(), `"message":"The query is longer than 8192 bytes.","trace_id":"test-request-1","errors":[`+
		parameter("too_long", "must have at most 8192 bytes", "query")+`]`)
	for path, want := range map[string]string{
		"/api/v1/widgets/0":                    parameter("out_of_range", "must be at least 1", "id"),
		"/api/v1/widgets/-1":                   parameter("out_of_range", "must be at least 1", "id"),
		"/api/v1/widgets/abc":                  parameter("wrong_type", "must be a whole number", "id"),
		"/api/v1/widgets/1%00":                 parameter("invalid", "must not contain control characters", "id"),
		"/api/v1/widgets/a%2Fb":                parameter("wrong_type", "must be a whole number", "id"),
		"/api/v1/widgets/99999999999999999999": parameter("out_of_range", "must be a 64-bit whole number", "id"),
	} {
		w := r.get(path)
		r.code(w, 400, fault.CodeValidationFailed)
		require.Contains(t, w.Body.String(), `"errors":[`+want+`]`, path)
	}
}

// how says how a list is written.
func how(name string) string {
	return "; write " + name + "=a,b or give " + name + " once for each entry"
}

// quotes is how a message about quotes stands in JSON.
const quotes = "must have an entry with a double quote in it in double quotes, and the quote inside twice"

// TestEntriesWithCommas names values with commas and quotes as CSV does.
func TestEntriesWithCommas(t *testing.T) {
	r := newRig(t)
	for query, want := range map[string]string{
		`a,b`:                       "a | b",
		`a&word=b`:                  "a | b",
		`a,b&word=c`:                "a,b | c",
		`a%2Cb&word=c`:              "a,b | c",
		`"a"&word=b`:                `\"a\" | b`,
		`a&limit=2&word=b,c`:        "a | b,c",
		`a%2Cb`:                     "a | b",
		`"a,b"`:                     "a,b",
		`%22a%2Cb%22`:               "a,b",
		`"a%2Cb",c`:                 "a,b | c",
		`c,%22a%2Cb%22`:             "c | a,b",
		`"5""",b`:                   `5\" | b`,
		`"""","a","b,"`:             `\" | a | b,`,
		`%22a%22%2C%22b%2Cc%22%2Cd`: "a | b,c | d",
	} {
		require.Contains(t, r.get("/api/v1/widgets?word="+query).Body.String(), `"title":"`+want+`"`, query)
	}
	doc := r.get("/openapi.json").Body.String()
	require.Contains(t, doc, `"description":"Any of. Entries [between commas](/guides/api#read-a-list).","in"`)
	require.Contains(t, doc, `"description":"Any of.","example":["new"],"in"`, "words of a list need no quotes")

	_, h := r.list(`word="a,b"`)
	link := h.Get("Link")
	next := r.get(link[len("<http://example.com") : len(link)-len(`>; rel="next"`)])
	require.Contains(t, next.Body.String(), `"title":"a,b"`)

	for _, text := range []string{"a", "a,b", `"`, `a"b,`, `""`, " "} {
		require.Contains(t, r.get("/api/v1/widgets?word="+url.QueryEscape(body.Entry(text))).Body.String(),
			`"title":"`+strings.ReplaceAll(text, `"`, `\"`)+`"`, text)
	}
}

// listed is a list as a client reads it.
type listed struct {
	Data []struct{ ID int64 }
	Meta struct {
		Limit int
		Next  *string `json:"next_cursor"`
		Total *int64
	}
}

func (r *rig) list(query string) (listed, http.Header) {
	r.Helper()
	w := r.get("/api/v1/widgets?" + query)
	require.Equal(r, 200, w.Code, w.Body.String())
	var l listed
	require.NoError(r, json.Unmarshal(w.Body.Bytes(), &l))
	return l, w.Header()
}

func TestListsAndCursors(t *testing.T) {
	r := newRig(t)
	w := r.get("/api/v1/widgets")
	require.Contains(t, w.Body.String(), `"meta":{"limit":50,"next_cursor":"`)
	require.Contains(t, w.Body.String(), `","total":null}}`)

	first, h := r.list("status=new,old&limit=2&q=x%20y&count=true&created_from=2026-01-01T00:00:00%2B01:00&open=true&min=1.5")
	require.Equal(t, 2, first.Meta.Limit)
	require.EqualValues(t, 3, *first.Meta.Total)
	next := *first.Meta.Next
	require.Equal(t, `<http://example.com/api/v1/widgets?count=true&created_from=2026-01-01T00%3A00%3A00%2B01%3A00&cursor=`+next+
		`&limit=2&min=1.5&open=true&q=x+y&status=new%2Cold>; rel="next"`, h.Get("Link"))

	filters := "status=new,old&q=x+y&created_from=2026-01-01T00:00:00%2B01:00&open=true&min=1.5"
	second, h := r.list("cursor=" + next + "&limit=7&" + filters) // another limit, no count, another order of parameters
	require.EqualValues(t, 3, second.Data[0].ID)
	require.Nil(t, second.Meta.Next)
	require.Empty(t, h.Get("Link"))

	for name, query := range map[string]string{
		"another filter": "cursor=" + next + "&status=new&q=x+y",
		"no filter":      "cursor=" + next,
		"another sort":   "cursor=" + next + "&sort=title&" + filters,
		"cut":            "cursor=" + next[:len(next)-2] + "&" + filters,
		"changed":        "cursor=A" + next[1:] + "&" + filters,
		"not base64":     "cursor=%25%25&" + filters,
		"short":          "cursor=AAAA&" + filters,
	} {
		w := r.get("/api/v1/widgets?" + query)
		r.code(w, 400, fault.CodeInvalidCursor)
		require.Contains(t, w.Body.String(), `"parameter":"cursor"`, name)
	}
	// The default sort named is the same sort.
	same, _ := r.list("cursor=" + next + "&sort=-created_at&" + filters)
	require.EqualValues(t, 3, same.Data[0].ID)
	// Another team's cursor is none.
	r.code(r.do(call{method: "GET", path: "/api/v1/widgets?cursor=" + next + "&" + filters, key: keyB}), 400, fault.CodeInvalidCursor)
	// The key never stands in a link.
	w = r.do(call{method: "GET", path: "/api/v1/widgets?api_key=" + keyA + "&limit=2", key: "none"})
	require.Equal(t, 200, w.Code)
	link, err := url.QueryUnescape(w.Header().Get("Link"))
	require.NoError(t, err)
	require.NotContains(t, link, keyA)
	require.NotContains(t, link, "api_key")
}
