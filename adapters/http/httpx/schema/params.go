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

// Param is a parameter of an operation and where it goes in the input.
type Param struct {
	Name string
	// In is path, query or header.
	In       string
	Required bool
	// Exact takes the text as it came: not composed, its quotes mean nothing.
	Exact bool
	// Put stores a checked text in the input.
	Put func(input reflect.Value, text string) error

	header string // canonical name
	list   bool
	node   *Node // of an entry, for a list
	counts *Node // of the list itself
	preset string
}

// Params finds the parameters of an input type and describes them. Fields
// of the types in others, and one named Body, are none.
func (c *Compiler) Params(t reflect.Type, others ...reflect.Type) (params []*Param, docs []*huma.Param) {
	Fields(t, nil, func(f reflect.StructField, index []int) {
		p := &Param{preset: f.Tag.Get("default"), Exact: f.Tag.Get("exact") == "true", Required: f.Tag.Get("required") == "true"}
		for _, in := range []string{"path", "query", "header"} {
			if name := f.Tag.Get(in); name != "" {
				p.In, p.Name = in, name
			}
		}
		if p.In == "" {
			if f.Name != "Body" && !slices.Contains(others, f.Type) {
				panic(fmt.Sprintf("httpx: field %s of input %s is neither a parameter nor Body", f.Name, t))
			}
			return
		}
		p.Put = func(input reflect.Value, text string) error {
			return json.Unmarshal(p.value(text), input.FieldByIndex(index).Addr().Interface())
		}
		doc := c.Describe(p, huma.SchemaFromField(c.registry, f, ""), f.Tag.Get("doc"), t.String()+"."+f.Name)
		if p.list && !p.Exact && p.node.kind == kindString && p.node.enum == nil {
			doc.Description += docQuotes
		}
		params, docs = append(params, p), append(docs, doc)
	})
	return params, docs
}

// Fields calls visit for the exported fields of a struct, those of embedded
// structs included, with their index path. An embedded struct that exports
// nothing is a field itself.
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

// Describe compiles what the texts of a parameter are held against, and
// describes it.
func (c *Compiler) Describe(p *Param, schema *huma.Schema, doc, at string) *huma.Param {
	p.header, p.Required = http.CanonicalHeaderKey(p.Name), p.Required || p.In == "path"
	p.node = c.Compile(schema, at)
	if p.node.kind == kindArray {
		p.list, p.counts, p.node = true, p.node, p.node.items
	}
	if p.node.kind == kindObject || p.node.kind == kindAny || p.node.kind == kindArray {
		panic(fmt.Sprintf("httpx: parameter %s has no text form", at))
	}
	schema.Description = "" // said once, beside the parameter
	if p.node.kind == kindID {
		publishAsNumber(schema, p.list)
	}
	d := &huma.Param{Name: p.Name, In: p.In, Required: p.Required, Schema: schema, Description: doc}
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

// value is a checked text as JSON, which the types of parameters are read from.
func (p *Param) value(text string) []byte {
	if !p.list {
		return p.node.value(text)
	}
	parts, _ := p.entries(text) // checked before
	out := []byte{'['}
	for i, part := range parts {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, p.node.value(part)...)
	}
	return append(out, ']')
}

func (n *Node) value(text string) []byte {
	if n.kind != kindString {
		return []byte(text)
	}
	quoted, _ := json.Marshal(text) // a text always can be
	return quoted
}

// check holds the text of a parameter against its schema and returns it composed.
func (p *Param) check(text string) (string, fault.Code, string) {
	text, code, msg := compose(text, p.Exact)
	if code != "" {
		return text, code, msg
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
	code, msg = p.counts.checkCount(len(parts))
	return text, code, msg
}

// entries reads the entries of a list; false if they are ambiguous.
func (p *Param) entries(text string) ([]string, bool) {
	if p.Exact {
		return strings.Split(text, ","), true
	}
	return entries(text)
}

// checkWord holds text that may be a number or a word against its schema.
func (n *Node) checkWord(text string) (fault.Code, string) {
	switch n.kind {
	case kindBoolean:
		if text != "true" && text != "false" {
			return fault.CodeWrongType, kindText[kindBoolean]
		}
		return "", ""
	case kindInteger, kindNumber, kindID:
		if strings.Trim(text, "0123456789+-.eE") != "" || !json.Valid([]byte(text)) {
			return fault.CodeWrongType, kindText[n.kind]
		}
		return n.checkNumber([]byte(text))
	}
	return n.checkText([]byte(text))
}
