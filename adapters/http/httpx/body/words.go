package body

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
)

// Words converts words between layers: filters of requests and lists of answers. An empty or nil
// list becomes an empty list, not null.
func Words[T, S ~string](list []S) []T {
	return Each(list, func(s S) T { return T(s) })
}

// Enum returns the schema of a text with these allowed values.
func Enum[T ~string](list []T) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: Each(list, func(w T) any { return string(w) })}
}

// Word takes a word of a closed list in a request.
type Word[T words.Closed[T]] string

func (Word[T]) Schema(huma.Registry) *huma.Schema { return Enum(words.Of[T]()) }

// Said converts a word of a request to a domain's type.
func Said[T words.Closed[T]](o Opt[Word[T]]) optional.Field[T] {
	return optional.Map(o.Field, func(w Word[T]) T { return T(w) })
}

// Column names a column of a file by the text of its header, its letter, or its number from 1.
type Column string

func (Column) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MinLength: new(1), MaxLength: new(200)}
}

// Numbers converts ids of a request to a domain's type, in the same order. No ids become an empty
// list.
func Numbers[T ~int64](ids []ID) []T {
	return Each(ids, func(n ID) T { return T(n) })
}

// Entry writes text as an entry of a list parameter, in double quotes if necessary.
func Entry(text string) string {
	if !strings.ContainsAny(text, `,"`) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// JSON encodes a value like all answers, without the escapes for HTML.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// quote writes a text as a JSON string.
func quote(s string) []byte {
	b, err := JSON(s)
	if err != nil {
		return []byte(`""`)
	}
	return b
}

// codes lists codes as enum values.
func codes(list []fault.Code) []any {
	return Each(list, func(c fault.Code) any { return string(c) })
}

// withDetails writes an object with further members after its own, sorted by name. Its own members
// win over a detail of the same name.
func withDetails(object any, details map[string]any, own ...string) ([]byte, error) {
	b, err := JSON(object)
	if err != nil {
		return nil, err
	}
	b = b[:len(b)-1]
	for _, name := range slices.Sorted(maps.Keys(details)) {
		if slices.Contains(own, name) {
			continue
		}
		v, err := JSON(details[name])
		if err != nil {
			return nil, err
		}
		b = append(append(append(append(b, ','), quote(name)...), ':'), v...)
	}
	return append(b, '}'), nil
}

// Each converts a list; nil becomes an empty list.
func Each[T, B any](values []T, build func(T) B) []B {
	out := make([]B, len(values))
	for i, v := range values {
		out[i] = build(v)
	}
	return out
}

// Null converts a value that may be nil.
func Null[T, B any](v *T, build func(T) B) *B {
	if v == nil {
		return nil
	}
	return new(build(*v))
}

// Maybe converts a value that may be unknown.
func Maybe[T, B any](m optional.Maybe[T], build func(T) B) *B { return Null(m.Ptr(), build) }

// Text returns null for an empty text.
func Text[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	return new(string(s))
}
