package httpx

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"

	"sellingassistant/domain/kernel/fault"
)

// param is a parameter of an operation and where it goes in the input.
type param struct {
	name     string
	in       string // path, query or header
	header   string // canonical name
	required bool
	list     bool
	node     *node // of an entry, for a list
	counts   *node // of the list itself
	preset   string
	exact    bool // the text goes on as it came: not composed, its quotes mean nothing
	// put stores a checked text in the input.
	put func(input reflect.Value, text string) error
}

// paramsOf finds the parameters of an input type and describes them.
func (s *Server) paramsOf(t reflect.Type, c *compiler) ([]*param, []*huma.Param) {
	var params []*param
	var docs []*huma.Param
	fieldsOf(t, nil, func(f reflect.StructField, index []int) {
		p := &param{preset: f.Tag.Get("default"), exact: f.Tag.Get("exact") == "true"}
		for _, in := range []string{"path", "query", "header"} {
			if name := f.Tag.Get(in); name != "" {
				p.in, p.name = in, name
			}
		}
		if p.in == "" {
			if f.Name != "Body" && f.Type != uploadType && f.Type != valuesType {
				panic(fmt.Sprintf("httpx: field %s of input %s is neither a parameter nor Body", f.Name, t))
			}
			return
		}
		p.header = http.CanonicalHeaderKey(p.name)
		p.required = p.in == "path" || f.Tag.Get("required") == "true"
		schema := huma.SchemaFromField(c.registry, f, "")
		p.read(c, schema, t.String()+"."+f.Name)
		set := p.setter(f.Type)
		p.put = func(input reflect.Value, text string) error { return set(input.FieldByIndex(index), text) }
		params = append(params, p)
		doc := f.Tag.Get("doc")
		if p.list && !p.exact && p.node.kind == kindString && p.node.enum == nil {
			doc += docQuotes
		}
		docs = append(docs, p.describe(schema, doc))
	})
	return params, docs
}

// read compiles what the texts of a parameter are held against.
func (p *param) read(c *compiler, schema *huma.Schema, at string) {
	p.node = c.compile(schema, at)
	if p.node.kind == kindArray {
		p.list, p.counts, p.node = true, p.node, p.node.items
	}
	if p.node.kind == kindObject || p.node.kind == kindAny || p.node.kind == kindArray {
		panic(fmt.Sprintf("httpx: parameter %s has no text form", at))
	}
}

func (p *param) describe(schema *huma.Schema, doc string) *huma.Param {
	tidy(schema)
	schema.Description = "" // said once, beside the parameter
	if p.node.kind == kindID {
		publishAsNumber(schema, p.list)
	}
	d := &huma.Param{Name: p.name, In: p.in, Required: p.required, Schema: schema, Description: doc}
	if p.list {
		no := false
		d.Explode = &no
	}
	return d
}

// publishAsNumber gives an id in a parameter one reading: as text, 12 would be
// both an integer and a string of digits, and the published choice needs one.
func publishAsNumber(schema *huma.Schema, list bool) {
	one := 1.0
	id := &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &one}
	if list {
		schema.Items = id
		return
	}
	schema.OneOf, schema.Type, schema.Format, schema.Minimum = nil, id.Type, id.Format, id.Minimum
}

// errSetter says that a field has another type than at its registration.
var errSetter = errors.New("the field cannot be set")

// setter returns what puts a checked text of the parameter into a field of the type.
func (p *param) setter(t reflect.Type) func(field reflect.Value, text string) error {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[opener]()) {
		value, _ := t.FieldByName("Value")
		inner := p.setter(value.Type)
		return func(field reflect.Value, text string) error {
			o, ok := field.Addr().Interface().(opener)
			if !ok {
				return errSetter
			}
			return inner(o.open(), text)
		}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) && t.Kind() == reflect.Struct {
		return func(field reflect.Value, text string) error {
			u, ok := field.Addr().Interface().(json.Unmarshaler)
			if !ok {
				return errSetter
			}
			return u.UnmarshalJSON([]byte(text))
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(field reflect.Value, text string) error {
			field.SetString(text)
			return nil
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return func(field reflect.Value, text string) error {
			n, err := strconv.ParseInt(text, 10, 64)
			field.SetInt(n)
			return err
		}
	case reflect.Bool:
		return func(field reflect.Value, text string) error {
			field.SetBool(text == "true")
			return nil
		}
	case reflect.Slice:
		inner := p.setter(t.Elem())
		return func(field reflect.Value, text string) error {
			parts, _ := p.entries(text) // checked before
			list := reflect.MakeSlice(t, len(parts), len(parts))
			for i, part := range parts {
				if err := inner(list.Index(i), part); err != nil {
					return err
				}
			}
			field.Set(list)
			return nil
		}
	}
	panic("httpx: a parameter cannot be a " + t.String())
}

// bind reads the parameters into the input and returns the faults of all of them.
func (op *operation) bind(c *gin.Context, st *state, input reflect.Value) []fault.Item {
	var items []fault.Item
	if st.queryBad {
		items = append(items, fault.Item{Code: fault.CodeInvalid, Message: "The query is not a valid form."})
	}
	if st.query != nil {
		items = op.strict(st.query, items)
	}
	for _, p := range op.params {
		text, given, empty, split := "", false, false, false
		switch p.in {
		case "path":
			text, given = PathValue(c, p.name), true
		case "query":
			for i := range st.query {
				if q := &st.query[i]; q.name == p.name {
					text, given, empty, split = q.value, q.value != "", q.value == "", q.comma
					break
				}
			}
		case "header":
			values := st.request.Header[p.header]
			if len(values) > 1 {
				items = append(items, parameterFault(p.name, fault.CodeRepeatedParameter, msgTwice))
				continue
			}
			if given = len(values) == 1; given {
				text = values[0]
			}
		}
		if !given {
			if p.required && !empty { // an empty one is a fault already
				items = append(items, parameterFault(p.name, fault.CodeRequired, msgRequired))
				continue
			}
			if text = p.preset; text == "" {
				continue
			}
		}
		text, code, msg := p.check(text)
		switch {
		case code != "":
		case p.list && split && (p.exact || !strings.Contains(text, `"`)):
			code, msg = fault.CodeInvalid, "must not have an entry with a comma in it"
		case p.put(input, text) != nil:
			code, msg = fault.CodeInvalid, "is not valid"
		}
		if code != "" {
			items = append(items, parameterFault(p.name, code, msg))
		}
	}
	return items
}

// PathValue decodes a value of the path once. The router matches the path as it
// was sent, so a slash inside a value is none between two, and it leaves the
// decoding to this: its own would read a plus sign as a space.
func PathValue(c *gin.Context, name string) string {
	text := c.Param(name)
	if c.Request.URL.RawPath == "" {
		return text
	}
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

func parameterFault(name string, code fault.Code, message string) fault.Item {
	return fault.Item{Code: code, Message: message, Parameter: name}
}

// strict refuses parameters that are unknown, repeated or empty.
func (op *operation) strict(query []pair, items []fault.Item) []fault.Item {
	for i, q := range query {
		switch {
		case op.queryParam(q.name) == nil:
			items = append(items, parameterFault(clip(q.name), fault.CodeUnknownParameter, msgUnknown))
		case repeated(query[:i], q.name):
			items = append(items, parameterFault(q.name, fault.CodeRepeatedParameter, msgTwice))
		case q.value == "":
			items = append(items, parameterFault(q.name, fault.CodeInvalid, "must not be empty"))
		}
		if len(items) >= maxItems {
			break
		}
	}
	return items
}

func (op *operation) queryParam(name string) *param {
	for _, p := range op.params {
		if p.in == "query" && p.name == name {
			return p
		}
	}
	return nil
}

func repeated(before []pair, name string) bool {
	for i := range before {
		if before[i].name == name {
			return true
		}
	}
	return false
}

// clip bounds a name that the caller made up before it is sent back.
func clip(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if len(name) > 100 {
		return strings.ToValidUTF8(name[:100], "") + "…"
	}
	return name
}

// check holds the text of a parameter against its schema and returns it composed.
func (p *param) check(text string) (string, fault.Code, string) {
	if !plainText(text) {
		switch {
		case !utf8.ValidString(text):
			return text, fault.CodeInvalid, msgUTF8
		case strings.ContainsFunc(text, forbidden):
			return text, fault.CodeInvalid, msgControl
		}
		if !p.exact {
			text = norm.NFC.String(text)
		}
	}
	if !p.list {
		code, msg := p.node.checkWord(text)
		return text, code, msg
	}
	parts, ok := p.entries(text)
	if !ok {
		return text, fault.CodeInvalid, msgQuotes
	}
	for _, part := range parts {
		if part == "" {
			return text, fault.CodeInvalid, "must not have empty entries"
		}
		if code, msg := p.node.checkWord(part); code != "" {
			return text, code, msg
		}
	}
	code, msg := p.counts.checkCount(len(parts))
	return text, code, msg
}

// entries reads the entries of a list and reports false where they cannot be told.
func (p *param) entries(text string) ([]string, bool) {
	if p.exact {
		return strings.Split(text, ","), true
	}
	return entries(text)
}

// checkWord holds text that may be a number or a word against its schema.
func (n *node) checkWord(text string) (fault.Code, string) {
	switch n.kind {
	case kindBoolean:
		if text != "true" && text != "false" {
			return fault.CodeWrongType, kindText[kindBoolean]
		}
		return "", ""
	case kindInteger, kindNumber, kindID:
		r := reader{b: []byte(text)}
		if text[0] != '-' && (text[0] < '0' || text[0] > '9') || !r.number(nil) || r.i != len(text) {
			return fault.CodeWrongType, kindText[n.kind]
		}
		return n.checkNumber([]byte(text))
	}
	return n.checkText([]byte(text))
}
