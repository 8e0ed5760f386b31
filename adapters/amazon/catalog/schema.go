package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
)

// typeSchema has the schema of a product type. Attributes are compiled when first used: a type has
// hundreds, an offer uses a handful.
type typeSchema struct {
	properties map[string]json.RawMessage
	defs       json.RawMessage
	// closed allows only the listed properties.
	closed bool

	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema // nil if it cannot be compiled
}

// decodeSchema reads a schema of JSON Schema 2019-09 with Amazon's own keywords.
func decodeSchema(body []byte) (*typeSchema, error) {
	var doc struct {
		Properties           map[string]json.RawMessage `json:"properties"`
		Defs                 json.RawMessage            `json:"$defs"`
		AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	}
	if json.Unmarshal(body, &doc) != nil || doc.Properties == nil {
		return nil, spapi.ErrNotJSON
	}
	return &typeSchema{
		properties: doc.Properties, defs: doc.Defs, closed: string(doc.AdditionalProperties) == "false",
		compiled: map[string]*jsonschema.Schema{},
	}, nil
}

// ownAttributes maps attributes to the draft's members that fill them when it is sent.
var ownAttributes = map[string]string{
	"merchant_suggested_asin": "asin", "condition_type": "condition", "purchasable_offer": "price",
	availabilityProperty: "fulfillment_channel and quantity",
}

// check validates each attribute of a JSON object.
func (s *typeSchema) check(attributes string) (inventory.SchemaFindings, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal([]byte(attributes), &given); err != nil {
		return inventory.SchemaFindings{}, err
	}
	var found inventory.SchemaFindings
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if member, ok := ownAttributes[name]; ok {
			found.Issues = append(found.Issues, attributeIssue(inventory.IssueAttributeOverridden, inventory.IssueWarning, name,
				"The draft's "+member+" is sent in place of this attribute."))
		}
		if _, ok := s.properties[name]; !ok {
			severity := inventory.IssueWarning
			if s.closed {
				severity = inventory.IssueError
			}
			found.Issues = append(found.Issues, attributeIssue(inventory.IssueAttributeUnknown, severity, name,
				"The product type has no such attribute."))
			continue
		}
		schema := s.attribute(name)
		if schema == nil {
			found.Unavailable = true
			continue
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(given[name]))
		if err != nil {
			return inventory.SchemaFindings{}, err
		}
		found.Issues = append(found.Issues, broken(name, schema.Validate(value))...)
	}
	return found, nil
}

func attributeIssue(code string, severity inventory.IssueSeverity, name, text string) inventory.ListingIssue {
	return inventory.ListingIssue{Code: code, Severity: severity, Attribute: optional.Some(name), Message: text}
}

// attribute compiles an attribute's schema once; nil if this program cannot compile it.
func (s *typeSchema) attribute(name string) *jsonschema.Schema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema, ok := s.compiled[name]; ok {
		return schema
	}
	schema, err := s.compile(name)
	if err != nil {
		schema = nil
	}
	s.compiled[name] = schema
	return schema
}

// schemaPlace names a schema for the compiler; nothing is fetched from it.
const schemaPlace = "schema:///attribute"

func (s *typeSchema) compile(name string) (*jsonschema.Schema, error) {
	doc, err := json.Marshal(struct {
		Schema string          `json:"$schema"`
		Defs   json.RawMessage `json:"$defs,omitempty"`
		// AllOf has the attribute; its references point at the definitions.
		AllOf []json.RawMessage `json:"allOf"`
	}{jsonschema.Draft2019.String(), s.defs, []json.RawMessage{s.properties[name]}})
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2019)
	c.UseLoader(closedLoader{})
	c.UseRegexpEngine(compilePattern)
	c.RegisterVocabulary(amazonWords)
	c.AssertVocabs()
	if err := c.AddResource(schemaPlace, value); err != nil {
		return nil, err
	}
	return c.Compile(schemaPlace)
}

// closedLoader keeps schemas from loading files or other hosts.
type closedLoader struct{}

func (closedLoader) Load(string) (any, error) {
	return nil, errors.New("a schema leads out of itself")
}

// compilePattern compiles a JavaScript regular expression. An expression that Go does not support,
// such as a look-ahead, matches everything, and the marketplace decides.
func compilePattern(s string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(s)
	if err != nil {
		return anyText(s), nil //nolint:nilerr // see above
	}
	return re, nil
}

type anyText string

func (anyText) MatchString(string) bool { return true }

func (t anyText) String() string { return string(t) }

// brokenPerAttribute bounds the issues of one attribute.
const brokenPerAttribute = 5

var schemaWords = message.NewPrinter(language.English)

// broken lists the errors of an attribute, from the leaves of the library's error tree.
func broken(name string, err error) []inventory.ListingIssue {
	top, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return nil
	}
	var out []inventory.ListingIssue
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) > 0 || len(out) >= brokenPerAttribute {
			return
		}
		place := strings.Join(append([]string{name}, e.InstanceLocation...), "/")
		out = append(out, attributeIssue(inventory.IssueAttributeInvalid, inventory.IssueError, name,
			place+": "+e.ErrorKind.LocalizedString(schemaWords)))
	}
	walk(top)
	return out
}
