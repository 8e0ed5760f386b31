package goclient

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// document has the parts of the published document that code is made of.
type document struct {
	Paths      map[string]map[string]operation
	Components struct {
		Schemas    map[string]*schema
		Parameters map[string]parameter
		Responses  map[string]response
	}
}

type operation struct {
	OperationID string
	Summary     string
	Parameters  []parameter
	RequestBody *struct{ Content map[string]media }
	Responses   map[string]response
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Required bool
	Schema   *schema
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]media
}

type media struct{ Schema *schema }

type schema struct {
	Ref           string `json:"$ref"`
	Type          kinds
	Format        string
	Description   string
	Pattern       string
	MinLength     int
	Minimum       *float64
	Exclusive     *float64 `json:"exclusiveMinimum"`
	Decimal       bool     `json:"x-decimal"`
	Decimals      int      `json:"x-decimals"`
	Enum          []any
	Properties    map[string]*schema
	Required      []string
	Items         *schema
	Additional    json.RawMessage `json:"additionalProperties"`
	AllOf         []*schema
	AnyOf         []*schema
	OneOf         []*schema
	Discriminator *struct{ PropertyName string }
}

// kinds reads a type or a list of types.
type kinds []string

func (k *kinds) UnmarshalJSON(b []byte) error {
	if strings.HasPrefix(string(b), "[") {
		return json.Unmarshal(b, (*[]string)(k))
	}
	*k = kinds{""}
	return json.Unmarshal(b, &(*k)[0])
}

func (s *schema) is(kind string) bool { return slices.Contains(s.Type, kind) }

// choices lists alternative schemas.
func (s *schema) choices() []*schema { return slices.Concat(s.AnyOf, s.OneOf) }

// notNull returns the schema of the values that are not null, and whether there is null besides.
func (s *schema) notNull() (*schema, bool) {
	isNull := func(c *schema) bool { return len(c.Type) == 1 && c.is("null") }
	all := s.choices()
	if !slices.ContainsFunc(all, isNull) {
		return s, s.is("null")
	}
	if all = slices.DeleteFunc(all, isNull); len(all) == 1 {
		return all[0], true
	}
	return &schema{AnyOf: all}, true
}

// join gives a schema the members of the schemas that it extends.
func (g *generator) join(s *schema) {
	for _, part := range s.AllOf {
		at := g.target(part)
		g.join(at)
		all := maps.Clone(at.Properties)
		maps.Copy(all, s.Properties)
		s.Properties, s.Required = all, slices.Concat(s.Required, at.Required)
	}
	s.AllOf = nil
}

// target follows the reference of a schema, in several steps if needed.
func (g *generator) target(s *schema) *schema {
	for s != nil && s.Ref != "" {
		s = g.doc.Components.Schemas[last(s.Ref)]
	}
	return s
}

// last returns the name at the end of a reference.
func last(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

var idEnds = regexp.MustCompile(`([a-z])Id(s?)$`)

// goName writes a name of the document as an exported name of Go: min_price as MinPrice.
func goName(name string) string {
	var out strings.Builder
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(name, apart) {
		switch word {
		case "id", "url":
			word = strings.ToUpper(word)
		case "ids":
			word = "IDs"
		}
		out.WriteString(capital(word))
	}
	return idEnds.ReplaceAllString(out.String(), "${1}ID$2")
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// small writes a name of the document as the name of a parameter of Go.
func small(name string) string {
	out := goName(name)
	if out == "ID" {
		return "id"
	}
	return strings.ToLower(out[:1]) + out[1:]
}
