package httpx_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

func load(t *testing.T, r *rig, path string) *openapi3.T {
	t.Helper()
	w := r.do(call{method: "GET", path: path, key: "none"})
	require.Equal(t, 200, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	doc, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
	require.NoError(t, err)
	return doc
}

func TestTheDocumentIsValidInBothForms(t *testing.T) {
	r := newRig(t)
	require.NoError(t, load(t, r, "/openapi-3.0.json").Validate(context.Background()))
	doc := load(t, r, "/openapi.json")
	require.NoError(t, doc.Validate(context.Background()))
	require.Equal(t, "3.1.0", doc.OpenAPI)
	require.Equal(t, "1.2.3", doc.Info.Version)
	require.Equal(t, "Apache-2.0", doc.Info.License.Name)
	require.Equal(t, "https://www.apache.org/licenses/LICENSE-2.0", doc.Info.License.URL)
	require.Equal(t, "The Selling Assistant Authors", doc.Info.Contact.Name)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			at := method + " " + path
			require.True(t, strings.HasPrefix(path, "/api/v1/"), at)
			require.NotEmpty(t, op.OperationID, at)
			require.NotEmpty(t, op.Summary, at)
			require.NotEmpty(t, op.Description, at)
			require.Equal(t, []string{"widgets"}, op.Tags, at)
			require.Equal(t, "beta", op.Extensions["x-stability"], at)
			for _, status := range []string{"400", "403", "429", "500"} {
				require.NotNil(t, op.Responses.Value(status), at+" "+status)
			}
			for status, res := range op.Responses.Map() {
				require.NotNil(t, res.Value.Headers["X-Request-Id"], at+" "+status)
				for kind, media := range res.Value.Content {
					require.NotNil(t, media.Schema, at+" "+status+" "+kind)
					require.True(t, media.Example != nil || len(media.Examples) == 1, at+" "+status+" "+kind)
				}
			}
		}
	}
	get := doc.Paths.Value("/api/v1/widgets/{id}").Get
	require.Equal(t, "getWidget", get.OperationID)
	ok := get.Responses.Value("200").Value
	require.NotNil(t, ok.Headers["ETag"])
	require.Nil(t, ok.Headers["RateLimit"])
	require.NotNil(t, get.Responses.Value("429").Value.Headers["RateLimit"])
	same := get.Responses.Value("304").Value
	require.Empty(t, same.Content)
	require.NotNil(t, same.Headers["ETag"])
	require.Equal(t, "Not Modified. If-None-Match has the ETag of this answer, or is *.", *same.Description)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			ok := op.Responses.Value("200")
			tagged := method == "GET" && ok != nil && ok.Value.Headers["ETag"] != nil
			require.Equal(t, tagged, op.Responses.Value("304") != nil, method+" "+path)
		}
	}
	require.NotNil(t, doc.Paths.Value("/api/v1/widgets").Post.Responses.Value("201").Value.Headers["Location"])
	require.NotNil(t, doc.Paths.Value("/api/v1/widgets").Post.Responses.Value("201").Value.Headers["Idempotent-Replayed"])
	require.Nil(t, doc.Paths.Value("/api/v1/check").Get.Responses.Value("503"))
	require.Empty(t, doc.Paths.Value("/api/v1/settings").Get.Responses.Value("404").Value.Content)
	require.Empty(t, doc.Paths.Value("/api/v1/widgets/{id}").Delete.Responses.Value("204").Value.Content)
	require.NotNil(t, doc.Paths.Value("/api/v1/files").Post.RequestBody.Value.Content["multipart/form-data"])
	require.NotNil(t, doc.Components.Responses["429"].Value.Headers["Retry-After"])
	require.Equal(t, "Too Many Requests. A call waits at most 5 seconds for its turns at Amazon or Keepa. A call with a later turn is "+
		"refused at once, with upstream_rate_limited and Retry-After; below /sp-api x-amzn-RateLimit-Limit has the calls a second that Amazon "+
		"allows.", *doc.Components.Responses["429"].Value.Description)
}

// TestTheDocumentNamesItsAddress wants the address that readers came to, or the one that is set.
func TestTheDocumentNamesItsAddress(t *testing.T) {
	ask := func(r *rig, path, host string, secure bool) *httptest.ResponseRecorder {
		req := call{method: "GET", path: path, key: "none"}.request()
		req.Host = host
		if secure {
			req.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		r.server.Handler().ServeHTTP(w, req)
		require.Equal(t, 200, w.Code)
		return w
	}
	servers := func(w *httptest.ResponseRecorder) string {
		var doc struct{ Servers json.RawMessage }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
		return string(doc.Servers)
	}
	r := newRig(t)
	public := newRig(t, func(cfg *httpx.Config, _ *limiter) {
		cfg.BaseURL = func(*http.Request) string { return "https://tools.example/seller" }
	})
	for _, path := range []string{"/openapi.json", "/openapi-3.0.json"} {
		here, there := ask(r, path, "127.0.0.1:8080", false), ask(r, path, "sell.example", true)
		require.Equal(t, `[{"url":"http://127.0.0.1:8080"}]`, servers(here))
		require.Equal(t, `[{"url":"https://sell.example"}]`, servers(there))
		require.NotEqual(t, here.Header().Get("ETag"), there.Header().Get("ETag"))
		require.Equal(t, `[{"url":"http://a\"b"}]`, servers(ask(r, path, `a"b`, false)))
		require.Equal(t, `[{"url":"https://tools.example/seller"}]`, servers(ask(public, path, "127.0.0.1:8080", false)))
		again := ask(public, path, "sell.example", false).Header().Get("ETag")
		w := public.do(call{method: "GET", path: path, key: "none", header: header("If-None-Match", again)})
		require.Equal(t, 304, w.Code)
	}
}

func TestTheDocumentSaysWhatIsNullAndWhatIsAllowed(t *testing.T) {
	r := newRig(t)
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties           map[string]json.RawMessage
				Required             []string
				AdditionalProperties any
			}
		}
	}
	require.NoError(t, json.Unmarshal(r.get("/openapi.json").Body.Bytes(), &doc))
	w := doc.Components.Schemas["Widget"]
	require.Equal(t, []string{"id", "title", "price", "mode", "parent", "created_at", "updated_at", "version"}, w.Required)
	require.Nil(t, w.AdditionalProperties, "an answer may get further members")
	require.JSONEq(t, `{"oneOf":[{"$ref":"#/components/schemas/Parent"},{"type":"null"}]}`, string(w.Properties["parent"]))
	require.JSONEq(t, `{"type":["string","null"],"format":"date-time"}`, string(w.Properties["updated_at"]))
	require.JSONEq(t, `{"type":["string","null"],"enum":["off","on",null]}`, string(w.Properties["mode"]))
	require.JSONEq(t, `{"anyOf":[{"$ref":"#/components/schemas/Amount"},{"type":"null"}]}`, string(w.Properties["price"]))
	l := doc.Components.Schemas["BulkUpdate"]
	require.Equal(t, []string{"ids"}, l.Required)
	require.JSONEq(t, `{"type":["integer","null"],"format":"int64","minimum":1}`, string(l.Properties["strategy_id"]))
	require.JSONEq(t, `{"anyOf":[{"$ref":"#/components/schemas/Limits"},{"type":"null"}]}`, string(l.Properties["limits"]))
	require.Contains(t, string(doc.Components.Schemas["Problem"].Properties["code"]), `"idempotency_in_flight"`)
	require.NotContains(t, doc.Components.Schemas, "ErrorModel")
}

// TestAnswersMatchTheDocument sends calls of every sort and holds the answers
// against the document.
func TestAnswersMatchTheDocument(t *testing.T) {
	r := newRig(t)
	doc := load(t, r, "/openapi-3.0.json")
	router, err := gorillamux.NewRouter(doc)
	require.NoError(t, err)
	r.fail = fault.New(fault.Conflict, fault.CodeDuplicateDocument, "x").With("existing_id", 4)
	for _, c := range []call{
		{method: "GET", path: "/api/v1/widgets/12"}, {method: "GET", path: "/api/v1/widgets/13"}, {method: "GET", path: "/api/v1/widgets/0"},
		{method: "GET", path: "/api/v1/widgets"}, {method: "GET", path: "/api/v1/widgets?x=1"}, {method: "GET", path: "/api/v1/widgets?count=true", key: "bad"},
		{method: "POST", path: "/api/v1/widgets", body: `{"title":"a"}`}, {method: "POST", path: "/api/v1/widgets", body: `{"title":"taken"}`},
		{method: "POST", path: "/api/v1/widgets", body: `{"title":"panic"}`}, {method: "POST", path: "/api/v1/widgets", body: `{"title":"down"}`},
		{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1,99,98],"mode":"off"}`}, {method: "PATCH", path: "/api/v1/widgets", body: `[`},
		{method: "DELETE", path: "/api/v1/widgets/12"}, {method: "GET", path: "/api/v1/settings"}, {method: "GET", path: "/api/v1/fail"},
		{method: "POST", path: "/api/v1/files", contentType: "text/plain", body: "x"},
	} {
		w := r.do(c)
		req := c.request()
		route, params, err := router.FindRoute(req)
		require.NoError(t, err)
		input := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route}
		require.NoError(t, openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: input, Status: w.Code, Header: w.Header(), Body: io.NopCloser(w.Body),
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		}), c.method+" "+c.path)
	}
}

func TestPages(t *testing.T) {
	r := newRig(t)
	get := func(path string) *httptest.ResponseRecorder {
		return r.do(call{method: "GET", path: path, key: "none"})
	}
	root := get("/")
	require.Equal(t, 200, root.Code)
	for _, m := range regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(root.Body.String(), -1) {
		path := "/" + strings.TrimPrefix(m[1], "/")
		require.Equal(t, 200, get(path).Code, path)
		require.Equal(t, 200, r.do(call{method: "HEAD", path: path, key: "none"}).Code, path)
	}
	require.Contains(t, root.Body.String(), ">Ready<")
	require.Contains(t, root.Body.String(), ">Amazon<")
	require.Equal(t, "image/svg+xml", get("/favicon.ico").Header().Get("Content-Type"))
	require.Equal(t, "User-agent: *\nDisallow: /\n", get("/robots.txt").Body.String())
	require.Equal(t, `{"status":"ok"}`, get("/healthz").Body.String())
	require.Equal(t, `{"status":"ready"}`, get("/readyz").Body.String())
	r.ready = errors.New("pq: secret")
	r.problem(get("/readyz"), 503, `{"type":"/problems/service_unavailable","title":"Service Unavailable","status":503,`+
		`"detail":"The service is not ready.","instance":"/readyz","code":"service_unavailable","message":"The service is not ready.",`+
		`"trace_id":"test-request-1","errors":[]}`)

	require.Contains(t, get("/").Body.String(), "The service is not ready.")
	r.ready = nil

	started := r.server.Starting()
	for _, path := range []string{"/readyz", "/api/v1/widgets/12", "/nothing"} {
		w := r.do(call{method: "GET", path: path})
		require.Equal(t, 503, w.Code, path)
		require.Equal(t, "2", w.Header().Get("Retry-After"), path)
		require.Contains(t, w.Body.String(), "The service is starting: its first data are being filled in.")
	}
	require.Contains(t, get("/").Body.String(), `http-equiv="refresh"`)
	require.Equal(t, 200, get("/docs").Code)
	started()
	require.Equal(t, 200, r.do(call{method: "GET", path: "/api/v1/widgets/12"}).Code)
	require.NotContains(t, get("/").Body.String(), `http-equiv="refresh"`)

	docs := get("/docs")
	require.Equal(t, 200, docs.Code)
	require.Contains(t, docs.Header().Get("Content-Type"), "text/html")
	policy := docs.Header().Get("Content-Security-Policy")
	require.Regexp(t, `script-src 'self'( 'sha256-[A-Za-z0-9+/=]{44}')+;`, policy)
	require.NotContains(t, policy, "script-src 'self' 'unsafe-inline'")
	scripts := regexp.MustCompile(`(?s)<script>`).FindAllString(docs.Body.String(), -1)
	require.Equal(t, len(scripts), strings.Count(policy, "'sha256-"), "each inline script is named")
	require.Contains(t, policy, digestOf(docs.Body.String()), "the page's own script may run")
	for _, a := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(docs.Body.String(), -1) {
		to := resolve(t, "/docs", a[1])
		require.Empty(t, to.Host, "nothing comes from elsewhere: "+a[1])
		require.Equal(t, 200, get(to.Path).Code, a[1])
	}
	require.Contains(t, docs.Body.String(), `<a href="guides/tutorials/first-calls">First calls</a>`)
	require.Contains(t, docs.Body.String(), `<a href="openapi/widgets.json">widgets</a>`)
	require.Contains(t, docs.Body.String(), `<li><a href="#tag/widgets/GET/api/v1/check">check</a> `, "the operations are there before the library has drawn them")
	require.Regexp(t, `(?s)description = fetch\('openapi.json'\);.*<script src="docs/standalone-.*await description;`, docs.Body.String())
	slash := get("/docs/")
	require.Equal(t, 308, slash.Code)
	require.Equal(t, "/docs", slash.Header().Get("Location"))
	require.Equal(t, 404, get("/docs/nothing.js").Code)
}

// TestBrowsersGetAPageWhereThereIsNothing asks as browsers do and as programs do.
func TestBrowsersGetAPageWhereThereIsNothing(t *testing.T) {
	r := newRig(t)
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for path, up := range map[string]string{"/nothing": "./", "/a/b%2Fc/d": "./../../", "/guides/nothing": "./../", "/problems/nothing": "./../"} {
		w := r.do(call{method: "GET", path: path, key: "none", header: header("Accept", browser)})
		require.Equal(t, 404, w.Code, path)
		require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
		require.Contains(t, w.Body.String(), "<h1>There is nothing at this address</h1>")
		require.Contains(t, w.Body.String(), `<li><a href="`+up+`docs"><b>Reference</b>`)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; script-src "+digestOf(w.Body.String())+"; style-src ")
		for _, accept := range []string{"", "*/*", "application/json", "text/html;q=0"} {
			r.code(r.do(call{method: "GET", path: path, key: "none", header: header("Accept", accept)}), 404, fault.CodeNotFound)
		}
	}
	r.code(r.do(call{method: "POST", path: "/nothing", header: header("Accept", browser)}), 404, fault.CodeNotFound)
	r.code(r.do(call{method: "GET", path: "/api/v1/widgets/13", header: header("Accept", browser)}), 404, fault.CodeNotFound)
}

// TestTheListOfProblems has each code with its first sentence, in groups.
func TestTheListOfProblems(t *testing.T) {
	r := newRig(t)
	w := r.read("/problems")
	require.Equal(t, 200, w.Code)
	require.Contains(t, w.Body.String(), `<h1>Problems</h1>
<p>The code of a refusal is one of these.</p>
<h2>400: the request is wrong</h2>
<ul>
<li><a href="problems/validation_failed">validation_failed</a>: A parameter or a member of the body does not fit the published description.</li>
`)
	for _, code := range append(fault.RequestCodes(), fault.ItemCodes()...) {
		require.Contains(t, w.Body.String(), `<a href="problems/`+string(code)+`">`, code)
	}
}

// digestOf names the inline script of a page as a policy does.
func digestOf(page string) string {
	sum := sha256.Sum256([]byte(regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(page)[1]))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// TestTheLibraryOfTheReferenceIsSentCompressed wants the stored bytes for browsers, and the same text for clients without gzip.
func TestTheLibraryOfTheReferenceIsSentCompressed(t *testing.T) {
	r := newRig(t)
	path := "/docs/" + regexp.MustCompile(`<script src="docs/(standalone-[0-9.]+\.js)">`).FindStringSubmatch(r.read("/docs").Body.String())[1]
	packed := r.do(call{method: "GET", path: path, key: "none", header: header("Accept-Encoding", "gzip")})
	require.Equal(t, 200, packed.Code)
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	require.Equal(t, "Accept-Encoding", packed.Header().Get("Vary"))
	require.Equal(t, "text/javascript; charset=utf-8", packed.Header().Get("Content-Type"))
	require.Equal(t, "public, max-age=31536000, immutable", packed.Header().Get("Cache-Control"))
	require.Less(t, packed.Body.Len(), 1_500_000)
	z, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Contains(t, string(text), "createApiReference")

	plain := r.read(path)
	require.Empty(t, plain.Header().Get("Content-Encoding"))
	require.True(t, bytes.Equal(text, plain.Body.Bytes()))
	known := r.do(call{method: "GET", path: path, key: "none", header: header("If-None-Match", packed.Header().Get("ETag"))})
	require.Equal(t, 304, known.Code)
	head := r.do(call{method: "HEAD", path: path, key: "none", header: header("Accept-Encoding", "gzip")})
	require.Equal(t, packed.Header().Get("ETag"), head.Header().Get("ETag"))
	require.Empty(t, head.Body.String())
}

func TestCompression(t *testing.T) {
	r := newRig(t)
	get := func(path, accept string) *httptest.ResponseRecorder {
		return r.do(call{method: "GET", path: path, header: header("Accept-Encoding", accept)})
	}
	for _, accept := range []string{"gzip", "br, gzip", "gzip;q=0.5", "GZIP"} {
		w := get("/openapi.json", accept)
		require.Equal(t, "gzip", w.Header().Get("Content-Encoding"), accept)
		require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
		z, err := gzip.NewReader(w.Body)
		require.NoError(t, err)
		b, err := io.ReadAll(z)
		require.NoError(t, err)
		require.Equal(t, r.get("/openapi.json").Body.String(), string(b))
	}
	for _, accept := range []string{"", "br", "gzip;q=0", "gzip;q=x", "identity"} {
		require.Empty(t, get("/openapi.json", accept).Header().Get("Content-Encoding"), accept)
	}
	require.Empty(t, get("/api/v1/widgets/12", "gzip").Header().Get("Content-Encoding"), "small answers are not worth it")
}

func TestLogAndMetrics(t *testing.T) {
	r := newRig(t)
	r.get("/api/v1/widgets/12?api_key=" + keyA)
	r.get("/api/v1/widgets/13")
	r.get("/nothing")
	lines := r.logs.FilterMessage("call").All()
	require.Len(t, lines, 3)
	m := lines[0].ContextMap()
	delete(m, "took")
	require.Equal(t, map[string]any{
		"method": "GET", "route": "/api/v1/widgets/:id", "operation": "getWidget", "status": int64(200), "bytes": int64(146),
		"team": int64(7), "key": int64(70), "request_id": "test-request-1", "trace_id": "test-request-1",
		"address": "192.0.2.1", "user_agent": "",
	}, m)
	require.Equal(t, "", lines[2].ContextMap()["operation"])
	families, err := r.reg.Gather()
	require.NoError(t, err)
	require.Len(t, families, 1)
	require.Equal(t, "http_request_duration_seconds", families[0].GetName())
	counts := map[string]uint64{}
	for _, m := range families[0].GetMetric() {
		counts[m.GetLabel()[0].GetValue()+" "+m.GetLabel()[1].GetValue()] = m.GetHistogram().GetSampleCount()
	}
	require.Equal(t, map[string]uint64{"getWidget 200": 1, "getWidget 404": 1, "none 404": 1}, counts)
}

func TestHalfAnAnswerIsCutOff(t *testing.T) {
	r := newRig(t)
	r.server.Engine().GET("/half", func(c *gin) {
		_, _ = c.Writer.WriteString("half")
		panic("in the middle")
	})
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { r.get("/half") })
	require.Equal(t, 1, r.logs.FilterMessage("panic").Len())
	r.server.Engine().GET("/abort", func(*gin) { panic(http.ErrAbortHandler) })
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { r.get("/abort") })
}

func TestRegistrationsWithGaps(t *testing.T) {
	r := newRig(t)
	whole := func() httpx.Operation {
		op := operation("another", "POST", "/others")
		op.Example, op.RequestExample = body.One[widget]{}, createBody{}
		return op
	}
	register := func(change func(op *httpx.Operation)) func() {
		return func() {
			op := whole()
			change(&op)
			httpx.Register(r.server.Router(), op, func(context.Context, caller.Caller, *createInput) (*httpx.OneOut[widget], error) { return nil, nil })
		}
	}
	for name, change := range map[string]func(op *httpx.Operation){
		"no id":             func(op *httpx.Operation) { op.ID = "" },
		"id taken":          func(op *httpx.Operation) { op.ID = "getWidget" },
		"no group":          func(op *httpx.Operation) { op.Group = "" },
		"no summary":        func(op *httpx.Operation) { op.Summary = "" },
		"no description":    func(op *httpx.Operation) { op.Description = "" },
		"no example":        func(op *httpx.Operation) { op.Example = nil },
		"no body example":   func(op *httpx.Operation) { op.RequestExample = nil },
		"no slash":          func(op *httpx.Operation) { op.Path = "others" },
		"401":               func(op *httpx.Operation) { op.Errors = []int{401} },
		"odd status":        func(op *httpx.Operation) { op.Errors = []int{418} },
		"outside a GET":     func(op *httpx.Operation) { op.Method, op.Outside = "DELETE", true },
		"reads with DELETE": func(op *httpx.Operation) { op.Method, op.Reads = "DELETE", true },
	} {
		require.Panics(t, register(change), name)
	}
	type risky struct {
		Body struct {
			Price float64 `json:"price"`
		}
	}
	require.Panics(t, func() {
		httpx.Register(r.server.Router(), whole(), func(context.Context, caller.Caller, *risky) (*httpx.None, error) { return nil, nil })
	})
	require.NotPanics(t, register(func(op *httpx.Operation) { op.ID = "fine" }))
}

// TestServersAreMadeSideBySide fails with the race detector where making one
// server writes what making another reads.
func TestServersAreMadeSideBySide(t *testing.T) {
	var all sync.WaitGroup
	documents := make([]string, 4)
	for i := range documents {
		all.Go(func() { documents[i] = newRig(t).get("/openapi.json").Body.String() })
	}
	all.Wait()
	for _, d := range documents {
		require.NotEmpty(t, d)
		require.Equal(t, documents[0], d)
	}
}

// The first readers of both forms may come at once.
func TestFirstReadersOfTheDocument(t *testing.T) {
	r := newRig(t)
	var all sync.WaitGroup
	forms := []string{"/openapi.json", "/openapi-3.0.json"}
	bodies := make([]string, 8)
	for i := range bodies {
		all.Go(func() { bodies[i] = r.get(forms[i%2]).Body.String() })
	}
	all.Wait()
	for i, version := range []string{`"openapi":"3.1.0"`, `"openapi":"3.0.3"`} {
		require.Contains(t, bodies[i], version)
		require.Equal(t, []string{bodies[i], bodies[i], bodies[i]}, []string{bodies[i+2], bodies[i+4], bodies[i+6]})
	}
}
