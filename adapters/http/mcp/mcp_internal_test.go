package mcp

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

const published = `{"paths":{
	"/things/{id}":{"patch":{"operationId":"updateThing","tags":["things"],
		"parameters":[
			{"name":"id","in":"path","required":true,"schema":{"type":"integer","minimum":1},"description":"The thing."},
			{"name":"tags","in":"query","schema":{"type":"array","maxItems":9,"items":{"$ref":"#/components/schemas/Tag"}}},
			{"name":"Idempotency-Key","in":"header","schema":{"type":"string"}}],
		"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Patch"}}}}}},
	"/things":{
		"get":{"operationId":"listThings","tags":["things"],"parameters":[{"$ref":"#/components/parameters/Limit"}]},
		"post":{"operationId":"findThings","tags":["things"],"x-reads":true,
			"requestBody":{"content":{"application/json":{"schema":{"type":"object","required":["q"],
				"properties":{"q":{"type":"string"}}}}}}}}},
	"components":{
		"parameters":{"Limit":{"name":"limit","in":"query","description":"Rows of a page. More words.",
			"schema":{"type":"integer","minimum":1,"maximum":200,"default":50}}},
		"schemas":{
			"Tag":{"type":"string","enum":["a","b"]},
			"Amount":{"type":"number","format":"double","maximum":9999999999.9999,"minimum":-9999999999.9999},
			"Patch":{"type":"object","properties":{"limits":{"$ref":"#/components/schemas/Limits","description":"Bounds."}}},
			"Limits":{"type":"object","properties":{"low":{"description":"The lowest price. Null removes it.",
				"exclusiveMinimum":0,"anyOf":[{"$ref":"#/components/schemas/Amount"},{"type":"null"}]}}}}}}`

func compiled(t *testing.T, e entry) *tool {
	t.Helper()
	d, err := readDocument([]byte(published))
	require.NoError(t, err)
	made, err := d.compile(e)
	require.NoError(t, err)
	return made
}

func TestSchemasArePickedFromTheDocument(t *testing.T) {
	made := compiled(t, entry{name: "set", operation: "updateThing", takes: "id low=limits.low tags", change: &change{}})
	text, err := json.Marshal(made.shown.InputSchema)
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"object","additionalProperties":false,"required":["id"],"properties":{
		"id":{"type":"integer","minimum":1,"description":"The thing."},
		"low":{"type":["number","null"],"exclusiveMinimum":0,"description":"The lowest price."},
		"tags":{"type":"array","items":{"type":"string","enum":["a","b"]}},
		"dry_run":{"type":"boolean","default":true,"description":"false makes the change."},
		"confirm":{"type":"string","description":"confirm of the dry run."}}}`, string(text))
	require.Equal(t, []any{"PATCH", "things", true}, []any{made.method, made.group, made.writes})

	made = compiled(t, entry{operation: "listThings", takes: "limit", standard: map[string]any{"limit": 20}})
	text, err = json.Marshal(made.shown.InputSchema)
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"object","additionalProperties":false,"properties":{
		"limit":{"type":"integer","minimum":1,"maximum":200,"default":20,"description":"Rows of a page."}}}`, string(text))
	require.False(t, made.writes)
	require.False(t, compiled(t, entry{operation: "findThings", takes: "q"}).writes, "a POST that reads")
}

func TestAnEntryMustFitTheDocument(t *testing.T) {
	d, err := readDocument([]byte(published))
	require.NoError(t, err)
	for _, e := range []entry{
		{operation: "noThing"},
		{operation: "listThings", takes: "cursor"},
		{operation: "updateThing", takes: "id low=limits.lowest"},
		{operation: "updateThing", takes: "Idempotency-Key"},
		{operation: "listThings", standard: map[string]any{"sort": "id"}},
	} {
		_, err := d.compile(e)
		require.Error(t, err, "%v", e)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"Rows of a page.":                      "Rows of a page.",
		"The first. The second.":               "The first.",
		"The first.\n\nA block.":               "The first.",
		strings.Repeat("word ", 20) + "; more": strings.TrimSpace(strings.Repeat("word ", 18)) + " …",
		"short" + strings.Repeat("; more", 20): "short.",
		"e.g. this":                            "e.g.",
	} {
		require.Equal(t, want, sentence(text))
	}
}

func TestArgumentsBecomeACall(t *testing.T) {
	made := compiled(t, entry{operation: "updateThing", takes: "id low=limits.low tags", change: &change{}})
	given, err := made.readArguments(json.RawMessage(`{"id":"a/b c","low":1.50,"tags":["x","y,\"z"],"dry_run":true}`))
	require.NoError(t, err)
	r, err := made.request(given)
	require.NoError(t, err)
	require.Equal(t, `/things/a%2Fb%20c?tags=x%2C%22y%2C%22%22z%22`, r.target)
	require.Equal(t, `{"limits":{"low":1.50}}`, string(r.body))
	for arguments, pointer := range map[string]string{`{}`: "/id", `{"id":""}`: "/id", `{"id":1,"limits":{}}`: "/limits"} {
		_, err := made.readArguments(json.RawMessage(arguments))
		require.ErrorContains(t, err, pointer[1:])
	}
	_, err = made.readArguments(json.RawMessage(`[]`))
	require.Error(t, err)
}

func TestAmountsThatMoveFar(t *testing.T) {
	number := func(text string) any {
		if text == "" {
			return nil
		}
		return json.Number(text)
	}
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{"10", "12.5", false}, {"10", "12.5001", true}, {"10", "7.5", false}, {"10", "7.4999", true}, {"0", "0", false},
		{"0", "0.01", true}, {"", "5", false}, {"5", "", true}, {"", "", false},
	} {
		require.Equal(t, c.want, far(number(c.before), number(c.after)), "%v", c)
	}
}

func text(t *testing.T, r *sdk.CallToolResult) string {
	t.Helper()
	content, ok := r.Content[0].(*sdk.TextContent)
	require.True(t, ok)
	return content.Text
}

func TestAnswers(t *testing.T) {
	r := answerOf([]byte(`[1]`))
	require.Equal(t, json.RawMessage(`{"data":[1]}`), r.StructuredContent)
	require.Equal(t, "{}", text(t, answerOf(nil)))
	r = answerOf([]byte(`{"meta":{"next_cursor":"abc"}}`))
	require.Contains(t, text(t, r), "cursor abc")
	long := answerOf([]byte(`{"text":"` + strings.Repeat("ü", maxAnswer) + `"}`))
	require.Nil(t, long.StructuredContent)
	require.Contains(t, text(t, long), "Cut: 24999 of 50011 bytes.")
}

func TestProblemsNameMembersOfTheTool(t *testing.T) {
	made := compiled(t, entry{operation: "updateThing", takes: "id low=limits.low tags"})
	r := &reply{header: http.Header{"Retry-After": {"3"}}, status: 400}
	r.body.WriteString(`{"code":"validation_failed","message":"Wrong.","trace_id":"t","errors":[
		{"code":"wrong_type","message":"must be a number","pointer":"/limits/low"},
		{"code":"invalid","message":"is wrong","parameter":"tags"}]}`)
	out := made.problem(r)
	require.True(t, out.IsError)
	require.Equal(t, "validation_failed: Wrong.\n/low wrong_type: must be a number\n/tags invalid: is wrong\n"+
		"Try again after 3 seconds.", text(t, out))
	empty := made.problem(&reply{header: http.Header{}, status: 404})
	require.Equal(t, "not_found: There is nothing yet.", text(t, empty))
}
