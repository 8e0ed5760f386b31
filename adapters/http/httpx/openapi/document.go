package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
)

// Media types of bodies and answers.
const (
	JSON    = "application/json"
	Problem = "application/problem+json"
)

// Headers and parameters for the key of a call.
const (
	KeyHeader    = "X-Api-Key"
	KeyParameter = "api_key"
	// AmazonKeyHeader takes the key of clients made for Amazon's interface. It is not published,
	// because generated clients would send it too.
	AmazonKeyHeader = "X-Amz-Access-Token"
)

const schemaPrefix = "#/components/schemas/"

// listsNeverNull changes a global setting of huma. It runs once, because servers created at the
// same time read the setting.
var listsNeverNull = sync.OnceFunc(func() { huma.DefaultArrayNullable = false })

// Document builds the published document.
type Document struct {
	api     *huma.OpenAPI
	problem *huma.Schema
	nulls   map[reflect.Type]bool // answer types with pointers that are published as nullable
	used    map[string]bool       // tags of operations
	tidied  sync.Once
}

// introduction opens the reference, in Markdown.
const introduction = "An API for people who sell on Amazon. New here? Make [the first calls](/guides/tutorials/first-calls), " +
	"then read [the rules](/guides/api).\n\n" +
	"Send your key in the header `X-Api-Key`. A key that may read is enough for `GET` and for " +
	"operations with `x-reads: true`; a `GET` with `x-writes: true` needs a key that may write. " +
	"Where no header can be set, the key may be sent as the query parameter `" + KeyParameter + "`.\n\n" +
	"Answers to calls with a key have `RateLimit` headers, which status 429 describes. " +
	"Every refusal is a problem document with a stable `code`. Operations with `x-stability: beta` may change; the headers " +
	"`Deprecation` and `Sunset` announce it 30 days before."

// New starts a document.
func New(version string) *Document {
	listsNeverNull()
	if version == "" {
		version = "dev"
	}
	registry := huma.NewMapRegistry(schemaPrefix, schemaName)
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Selling Assistant", Version: version, Description: introduction,
			Contact: &huma.Contact{Name: "The Selling Assistant Authors"},
			License: &huma.License{Name: "Apache-2.0", URL: "https://www.apache.org/licenses/LICENSE-2.0"}},
		Servers: []*huma.Server{{URL: "/"}},
		Components: &huma.Components{
			Schemas: registry,
			SecuritySchemes: map[string]*huma.SecurityScheme{
				// The parameter api_key may also carry the key. It is not published, because
				// generated clients would use it too, and other parties log addresses.
				"ApiKeyHeader": {
					Type: "apiKey", In: "header", Name: KeyHeader,
					Description: "A key of a team, made with `selling-assistant key create`.",
				},
				"Bearer": {Type: "http", Scheme: "bearer", Description: "The same key as a token in Authorization."},
				"Basic":  {Type: "http", Scheme: "basic", Description: "The same key as the user name, without a password."},
			},
			Headers: commonHeaders(),
		},
		Security: []map[string][]string{{"ApiKeyHeader": {}}, {"Bearer": {}}, {"Basic": {}}},
		Tags:     explained(groups),
		Paths:    map[string]*huma.PathItem{},
	}
	problem := registry.Schema(reflect.TypeFor[body.Problem](), true, "Problem")
	doc.Components.Responses = map[string]*huma.Response{}
	for status, shown := range problems {
		doc.Components.Responses[strconv.Itoa(status)] = problemResponse(status, shown, problem)
	}
	return &Document{api: doc, problem: problem, nulls: map[reflect.Type]bool{}, used: map[string]bool{}}
}

// Registry has the schemas of the document's components.
func (d *Document) Registry() huma.Registry { return d.api.Components.Schemas }

// Add adds an operation.
func (d *Document) Add(op *huma.Operation) {
	for _, p := range op.Parameters {
		tidy(p.Schema)
		// The parameter as a whole is deprecated, not its values.
		if p.Schema != nil && p.Schema.Deprecated {
			p.Deprecated, p.Schema.Deprecated = true, false
		}
	}
	for _, tag := range op.Tags {
		d.used[tag] = true
	}
	d.api.AddOperation(op)
}

// Call adds a call that the service makes to programs of users.
func (d *Document) Call(name string, op *huma.Operation) {
	if d.api.Webhooks == nil {
		d.api.Webhooks = map[string]*huma.PathItem{}
	}
	d.api.Webhooks[name] = &huma.PathItem{Post: op}
}

// Answer returns the schema of the body of an answer, a field of an output type.
func (d *Document) Answer(f reflect.StructField, hint string) *huma.Schema {
	schema := huma.SchemaFromField(d.Registry(), f, hint)
	d.allowNull(f.Type)
	return schema
}

// live has the members of a record that change without its updated_at.
type live interface{ LiveMembers() []string }

// Listed describes members that the type of a listed record has beyond its own: deleted_at, and the
// mark x-live of members that change without the record.
func (d *Document) Listed(t reflect.Type) {
	s := d.record(t)
	if s.Properties["updated_at"] != nil && s.Properties["deleted_at"] == nil {
		d.Member(t, "deleted_at", "include_deleted", &huma.Schema{
			Type: huma.TypeString, Format: "date-time",
			Description: "When it was deleted. Only with include_deleted.",
		})
	}
	record, ok := reflect.Zero(t).Interface().(live)
	if !ok {
		return
	}
	for _, name := range record.LiveMembers() {
		member := s.Properties[name]
		marked := map[string]any{"x-live": true}
		maps.Copy(marked, member.Extensions)
		member.Extensions = marked
	}
}

// onlyWith names the extension of members that answers have only with a parameter.
const onlyWith = "x-only-with"

// Member adds a member to the type of a record. Answers have it only if a call asks by the
// parameter.
func (d *Document) Member(record reflect.Type, name, parameter string, s *huma.Schema) {
	s.Extensions = map[string]any{onlyWith: parameter}
	d.record(record).Properties[name] = s
}

// record returns the schema of a record.
func (d *Document) record(t reflect.Type) *huma.Schema {
	s := d.Registry().Schema(t, true, "")
	if s.Ref != "" {
		s = d.Registry().SchemaFromRef(s.Ref)
	}
	return s
}

// Refusal returns the problem answer of a status, nil for an unknown status.
func (d *Document) Refusal(status int) *huma.Response {
	name := strconv.Itoa(status)
	if d.api.Components.Responses[name] == nil {
		return nil
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

// Upstream describes the answer 500 for another service that is unavailable.
func (d *Document) Upstream() *huma.Response {
	return problemResponse(http.StatusInternalServerError, upstream, d.problem)
}

// NotModified describes an answer without a body.
const NotModified = "Not Modified. If-None-Match has the ETag of this answer, or is *."

var tooMany = fmt.Sprintf("Too Many Requests. A call waits at most %d seconds for its turns at Amazon or Keepa. "+
	"A call with a later turn is refused at once, with upstream_rate_limited and Retry-After; "+
	"below /sp-api x-amzn-RateLimit-Limit has the calls a second that Amazon allows.",
	patience.Most/time.Second)

// example has the code and the sentence in the example of a status.
type example struct {
	code fault.Code
	text string
}

var (
	problems = map[int]example{
		http.StatusBadRequest:            {fault.CodeValidationFailed, "limits.min_price must be a number"},
		http.StatusPaymentRequired:       {fault.CodeQuotaExhausted, "The team has no tokens left this month."},
		http.StatusForbidden:             {fault.CodeAccessDenied, "Send your key in the X-Api-Key header."},
		http.StatusNotFound:              {fault.CodeNotFound, "There is no document 12."},
		http.StatusConflict:              {fault.CodeConflict, "Another call is changing the record."},
		http.StatusPreconditionFailed:    {fault.CodePreconditionFailed, "The record has changed since the version named in If-Match."},
		http.StatusRequestEntityTooLarge: {fault.CodeTooLarge, "The body is larger than 1048576 bytes."},
		http.StatusUnsupportedMediaType: {
			fault.CodeUnsupportedMediaType, "The body must be application/json. Name it in the header Content-Type.",
		},
		http.StatusUnprocessableEntity: {fault.CodeInvalidState, "The record's state does not allow this."},
		http.StatusTooManyRequests:     {fault.CodeRateLimited, "At most 600 calls in 60 seconds are accepted."},
		http.StatusInternalServerError: {fault.CodeInternal, body.InternalError},
		http.StatusServiceUnavailable:  {fault.CodeServiceUnavailable, "The store cannot be reached. Try again."},
	}
	upstream = example{fault.CodeUpstreamUnavailable, "The marketplace cannot be reached. Try again."}
)

// problemResponse describes a status with an example of its problem.
func problemResponse(status int, shown example, schema *huma.Schema) *huma.Response {
	p := body.Problem{
		Type: "/problems/" + string(shown.code), Title: http.StatusText(status), Status: status, Detail: shown.text,
		Instance: "/api/v1/sa/repricer/products", Code: string(shown.code), Message: shown.text,
		TraceID: "01920f5e-7b1c-7a52-9f6e-3c1d2b4a5e6f", Errors: []body.ProblemItem{},
	}
	if shown.code == fault.CodeValidationFailed {
		p.Errors = []body.ProblemItem{{Code: string(fault.CodeWrongType), Message: "must be a number", Pointer: "/limits/min_price"}}
	}
	r := &huma.Response{
		Description: http.StatusText(status),
		Headers:     HeaderRefs("X-Request-Id"),
		Content:     map[string]*huma.MediaType{Problem: {Schema: schema, Example: Value(p)}},
	}
	if status == http.StatusTooManyRequests {
		r.Description = tooMany
		// All answers have these. Naming them at each of them would make the document a tenth larger.
		maps.Copy(r.Headers, HeaderRefs(
			"RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
		))
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		r.Headers["Retry-After"] = HeaderRef("Retry-After")
	}
	return r
}

// HeaderRef refers to a header of many answers.
func HeaderRef(name string) *huma.Param {
	return &huma.Param{Ref: "#/components/headers/" + cmp.Or(short[name], name)}
}

// short names components of headers that nearly every answer refers to.
var short = map[string]string{
	"X-Request-Id": "CallId", "x-amzn-RequestId": "TheirId", "x-amzn-RateLimit-Limit": "Pace",
	"Idempotent-Replayed": "Replayed",
	"X-RateLimit-Limit":   "Accepted", "X-RateLimit-Remaining": "Left", "X-RateLimit-Reset": "Reset",
}

// HeaderRefs refers to headers of many answers.
func HeaderRefs(names ...string) map[string]*huma.Param {
	out := make(map[string]*huma.Param, len(names))
	for _, n := range names {
		out[n] = HeaderRef(n)
	}
	return out
}

// commonHeaders returns the headers of many answers, by the names of their components.
func commonHeaders() map[string]*huma.Header {
	text := func(doc, example string) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}, Example: example}
	}
	number := func(doc string, example int) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeInteger}, Example: example}
	}
	return map[string]*huma.Header{
		"CallId":           text("The id of the call: the caller's own or a new id.", "01920f5e-7b1c-7a52-9f6e-3c1d2b4a5e6f"),
		"RateLimit-Policy": text("The limit: calls q in a rolling window of w seconds.", `"documents";q=600;w=60`),
		"RateLimit":        text("r: calls left. t: seconds until there are more.", `"documents";r=599;t=60`),
		"Accepted":         number("Calls accepted in a window.", 600),
		"Left":             number("Calls left in the window.", 599),
		"Reset":            number("Seconds until there are more.", 60),
		"Retry-After":      number("Seconds to wait before another try.", 1),
		"Replayed":         text("true when the answer is stored from an earlier call with the same Idempotency-Key.", "true"),
	}
}

// Value converts a value to its form in the document.
func Value(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		panic("httpx: an example cannot be written: " + err.Error())
	}
	return json.RawMessage(b)
}
