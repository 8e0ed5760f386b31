package checked_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
)

// document is a small document with planted violations.
const document = `{
 "openapi":"3.0.3","info":{"title":"t","version":"1"},
 "paths":{"/things/{id}":{"get":{"operationId":"getThing",
  "parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer","minimum":1}},
                {"name":"limit","in":"query","schema":{"type":"integer","maximum":10}}],
  "responses":{
   "200":{"description":"OK","content":{"application/json":{"schema":{"type":"object","additionalProperties":false,
     "required":["id","name","parent"],"properties":{"id":{"type":"integer"},"name":{"type":"string","enum":["a","b"]},
     "parent":{"nullable":true,"allOf":[{"$ref":"#/components/schemas/Parent"}]},"note":{"type":"string"}}}}}},
   "204":{"description":"none"},
   "404":{"description":"Not Found","content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}}}}},
 "components":{"schemas":{
  "Parent":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},
  "Problem":{"type":"object","additionalProperties":true,"required":["code","status"],
   "properties":{"code":{"type":"string","enum":["not_found","method_not_allowed"]},"status":{"type":"integer"},"title":{"type":"string"},
    "type":{"type":"string"},"detail":{"type":"string"},"message":{"type":"string"},"trace_id":{"type":"string"}}}}}}`

const refusal = `{"type":"/problems/not_found","title":"Not Found","status":404,"detail":"x","message":"x","code":"not_found","trace_id":"1"}`

// TestViolationsAreFound plants violations that the client has to find.
func TestViolationsAreFound(t *testing.T) {
	doc, err := checked.Parse([]byte(document))
	require.NoError(t, err)
	require.NoError(t, doc.Validate(t.Context()))
	const json, problem = "application/json", "application/problem+json"
	for name, c := range map[string]struct {
		status    int
		kind      string
		body      string
		violation string // "" without a violation
	}{
		"a good answer":         {200, json, `{"id":1,"name":"a","parent":null}`, ""},
		"an optional member":    {200, json, `{"id":1,"name":"a","parent":{"id":2},"note":"x"}`, ""},
		"no body as documented": {204, "", ``, ""},
		"a good refusal":        {404, problem, refusal, ""},
		"an unknown status":     {418, json, `{}`, "418"},
		"another media type":    {200, "text/plain", `{"id":1,"name":"a","parent":null}`, "text/plain"},
		"a missing member":      {200, json, `{"id":1,"parent":null}`, "name"},
		"a wrong type":          {200, json, `{"id":"1","name":"a","parent":null}`, "id"},
		"an unknown word":       {200, json, `{"id":1,"name":"c","parent":null}`, "name"},
		"a null":                {200, json, `{"id":null,"name":"a","parent":null}`, "id"},
		"a further member":      {200, json, `{"id":1,"name":"a","parent":null,"secret":1}`, "secret"},
		// The schema of the parent does not forbid further members.
		"an undescribed member below": {200, json, `{"id":1,"name":"a","parent":{"id":2,"secret":1}}`, "/parent/secret is not described"},
		"no JSON":                     {200, json, `{`, "decode"},
		"no body":                     {200, json, ``, ""}, // set below
		"a body too many":             {204, json, `{}`, "not described"},
		"another status inside":       {404, problem, `{"type":"/problems/not_found","title":"Not Found","status":400,"detail":"x","message":"x","code":"not_found","trace_id":"1"}`, "says 400"},
		"another message":             {404, problem, `{"type":"/problems/not_found","title":"Not Found","status":404,"detail":"x","message":"y","code":"not_found","trace_id":"1"}`, "message"},
		"another type":                {404, problem, `{"type":"/problems/other","title":"Not Found","status":404,"detail":"x","message":"x","code":"not_found","trace_id":"1"}`, "type"},
		"an unknown code":             {404, problem, `{"type":"/problems/gone","title":"Not Found","status":404,"detail":"x","message":"x","code":"gone","trace_id":"1"}`, "code"},
		"an undescribed 405":          {405, json, `{}`, "refusal"},
	} {
		if name == "no body" {
			c.violation = "200"
		}
		t.Run(name, func(t *testing.T) {
			client := &checked.Client{Document: doc, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if c.kind != "" {
					w.Header().Set("Content-Type", c.kind)
				}
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			})}
			a, err := client.Try(t, checked.Call{Method: http.MethodGet, Path: "/things/7"})
			require.Equal(t, c.status, a.Status)
			if c.violation == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.violation)
		})
	}
}

// TestAWrongRequestIsFound plants a request that breaks the document.
func TestAWrongRequestIsFound(t *testing.T) {
	doc, err := checked.Parse([]byte(document))
	require.NoError(t, err)
	called := false
	client := &checked.Client{Document: doc, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		called = true
		w.WriteHeader(http.StatusNoContent)
	})}
	for _, call := range []checked.Call{
		{Method: http.MethodGet, Path: "/things/0"},
		{Method: http.MethodGet, Path: "/things/x"},
		{Method: http.MethodGet, Path: "/things/1", Query: url.Values{"limit": {"11"}}},
		{Method: http.MethodGet, Path: "/things/1", Body: []byte(`{}`)},
	} {
		_, err := client.Try(t, call)
		require.Error(t, err)
		require.False(t, called)
	}
	_, err = client.Try(t, checked.Call{Method: http.MethodGet, Path: "/things/0", Invalid: true})
	require.NoError(t, err)
	require.True(t, called)
}
