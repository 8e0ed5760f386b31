package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sellingassistant/domain/kernel/caller"
)

// tool has an entry, compiled against the published document.
type tool struct {
	entry
	method, path, group string
	// writes says that the operation needs a key that may write.
	writes bool
	// form says that the body is a form.
	form    bool
	members []member
	// shown has the tool as clients list it.
	shown *sdk.Tool
	// before reads a record that the tool changes; nil without such a record.
	before *tool
}

// member has a member of a call.
type member struct {
	name string
	// at says where the operation takes it: path, query or body.
	at string
	// place has the names that lead to it in the body, or the name of the parameter.
	place    []string
	required bool
	// amount marks a number that may have decimals.
	amount bool
	// fixed members cannot be given.
	fixed    bool
	standard json.RawMessage
}

// may reports whether a key may use the tool.
func (t *tool) may(who caller.Caller) bool { return who.May(t.group, t.writes) }

// compile finds the operation of an entry in the document, and makes the schema of its members.
func (d document) compile(e entry) (*tool, error) {
	method, path, op, err := d.operation(e.operation)
	if err != nil {
		return nil, err
	}
	t := &tool{entry: e, method: method, path: path, writes: method != http.MethodGet && op["x-reads"] != true}
	if tags, _ := op["tags"].([]any); len(tags) == 1 {
		t.group, _ = tags[0].(string)
	}
	shape, form := d.body(op)
	t.form = form
	schemas, required := node{}, []string{}
	add := func(name, place string, must, fixed bool) error {
		m := member{name: name, fixed: fixed}
		schema, needed := d.find(op, shape, place, &m)
		if schema == nil {
			return fmt.Errorf("mcp: %s takes no %s", e.operation, place)
		}
		picked := d.pick(schema)
		kinds, _ := picked["type"].([]any)
		m.amount = picked["type"] == "number" || slices.Contains(kinds, any("number"))
		if v, ok := e.standard[place]; ok {
			if m.standard, err = json.Marshal(v); err != nil {
				return err
			}
			picked["default"] = v
		}
		m.required = (must || needed) && m.standard == nil
		t.members = append(t.members, m)
		if fixed {
			return nil
		}
		schemas[name] = picked
		if m.required {
			required = append(required, name)
		}
		return nil
	}
	for word := range strings.FieldsSeq(e.takes) {
		word, must := strings.CutSuffix(word, "*")
		name, place, renamed := strings.Cut(word, "=")
		if !renamed {
			place = name
		}
		if err := add(name, place, must, false); err != nil {
			return nil, err
		}
	}
	for place := range e.standard {
		if schemas[place] == nil {
			if err := add(place, place, false, true); err != nil {
				return nil, err
			}
		}
	}
	return t, t.show(schemas, required)
}

// find finds a parameter or a member of the body, and whether the operation requires it.
func (d document) find(op, shape node, place string, m *member) (schema any, required bool) {
	all, _ := op["parameters"].([]any)
	for _, v := range all {
		if p := d.whole(v); p["name"] == place && p["in"] != "header" {
			m.at, _ = p["in"].(string)
			m.place = []string{place}
			schema := d.whole(p["schema"])
			if text, ok := p["description"]; ok {
				schema = with(schema, "description", text)
			}
			return schema, p["required"] == true
		}
	}
	m.at, m.place = "body", strings.Split(place, ".")
	for i, name := range m.place {
		properties, _ := shape["properties"].(node)
		schema = properties[name]
		if schema == nil {
			return nil, false
		}
		names, _ := shape["required"].([]any)
		required = i == 0 && slices.Contains(names, any(name))
		shape, _ = d.value(schema)
	}
	return schema, required && len(m.place) == 1
}

func with(n node, name string, value any) node {
	out := node{name: value}
	for other, v := range n {
		if other != name {
			out[other] = v
		}
	}
	return out
}

// show makes the tool that clients see.
func (t *tool) show(members node, required []string) error {
	if t.change != nil {
		members["dry_run"] = node{
			"type": "boolean", "default": true,
			"description": "false makes the change.",
		}
		members["confirm"] = node{
			"type":        "string",
			"description": "confirm of the dry run.",
		}
	}
	schema := node{"type": "object", "properties": members, "additionalProperties": false}
	if len(required) > 0 {
		schema["required"] = required
	}
	text, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	destroys := t.change != nil && t.change.destroys
	t.shown = &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.words, InputSchema: json.RawMessage(text),
		Annotations: &sdk.ToolAnnotations{
			Title: t.title, ReadOnlyHint: t.change == nil && !t.starts, DestructiveHint: &destroys,
			IdempotentHint: t.change != nil && t.change.destroys, OpenWorldHint: &t.outside,
		},
	}
	return nil
}
