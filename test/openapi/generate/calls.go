package generate

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"sellingassistant/test/openapi/checked"
)

// Made has a call, and the fault of a broken call.
type Made struct {
	checked.Call
	// Wrong describes the fault, "" for a valid call.
	Wrong string
	// Pointer names the place in the body, Parameter the wrong parameter. Both are empty for a body
	// that is not JSON.
	Pointer   string
	InBody    bool
	Parameter string
}

// input has the parts of a call before it is assembled.
type input struct {
	op     checked.Operation
	path   map[string]string
	query  [][2]string
	header http.Header
	body   *spot
	parts  []checked.Part
	// text replaces the body.
	text []byte
}

// Valid makes a call that the document allows.
func (m *Maker) Valid(t testing.TB, op checked.Operation) Made {
	t.Helper()
	return Made{Call: m.input(op).call(t)}
}

func (m *Maker) input(op checked.Operation) *input {
	m.n++
	i := &input{op: op, path: map[string]string{}, header: http.Header{}}
	for _, ref := range op.Parameters {
		p := ref.Value
		switch {
		case p.In == "path":
			i.path[p.Name] = m.word(p.Schema.Value, p.Name)
		case p.In == "query":
			if p.Required || m.chance(0.2) {
				if text := m.parameter(p); text != "" {
					i.query = append(i.query, [2]string{p.Name, text})
				}
			}
		case p.Name == "If-Match":
			if m.chance(0.2) {
				i.header.Set(p.Name, pick(m, []string{`"1"`, `"2"`, `"77"`, "*", `W/"1"`}))
			}
		case p.Name == "Idempotency-Key":
			if m.chance(0.1) {
				i.header.Set(p.Name, "key-"+strconv.Itoa(m.n)+"-"+strconv.FormatUint(m.r.Uint64(), 36))
			}
		default:
			panic("generate: the header " + p.Name + " is new")
		}
	}
	if op.OperationID == "getPriceHistoryProduct" && m.chance(0.9) {
		// No schema says that these go only with the formats points and svg.
		i.query = slices.DeleteFunc(i.query, func(p [2]string) bool {
			return slices.Contains([]string{"format", "series", "range", "points", "step", "width", "height", "theme"}, p[0])
		})
	}
	if op.OperationID == "spApiListShipmentItemsV0" && m.chance(0.7) {
		// No schema says that DATE_RANGE needs both times.
		i.setQuery("queryType", "DATE_RANGE")
		i.setQuery("lastUpdatedAfter", pick(m, []string{"2026-08-01T00:00:00Z", "2026-09-15T12:30:00+02:00"}))
		i.setQuery("lastUpdatedBefore", pick(m, []string{"2026-10-01T00:00:00Z", "2026-11-01T08:00:00.5Z"}))
	}
	if s := op.Body(); s != nil {
		i.body = m.body(s)
	}
	if op.Form() != nil {
		i.parts = m.form(op.Form())
	}
	return i
}

// parameter returns a value of a query parameter; "" leaves it out. It takes only known values for
// parameters that the document cannot describe.
func (m *Maker) parameter(p *openapi3.Parameter) string {
	if known := m.known(p.Name); slices.Contains([]string{"cursor", "sort"}, p.Name) {
		if len(known) == 0 {
			return ""
		}
		return pick(m, known)
	}
	s := p.Schema.Value
	if !s.Type.Is("array") {
		return m.word(s, p.Name)
	}
	count := max(1, min(1+m.r.IntN(3), int(value(s.MaxItems, 3))))
	var words []string
	for range count {
		// For a reader of the schema alone, every comma separates.
		w := strings.ReplaceAll(m.word(s.Items.Value, p.Name), ",", "")
		if strings.Contains(p.Description, "[between commas](/guides/api#read-a-list)") {
			w = entry(w, int(value(s.Items.Value.MaxLength, 1000)))
		}
		if w != "" && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, ",")
}

// entry writes a word as an entry of a list, quoted as the document says. It drops the quotes if
// they would exceed the schema's length.
func entry(w string, most int) string {
	quoted := `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
	switch {
	case !strings.Contains(w, `"`):
		return w
	case utf8.RuneCountInString(quoted) > most:
		return strings.ReplaceAll(w, `"`, "")
	}
	return quoted
}

func value(p *uint64, or uint64) uint64 {
	if p == nil {
		return or
	}
	return *p
}

// word returns a value in the form of a path or query.
func (m *Maker) word(s *openapi3.Schema, name string) string {
	s = checked.Plain(s)
	switch {
	case isID(s):
		return m.id(name)
	case s.Type.Is("boolean"):
		return pick(m, []string{"true", "false"})
	case s.Type.Is("integer") && (name == "id" || strings.HasSuffix(name, "_id")):
		return m.id(name)
	case s.Type.Is("integer"), s.Type.Is("number"):
		return m.number(s, name)
	}
	text := m.text(s, name)
	if text == "" {
		text = "x"
	}
	return text
}

// files has contents and names that the service knows.
var files = []checked.Part{
	{Name: "file", FileName: "list.csv", Value: "sku,price\nA-%d,2.50\n"},
	{Name: "file", FileName: "note.txt", Value: "Delivery %d arrived.\n"},
	{Name: "file", FileName: "Übersicht 1.tsv", Value: "sku\tprice\nA\t%d\n"},
	{Name: "file", FileName: "order.xml", Value: "<?xml version=\"1.0\"?>\n<order><id>%d</id></order>\n"},
}

func (m *Maker) form(s *openapi3.Schema) []checked.Part {
	file := pick(m, files)
	if known := m.known(file.Name); len(known) > 0 {
		file.FileName, file.Value = "list.csv", pick(m, known)
	}
	file.Value = fmt.Sprintf(file.Value, m.r.IntN(1000))
	parts := []checked.Part{file}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case name == "file" || !slices.Contains(s.Required, name) && !m.chance(0.3):
		case strings.HasPrefix(s.Properties[name].Value.Description, "JSON text"):
			if known := m.known(name); len(known) > 0 {
				parts = append(parts, checked.Part{Name: name, Value: pick(m, known)})
			}
		default:
			parts = append(parts, checked.Part{Name: name, Value: m.word(s.Properties[name].Value, name)})
		}
	}
	m.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return parts
}

// call assembles the call.
func (in *input) call(t testing.TB) checked.Call {
	t.Helper()
	path := in.op.Path
	for name, v := range in.path {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(v))
	}
	c := checked.Call{Method: in.op.Method, Path: path, Header: in.header}
	// The query is assembled here, because a repeated parameter must stay repeated in its order.
	for i, q := range in.query {
		c.Path += map[bool]string{true: "?", false: "&"}[i == 0] + url.QueryEscape(q[0]) + "=" + url.QueryEscape(q[1])
	}
	switch {
	case in.text != nil:
		c.Body = in.text
	case in.body != nil:
		c.Body = in.body.bytes()
	case in.parts != nil:
		body, kind := checked.Form(t, in.parts...)
		c.Body = body
		c.Header.Set("Content-Type", kind)
	}
	return c
}
