package schema

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

type kind uint8

const (
	kindAny kind = iota
	kindObject
	kindArray
	kindString
	kindNumber
	kindInteger
	kindBoolean
	kindID
)

// Node has a schema in the form the request check uses. It is compiled from the published schema.
// Compiling refuses schemas that the check does not support, so that nothing is published and left
// unchecked.
type Node struct {
	kind     kind
	nullable bool

	decimal            bool // counted exactly, at most four decimals
	rate               bool // counted exactly, at most eight decimals, above 0
	price              bool // counted exactly, at most six decimals, not below 0
	bits               int  // of an integer
	min, max           *float64
	aboveMin, belowMax *float64

	minLength, maxLength *int
	pattern              *regexp.Regexp
	patternText          string
	format               string
	alsoDay              bool // a time may be written as a day
	enum                 map[string]struct{}
	enumText             string

	items              *Node
	minItems, maxItems *int

	members      map[string]*member
	required     []*member
	minMembers   *int
	maxMembers   *int
	extra        *Node // of members that are not named
	extraAllowed bool
}

// Has reports whether an object has a member of this name.
func (n *Node) Has(name string) bool { return n.members[name] != nil }

// member describes a named member of an object.
type member struct {
	name  string
	index int
	node  *Node
}

// Compiler turns schemas into nodes, each shared schema once.
type Compiler struct {
	registry huma.Registry
	done     map[*huma.Schema]*Node
}

func NewCompiler(registry huma.Registry) *Compiler {
	return &Compiler{registry: registry, done: map[*huma.Schema]*Node{}}
}

// Compile turns a schema into a node. If that is not possible it panics with the name at.
func (c *Compiler) Compile(s *huma.Schema, at string) *Node {
	for s.Ref != "" {
		ref := s.Ref
		if s = c.registry.SchemaFromRef(ref); s == nil {
			panic(fmt.Sprintf("httpx: %s refers to %s, which is not there", at, ref))
		}
	}
	if n := c.done[s]; n != nil {
		return n
	}
	n := &Node{nullable: s.Nullable}
	c.done[s] = n
	if isID(s) {
		n.kind = kindID
		return n
	}
	switch {
	case s.OneOf != nil, s.AnyOf != nil, s.AllOf != nil, s.Not != nil, s.UniqueItems, s.MultipleOf != nil,
		len(s.DependentRequired) > 0, s.Discriminator != nil, s.ContentEncoding != "", s.ReadOnly, s.WriteOnly:
		panic("httpx: the request check does not know a rule of the schema at " + at)
	}
	switch s.Type {
	case "":
		n.kind = kindAny
	case huma.TypeBoolean:
		n.kind = kindBoolean
	case huma.TypeNumber, huma.TypeInteger:
		c.number(n, s, at)
	case huma.TypeString:
		c.text(n, s, at)
	case huma.TypeArray:
		n.kind, n.minItems, n.maxItems = kindArray, s.MinItems, s.MaxItems
		n.items = c.Compile(s.Items, at+"[]")
	case huma.TypeObject:
		c.object(n, s, at)
	default:
		panic("httpx: unknown type of schema at " + at)
	}
	for _, e := range s.Enum {
		if e == nil {
			continue
		}
		if n.enum == nil {
			n.enum = map[string]struct{}{}
		}
		n.enum[fmt.Sprint(e)] = struct{}{}
		n.enumText += ", " + fmt.Sprint(e)
	}
	n.enumText = strings.TrimPrefix(n.enumText, ", ")
	return n
}

// isID recognises the schema of ID.
func isID(s *huma.Schema) bool {
	return len(s.OneOf) == 2 && s.OneOf[0].Type == huma.TypeInteger && s.OneOf[1].Type == huma.TypeString &&
		s.OneOf[1].Pattern != ""
}

func (c *Compiler) number(n *Node, s *huma.Schema, at string) {
	n.kind = kindNumber
	n.min, n.max, n.aboveMin, n.belowMax = s.Minimum, s.Maximum, s.ExclusiveMinimum, s.ExclusiveMaximum
	n.decimal = s.Extensions[body.Decimal] == true
	n.rate, n.price = s.Extensions[body.Decimals] == 8, s.Extensions[body.Decimals] == 6
	if s.Type == huma.TypeInteger {
		n.kind, n.bits = kindInteger, 64
		if s.Format == "int32" {
			n.bits = 32
		}
	}
	for _, bound := range []*float64{n.min, n.max, n.aboveMin, n.belowMax} {
		if bound != nil && n.decimal && math.Abs(*bound) > body.Largest {
			panic("httpx: a bound has more than fourteen digits at " + at)
		}
	}
}

func (c *Compiler) text(n *Node, s *huma.Schema, at string) {
	n.kind, n.minLength, n.maxLength = kindString, s.MinLength, s.MaxLength
	if s.Pattern != "" {
		n.pattern, n.patternText = regexp.MustCompile(s.Pattern), "must match "+s.Pattern
		if s.PatternDescription != "" {
			n.patternText = "must be " + s.PatternDescription
		}
	}
	n.alsoDay = s.Extensions[body.AlsoDay] == true
	switch s.Format {
	case "", "date-time", "date":
		n.format = s.Format
	case "date-time-http":
		n.format = "date-time"
	default:
		panic("httpx: the request check does not know the format " + s.Format + " at " + at)
	}
}

func (c *Compiler) object(n *Node, s *huma.Schema, at string) {
	n.kind, n.minMembers, n.maxMembers = kindObject, s.MinProperties, s.MaxProperties
	n.members = make(map[string]*member, len(s.Properties))
	if len(s.Properties) > maxNamed {
		panic("httpx: the request check does not know so many members at " + at)
	}
	for i, name := range slices.Sorted(maps.Keys(s.Properties)) {
		n.members[name] = &member{name: name, index: i, node: c.Compile(s.Properties[name], at+"."+name)}
	}
	for _, name := range s.Required {
		n.required = append(n.required, n.members[name])
	}
	switch extra := s.AdditionalProperties.(type) {
	case nil:
		n.extraAllowed = true
	case bool:
		n.extraAllowed = extra
	case *huma.Schema:
		n.extraAllowed, n.extra = true, c.Compile(extra, at+".*")
	}
}
