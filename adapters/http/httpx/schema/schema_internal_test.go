package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/http/httpx/body"
)

// anything is the schema that takes every value.
func anything() *Node { return &Node{kind: kindAny} }

// FuzzReader holds the reader against encoding/json: it must take nothing that
// is not JSON, and refuse JSON only for reasons of its own.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2.5e-3,"x\u00e4\n",true,false,null]}`, `{"a":1,"a":2}`, `"\ud83d\ude00"`, `"\ud800"`, `[[[]]]`, `{"":{}}`, `-0`, `01`, "\"\x7f\"", `{"a\u0000":1}`,
		"\"a\u0308\"", `1e`, `"\`, `{"a":}`, "\xff", `tru`, `[1 2]`, `{"a" 1}`, ` `,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checked, items, err := Read(b, anything())
		valid := json.Valid(b)
		if err == nil && len(items) == 0 {
			if !valid {
				t.Fatalf("took %q", b)
			}
			if !json.Valid(checked) {
				t.Fatalf("made %q of %q", checked, b)
			}
			return
		}
		if !valid || len(items) > 0 {
			return
		}
		if !strings.Contains(err.Message, "nested deeper") && !strings.Contains(err.Message, "not valid UTF-8") {
			t.Fatalf("refused %q: %s", b, err.Message)
		}
	})
}

// order is a body with every sort of rule.
type order struct {
	Name  string             `json:"name" minLength:"1" maxLength:"3"`
	Kind  body.Field[string] `json:"kind,omitzero" enum:"a,b"`
	Count int32              `json:"count" minimum:"-2" maximum:"3"`
	Rate  body.Opt[[]int64]  `json:"rate,omitzero" maxItems:"2" minItems:"1"`
	Flag  body.Opt[bool]     `json:"flag,omitzero"`
	Inner body.Field[inner]  `json:"inner,omitzero"`
	Many  []inner            `json:"many" maxItems:"2"`
	Free  map[string]int64   `json:"free"`
	Code  body.Opt[string]   `json:"code,omitzero" pattern:"^[a-c]+$"`
}

type inner struct {
	ID   body.ID               `json:"id"`
	Note body.Field[body.Time] `json:"note,omitzero"`
}

func compiled(t reflect.Type) (*Node, huma.Registry, *huma.Schema) {
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	s := r.Schema(t, true, "")
	return NewCompiler(r).Compile(s, "test"), r, s
}

// value draws a JSON value that is often near what order wants.
func value(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 9).Draw(t, "sort") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "flag")
	case 2, 3:
		return rapid.SampledFrom([]any{-3, -2, 0, 1, 3, 4, 1.5, 1 << 40}).Draw(t, "number")
	case 4, 5, 6:
		return rapid.SampledFrom([]any{"", "a", "b", "abc", "abcd", "12", "0", "2026-01-31T09:30:00Z", "ääää"}).Draw(t, "text")
	case 7:
		if depth == 0 {
			return []any{}
		}
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any { return value(t, depth-1) }), 0, 3).Draw(t, "list")
	}
	if depth == 0 {
		return map[string]any{}
	}
	return object(t, depth-1)
}

func object(t *rapid.T, depth int) map[string]any {
	names := []string{"name", "kind", "count", "rate", "flag", "inner", "many", "free", "code", "id", "note", "Name", "x"}
	out := map[string]any{}
	for range rapid.IntRange(0, 9).Draw(t, "members") {
		out[rapid.SampledFrom(names).Draw(t, "member")] = value(t, depth)
	}
	return out
}

// good draws a body that breaks nothing, so that not all bodies are refused.
func good(t *rapid.T) map[string]any {
	m := map[string]any{
		"name":  rapid.SampledFrom([]any{"a", "abc", "äää"}).Draw(t, "name"),
		"count": rapid.IntRange(-2, 3).Draw(t, "count"),
		"many":  []any{map[string]any{"id": rapid.SampledFrom([]any{1, "12"}).Draw(t, "id"), "note": nil}},
		"free":  map[string]any{"x": 1},
		"kind":  rapid.SampledFrom([]any{"a", "b", nil}).Draw(t, "kind"),
		"rate":  []any{1, 2},
		"code":  "abc",
	}
	if rapid.Bool().Draw(t, "spoil") {
		name := rapid.SampledFrom([]string{"name", "count", "many", "free", "kind", "rate", "code", "inner", "flag", "x"}).Draw(t, "spoilt")
		m[name] = value(t, 2)
	}
	return m
}

// TestReaderAgreesWithHuma holds the compiled check against huma's own
// validation of the same schema, over bodies without null where huma lets it
// pass and the check must not.
func TestReaderAgreesWithHuma(t *testing.T) {
	huma.ValidateStrictCasing = true
	n, registry, schema := compiled(reflect.TypeFor[order]())
	taken, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var v any
		if rapid.Bool().Draw(t, "near") {
			v = good(t)
		} else {
			v = object(t, 3)
		}
		b, err := json.Marshal(v)
		require.NoError(t, err)
		_, items, fault := Read(b, n)
		if fault != nil {
			t.Fatalf("%s: %v", b, fault)
		}
		var parsed any
		require.NoError(t, json.Unmarshal(b, &parsed))
		pb, res := huma.NewPathBuffer(nil, 0), &huma.ValidateResult{}
		huma.Validate(registry, schema, pb, huma.ModeWriteToServer, parsed, res)
		ours := len(items)
		for _, i := range items {
			if i.Code == "null_not_allowed" {
				ours--
			}
			// Numbers that JSON Schema calls whole and int64 cannot hold do not occur above.
		}
		if ours > 0 != (len(res.Errors) > 0) && len(items) == ours {
			t.Fatalf("%s: ours %v, huma's %v", b, items, res.Errors)
		}
		if len(items) == 0 {
			taken++
			var o order
			if err := json.Unmarshal(b, &o); err != nil {
				t.Fatalf("%s passed and cannot be decoded: %v", b, err)
			}
		} else {
			refused++
		}
	})
	require.Greater(t, taken, 5)
	require.Greater(t, refused, 5)
}

func TestSchemasTheCheckDoesNotKnowAreRefused(t *testing.T) {
	ten := 10.0
	for name, s := range map[string]*huma.Schema{
		"oneOf":      {OneOf: []*huma.Schema{{Type: "string"}, {Type: "boolean"}}},
		"anyOf":      {AnyOf: []*huma.Schema{{Type: "string"}}},
		"not":        {Not: &huma.Schema{Type: "string"}},
		"unique":     {Type: "array", UniqueItems: true, Items: &huma.Schema{Type: "string"}},
		"multipleOf": {Type: "number", MultipleOf: &ten},
		"format":     {Type: "string", Format: "email"},
		"base64":     {Type: "string", ContentEncoding: "base64"},
		"type":       {Type: "date"},
	} {
		require.Panics(t, func() { NewCompiler(nil).Compile(s, "test") }, name)
	}
}

type badInput struct {
	Pointer  *string       `json:"pointer,omitempty"`
	Float    float64       `json:"float"`
	Moment   time.Time     `json:"moment"`
	Any      any           `json:"any"`
	Maybe    string        `json:"maybe,omitempty"`
	Needed   body.Opt[int] `json:"needed"`
	Nameless string
	Preset   body.Opt[int] `json:"preset,omitzero" default:"1"`
	Nested   body.Field[struct {
		Float float32 `json:"float"`
	}] `json:"nested,omitzero"`
	List []struct {
		P *int `json:"p"`
	} `json:"list"`
}

type goodInput struct {
	body.IDs
	Name   string                 `json:"name"`
	Maybe  body.Opt[string]       `json:"maybe,omitzero"`
	Clear  body.Field[body.Money] `json:"clear,omitzero"`
	Words  []string               `json:"words,omitempty"`
	Labels map[string]string      `json:"labels"`
	Hidden *string                `json:"-"`
}

func TestRiskyRequestTypesAreFound(t *testing.T) {
	require.Equal(t, []string{
		"schema.badInput.Pointer: a pointer cannot tell absent from null; use Opt or Field",
		"schema.badInput.Float: a float is not exact; use Money or Percent",
		"schema.badInput.Moment: use Time",
		"schema.badInput.Any: an interface takes anything; use json.RawMessage where that is meant",
		"schema.badInput.Maybe: absent and zero look the same; use Opt or Field",
		"schema.badInput.Needed: an Opt or Field needs omitzero, else it is required",
		"schema.badInput.Nameless: no json name",
		"schema.badInput.Preset: a default is not filled in here; use Opt and say the default in doc",
		"schema.badInput.Nested.Float: a float is not exact; use Money or Percent",
		"schema.badInput.List.P: a pointer cannot tell absent from null; use Opt or Field",
	}, RiskyInput(reflect.TypeFor[badInput]()))
	require.Empty(t, RiskyInput(reflect.TypeFor[goodInput]()))
}

func TestRiskyAnswerTypesAreFound(t *testing.T) {
	type answer struct {
		Gone   string         `json:"gone,omitempty"`
		Zero   *int           `json:"zero,omitzero"`
		Moment *time.Time     `json:"moment"`
		Row    *body.ListMeta `json:"row,omitempty"`
		Fine   *string        `json:"fine"`
		Bare   string
	}
	require.Equal(t, []string{
		"List[sellingassistant/adapters/http/httpx/schema.answer].Data.Gone: would sometimes be missing",
		"List[sellingassistant/adapters/http/httpx/schema.answer].Data.Zero: would sometimes be missing",
		"List[sellingassistant/adapters/http/httpx/schema.answer].Data.Moment: use Time",
		"List[sellingassistant/adapters/http/httpx/schema.answer].Data.Bare: no json name",
	}, trimmed(RiskyOutput(reflect.TypeFor[body.List[answer]]())))
}

func trimmed(list []string) []string {
	for i := range list {
		list[i] = strings.TrimPrefix(list[i], "body.")
		list[i] = strings.ReplaceAll(list[i], "·1", "")
	}
	return list
}
