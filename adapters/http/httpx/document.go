package httpx

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
)

const schemaPrefix = "#/components/schemas/"

// listsNeverNull sets what huma keeps for the whole program; once, as servers that
// are made side by side read it.
var listsNeverNull = sync.OnceFunc(func() { huma.DefaultArrayNullable = false })

// newDocument starts the published document.
func newDocument(version string) *huma.OpenAPI {
	listsNeverNull()
	if version == "" {
		version = "dev"
	}
	registry := huma.NewMapRegistry(schemaPrefix, schemaName)
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Selling Assistant", Version: version, Description: "Tools for sellers on online marketplaces. " +
			"Every refusal is a problem document with a stable code. Operations with x-stability: beta may change with 30 days' notice in the " +
			"Deprecation and Sunset headers. A key that may read is enough for GET and for operations with x-reads: true."},
		Servers: []*huma.Server{{URL: "/"}},
		Components: &huma.Components{
			Schemas: registry,
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"header": {Type: "apiKey", In: "header", Name: keyHeader},
				"query":  {Type: "apiKey", In: "query", Name: keyParameter},
			},
			Headers: commonHeaders(),
		},
		Security: []map[string][]string{{"header": {}}, {"query": {}}},
		Paths:    map[string]*huma.PathItem{},
	}
	problem := registry.Schema(reflect.TypeFor[Problem](), true, "Problem")
	doc.Components.Responses = map[string]*huma.Response{}
	for status, code := range problemCodes {
		doc.Components.Responses[itoa(status)] = problemResponse(status, code, problem)
	}
	return doc
}

// problemCodes is the code each status is shown with.
var problemCodes = map[int]fault.Code{
	http.StatusBadRequest:            fault.CodeValidationFailed,
	http.StatusPaymentRequired:       fault.CodeQuotaExhausted,
	http.StatusForbidden:             fault.CodeAccessDenied,
	http.StatusNotFound:              fault.CodeNotFound,
	http.StatusConflict:              fault.CodeConflict,
	http.StatusPreconditionFailed:    fault.CodePreconditionFailed,
	http.StatusRequestEntityTooLarge: fault.CodeTooLarge,
	http.StatusUnsupportedMediaType:  fault.CodeUnsupportedMediaType,
	http.StatusUnprocessableEntity:   fault.CodeInvalidState,
	http.StatusTooManyRequests:       fault.CodeRateLimited,
	http.StatusInternalServerError:   fault.CodeInternal,
	http.StatusServiceUnavailable:    fault.CodeServiceUnavailable,
}

// problemText is the sentence each code is shown with.
var problemText = map[fault.Code]string{
	fault.CodeValidationFailed:     "limits.min_price must be a number",
	fault.CodeQuotaExhausted:       "The team has no tokens left this month.",
	fault.CodeAccessDenied:         "The API key is missing or not valid.",
	fault.CodeNotFound:             "Not found.",
	fault.CodeConflict:             "Another call is changing the record.",
	fault.CodePreconditionFailed:   "The record has changed since the version named in If-Match.",
	fault.CodeTooLarge:             "The body is larger than 1048576 bytes.",
	fault.CodeUnsupportedMediaType: "The body must be application/json.",
	fault.CodeInvalidState:         "The record's state does not allow this.",
	fault.CodeRateLimited:          "At most 600 calls in 60 seconds are accepted.",
	fault.CodeInternal:             internalSentence,
	fault.CodeServiceUnavailable:   "The store cannot be reached. Try again.",
	fault.CodeUpstreamUnavailable:  "The marketplace cannot be reached. Try again.",
}

// problemResponse describes a status with a problem as it may look.
func problemResponse(status int, code fault.Code, schema *huma.Schema) *huma.Response {
	p := Problem{
		Type: "/problems/" + string(code), Title: http.StatusText(status), Status: status, Detail: problemText[code],
		Instance: Prefix + "/sa/repricer/products", Code: string(code), Message: problemText[code],
		TraceID: "01920f5e-7b1c-7a52-9f6e-3c1d2b4a5e6f", Errors: []ProblemItem{},
	}
	if code == fault.CodeValidationFailed {
		p.Errors = []ProblemItem{{Code: string(fault.CodeWrongType), Message: "must be a number", Pointer: "/limits/min_price"}}
	}
	r := &huma.Response{
		Description: http.StatusText(status),
		Headers:     headerRefs("X-Request-Id"),
		Content:     map[string]*huma.MediaType{problemType: {Schema: schema, Example: jsonValue(p)}},
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		r.Headers["Retry-After"] = headerRef("Retry-After")
	}
	return r
}

func headerRef(name string) *huma.Param { return &huma.Param{Ref: "#/components/headers/" + name} }

func headerRefs(names ...string) map[string]*huma.Param {
	out := make(map[string]*huma.Param, len(names))
	for _, n := range names {
		out[n] = headerRef(n)
	}
	return out
}

// commonHeaders are the headers of many answers.
func commonHeaders() map[string]*huma.Header {
	text := func(doc, example string) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}, Example: example}
	}
	number := func(doc string, example int) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeInteger}, Example: example}
	}
	return map[string]*huma.Header{
		"X-Request-Id":          text("The id of the call, the caller's own or a new one.", "01920f5e-7b1c-7a52-9f6e-3c1d2b4a5e6f"),
		"RateLimit-Policy":      text("The limit: calls q in a rolling window of w seconds.", `"documents";q=600;w=60`),
		"RateLimit":             text("What is left: r calls, and t seconds until there are more.", `"documents";r=599;t=60`),
		"X-RateLimit-Limit":     number("Calls accepted in a window.", 600),
		"X-RateLimit-Remaining": number("Calls left in the window.", 599),
		"X-RateLimit-Reset":     number("Seconds until there are more.", 60),
		"Retry-After":           number("Seconds to wait before another try.", 1),
		"Idempotent-Replayed":   text("true when the answer is the stored one of an earlier call with the same Idempotency-Key.", "true"),
	}
}

// describe adds an operation to the document and compiles what its requests
// are held against.
func (s *Server) describe(op *operation) {
	registry := s.doc.Components.Schemas
	c := &compiler{registry: registry, done: map[*huma.Schema]*node{}}
	d := &huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: Prefix + op.Path, Tags: []string{op.Group},
		Summary: op.Summary, Description: op.Description, Responses: map[string]*huma.Response{},
	}
	d.Extensions = map[string]any{}
	if op.Beta {
		d.Extensions["x-stability"] = "beta"
	}
	if op.Reads {
		d.Extensions["x-reads"] = true
	}
	op.params, d.Parameters = s.paramsOf(op.shape.in, c)
	d.Parameters = append(op.declared(c), d.Parameters...)
	if op.retry {
		one, most := 1, maxRetryKey
		d.Parameters = append(d.Parameters, &huma.Param{
			Name: retryKeyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: &one, MaxLength: &most},
			Description: "Makes a retry safe for 24 hours: the same key with the same call gets the stored answer, with another call 422.",
		})
	}
	s.describeRequest(op, d, c)
	s.describeAnswers(op, d)
	s.doc.AddOperation(d)
}

func (s *Server) describeRequest(op *operation, d *huma.Operation, c *compiler) {
	if f, ok := op.shape.in.FieldByName("Body"); ok {
		op.bodyAt, op.exact = f.Index, f.Type == exactType
		if op.exact != (op.BodySchema != nil) {
			panic("httpx: " + op.ID + " needs both Operation.BodySchema and an Exact body")
		}
		schema := op.BodySchema
		if schema == nil {
			schema = huma.SchemaFromField(c.registry, f, op.ID+"Request")
		}
		op.body = c.compile(schema, op.ID)
		d.RequestBody = &huma.RequestBody{Required: !op.BodyOptional, Content: map[string]*huma.MediaType{
			jsonType: {Schema: schema, Example: jsonValue(op.RequestExample)},
		}}
	}
	fieldsOf(op.shape.in, nil, func(f reflect.StructField, index []int) {
		if f.Type == uploadType {
			op.uploadAt = index
		}
	})
	if (op.uploadAt != nil) != (op.Upload != nil) {
		panic("httpx: " + op.ID + " needs both Operation.Upload and an Upload in its input")
	}
	if op.Upload != nil {
		d.RequestBody = op.Upload
	}
}

func (s *Server) describeAnswers(op *operation, d *huma.Operation) {
	headers := map[string]*huma.Param{}
	op.outputs = outputsOf(op.shape.out, headers)
	if op.outputs.raw != (op.AnswerSchema != nil) {
		panic("httpx: " + op.ID + " needs both Operation.AnswerSchema and a []byte body")
	}
	for _, name := range []string{"X-Request-Id", "RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} {
		headers[name] = headerRef(name)
	}
	if op.retry {
		headers["Idempotent-Replayed"] = headerRef("Idempotent-Replayed")
	}
	for _, status := range op.statuses {
		r := &huma.Response{Description: http.StatusText(status), Headers: headers}
		if f, ok := op.shape.out.FieldByName("Body"); ok && status != http.StatusNoContent {
			r.Content = map[string]*huma.MediaType{jsonType: {Schema: s.answerSchema(op, f), Example: jsonValue(op.Example)}}
		}
		d.Responses[itoa(status)] = r
	}
	for _, status := range op.refusals() {
		d.Responses[itoa(status)] = &huma.Response{Ref: "#/components/responses/" + itoa(status)}
		if s.doc.Components.Responses[itoa(status)] == nil {
			panic(fmt.Sprintf("httpx: %s answers the unknown status %d", op.ID, status))
		}
	}
	if op.Empty404 {
		d.Responses["404"] = &huma.Response{Description: "Not Found; the body is empty.", Headers: headerRefs("X-Request-Id")}
	}
	if op.NoUnavailable {
		problem := s.doc.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
		d.Responses["500"] = problemResponse(http.StatusInternalServerError, fault.CodeUpstreamUnavailable, problem)
	}
}

func (s *Server) answerSchema(op *operation, f reflect.StructField) *huma.Schema {
	registry := s.doc.Components.Schemas
	if op.outputs.raw {
		tidy(op.AnswerSchema)
		return op.AnswerSchema
	}
	schema := huma.SchemaFromField(registry, f, op.ID+"Response")
	allowNull(registry, f.Type, s.nulls)
	return schema
}

// refusals lists the statuses of an operation's problems.
func (op *operation) refusals() []int {
	list := append([]int{400, 403, 429, 500}, op.Errors...)
	if !op.NoUnavailable {
		list = append(list, http.StatusServiceUnavailable)
	}
	if op.bodyAt != nil {
		list = append(list, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if op.retry {
		list = append(list, http.StatusConflict, http.StatusUnprocessableEntity)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// jsonValue is a value in the form it has in the document.
func jsonValue(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		panic("httpx: an example cannot be written: " + err.Error())
	}
	return json.RawMessage(b)
}

// schemaName names the schema of a type by its package and name, those of the
// parts of a generic type included: One[document.Document] is
// OneDocumentDocument. Types of this package go without it.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	name := strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "[]", "List[")
	var out strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("[]*,", r) }) {
		pkg, id, ok := strings.Cut(path.Base(part), ".")
		if !ok {
			pkg, id = "", path.Base(part)
		}
		if pkg != "httpx" {
			out.WriteString(capital(pkg))
		}
		out.WriteString(capital(id))
	}
	return out.String()
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
