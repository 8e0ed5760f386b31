package generate

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"sellingassistant/test/openapi/checked"
)

// breakage is one way to break a call.
type breakage struct {
	wrong     string
	pointer   string
	inBody    bool
	parameter string
	do        func()
}

// Broken makes a call that breaks the document in one place. It returns false for an operation
// without input that could be wrong.
func (m *Maker) Broken(t testing.TB, op checked.Operation) (Made, bool) {
	t.Helper()
	input := m.input(op)
	groups := [][]breakage{m.inParameters(input), m.inHeaders(input), m.unknownParameter(input)}
	if input.body != nil {
		groups = append(groups, m.inBody(), m.inBody(), m.inBody(), m.inSyntax(input))
	}
	if input.parts != nil {
		groups = append(groups, m.inForm(input))
	}
	groups = slices.DeleteFunc(groups, func(g []breakage) bool { return len(g) == 0 })
	b := pick(m, pick(m, groups))
	b.do()
	made := Made{Call: input.call(t), Wrong: b.wrong, Pointer: b.pointer, InBody: b.inBody, Parameter: b.parameter}
	made.Invalid = true
	return made, true
}

func (m *Maker) unknownParameter(i *input) []breakage {
	name := pick(m, []string{"nonsense", "Limit", "id[]", "team_id", "API_KEY"})
	return []breakage{{wrong: "unknown parameter", parameter: name, do: func() {
		i.query = append(i.query, [2]string{name, "1"})
	}}}
}

func (m *Maker) inHeaders(i *input) []breakage {
	var out []breakage
	for _, ref := range i.op.Parameters {
		p := ref.Value
		if p.In != "header" {
			continue
		}
		long := strings.Repeat("x", int(value(p.Schema.Value.MaxLength, 300))+1)
		out = append(out,
			breakage{wrong: "header too long", parameter: p.Name, do: func() { i.header.Set(p.Name, long) }},
			breakage{wrong: "header repeated", parameter: p.Name, do: func() { i.header[p.Name] = []string{`"1"`, `"1"`} }})
	}
	return out
}

// inParameters lists the ways to break path and query.
func (m *Maker) inParameters(i *input) []breakage {
	var out []breakage
	for _, ref := range i.op.Parameters {
		p := ref.Value
		s := checked.Plain(p.Schema.Value)
		bad := m.badWords(s)
		if s.Type.Is("array") {
			bad = m.badWords(checked.Plain(s.Items.Value))
			if s.MaxItems != nil && *s.MaxItems < 200 {
				many := strings.TrimSuffix(strings.Repeat(m.word(s.Items.Value, p.Name)+",", int(*s.MaxItems)+1), ",")
				// A query that is too long as a whole is refused for its length.
				if len(url.QueryEscape(many)) < 4<<10 {
					bad["too many entries"] = many
				}
			}
			bad["an empty entry"] = m.word(s.Items.Value, p.Name) + ","
		}
		switch p.In {
		case "path":
			for wrong, text := range sorted(bad) {
				if text != "" {
					out = append(out, breakage{wrong: p.Name + ": " + wrong, parameter: p.Name, do: func() { i.path[p.Name] = text }})
				}
			}
		case "query":
			for wrong, text := range sorted(bad) {
				out = append(out, breakage{wrong: p.Name + ": " + wrong, parameter: p.Name, do: func() { i.setQuery(p.Name, text) }})
			}
			out = append(out, breakage{wrong: p.Name + ": empty", parameter: p.Name, do: func() { i.setQuery(p.Name, "") }})
			if s.Type.Is("array") {
				continue // each entry may come alone
			}
			out = append(out, breakage{wrong: p.Name + ": given twice", parameter: p.Name, do: func() {
				text := "true"
				i.setQuery(p.Name, text)
				i.query = append(i.query, [2]string{p.Name, text})
			}})
		}
	}
	return out
}

func (i *input) setQuery(name, text string) {
	i.query = slices.DeleteFunc(i.query, func(q [2]string) bool { return q[0] == name })
	i.query = append(i.query, [2]string{name, text})
}

// sorted walks a map in the order of its keys, so that a seed makes the same calls again.
func sorted(words map[string]string) func(yield func(string, string) bool) {
	return func(yield func(string, string) bool) {
		names := make([]string, 0, len(words))
		for name := range words {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if !yield(name, words[name]) {
				return
			}
		}
	}
}

// badWords returns invalid texts for a parameter, by the kind of fault.
func (m *Maker) badWords(s *openapi3.Schema) map[string]string {
	bad := map[string]string{"a control character": "a\u0000b", "no UTF-8": "\xff\xfe"}
	switch {
	case isID(s), s.Type.Is("integer"):
		bad["a word"], bad["a fraction"], bad["an exponent"], bad["no end"] = "abc", "1.5", "1e2", "99999999999999999999"
		bad["a leading zero"], bad["a sign"], bad["blanks"] = "007", "+1", " 1"
		if isID(s) || s.Min != nil && *s.Min >= 0 {
			bad["too small"] = "-1"
		}
		if s.Max != nil {
			bad["too large"] = strconv.FormatInt(int64(*s.Max)+1, 10)
		}
	case s.Type.Is("number"):
		bad["a word"], bad["too large"], bad["half a number"] = "abc", "1e400", "1."
	case s.Type.Is("boolean"):
		bad["a word"], bad["a number"], bad["a capital"] = "yes", "2", "True"
	case len(s.Enum) > 0:
		bad["an unknown word"], bad["a capital"] = "no-such-word", strings.ToUpper(fmt.Sprint(s.Enum[0]))+"X"
	case s.Format == "date-time":
		bad["no time"] = "yesterday"
		if s.Extensions["x-also-date"] != true {
			bad["a date"] = "2026-01-31"
		}
	case s.Pattern != "":
		if text, ok := misses(s.Pattern); ok {
			bad["another pattern"] = text
		}
	}
	if s.MaxLength != nil && *s.MaxLength < 1000 { // the query has a bound of its own
		bad["too long"] = strings.Repeat("é", int(*s.MaxLength)+1)
	}
	return bad
}

// misses finds a text that does not match a pattern.
func misses(pattern string) (string, bool) {
	re := regexp.MustCompile(pattern)
	for _, text := range []string{"!", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "25:00", "ab"} {
		if !re.MatchString(text) {
			return text, true
		}
	}
	return "", false
}

// inSyntax lists the ways to make a body invalid JSON.
func (m *Maker) inSyntax(i *input) []breakage {
	good := i.body.bytes()
	var out []breakage
	add := func(wrong string, text []byte) {
		out = append(out, breakage{wrong: wrong, do: func() { i.text = text }})
	}
	add("cut off", good[:len(good)-1])
	add("text after", append(slices.Clone(good), []byte(" x")...))
	add("two values", append(slices.Clone(good), good...))
	add("a byte order mark", append([]byte("\xef\xbb\xbf"), good...))
	add("no UTF-8", bytes.Replace(good, []byte("{"), []byte("{\"\xff\":1,"), 1))
	add("a raw control character", bytes.Replace(good, []byte("{"), []byte("{\"a\x00b\":1,"), 1))
	add("single quotes", []byte(`{'ids':[1]}`))
	add("a comment", append([]byte("/* */"), good...))
	add("a trailing comma", append(slices.Clone(good[:len(good)-1]), []byte(",}")...))
	add("33 deep", []byte(strings.Repeat(`{"a":`, 33)+"1"+strings.Repeat("}", 33)))
	if i.op.RequestBody.Value.Required {
		out = append(out, breakage{wrong: "no body", inBody: true, do: func() { i.text = []byte("  ") }})
	}
	return out
}

// inForm lists the ways to break a form.
func (m *Maker) inForm(i *input) []breakage {
	schema := i.op.Form()
	out := []breakage{
		{wrong: "an unknown part", parameter: "nonsense", do: func() {
			i.parts = append(i.parts, checked.Part{Name: "nonsense", Value: "1"})
		}},
		{wrong: "no form", do: func() {
			i.text = []byte("--nonsense\r\n")
			i.header.Set("Content-Type", "multipart/form-data; boundary=b")
		}},
	}
	for _, name := range schema.Required {
		out = append(out, breakage{wrong: "no " + name, parameter: name, do: func() {
			i.parts = slices.DeleteFunc(i.parts, func(p checked.Part) bool { return p.Name == name })
			if len(i.parts) == 0 {
				i.parts = []checked.Part{{Name: "notes", Value: "x"}}
			}
		}})
	}
	for name, ref := range schema.Properties {
		s := ref.Value
		if name == "file" {
			continue
		}
		replace := func(text string) func() {
			return func() {
				i.parts = slices.DeleteFunc(i.parts, func(p checked.Part) bool { return p.Name == name })
				i.parts = append(i.parts, checked.Part{Name: name, Value: text})
			}
		}
		if len(s.Enum) > 0 {
			out = append(out, breakage{wrong: name + ": an unknown word", parameter: name, do: replace("no-such-word")})
		}
		if s.MaxLength != nil {
			out = append(out, breakage{wrong: name + ": too long", parameter: name, do: replace(strings.Repeat("é", int(*s.MaxLength)+1))})
		}
		out = append(out,
			breakage{wrong: name + ": a control character", parameter: name, do: replace("a\u0000b")},
			breakage{wrong: name + ": no UTF-8", parameter: name, do: replace("\xff")},
			breakage{wrong: name + ": given twice", parameter: name, do: func() {
				word := "x"
				if len(s.Enum) > 0 {
					word = fmt.Sprint(s.Enum[0])
				}
				switch name {
				case "targets":
					word = "[]"
				case "mapping":
					word = "{}"
				}
				replace(word)()
				i.parts = append(i.parts, checked.Part{Name: name, Value: word})
			}})
	}
	slices.SortFunc(out, func(a, b breakage) int { return strings.Compare(a.wrong, b.wrong) })
	return out
}
