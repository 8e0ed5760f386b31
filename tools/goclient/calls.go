package goclient

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

const (
	jsonType = "application/json"
	formType = "multipart/form-data"
)

// tokens lists the parameters that name the next page.
var tokens = []string{"cursor", "paginationToken", "pageToken", "nextToken"}

// call has the parts of a method.
type call struct {
	name, comment, arguments, request string
}

// operation writes the method of an operation, and a method that reads all pages of a list.
func (g *generator) operation(method, path string, op operation) {
	c := call{name: capital(op.OperationID), comment: strings.TrimSuffix(op.Summary, ".") + "."}
	c.arguments = "ctx context.Context"
	c.request = fmt.Sprintf("method: %q, path: %s", method, address(path))
	var questions []parameter
	inPath := map[string]string{}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = g.doc.Components.Parameters[last(p.Ref)]
		}
		switch p.In {
		case "path":
			inPath[p.Name] = g.typeOf(p.Schema, "")
		case "query":
			questions = append(questions, p)
		}
	}
	for _, m := range placeholders.FindAllStringSubmatch(path, -1) {
		c.arguments += ", " + small(m[1]) + " " + inPath[m[1]]
	}
	if op.RequestBody != nil {
		g.body(&c, op.RequestBody.Content)
	}
	if len(questions) > 0 {
		params := c.name + "Params"
		g.parameters(params, questions)
		c.comment += " Its parameters are " + params + "."
		c.request += fmt.Sprintf(", takes: %q", params)
	}
	s, found := g.success(op)
	kind, helper := g.result(s, found, c.name)
	result := "(" + kind + ", error)"
	if kind == "" {
		result = "error"
	}
	c.write(&g.calls, c.name, fmt.Sprintf("sends %s %s. %s", method, path, c.comment), result, helper, "")

	token := ""
	for _, name := range slices.Backward(tokens) {
		if slices.ContainsFunc(questions, func(p parameter) bool { return p.Name == name }) {
			token = name
		}
	}
	if member, rows := g.rows(s); token != "" && member != "" {
		item := "json.RawMessage"
		if rows != nil && (rows.Ref != "" || len(rows.Properties) == 0 && !rows.is("object")) {
			item = g.typeOf(rows, c.name+"Row")
		}
		name := "All" + strings.TrimPrefix(strings.TrimPrefix(c.name, "List"), "Search")
		c.write(&g.calls, name, "reads the pages of "+c.name+" and returns their rows.",
			"iter.Seq2["+item+", error]", "all["+item+"]", fmt.Sprintf("%q, %q, ", member, token))
	}
}

// write writes a method that passes its request and further arguments to a helper.
func (c call) write(to io.Writer, name, comment, result, helper, more string) {
	_, _ = fmt.Fprintf(to, "// %[1]s %[2]s\nfunc (c *Client) %[1]s(%[3]s, options ...Option) %[4]s {\n",
		name, comment, c.arguments, result)
	_, _ = fmt.Fprintf(to, "return %s(ctx, c, request{%s}, %soptions)\n}\n\n", helper, c.request, more)
}

var placeholders = regexp.MustCompile(`\{(\w+)\}`)

// address writes a path as an expression of Go.
func address(path string) string {
	out := placeholders.ReplaceAllStringFunc(path, func(p string) string {
		return `" + segment(` + small(strings.Trim(p, "{}")) + `) + "`
	})
	return strings.TrimSuffix(`"`+out+`"`, ` + ""`)
}

// body adds the body of a request.
func (g *generator) body(c *call, content map[string]media) {
	if m, ok := content[jsonType]; ok {
		kind := "any" // passed on to Amazon or Keepa
		if m.Schema.Ref != "" {
			kind = g.typeOf(m.Schema, "")
		}
		c.arguments += ", body " + kind
		c.request += ", body: body"
		return
	}
	s := g.target(content[formType].Schema)
	if s == nil {
		return
	}
	var members strings.Builder
	for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[member]
		kind := g.typeOf(p, "")
		if strings.HasPrefix(p.Description, "JSON text") {
			kind = "any"
		}
		if kind == "bool" || kind == "int64" && !g.zeroIsAbsent(p) {
			kind = "*" + kind
		}
		fmt.Fprintf(&members, "%s %s `form:%q`\n", goName(member), kind, member)
	}
	g.types[c.name+"Form"] = "struct {\n" + members.String() + "}"
	c.arguments += ", parts " + c.name + "Form"
	c.request += ", body: form{parts}"
}

// parameters declares the query of an operation, as an option of its calls. A zero value is not
// sent, so numbers that may be 0 are pointers.
func (g *generator) parameters(name string, list []parameter) {
	var members strings.Builder
	taken := map[string]bool{}
	for _, p := range list {
		field := goName(p.Name)
		for taken[field] { // a parameter has several spellings
			field += "Too"
		}
		taken[field] = true
		kind := g.typeOf(p.Schema, "")
		plain := p.Required || g.zeroIsAbsent(p.Schema) || g.target(p.Schema).is("string")
		fmt.Fprintf(&members, "%s %s `query:%q`\n", field, pointer(kind, !plain), p.Name)
	}
	g.types[name] = "struct {\n" + members.String() + "}\n\n" +
		"func (p " + name + ") set(q *request) error { return q.ask(p) }"
}

// success returns the schema of the first answer with JSON, and whether there is an answer with a
// body at all.
func (g *generator) success(op operation) (*schema, bool) {
	found := false
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		r := op.Responses[status]
		if r.Ref != "" {
			r = g.doc.Components.Responses[last(r.Ref)]
		}
		if !strings.HasPrefix(status, "2") || len(r.Content) == 0 {
			continue
		}
		found = true
		if m, ok := r.Content[jsonType]; ok {
			return m.Schema, true
		}
	}
	return nil, found
}

// result returns the type that a method returns beside its error, and the function that makes it.
func (g *generator) result(s *schema, found bool, name string) (kind, helper string) {
	switch {
	case !found:
		return "", "nothing"
	case s == nil:
		return "*File", "download"
	case s.is("array"):
		kind = g.typeOf(s, name+"Answer")
		return kind, "value[" + kind + "]"
	case s.Ref == "":
		return "json.RawMessage", "value[json.RawMessage]"
	}
	at := g.target(s)
	if data := at.Properties["data"]; data != nil && len(at.Properties) == 1 {
		inner, null := data.notNull()
		if kind = g.typeOf(inner, name+"Answer"); !null && pointer(kind, true) != kind {
			return "*" + kind, "record[" + kind + "]"
		}
	}
	kind = g.typeOf(s, "")
	if at.is("array") {
		return kind, "value[" + kind + "]"
	}
	return "*" + kind, "pointer[" + kind + "]"
}

// rows finds the list in a page: the member data, the only list, or the list in the payload.
func (g *generator) rows(s *schema) (member string, items *schema) {
	at := g.target(s)
	if at == nil {
		return "", nil
	}
	for _, name := range slices.Sorted(maps.Keys(at.Properties)) {
		p, _ := at.Properties[name].notNull()
		if p = g.target(p); p != nil && p.is("array") && (member == "" || name == "data" || name == "items") {
			member, items = name, p.Items
		}
	}
	if payload := at.Properties["payload"]; member == "" && payload != nil {
		return g.rows(payload)
	}
	return member, items
}

// decoded reads a schema inside of a schema.
func decoded(raw json.RawMessage) *schema {
	s := &schema{}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil
	}
	return s
}
