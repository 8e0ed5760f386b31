package generate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// inBody lists the ways to break a body that stays JSON.
func (m *Maker) inBody() []breakage {
	// A few places are enough, because every call uses other places.
	sites := slices.Clone(m.sites)
	m.r.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var out []breakage
	for _, s := range sites[:min(len(sites), 6)] {
		out = append(out, m.atSite(s)...)
	}
	return out
}

func (m *Maker) atSite(s site) []breakage {
	var out []breakage
	put := func(wrong string, v any) {
		out = append(out, breakage{wrong: s.name + ": " + wrong, pointer: s.spot.at, inBody: true, do: func() { s.spot.v = v }})
	}
	if !s.schema.Nullable {
		put("null", raw("null"))
	}
	for _, other := range others(s.schema) {
		put("another type: "+string(other), other)
	}
	switch {
	case isID(s.schema):
		put("zero", raw("0"))
		put("below zero", raw("-1"))
		put("a word", "x1")
		put("a leading zero", "007")
		put("no end", raw("99999999999999999999"))
	case s.schema.Type.Is("object"):
		out = append(out, m.atObject(s)...)
	case s.schema.Type.Is("array"):
		out = append(out, atList(s)...)
	case s.schema.Type.Is("integer"), s.schema.Type.Is("number"):
		atNumber(s.schema, put)
	case s.schema.Type.Is("string"):
		atText(s.schema, put)
	}
	return out
}

// others returns values of types that a schema does not accept.
func others(s *openapi3.Schema) []raw {
	if isID(s) {
		return []raw{"true", "{}", "[]", "1.5"}
	}
	switch {
	case s.Type.Is("object"):
		return []raw{"[]", `"text"`, "1", "true"}
	case s.Type.Is("array"):
		return []raw{"{}", `"text"`, "1"}
	case s.Type.Is("boolean"):
		return []raw{`"true"`, "1", "[]"}
	case s.Type.Is("integer"):
		return []raw{`"1"`, "1.5", "true", "{}", "[1]"}
	case s.Type.Is("number"):
		return []raw{`"1"`, "true", "{}", "[1]"}
	}
	return []raw{"1", "true", "{}", `["text"]`}
}

func (m *Maker) atObject(s site) []breakage {
	o, ok := s.spot.v.(object)
	if !ok {
		return nil
	}
	var out []breakage
	put := func(wrong, name string, v object) {
		out = append(out, breakage{wrong: wrong, pointer: below(s.spot.at, name), inBody: true, do: func() { s.spot.v = v }})
	}
	open := s.schema.AdditionalProperties.Has == nil || *s.schema.AdditionalProperties.Has
	if !open || s.schema.AdditionalProperties.Schema != nil {
		for _, name := range []string{"nonsense", "__proto__", "a/b~c", ""} {
			put("an unknown member", name, append(slices.Clone(o), member{name, &spot{v: raw("1")}}))
		}
		for _, m := range o {
			if other := strings.ToUpper(m.name[:1]) + m.name[1:]; other != m.name {
				put("another letter case", other, append(slices.Clone(o), member{other, copyOf(m.value, "")}))
			}
		}
	}
	for i, member := range o {
		put("a member twice", member.name, append(slices.Clone(o), member))
		if slices.Contains(s.schema.Required, member.name) {
			put("a member missing", member.name, slices.Delete(slices.Clone(o), i, i+1))
		}
	}
	if s.schema.MinProps > 0 && len(s.schema.Required) == 0 {
		out = append(out, breakage{wrong: "no members", pointer: s.spot.at, inBody: true, do: func() { s.spot.v = object{} }})
	}
	return out
}

func atList(s site) []breakage {
	l, ok := s.spot.v.(list)
	if !ok {
		return nil
	}
	var out []breakage
	put := func(wrong string, v list) {
		out = append(out, breakage{wrong: s.name + ": " + wrong, pointer: s.spot.at, inBody: true, do: func() { s.spot.v = v }})
	}
	if s.schema.MinItems > 0 {
		put("too few", l[:s.schema.MinItems-1])
	}
	if s.schema.MaxItems != nil && len(l) > 0 {
		many := slices.Clone(l)
		for uint64(len(many)) <= *s.schema.MaxItems {
			many = append(many, copyOf(l[0], entryOf(s.spot.at, len(many))))
		}
		put("too many", many)
	}
	return out
}

func atNumber(s *openapi3.Schema, put func(string, any)) {
	put("1e400", raw("1e400"))
	if s.Extensions["x-decimal"] == true {
		put("five decimals", raw("1.00001"))
		put("fifteen digits", raw("99999999999.9999"))
	}
	step := 0.0001
	if s.Type.Is("integer") {
		step = 1
		put("beyond 64 bits", raw("9223372036854775808"))
	}
	number := func(f float64) raw { return raw(strconv.FormatFloat(f, 'f', -1, 64)) }
	round := func(f float64) float64 { return math.Round(f*10_000) / 10_000 }
	if s.Min != nil {
		if s.ExclusiveMin.IsTrue() {
			put("the bound itself", number(*s.Min))
		}
		put("too small", number(round(*s.Min-step)))
	}
	if s.Max != nil && *s.Max < 1e9 {
		put("too large", number(round(*s.Max+step)))
	}
}

func atText(s *openapi3.Schema, put func(string, any)) {
	put("a control character", raw(`"a\u0000b"`))
	put("half a pair", raw(`"a\ud800b"`))
	put("a carriage return", raw(`"a\rb"`))
	if len(s.Enum) > 0 {
		put("an unknown word", "no-such-word")
		if word, ok := s.Enum[0].(string); ok {
			put("a word in capitals", strings.ToUpper(word)+"_")
			put("a word with a blank", word+" ")
		}
		return
	}
	if s.MaxLength != nil {
		put("too long", strings.Repeat("é", int(*s.MaxLength)+1))
	}
	if s.MinLength > 0 {
		put("too short", strings.Repeat("é", int(s.MinLength)-1))
	}
	if s.Format == "date-time" {
		put("no time", "yesterday")
	}
	if s.Pattern != "" {
		if text, ok := misses(s.Pattern); ok {
			put("another pattern", text)
		}
	}
}
