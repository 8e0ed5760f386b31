package checked

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// exact lists where the members of an answer differ from the schema: undescribed members, and
// missing members that are described as always present. Validators accept members that a schema
// does not mention.
func exact(s *openapi3.Schema, v any, at string) []string {
	if s = branch(Plain(s), v); s.Extensions[anyValue] != nil {
		return nil
	}
	switch v := v.(type) {
	case map[string]any:
		return exactObject(s, v, at)
	case []any:
		if s.Items == nil {
			return nil
		}
		var found []string
		for i, entry := range v {
			found = append(found, exact(s.Items.Value, entry, at+"/"+strconv.Itoa(i))...)
		}
		return found
	}
	return nil
}

// branch returns the schema of a value in a union with a discriminator.
func branch(s *openapi3.Schema, v any) *openapi3.Schema {
	if s.Discriminator == nil {
		return s
	}
	object, _ := v.(map[string]any)
	word, _ := object[s.Discriminator.PropertyName].(string)
	at := s.Discriminator.Mapping[word].Ref
	for _, one := range s.OneOf {
		if one.Ref == at {
			return one.Value
		}
	}
	return s // no validator lets such a word through
}

func exactObject(s *openapi3.Schema, v map[string]any, at string) []string {
	var found []string
	open := s.AdditionalProperties.Has != nil && *s.AdditionalProperties.Has
	if len(s.Properties) == 0 && s.AdditionalProperties.Schema == nil && !open {
		return []string{at + " is an object whose members are not described"}
	}
	for name, value := range v {
		switch p := s.Properties[name]; {
		case p != nil:
			found = append(found, exact(p.Value, value, at+"/"+name)...)
		case s.AdditionalProperties.Schema != nil:
			found = append(found, exact(s.AdditionalProperties.Schema.Value, value, at+"/"+name)...)
		case !open:
			found = append(found, at+"/"+name+" is not described")
		}
	}
	for name := range s.Properties {
		if _, there := v[name]; !there && slices.Contains(s.Required, name) {
			found = append(found, fmt.Sprintf("%s/%s is missing", at, name))
		}
	}
	slices.Sort(found)
	return found
}

// Plain unwraps a schema from a list with one entry, and from a choice between the schema and null,
// which then becomes nullable. Bounds beside the inner schema apply too. It joins an object with the
// object that it extends.
func Plain(s *openapi3.Schema) *openapi3.Schema {
	for {
		switch {
		case len(s.Properties) == 0 && len(s.AllOf) == 1:
			s = joined(s, s.AllOf[0].Value, s.Nullable)
		case len(s.AllOf) == 2:
			s = extended(s)
		case orNull(s.OneOf):
			s = joined(s, s.OneOf[0].Value, true)
		case orNull(s.AnyOf):
			s = joined(s, s.AnyOf[0].Value, true)
		default:
			return s
		}
	}
}

// orNull reports whether a choice is between one schema and null.
func orNull(choice openapi3.SchemaRefs) bool {
	return len(choice) == 2 && choice[1].Value.Type.Is("null")
}

// extended returns an object with the members of the object that it extends.
func extended(s *openapi3.Schema) *openapi3.Schema {
	c := *s.AllOf[1].Value
	base := Plain(s.AllOf[0].Value)
	c.Properties = maps.Clone(base.Properties)
	maps.Copy(c.Properties, s.AllOf[1].Value.Properties)
	c.Required = slices.Concat(base.Required, c.Required)
	c.Nullable, c.Description = s.Nullable, s.Description
	one, _ := joins.LoadOrStore(s, &c)
	known, _ := one.(*openapi3.Schema)
	return known
}

// joins caches the joined schema of each outer schema, so that a recursive schema is recognised.
var joins sync.Map

// joined returns the inner schema with the additions of the outer schema.
func joined(outer, inner *openapi3.Schema, null bool) *openapi3.Schema {
	c := *inner
	if null {
		c.Nullable = true
		if len(c.Enum) > 0 && !slices.Contains(c.Enum, nil) {
			c.Enum = append(slices.Clone(c.Enum), nil)
		}
	}
	if outer.Min != nil {
		c.Min = outer.Min
	}
	if outer.Max != nil {
		c.Max = outer.Max
	}
	if outer.ExclusiveMin.IsTrue() {
		c.ExclusiveMin = outer.ExclusiveMin
	}
	if outer.ExclusiveMax.IsTrue() {
		c.ExclusiveMax = outer.ExclusiveMax
	}
	c.MinProps = max(c.MinProps, outer.MinProps)
	if outer.Description != "" {
		c.Description = outer.Description
	}
	one, _ := joins.LoadOrStore(outer, &c)
	known, _ := one.(*openapi3.Schema)
	return known
}

// Optional lists the members of an answer that may be absent, as pointers with * for any entry of a
// list. Members that a parameter asks for are left out.
func Optional(s *openapi3.Schema) []string {
	return optional(s, "", map[*openapi3.Schema]bool{})
}

func optional(s *openapi3.Schema, at string, above map[*openapi3.Schema]bool) []string {
	s = Plain(s)
	if above[s] {
		return nil
	}
	above[s] = true
	defer delete(above, s)
	var found []string
	if s.Items != nil {
		found = append(found, optional(s.Items.Value, at+"/*", above)...)
	}
	for _, one := range s.OneOf {
		found = append(found, optional(one.Value, at, above)...)
	}
	for name, p := range s.Properties {
		if !slices.Contains(s.Required, name) && p.Value.Extensions["x-only-with"] == nil {
			found = append(found, at+"/"+name)
		}
		found = append(found, optional(p.Value, at+"/"+name, above)...)
	}
	slices.Sort(found)
	return found
}
