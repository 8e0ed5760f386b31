package goclient

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// typeOf returns the Go type of a schema. An object or a list of words in place gets the name.
// Without a name, words are texts.
func (g *generator) typeOf(s *schema, name string) string {
	switch {
	case s == nil:
		return "any"
	case s.Ref != "":
		name = last(s.Ref)
		g.component(name)
		return name
	case s.Decimal || s.Decimals > 0:
		return "Decimal"
	case len(s.Enum) > 0 && s.is("string") && name == "":
		return "string"
	case len(s.Enum) > 0 && s.is("string"), len(s.Properties) > 0, s.Discriminator != nil:
		g.declare(name, s)
		return name
	case s.is("array"):
		item, null := s.Items, false
		if item != nil {
			item, null = item.notNull()
		}
		if name != "" {
			name += "Item"
		}
		return "[]" + pointer(g.typeOf(item, name), null)
	case s.is("object"):
		return "map[string]" + g.typeOf(s.rest(), name+"Value")
	case s.is("string") && s.Format == "date-time":
		return "time.Time"
	case s.is("string") && s.Format == "binary":
		return "File"
	case s.is("string"):
		return "string"
	case s.is("integer"):
		return "int64"
	case s.is("number"):
		return "float64"
	case s.is("boolean"):
		return "bool"
	}
	return "any"
}

// rest returns the schema of members without a name, nil for members of any kind.
func (s *schema) rest() *schema {
	if !strings.HasPrefix(string(s.Additional), "{") {
		return nil
	}
	return decoded(s.Additional)
}

// component declares a component at its first use.
func (g *generator) component(name string) {
	if g.types[name] != "" {
		return
	}
	s := g.doc.Components.Schemas[name]
	if s != nil && (len(s.Properties) > 0 || len(s.Enum) > 0 || s.Discriminator != nil) {
		g.declare(name, s)
		return
	}
	g.types[name] = "= any" // ends a reference to itself
	g.types[name] = "= " + g.typeOf(s, name+"Value")
}

// declare writes the type of a list of words, an object, or a choice of objects.
func (g *generator) declare(name string, s *schema) {
	switch {
	case g.types[name] != "":
	case len(s.Enum) > 0:
		g.list(name, s.Enum)
	case s.Discriminator != nil:
		g.types[name] = "struct{}"
		g.types[name] = g.choice(name, s)
	default:
		g.types[name] = "struct{}" // ends a reference to itself
		var members strings.Builder
		for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
			kind, omit := g.member(s.Properties[member], name+goName(member), slices.Contains(s.Required, member))
			fmt.Fprintf(&members, "%s %s `json:\"%s%s\"`\n", goName(member), kind, member, omit)
		}
		g.types[name] = "struct {\n" + members.String() + "}"
	}
}

// list declares a type of words.
func (g *generator) list(name string, words []any) {
	g.types[name] = "string"
	for _, word := range words {
		if text, ok := word.(string); ok && goName(text) != "" && !slices.Contains(g.words[name], text) {
			g.words[name] = append(g.words[name], text)
		}
	}
}

// member returns the type of a member of an object, and the option of its tag.
func (g *generator) member(s *schema, name string, required bool) (kind, omit string) {
	inner, null := s.notNull()
	kind = g.typeOf(inner, name)
	switch {
	case required:
		return pointer(kind, null), ""
	case null:
		return "Nullable[" + kind + "]", ",omitzero"
	}
	return pointer(kind, !g.zeroIsAbsent(s)), ",omitzero"
}

// pointer makes a pointer of types that have no value for null.
func pointer(kind string, want bool) string {
	if !want || kind == "any" || strings.HasPrefix(kind, "[]") || strings.HasPrefix(kind, "map[") {
		return kind
	}
	return "*" + kind
}

// zeroIsAbsent reports whether the zero value of the Go type is no value of the schema.
func (g *generator) zeroIsAbsent(s *schema) bool {
	at := g.target(s)
	switch {
	case at == nil:
		return false
	case at.Decimal || at.Decimals > 0 || len(at.Enum) > 0:
		return true
	case at.is("string"):
		return at.MinLength > 0 || at.Pattern != "" || at.Format != ""
	case at.is("integer"), at.is("number"):
		low := at.Minimum != nil && *at.Minimum > 0 || at.Exclusive != nil && *at.Exclusive >= 0
		return low
	}
	return false
}

// choice writes one type for the rows of a bulk answer, with the members of all. A member becomes a
// pointer if some rows lack it.
func (g *generator) choice(name string, s *schema) string {
	kinds, uses, null := map[string]string{}, map[string]int{}, map[string]bool{}
	status := name + goName(s.Discriminator.PropertyName)
	for _, row := range s.choices() {
		row = g.target(row)
		for _, member := range slices.Sorted(maps.Keys(row.Properties)) {
			inner, orNull := row.Properties[member].notNull()
			if member == s.Discriminator.PropertyName {
				g.list(status, g.target(inner).Enum)
				kinds[member] = status
			} else {
				kinds[member] = g.typeOf(inner, name+goName(member))
			}
			uses[member]++
			null[member] = null[member] || orNull
		}
	}
	var members strings.Builder
	for _, member := range slices.Sorted(maps.Keys(kinds)) {
		kind := pointer(kinds[member], uses[member] < len(s.choices()) || null[member])
		fmt.Fprintf(&members, "%s %s `json:%q`\n", goName(member), kind, member)
	}
	return "struct {\n" + members.String() + "}"
}
