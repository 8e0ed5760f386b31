package schema

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
)

// Param describes a parameter of an operation and stores its value in the input.
type Param struct {
	Name string
	// In says where the parameter is: path, query or header.
	In       string
	Required bool
	// Exact takes the text unchanged: not composed, and its quotes mean nothing.
	Exact bool
	// Put stores a checked text in the input; for a list it stores the entries.
	Put func(input reflect.Value, texts []string) error
	// Joined says that Put passes a list on as one text, with commas between its entries.
	Joined bool

	header string // canonical name
	list   bool
	node   *Node // of an entry, for a list
	counts *Node // of the list itself
	preset string
}

// Params finds the parameters of an input type, and describes all except parameters with the tag
// unpublished:"true". It skips fields of the types in others and a field named Body.
func (c *Compiler) Params(t reflect.Type, others ...reflect.Type) (params []*Param, docs []*huma.Param) {
	Fields(t, nil, func(f reflect.StructField, index []int) {
		p := &Param{preset: f.Tag.Get("default"), Exact: f.Tag.Get("exact") == "true", Required: f.Tag.Get("required") == "true"}
		for _, text := range []string{"path", "query", "header"} {
			if name := f.Tag.Get(text); name != "" {
				p.In, p.Name = text, name
			}
		}
		if p.In == "" {
			if f.Name != "Body" && !slices.Contains(others, f.Type) {
				panic(fmt.Sprintf("httpx: field %s of input %s is neither a parameter nor Body", f.Name, t))
			}
			return
		}
		p.Put = func(input reflect.Value, texts []string) error {
			return json.Unmarshal(p.value(texts), input.FieldByIndex(index).Addr().Interface())
		}
		doc := c.Describe(p, huma.SchemaFromField(c.registry, f, ""), f.Tag.Get("doc"), t.String()+"."+f.Name)
		if p.list && !p.Exact && p.node.kind == kindString && p.node.enum == nil {
			doc.Description += docQuotes
		}
		params = append(params, p)
		if f.Tag.Get("unpublished") != "true" {
			docs = append(docs, doc)
		}
	})
	return params, docs
}

// Fields calls visit for the exported fields of a struct and its embedded structs, with their index
// path. An embedded struct that exports nothing is a field itself.
func Fields(t reflect.Type, at []int, visit func(f reflect.StructField, index []int)) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int{}, at...), i)
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct && open(f.Type):
			Fields(f.Type, index, visit)
		case f.IsExported():
			visit(f, index)
		}
	}
}

// open reports whether a struct exports a field.
func open(t reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.IsExported() })
}

// Describe compiles the check for the texts of a parameter, and describes the parameter.
func (c *Compiler) Describe(p *Param, schema *huma.Schema, doc, at string) *huma.Param {
	p.header, p.Required = http.CanonicalHeaderKey(p.Name), p.Required || p.In == "path"
	p.node = c.Compile(schema, at)
	if p.node.kind == kindArray {
		p.list, p.counts, p.node = true, p.node, p.node.items
	}
	if p.node.kind == kindObject || p.node.kind == kindAny || p.node.kind == kindArray {
		panic(fmt.Sprintf("httpx: parameter %s has no text form", at))
	}
	schema.Description = "" // described beside the parameter instead
	if p.node.kind == kindID {
		publishAsNumber(schema, p.list)
	}
	return &huma.Param{Name: p.Name, In: p.In, Required: p.Required, Schema: schema, Description: doc}
}

// publishAsNumber publishes an id in a parameter as a number only. As text, 12 would match both an
// integer and a string of digits, and the published choice must match exactly one.
func publishAsNumber(schema *huma.Schema, list bool) {
	number := 1.0
	id := &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &number}
	if list {
		schema.Items = id
		return
	}
	schema.OneOf, schema.Type, schema.Format, schema.Minimum = nil, id.Type, id.Format, id.Minimum
}

// value returns checked texts as JSON, which the types of parameters decode.
func (p *Param) value(texts []string) []byte {
	if !p.list {
		return p.node.value(texts[0])
	}
	out := []byte{'['}
	for i, text := range texts {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, p.node.value(text)...)
	}
	return append(out, ']')
}

func (n *Node) value(text string) []byte {
	switch n.kind {
	case kindBoolean:
		return []byte(flags[text])
	case kindString:
	default:
		return []byte(text)
	}
	quoted, _ := json.Marshal(text) // a text always encodes
	return quoted
}

// flags maps the texts of a flag to JSON.
var flags = map[string]string{"true": "true", "false": "false", "1": "true", "0": "false"}

// check checks the values of a parameter against its schema and returns the composed texts, for a
// list its entries.
func (p *Param) check(sent []Pair) (texts []string, code fault.Code, msg string) {
	texts = make([]string, len(sent))
	for i := range sent {
		if texts[i], code, msg = compose(sent[i].Value, p.Exact); code != "" {
			return nil, code, msg
		}
	}
	if !p.list {
		// A record has one address.
		if p.In == "path" && p.node.kind == kindInteger && strings.Contains(texts[0], ".") {
			return nil, fault.CodeWrongType, kindText[kindInteger]
		}
		texts[0], code, msg = p.node.word(texts[0])
		return texts, code, msg
	}
	if texts, msg = p.separate(texts, sent[0].Comma); msg != "" {
		return nil, fault.CodeInvalid, msg + "; " + written(p.Name)
	}
	for i, text := range texts {
		if texts[i], code, msg = p.node.word(text); code == fault.CodeWrongType {
			msg += "; " + written(p.Name)
		}
		if code != "" {
			return nil, code, msg
		}
	}
	code, msg = p.counts.checkCount(len(texts))
	return texts, code, msg
}

// separate returns the entries of a list, or the reason why they are ambiguous. Entries of a
// repeated name are taken unchanged; mixed says that one text has commas of both sorts.
func (p *Param) separate(texts []string, mixed bool) (entries []string, wrong string) {
	const comma = "must not have an entry with a comma in it"
	if len(texts) > 1 {
		if p.Joined && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, ",") }) {
			return nil, comma
		}
		return texts, ""
	}
	entries, ok := p.entries(texts[0])
	switch {
	case !ok:
		return nil, msgQuotes
	case slices.Contains(entries, ""):
		return nil, "must not have empty entries"
	case mixed && (p.Exact || !strings.Contains(texts[0], `"`)):
		return nil, comma
	}
	return entries, ""
}

// written explains how to write a list in a query.
func written(name string) string {
	return "write " + name + "=a,b or give " + name + " once for each entry"
}

// entries reads the entries of a list; false if they are ambiguous.
func (p *Param) entries(text string) ([]string, bool) {
	if p.Exact {
		return strings.Split(text, ","), true
	}
	return entries(text)
}

// word checks a text, and writes a whole number in digits alone.
func (n *Node) word(text string) (plain string, code fault.Code, msg string) {
	if code, msg = n.checkWord(text); code == "" && n.kind == kindInteger {
		text = string(n.plain([]byte(text)))
	}
	return text, code, msg
}

// checkWord checks a text that may be a number or a word against its schema.
func (n *Node) checkWord(text string) (fault.Code, string) {
	switch n.kind {
	case kindBoolean:
		if _, ok := flags[text]; !ok {
			return fault.CodeWrongType, kindText[kindBoolean]
		}
		return "", ""
	case kindInteger, kindNumber, kindID:
		if strings.Trim(text, "0123456789+-.eE") != "" || !json.Valid([]byte(text)) {
			return fault.CodeWrongType, kindText[n.kind]
		}
		// A whole number in an address has no exponent. An id has no point either.
		if n.kind != kindNumber && strings.ContainsAny(text, "eE") || n.kind == kindID && strings.Contains(text, ".") {
			return fault.CodeWrongType, kindText[n.kind]
		}
		return n.checkNumber([]byte(text))
	}
	return n.checkText([]byte(text))
}
