package e2e_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

// specDocument lists the members of a document that the specification names.
var specDocument = []string{
	"id", "type", "status", "original_name", "mime_type", "file_size", "reference_number", "notes", "targets",
	"ai_classified_type", "ai_confidence", "has_parsed_data", "applied_at", "dismissed_at", "created_at", "updated_at",
}

// TestTheFourSpecifiedOperations compares the built program with the specification.
func TestTheFourSpecifiedOperations(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		team := p.team("Acme")
		p.set("SA_WORKERS", "0") // a document stays as it was uploaded
		s := p.serve()
		c := s.client(team.key)
		t.Run("check ASIN restrictions", func(t *testing.T) { specCheck(t, c) })
		t.Run("get a document", func(t *testing.T) { specDocumentGet(t, c) })
		t.Run("reset repricer settings", func(t *testing.T) { specReset(t, c) })
		t.Run("update repricer products", func(t *testing.T) { specBulk(t, c) })
		s.stop()
	})
}

func specCheck(t *testing.T, c client) {
	for asin, body := range map[string]string{
		simulator.CaseUnrestricted:   `{"status":"ALLOWED_TO_SELL"}`,
		simulator.CaseUnknownProduct: `{"status":"ALLOWED_TO_SELL"}`,
		simulator.CaseNotEligible:    `{"status":"NOT_ELIGIBLE"}`,
		simulator.CaseApproval:       `{"status":"APPROVAL_REQUIRED"}`,
	} {
		for _, query := range []string{"", "?domain=amazon.com", "?marketplaceId=" + usa} {
			a := c.do(call{path: "/api/v1/products/" + asin + "/restriction-status" + query})
			require.Equal(t, 200, a.status, a.body)
			require.Equal(t, "application/json", a.header.Get("Content-Type"))
			require.Equal(t, body, a.body)
		}
	}
	a := c.do(call{path: "/api/v1/products/" + simulator.CaseApproval + "/restriction-status?domain=nowhere.example"})
	requireProblem(t, a, 400, "validation_failed")
	byQuery := client{t: c.t, http: c.http, base: c.base}
	a = byQuery.do(call{path: "/api/v1/products/" + simulator.CaseApproval + "/restriction-status?api_key=" + c.key})
	require.Equal(t, 200, a.status)
	requireProblem(t, byQuery.do(call{path: "/api/v1/products/" + simulator.CaseApproval + "/restriction-status"}), 403, "access_denied")
}

func specDocumentGet(t *testing.T, c client) {
	before := time.Now().Add(-time.Minute)
	require.Equal(t, 201, c.do(form("/api/v1/documents", "invoice.csv", invoice, "type", "invoice",
		"reference_number", "INV-1", "notes", "first")).status)
	a := c.do(call{path: "/api/v1/documents/1"})
	require.Equal(t, 200, a.status)
	require.Equal(t, "application/json", a.header.Get("Content-Type"))
	body := object(t, a.body)
	requireMembers(t, body, "data")
	d := body["data"].(map[string]any)
	named := map[string]any{}
	for _, member := range specDocument {
		require.Contains(t, d, member)
		named[member] = d[member]
	}
	for _, member := range []string{"created_at", "updated_at"} {
		at, err := time.Parse(time.RFC3339, text(named[member]))
		require.NoError(t, err)
		require.WithinRange(t, at, before, time.Now().Add(time.Minute))
		delete(named, member)
	}
	want := object(t, `{"id":1,"type":"invoice","status":"uploaded","original_name":"invoice.csv","mime_type":"text/csv",
		"file_size":61,"reference_number":"INV-1","notes":"first","targets":[],"ai_classified_type":null,"ai_confidence":null,
		"has_parsed_data":false,"applied_at":null,"dismissed_at":null}`)
	require.Equal(t, want, named)
	requireProblem(t, c.do(call{path: "/api/v1/documents/2"}), 404, "not_found")
}

func specReset(t *testing.T, c client) {
	const path = "/api/v1/sa/repricer/settings"
	absent := func() {
		t.Helper()
		a := c.do(call{path: path})
		require.Equal(t, 404, a.status)
		require.Empty(t, a.body)
	}
	absent()
	c.want(200, "PATCH", path, `{"enabled":false}`)
	require.Equal(t, false, c.want(200, "GET", path, "")["data"].(map[string]any)["enabled"])
	for range 2 {
		a := c.do(call{method: "DELETE", path: path})
		require.Equal(t, 204, a.status)
		require.Empty(t, a.body)
		absent()
	}
	// A patch after a reset starts from the defaults.
	again := c.want(200, "PATCH", path, `{"timezone":"Europe/Berlin"}`)["data"].(map[string]any)
	require.Equal(t, true, again["enabled"])
}

func specBulk(t *testing.T, c client) {
	ids := makeRows(t, c, "SPEC", 3)
	require.Equal(t, []string{"1", "2", "3"}, ids)
	body := c.want(200, "PATCH", productsPath, `{"ids":["3",77,1,3],"limits":{"max_price":40,"min_price":12.5},
		"mode":"off","reprice_priority":"fast","condition":"new"}`)
	requireMembers(t, body, "data", "meta", "errors")
	data := body["data"].([]any)
	require.Len(t, data, 4)
	for i, want := range []struct{ id, status string }{{"3", "updated"}, {"77", "failed"}, {"1", "updated"}, {"3", "updated"}} {
		entry := data[i].(map[string]any)
		require.Equal(t, want.id, text(entry["id"]))
		require.Equal(t, want.status, entry["status"])
		if want.status == "failed" {
			require.Equal(t, "not_found", entry["error"].(map[string]any)["code"])
			continue
		}
		product := entry["product"].(map[string]any)
		require.Equal(t, want.id, text(product["id"]))
		require.Equal(t, "fast", product["reprice_priority"])
		limits := product["limits"].(map[string]any)
		require.Equal(t, "40", text(limits["max_price"]))
		require.Equal(t, "12.5", text(limits["min_price"]))
	}
	require.Equal(t, object(t, `{"succeeded":3,"failed":1}`), body["meta"])
	failures := body["errors"].([]any)
	require.Len(t, failures, 1)
	failure := failures[0].(map[string]any)
	require.Equal(t, "not_found", failure["code"])
	require.NotEmpty(t, failure["message"])

	// The row that was not named is as it was.
	untouched := c.want(200, "GET", productsPath+"/2", "")["data"].(map[string]any)
	require.Nil(t, untouched["limits"].(map[string]any)["max_price"])
	for _, refused := range []string{
		`{"ids":[1]}`, `{"mode":"off"}`, `{"ids":[],"mode":"off"}`, `{"ids":[1],"mode":"off","asin":"B000000001"}`,
		`{"ids":[1],"mode":"off","marketplace_id":"` + usa + `"}`, `{"ids":[1],"mode":"off","sku":"X"}`,
	} {
		requireProblem(t, c.do(call{method: "PATCH", path: productsPath, body: refused}), 400, "validation_failed")
	}
}
