package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// node has an object of a JSON document.
type node = map[string]any

// document has the published document.
type document struct{ root node }

func readDocument(text []byte) (document, error) {
	var d document
	return d, decode(text, &d.root)
}

// decode reads JSON and keeps numbers as they are written.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// operation finds an operation by its id.
func (d document) operation(id string) (method, path string, found node, err error) {
	paths, _ := d.root["paths"].(node)
	for path, methods := range paths {
		all, _ := methods.(node)
		for method, v := range all {
			if op, ok := v.(node); ok && op["operationId"] == id {
				return strings.ToUpper(method), path, op, nil
			}
		}
	}
	return "", "", nil, fmt.Errorf("mcp: the document has no operation %s", id)
}

// whole returns a value of the document with its shared part, if it refers to one. Members beside
// the reference win.
func (d document) whole(v any) node {
	n, _ := v.(node)
	ref, ok := n["$ref"].(string)
	if !ok {
		return n
	}
	var shared any = d.root
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		inner, _ := shared.(node)
		shared = inner[name]
	}
	out := node{}
	for _, part := range []node{d.whole(shared), n} {
		for name, member := range part {
			if name != "$ref" {
				out[name] = member
			}
		}
	}
	return out
}

// value returns the schema of a member that may be null as the schema of its value.
func (d document) value(v any) (schema node, null bool) {
	n := d.whole(v)
	either, _ := n["anyOf"].([]any)
	if len(either) != 2 {
		return n, false
	}
	out := node{}
	for _, part := range []node{d.whole(either[0]), n} {
		for name, member := range part {
			if name != "anyOf" {
				out[name] = member
			}
		}
	}
	return out, true
}

// body returns the schema of a request body, and whether it is a form.
func (d document) body(op node) (schema node, form bool) {
	content, _ := d.whole(op["requestBody"])["content"].(node)
	if media, ok := content["multipart/form-data"].(node); ok {
		return d.whole(media["schema"]), true
	}
	media, _ := content["application/json"].(node)
	return d.whole(media["schema"]), false
}

// Bounds of a picked schema. A longer list of words and wider bounds are left to the operation,
// which checks everything.
const (
	maxWords    = 12
	maxSentence = 90
	maxDigits   = 6
)

// pick makes the schema of a member for an assistant: its type, its few words and bounds, and the
// first sentence of its text.
func (d document) pick(v any) node {
	n, null := d.value(v)
	out := node{}
	for _, name := range []string{"type", "minimum", "maximum", "exclusiveMinimum"} {
		if text, ok := n[name].(json.Number); ok && len(text) > maxDigits {
			continue
		}
		if n[name] != nil {
			out[name] = n[name]
		}
	}
	if words, ok := n["enum"].([]any); ok && len(words) <= maxWords {
		out["enum"] = slices.Clone(words)
	}
	if format, _ := n["format"].(string); format == "date" || format == "date-time" {
		out["format"] = format
	}
	if kind, ok := n["type"].(string); ok && null {
		out["type"] = []any{kind, "null"}
		if words, ok := out["enum"].([]any); ok {
			out["enum"] = append(words, nil)
		}
	}
	if n["items"] != nil {
		out["items"] = d.pick(n["items"])
	}
	if text, _ := n["description"].(string); text != "" {
		out["description"] = sentence(text)
	}
	return out
}

// sentence returns the first sentence of a text. It cuts a sentence of more than maxSentence bytes.
func sentence(text string) string {
	text, _, _ = strings.Cut(text, "\n\n")
	if before, _, more := strings.Cut(text, ". "); more {
		text = before + "."
	}
	if before, _, more := strings.Cut(text, "; "); more && len(text) > maxSentence {
		text = before + "."
	}
	if len(text) <= maxSentence {
		return text
	}
	return text[:strings.LastIndexByte(text[:maxSentence], ' ')] + " …"
}
