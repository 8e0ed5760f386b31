package checked

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// exact lists where the members of an answer differ from those of its schema:
// one that is not described, or one that is described as always there and is
// not. Validators let members through that a schema does not mention.
func exact(s *openapi3.Schema, v any, at string) []string {
	if s = plain(s); s.Extensions[anyValue] != nil {
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

// plain looks through the allOf that stands around a reference that may be null.
func plain(s *openapi3.Schema) *openapi3.Schema {
	for len(s.Properties) == 0 && len(s.AllOf) == 1 {
		s = s.AllOf[0].Value
	}
	for len(s.Properties) == 0 && len(s.OneOf) == 2 {
		// A reference or null, in the 3.1 form.
		next := s
		for _, one := range s.OneOf {
			if len(one.Value.Properties) > 0 {
				next = one.Value
			}
		}
		if next == s {
			break
		}
		s = next
	}
	return s
}

// Optional lists the members of an answer that are not always there, as
// pointers with * for any entry of a list.
func Optional(s *openapi3.Schema) []string {
	return optional(s, "", map[*openapi3.Schema]bool{})
}

func optional(s *openapi3.Schema, at string, above map[*openapi3.Schema]bool) []string {
	s = plain(s)
	if above[s] {
		return nil
	}
	above[s] = true
	defer delete(above, s)
	var found []string
	if s.Items != nil {
		found = append(found, optional(s.Items.Value, at+"/*", above)...)
	}
	for name, p := range s.Properties {
		if !slices.Contains(s.Required, name) {
			found = append(found, at+"/"+name)
		}
		found = append(found, optional(p.Value, at+"/"+name, above)...)
	}
	slices.Sort(found)
	return found
}
