package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx/body"
)

// node has an object of the document as JSON.
type node = map[string]any

// sharing removes repetition from the document. Amounts, lists of words and repeated objects become
// components, equal parameters are written once, and unused components are removed. Generators make
// one type of a component, but a type for each place of an unnamed schema.
type sharing struct {
	doc, schemas node
	old          bool // OpenAPI 3.0
}

// share removes the repetition from a document.
func share(document []byte, old bool) ([]byte, error) {
	read := json.NewDecoder(bytes.NewReader(document))
	read.UseNumber()
	var doc node
	if err := read.Decode(&doc); err != nil {
		return nil, err
	}
	components, _ := doc["components"].(node)
	schemas, _ := components["schemas"].(node)
	s := sharing{doc, schemas, old}
	each(doc["paths"], func(n node) {
		if n["in"] != nil {
			s.examples(n)
		}
	})
	s.rows()
	each(doc, number)
	each(doc, s.name)
	s.recurring()
	for s.nest() {
	}
	s.extend()
	s.parameters()
	s.answers()
	for s.unused() {
	}
	s.open()
	if old {
		each(doc, alone)
		each(doc, s.kind)
	}
	return body.JSON(doc)
}

// each visits every object of a tree except examples, outer objects first.
func each(v any, visit func(node)) { eachIn(v, false, visit) }

// eachIn visits a tree. named says that its keys are names of members, which may be any word.
func eachIn(v any, named bool, visit func(node)) {
	switch v := v.(type) {
	case node:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if named || key != "example" && key != "examples" && key != "enum" {
				eachIn(v[key], key == "properties" && !named, visit)
			}
		}
		visit(v)
	case []any:
		for _, w := range v {
			eachIn(w, false, visit)
		}
	}
}

// number publishes an id as a number. A client generated from a choice would have a type for each
// place of an id. The description adds that digits in a text are accepted too.
func number(n node) {
	choice, _ := n["oneOf"].([]any)
	if len(choice) < 2 {
		return
	}
	first, _ := choice[0].(node)
	second, _ := choice[1].(node)
	if first["type"] != "integer" || second["pattern"] == nil {
		return
	}
	delete(n, "oneOf")
	maps.Copy(n, first)
	n["x-also-accepts"] = "string"
	if len(choice) == 3 {
		n["type"] = []any{"integer", "null"}
	}
}

// name replaces an amount or a list of words by a component.
func (s sharing) name(n node) {
	if _, ok := n["type"]; !ok {
		return
	}
	if n["x-decimals"] == rate["x-decimals"] && text(n["maximum"]) == text(rate["maximum"]) {
		s.refer(n, "Rate", rate)
		return
	}
	if n["x-decimal"] == true && text(n["maximum"]) == text(amount["maximum"]) {
		s.refer(n, "Amount", amount)
		return
	}
	all, ok := n["enum"].([]any)
	if !ok {
		return
	}
	words := slices.DeleteFunc(slices.Clone(all), func(w any) bool { return w == nil })
	if name := nameOf(words); name != "" {
		s.refer(n, name, node{"type": "string", "enum": words})
	}
}

// refer turns the schema into a reference to a component. Members that the component does not have
// stay beside the reference.
func (s sharing) refer(n node, name string, component node) {
	if at, ok := s.schemas[name]; ok && text(at) != text(component) {
		panic("openapi: two schemas are named " + name)
	}
	null := n["nullable"] == true
	if types, ok := n["type"].([]any); ok {
		null = slices.Contains(types, any("null"))
	}
	s.schemas[name] = component
	kept := node{}
	for key, v := range n {
		if key != "type" && key != "enum" && key != "nullable" && text(v) != text(component[key]) {
			kept[key] = v
		}
	}
	clear(n)
	maps.Copy(n, kept)
	ref := node{"$ref": schemaPrefix + name}
	switch {
	case null && s.old:
		n["allOf"], n["nullable"] = []any{ref}, true
	case null:
		n["anyOf"] = []any{ref, node{"type": "null"}}
	default:
		maps.Copy(n, ref)
	}
}

// recurring makes components of unnamed objects that occur several times. Each gets the name of its
// member.
func (s sharing) recurring() {
	for {
		name, object := s.again()
		if object == nil {
			return
		}
		component := maps.Clone(object)
		for _, member := range []string{"description", "example", "examples", "nullable"} {
			delete(component, member)
		}
		component["type"] = "object"
		if s.schemas[name] != nil {
			name += "Part"
		}
		if s.schemas[name] != nil {
			panic("openapi: two schemas are named " + name)
		}
		s.schemas[name] = component
		for s.nest() {
		}
	}
}

// again finds the first object of a member that occurs a second time; nil if there is no
// repetition. Inner objects come before outer objects.
func (s sharing) again() (name string, object node) {
	seen := map[string]bool{}
	each(s.doc, func(n node) {
		properties, _ := n["properties"].(node)
		for _, member := range slices.Sorted(maps.Keys(properties)) {
			at, _ := properties[member].(node)
			if items, ok := at["items"].(node); ok {
				at = items
			}
			if object != nil || at["properties"] == nil {
				continue
			}
			if key := shape(at); seen[key] {
				name, object = pascal(member), at
			} else {
				seen[key] = true
			}
		}
	})
	return name, object
}

// nest replaces objects that a component describes already by references, and reports whether it
// found any.
func (s sharing) nest() bool {
	found := false
	named := map[string]string{}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(s.schemas))) {
		if n, ok := s.schemas[name].(node); ok && n["properties"] != nil {
			named[shape(n)] = name
		}
	}
	each(s.doc, func(n node) {
		if n["properties"] == nil || n["type"] == nil {
			return
		}
		name, ok := named[shape(n)]
		if !ok {
			return
		}
		component, _ := s.schemas[name].(node)
		if sameObject(component, n) {
			return
		}
		found = true
		s.refer(n, name, component)
	})
	return found
}

// sameObject reports whether both are the same object, not two equal objects.
func sameObject(a, b node) bool {
	const mark = "x-same"
	a[mark] = true
	defer delete(a, mark)
	return b[mark] == true
}

// shape returns the common form of objects that differ only in texts and in null.
func shape(n node) string {
	n = maps.Clone(n)
	for _, key := range []string{"description", "example", "examples", "nullable", "title", "type"} {
		delete(n, key)
	}
	return text(n)
}

// parameters writes equal parameters once. No parameter gets the name of a schema in any letter
// case, since generators make a type of each.
func (s sharing) parameters() {
	schemas := map[string]bool{}
	for name := range s.schemas {
		schemas[strings.ToLower(name)] = true
	}
	type use struct {
		parameter node
		tag, path string
		at        []*any
	}
	var order []string
	uses := map[string]*use{}
	paths, _ := s.doc["paths"].(node)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item, _ := paths[path].(node)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			op, _ := item[method].(node)
			list, _ := op["parameters"].([]any)
			for i := range list {
				parameter, _ := list[i].(node)
				key := text(parameter)
				if uses[key] == nil {
					tags, _ := op["tags"].([]any)
					uses[key] = &use{parameter: parameter, tag: strings.Trim(text(tags), `[]"`), path: path}
					order = append(order, key)
				}
				uses[key].at = append(uses[key].at, &list[i])
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(uses[b].at) - len(uses[a].at) })
	shared := node{}
	for _, key := range order {
		u := uses[key]
		name, _ := u.parameter["name"].(string)
		if name = pascal(name); schemas[strings.ToLower(name)] {
			name += "Parameter"
		}
		for _, owner := range []string{u.tag, last(u.path)} {
			if shared[name] == nil {
				break
			}
			name += "Of" + pascal(owner)
		}
		if len(u.at) < 2 || shared[name] != nil {
			continue
		}
		shared[name] = u.parameter
		for _, at := range u.at {
			*at = node{"$ref": "#/components/parameters/" + name}
		}
	}
	if components, ok := s.doc["components"].(node); ok && len(shared) > 0 {
		components["parameters"] = shared
	}
}

// last returns the last part of a path that is not a placeholder.
func last(path string) string {
	for _, part := range slices.Backward(strings.Split(path, "/")) {
		if !strings.HasPrefix(part, "{") {
			return part
		}
	}
	return ""
}

// unused removes the schemas that nothing refers to, and reports whether there were any.
func (s sharing) unused() bool {
	used := map[string]bool{}
	each(s.doc, func(n node) {
		if ref, ok := n["$ref"].(string); ok {
			used[strings.TrimPrefix(ref, schemaPrefix)] = true
		}
	})
	before := len(s.schemas)
	maps.DeleteFunc(s.schemas, func(name string, _ any) bool { return !used[name] })
	return len(s.schemas) < before
}

// alone wraps a reference with a text beside it in an allOf with one entry, since OpenAPI 3.0
// ignores members beside a reference.
func alone(n node) {
	if ref, ok := n["$ref"].(string); ok && len(n) > 1 {
		delete(n, "$ref")
		n["allOf"] = []any{node{"$ref": ref}}
	}
}

// kind gives a nullable reference of OpenAPI 3.0 the type of its component, since nullable counts
// only beside a type.
func (s sharing) kind(n node) {
	list, _ := n["allOf"].([]any)
	if n["nullable"] != true || n["type"] != nil || len(list) != 1 {
		return
	}
	first, _ := list[0].(node)
	ref, _ := first["$ref"].(string)
	for n["type"] == nil { // a component may be another by a second name
		component, _ := s.schemas[strings.TrimPrefix(ref, schemaPrefix)].(node)
		if n["type"] = component["type"]; component["allOf"] != nil {
			n["type"] = "object"
		}
		if ref, _ = component["$ref"].(string); ref == "" {
			return
		}
	}
}

// text writes a value as JSON, with sorted members.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("openapi: the document cannot be written: " + err.Error())
	}
	return string(b)
}

// pascal joins the words of a name, each with a capital.
func pascal(name string) string {
	var out strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		out.WriteString(capital(word))
	}
	return out.String()
}
