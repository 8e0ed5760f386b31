package httpx_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	memory "sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/kernel/caller"
)

type declaredInput struct{ httpx.Values }

type exactInput struct {
	httpx.Values
	Body httpx.Exact
}

type passed struct {
	Status      int
	ContentType string `header:"Content-Type"`
	RequestID   string `header:"x-amzn-RequestId" doc:"Theirs."`
	Body        []byte
}

// declared registers an operation whose parameters come from a table.
func declared(r *rig, method string, answer passed) (seen func() map[string]string, body func() string) {
	var values map[string]string
	var sent string
	n := 3
	op := operation("declared"+method, method, "/declared/{owner}/{name}")
	op.Params = []httpx.Param{
		{Name: "owner", In: "path", Doc: "Whose.", Schema: &huma.Schema{Type: "string", Pattern: "^[A-Z]+$"}},
		{Name: "name", In: "path", Doc: "Any text.", Schema: &huma.Schema{Type: "string"}},
		{Name: "token", In: "query", Doc: "A place.", Schema: &huma.Schema{Type: "string"}},
		{Name: "size", In: "query", Doc: "How many.", Schema: &huma.Schema{Type: "integer", Minimum: new(float64)}},
		{Name: "list", In: "query", Doc: "Several.", Schema: &huma.Schema{
			Type: "array", MaxItems: &n, Items: &huma.Schema{Type: "string"},
		}},
	}
	op.AnswerSchema = &huma.Schema{Type: "object", AdditionalProperties: true}
	op.Example = map[string]any{"a": 1}
	if method == http.MethodGet {
		httpx.Register(r.server.Router(), op, func(_ context.Context, _ caller.Caller, i *declaredInput) (*passed, error) {
			values = i.All()
			require.Equal(r, values["name"], i.Get("name"))
			return &answer, nil
		})
	} else {
		op.BodySchema = &huma.Schema{
			Type: "object", Required: []string{"a"}, AdditionalProperties: true,
			Properties: map[string]*huma.Schema{"a": {Type: "string"}},
		}
		op.RequestExample = map[string]any{"a": "x"}
		httpx.Register(r.server.Router(), op, func(_ context.Context, _ caller.Caller, input *exactInput) (*passed, error) {
			values, sent = input.All(), string(input.Body)
			return &answer, nil
		})
	}
	return func() map[string]string { return values }, func() string { return sent }
}

// TestPathValuesArriveAsTheyAre writes requests by hand, since a client would
// tidy the path up.
func TestPathValuesArriveAsTheyAre(t *testing.T) {
	r := newRig(t)
	seen, _ := declared(r, http.MethodGet, passed{Body: []byte("{}")})
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	for raw, want := range map[string]string{
		"plain":                  "plain",
		"A%2FB":                  "A/B",
		"A%252FB":                "A%2FB",
		"A%252FB%2FC":            "A%2FB/C",
		"A+B":                    "A+B",
		"A%2BB":                  "A+B",
		"A+B%2FC":                "A+B/C",
		"50%25":                  "50%",
		"50%25%2F":               "50%/",
		"%C3%A4%20b":             "ä b",
		"a%CC%88":                "a\u0308", // not composed: it is another name
		"..":                     "..",
		"%2E%2E":                 "..",
		"%2e":                    ".",
		"..%2F..%2Fx":            "../../x",
		"%2Fx":                   "/x",
		"x%2F":                   "x/",
		"a:b,c;d=e&f@g!$'()*":    "a:b,c;d=e&f@g!$'()*",
		"%23%3F%26%3D%3B%2C%3A":  "#?&=;,:",
		"%7B%7D%5B%5D%7C%5C%22x": `{}[]|\"x`,
	} {
		res := requestLine(t, server, "GET /api/v1/declared/A/"+raw+"?size=3 HTTP/1.1")
		require.Equal(t, 200, res, raw)
		require.Equal(t, map[string]string{"owner": "A", "name": want, "size": "3"}, seen(), raw)
	}
	for raw, status := range map[string]int{
		"a/b": 404, "": 404, "%00": 400, "%ff": 400, "a%0Ab": 200, "a%7Fb": 400,
	} {
		require.Equal(t, status, requestLine(t, server, "GET /api/v1/declared/A/"+raw+" HTTP/1.1"), raw)
	}
	require.Equal(t, 400, requestLine(t, server, "GET /api/v1/declared/A%2FB/c HTTP/1.1"), "the pattern of the other value")
}

// requestLine sends a request line as it is and returns the status of the answer.
func requestLine(t *testing.T, server *httptest.Server, line string) int {
	t.Helper()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	_, err = io.WriteString(c, line+"\r\nHost: x\r\nX-Api-Key: "+keyA+"\r\nConnection: close\r\n\r\n")
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	defer res.Body.Close()
	return res.StatusCode
}

func TestDeclaredParametersAreChecked(t *testing.T) {
	r := newRig(t)
	seen, _ := declared(r, http.MethodGet, passed{Body: []byte("{}")})
	const path = "/api/v1/declared/A/b?"
	for query, want := range map[string]map[string]string{
		"list=a,b,c":               {"list": "a,b,c"},
		"list=a%2Cb":               {"list": "a,b"}, // a client that escapes every comma
		"token=a%2Bb%2Fc%3D%3D":    {"token": "a+b/c=="},
		"token=a%252B":             {"token": "a%2B"},
		"token=%7B%22a%22%3A1%7D=": {"token": `{"a":1}=`},
		"token=a%2Cb,c":            {"token": "a,b,c"},
		"size=4.0":                 {"size": "4"}, // the other service may not know this form
	} {
		require.Equal(t, 200, r.get(path+query).Code, query)
		want["owner"], want["name"] = "A", "b"
		require.Equal(t, want, seen(), query)
	}
	for query, code := range map[string]string{
		"list=a,b,c,d": "too_many", "list=a,,b": "invalid", "list=a,b%2Cc": "invalid", "size=x": "wrong_type", "size=-1": "out_of_range",
		"size=1e0": "wrong_type", "size=1&size=2": "repeated_parameter", "Token=1": "unknown_parameter", "token=": "invalid",
	} {
		w := r.get(path + query)
		require.Equal(t, 400, w.Code, query)
		require.Contains(t, w.Body.String(), `"errors":[{"code":"`+code+`"`, query)
	}
	require.Contains(t, r.get(path+"list=a,b%2Cc").Body.String(), "list must not have an entry with a comma in it")
}

func TestExactBodies(t *testing.T) {
	r := newRig(t)
	_, body := declared(r, http.MethodPut, passed{Body: []byte("{}")})
	for _, text := range []string{
		`{"a":"x"}`, "{ \"b\" : 1e400,\n\t\"a\":\"a\u0308\" }\n", `{"a":"\u00e4","z":[1.10,-0,{"":null}]}`,
	} {
		w := r.do(call{method: "PUT", path: "/api/v1/declared/A/b", body: text})
		require.Equal(t, 200, w.Code, w.Body.String())
		require.Equal(t, text, body())
	}
	for text, want := range map[string]string{
		`[]`: "wrong_type", `{}`: "required", `{"a":1}`: "wrong_type", `{"a":"x"} {}`: "malformed_body", `{"a":"x"`: "malformed_body",
		`{"a":"x","a":"y"}`: "duplicate_member", `{"a":"x","b":` + repeat("[", 40) + repeat("]", 40) + `}`: "malformed_body",
	} {
		w := r.do(call{method: "PUT", path: "/api/v1/declared/A/b", body: text})
		require.Equal(t, 400, w.Code, text)
		require.Contains(t, w.Body.String(), `"code":"`+want+`"`, text)
	}
	w := r.do(call{method: "PUT", path: "/api/v1/declared/A/b", body: `{"a":"` + repeat("x", 1<<20) + `"}`})
	require.Equal(t, 413, w.Code)
}

func TestAnswersOfOthersPassUnchanged(t *testing.T) {
	const text = "{ \"b\":1.10 ,\n\"a\":\"\\u00e4<>\"}\n"
	answer := passed{Status: 202, ContentType: "application/json; charset=UTF-8", RequestID: "r-1", Body: []byte(text)}
	r := newRig(t)
	declared(r, http.MethodPatch, answer)
	send := func() *httptest.ResponseRecorder {
		return r.do(call{method: "PATCH", path: "/api/v1/declared/A/b", body: `{"a":"x"}`, header: header("Idempotency-Key", "k1")})
	}
	for i, w := range []*httptest.ResponseRecorder{send(), send()} {
		require.Equal(t, 202, w.Code)
		require.Equal(t, "application/json; charset=UTF-8", w.Header().Get("Content-Type"))
		require.Equal(t, "r-1", w.Header().Get("x-amzn-RequestId"))
		require.Equal(t, text, w.Body.String())
		require.Equal(t, []string{"", "true"}[i], w.Header().Get("Idempotent-Replayed"))
	}
	r = newRig(t)
	declared(r, http.MethodGet, passed{Status: 302, Body: []byte("{}")})
	require.Equal(t, 500, r.get("/api/v1/declared/A/b").Code, "not a success")
}

// TestTheTableIsPublished finds the parameters, the body and the answer in the document.
func TestTheTableIsPublished(t *testing.T) {
	r := newRig(t)
	// The rig's own document is written already.
	r.server = httpx.New(httpx.Config{CursorKey: []byte("k")}, zap.NewNop(), r.auth, memory.NewMemory(r.clock.Now), r.world, r.world, r.clock, nil, nil)
	declared(r, http.MethodPut, passed{Body: []byte("{}")})
	doc := r.get("/openapi.json").Body.String()
	at := strings.Index(doc, `"operationId":"declaredPUT"`)
	require.Positive(t, at)
	for _, part := range []string{
		`{"description":"Several.","in":"query","name":"list","schema":{"items":{"type":"string"},"maxItems":3,"type":"array"}}`,
		`{"description":"Any text.","in":"path","name":"name","required":true,"schema":{"type":"string"}}`,
		`"requestBody":{"content":{"application/json":{"example":{"a":"x"},"schema":{"additionalProperties":true,"properties":{"a":{"type":"string"}},"required":["a"],"type":"object"}}}`,
		`"application/json":{"example":{"a":1},"schema":{"additionalProperties":true,"type":"object"}}`,
		`"x-amzn-RequestId":{"description":"Theirs."`,
	} {
		require.Contains(t, doc, part)
	}
}

func TestHalfATableDoesNotStart(t *testing.T) {
	r := newRig(t)
	schema := &huma.Schema{Type: "object", AdditionalProperties: true}
	op := func(id string, change func(*httpx.Operation)) httpx.Operation {
		o := operation(id, http.MethodPut, "/"+id)
		o.Example, o.RequestExample = map[string]any{}, map[string]any{}
		change(&o)
		return o
	}
	require.PanicsWithValue(t, "httpx: a needs both Operation.Params and Values in its input", func() {
		httpx.Register(r.server.Router(), op("a", func(o *httpx.Operation) {
			o.Params = []httpx.Param{{Name: "x", In: "query", Schema: &huma.Schema{Type: "string"}}}
		}), func(context.Context, caller.Caller, *httpx.None) (*httpx.None, error) { return nil, nil })
	})
	require.PanicsWithValue(t, "httpx: b needs both Operation.BodySchema and an Exact body", func() {
		httpx.Register(r.server.Router(), op("b", func(*httpx.Operation) {}),
			func(context.Context, caller.Caller, *struct{ Body httpx.Exact }) (*httpx.None, error) {
				return nil, nil
			})
	})
	require.PanicsWithValue(t, "httpx: c needs both Operation.AnswerSchema or Files and a []byte body", func() {
		httpx.Register(r.server.Router(), op("c", func(o *httpx.Operation) { o.AnswerSchema = schema }),
			func(context.Context, caller.Caller, *httpx.None) (*httpx.None, error) { return nil, nil })
	})
}
