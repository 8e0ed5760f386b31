package e2e_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
)

// TestExamplesSucceedInTheDemo calls every operation with the published examples of all its
// parameters and of its body, as clients and fuzzers that read the document do. A demo has their
// records from its first start. Deletions come last, parts before their wholes.
func TestExamplesSucceedInTheDemo(t *testing.T) {
	t.Parallel()
	s, key := bare(t).filled().demo()
	c := s.client(key)
	awaitReadings(t, c)
	doc, err := checked.Parse([]byte(c.do(call{path: checked.Path30}).body))
	require.NoError(t, err)
	all, err := openapi.Inventory()
	require.NoError(t, err)
	all = slices.DeleteFunc(all, func(o openapi.Operation) bool { return !o.Served })
	turn := func(o openapi.Operation) int {
		return slices.Index([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, o.Method)
	}
	slices.SortStableFunc(all, func(a, b openapi.Operation) int {
		return cmp.Or(turn(a)-turn(b), strings.Count(b.Path, "/")-strings.Count(a.Path, "/"))
	})
	for _, o := range all {
		x := exampleCall(t, doc.Operation(t, o.ID))
		if o.ID == "getEvent" { // ids of events have chance in them
			x.path = "/api/v1/events/" + newEvent.FindStringSubmatch(c.do(call{path: "/api/v1/events"}).body)[1]
		}
		var a answer
		// The demo asks Amazon for prices too, so a call may find the limit of its operation used.
		poll(t, "a turn for "+o.ID, func() bool {
			a = c.do(x)
			return a.status != http.StatusTooManyRequests
		})
		require.Equal(t, 2, a.status/100, "%s: %s %s %v\n%s\n%d %s", o.ID, x.method, x.path, x.header, x.body, a.status, a.body)
		var bulk struct {
			Meta struct{ Succeeded *int }
		}
		if json.Unmarshal([]byte(a.body), &bulk) == nil && bulk.Meta.Succeeded != nil {
			require.Positive(t, *bulk.Meta.Succeeded, "%s: no row succeeds: %s", o.ID, a.body)
		}
	}
	s.stop()
}

// exampleCall makes a call from the published examples of an operation.
func exampleCall(t *testing.T, op checked.Operation) call {
	t.Helper()
	x := call{method: op.Method, path: op.Path, header: map[string]string{}}
	query := url.Values{}
	for _, ref := range op.Parameters {
		p := ref.Value
		example := p.Schema.Value.Example
		if example == nil {
			require.False(t, p.Required, "%s: the parameter %s is required and has no example", op.OperationID, p.Name)
			continue
		}
		text := fmt.Sprint(example)
		if list, ok := example.([]any); ok {
			words := make([]string, len(list))
			for i, entry := range list {
				words[i] = fmt.Sprint(entry)
			}
			text = strings.Join(words, ",")
		}
		switch p.In {
		case "path":
			x.path = strings.ReplaceAll(x.path, "{"+p.Name+"}", url.PathEscape(text))
		case "query":
			query.Set(p.Name, text)
		default:
			x.header[p.Name] = text
		}
	}
	if len(query) > 0 {
		x.path += "?" + query.Encode()
	}
	if op.RequestBody == nil {
		return x
	}
	if media := op.RequestBody.Value.Content.Get("application/json"); media != nil {
		b, err := json.Marshal(media.Example)
		require.NoError(t, err)
		x.body = string(b)
		return x
	}
	content := "sku,quantity\nSIM-0000,1\n"
	if op.OperationID == "startAnalysisFromFile" {
		content = "EAN,Wholesale price,RRP\n4006381333931,3.20,9.99\n"
	}
	var parts []string
	if op.OperationID == "startImport" {
		content, parts = "SKU,Marketplace,Max\nSIM-0000,US,99.99\n", []string{"kind", "repricer_product"}
	}
	file := form(x.path, "example.csv", content, parts...)
	file.header = x.header
	return file
}
