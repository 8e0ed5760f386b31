// Package checked calls the service and checks every request and every answer against the document
// that the service publishes. Tests of all contexts use its Client instead of a plain HTTP client.
package checked

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
)

// The paths at which the document is served.
const (
	Path31 = "/openapi.json"
	Path30 = "/openapi-3.0.json"
)

// Document has the published document.
type Document struct {
	*openapi3.T
	// Raw has the document as served.
	Raw []byte

	operations []Operation
}

// Operation has one operation of the document.
type Operation struct {
	*openapi3.Operation
	Method, Path string

	route *routers.Route
}

// Load requests a service's document in the 3.0 form, which every reader understands, and fails the
// test if it is invalid.
func Load(t testing.TB, h http.Handler) *Document {
	t.Helper()
	return LoadFrom(t, h, Path30)
}

// LoadFrom loads either form.
func LoadFrom(t testing.TB, h http.Handler, path string) *Document {
	t.Helper()
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest(http.MethodGet, path, nil))
	if out.Code != http.StatusOK {
		t.Fatalf("%s answers %d", path, out.Code)
	}
	if d, ok := known.Load(out.Body.String()); ok {
		return d.(*Document)
	}
	d, err := Parse(out.Body.Bytes())
	if err != nil {
		t.Fatalf("%s cannot be read: %v", path, err)
	}
	if err := d.Validate(t.Context()); err != nil {
		t.Fatalf("%s is not valid: %v", path, err)
	}
	known.Store(string(d.Raw), d)
	return d
}

// known caches the valid documents by their text, because reading a document takes longer than most
// tests. Tests share them, so they must not change them.
var known sync.Map

// anyValue marks schemas that accept any value.
const anyValue = "x-any-value"

// anyType and anyOldType make the library accept null if a schema has no type.
const (
	anyType    = `"x-any-value":true,"items":{},"type":["array","boolean","null","number","object","string"]`
	anyOldType = `"x-any-value":true,"nullable":true`
)

// Parse reads a document.
func Parse(raw []byte) (*Document, error) {
	kind := anyOldType
	if bytes.Contains(raw, []byte(`"openapi":"3.1`)) {
		kind = anyType
	}
	read, err := inBothForms(bytes.ReplaceAll(raw, []byte(`"x-any-value":true`), []byte(kind)))
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(read)
	if err != nil {
		return nil, err
	}
	d := &Document{T: doc, Raw: raw}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			readAsText(op.Parameters)
			readAsParts(op)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			d.operations = append(d.operations, Operation{
				Operation: op, Method: method, Path: path,
				route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op},
			})
		}
	}
	slices.SortFunc(d.operations, func(a, b Operation) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
	})
	return d, nil
}

// inBothForms accepts the text of an id's digits as an id, which the document says in an extension.
func inBothForms(raw []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var doc any
	if err := decoder.Decode(&doc); err != nil {
		return nil, err
	}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, w := range v {
				look(w)
			}
			if v["x-also-accepts"] == "string" {
				v["anyOf"] = []any{
					map[string]any{"type": v["type"], "format": v["format"], "minimum": v["minimum"]},
					map[string]any{"type": "string", "pattern": "^[1-9][0-9]{0,18}$"},
				}
				for _, name := range []string{"type", "format", "minimum"} {
					delete(v, name)
				}
			}
		case []any:
			for _, w := range v {
				look(w)
			}
		}
	}
	look(doc)
	return json.Marshal(doc)
}

// readAsText accepts both forms of an id in a parameter, where 12 and "12" are the same text.
func readAsText(parameters openapi3.Parameters) {
	for _, p := range parameters {
		s := p.Value.Schema.Value
		for _, s := range []*openapi3.SchemaRef{p.Value.Schema, s.Items} {
			if s != nil && len(s.Value.OneOf) == 2 {
				s.Value.AnyOf, s.Value.OneOf = s.Value.OneOf, nil
			}
		}
	}
}

// readAsParts unwraps the schemas of form parts from lists with one entry, because the library does
// not look for types inside them.
func readAsParts(op *openapi3.Operation) {
	form := (Operation{Operation: op}).Form()
	if form == nil {
		return
	}
	for name, p := range form.Properties {
		form.Properties[name] = &openapi3.SchemaRef{Value: Plain(p.Value)}
	}
}

// Operations lists the operations by path and method.
func (d *Document) Operations() []Operation { return d.operations }

// Each runs a test of every operation as a subtest named by its id, so that a single operation can
// be tested.
func (d *Document) Each(t *testing.T, test func(t *testing.T, op Operation)) {
	t.Helper()
	for _, op := range d.operations {
		t.Run(op.OperationID, func(t *testing.T) { test(t, op) })
	}
}

// IDs returns the sorted ids of the matching operations.
func (d *Document) IDs(meant func(Operation) bool) []string {
	var ids []string
	for _, op := range d.operations {
		if meant(op) {
			ids = append(ids, op.OperationID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Operation finds an operation by its id.
func (d *Document) Operation(t testing.TB, id string) Operation {
	t.Helper()
	for _, op := range d.operations {
		if op.OperationID == id {
			return op
		}
	}
	t.Fatalf("the document has no operation %s", id)
	return Operation{}
}

// Find returns the operation of a call and its path values. A path with more fixed parts wins over
// one with fewer.
func (d *Document) Find(method, path string) (Operation, map[string]string, bool) {
	var best Operation
	var values map[string]string
	for _, op := range d.operations {
		if op.Method != method {
			continue
		}
		if v, ok := match(op.Path, path); ok && (values == nil || len(v) < len(values)) {
			best, values = op, v
		}
	}
	return best, values, values != nil
}

func match(template, path string) (map[string]string, bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	values := map[string]string{}
	for i, part := range want {
		name, isValue := strings.CutPrefix(part, "{")
		switch {
		case isValue && got[i] != "":
			values[strings.TrimSuffix(name, "}")] = got[i]
		case part != got[i]:
			return nil, false
		}
	}
	return values, true
}

// Body returns the schema of the operation's JSON body, nil without a body.
func (o Operation) Body() *openapi3.Schema { return o.schemaOf("application/json") }

// Form returns the schema of the operation's multipart body, nil without a form.
func (o Operation) Form() *openapi3.Schema { return o.schemaOf("multipart/form-data") }

func (o Operation) schemaOf(mediaType string) *openapi3.Schema {
	if o.RequestBody == nil || o.RequestBody.Value == nil {
		return nil
	}
	m := o.RequestBody.Value.Content[mediaType]
	if m == nil || m.Schema == nil {
		return nil
	}
	return m.Schema.Value
}

// Writes reports whether the operation changes something.
func (o Operation) Writes() bool {
	return o.Extensions["x-writes"] == true ||
		o.Extensions["x-reads"] != true && o.Method != http.MethodGet && o.Method != http.MethodHead
}

// Relays reports whether the operation passes on the answer of another service.
func (o Operation) Relays() bool {
	return strings.HasPrefix(o.Group(), "sp-api-") || o.Group() == "price-history"
}

// AsksAmazon reports whether the operation is about records that only Amazon has.
func (o Operation) AsksAmazon() bool {
	return strings.HasPrefix(o.Group(), "sp-api-") || o.Group() == "inbound-shipments"
}

// WritesElsewhere reports whether all effects of the operation are at the marketplace, with an
// unchanged database.
func (o Operation) WritesElsewhere() bool {
	return o.Writes() && (o.Relays() || o.Group() == "listings-items")
}

// Group returns the operation's group of endpoints.
func (o Operation) Group() string {
	if len(o.Tags) == 0 {
		return ""
	}
	return o.Tags[0]
}

// Succeeds lists the documented statuses of a success.
func (o Operation) Succeeds() []int {
	var out []int
	for _, s := range o.Statuses() {
		if s < 300 {
			out = append(out, s)
		}
	}
	return out
}

// Statuses lists the documented statuses in order.
func (o Operation) Statuses() []int {
	var out []int
	for text := range o.Responses.Map() {
		n := 0
		for _, c := range text {
			n = 10*n + int(c-'0')
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
