package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/inventory"
)

// A schema in the form of Amazon's own.
const lampSchema = `{
	"$schema": "https://schemas.amazon.com/selling-partners/definitions/product-types/meta-schema/v1",
	"$id": "https://schemas.amazon.com/selling-partners/definitions/product-types/LAMP",
	"$defs": {
		"marketplace_id": {"type": "string", "anyOf": [{"enum": ["ATVPDKIKX0DER"]}], "default": "ATVPDKIKX0DER", "editable": false},
		"language_tag": {"type": "string", "enum": ["en_US", "es_US"], "enumNames": ["English", "Spanish"]}
	},
	"type": "object", "additionalProperties": false, "required": ["brand"],
	"allOf": [{"if": {"required": ["color"]}, "then": {"required": ["size"]}}],
	"properties": {
		"bullet_point": {
			"type": "array", "minItems": 1, "minUniqueItems": 1, "maxUniqueItems": 2, "selectors": ["marketplace_id", "language_tag"],
			"items": {"type": "object", "required": ["value"], "additionalProperties": false, "properties": {
				"value": {"type": "string", "minLength": 1, "maxLength": 10, "maxUtf8ByteLength": 10},
				"language_tag": {"$ref": "#/$defs/language_tag"}, "marketplace_id": {"$ref": "#/$defs/marketplace_id"}
			}}
		},
		"list_price": {"type": "array", "items": {"properties": {"value": {"type": "number", "multipleOf": 0.01, "minimum": 0}}}},
		"part_number": {"type": "array", "items": {"properties": {"value": {"type": "string", "pattern": "^(?!ABC).*$"}}}},
		"outside": {"$ref": "file:///etc/passwd"},
		"purchasable_offer": {"type": "array"}
	}
}`

func TestAttributesAgainstASchema(t *testing.T) {
	schema, err := decodeSchema([]byte(lampSchema))
	require.NoError(t, err)
	for attributes, want := range map[string][]string{
		`{}`: nil,
		`{"bullet_point":[{"value":"Bright","language_tag":"en_US","marketplace_id":"ATVPDKIKX0DER"}]}`: nil,
		// Limits the entries for each language.
		`{"bullet_point":[{"value":"a","language_tag":"en_US"},{"value":"b","language_tag":"en_US"},{"value":"c","language_tag":"es_US"}]}`: nil,
		`{"bullet_point":[{"value":"a"},{"value":"b"},{"value":"c"}]}`: {
			"error attribute_invalid bullet_point bullet_point: must have at most 2 entries that are alike in marketplace_id, language_tag"},
		`{"bullet_point":[{"value":"ääääää"}]}`: {"error attribute_invalid bullet_point bullet_point/0/value: must have at most 10 bytes"},
		`{"bullet_point":[{"value":""}]}`:       {"error attribute_invalid bullet_point bullet_point/0/value: minLength: got 0, want 1"},
		`{"bullet_point":[{"language_tag":"de_DE"}]}`: {
			"error attribute_invalid bullet_point bullet_point/0: missing property 'value'",
			"error attribute_invalid bullet_point bullet_point/0/language_tag: value must be one of 'en_US', 'es_US'"},
		`{"bullet_point":"Bright"}`:              {"error attribute_invalid bullet_point bullet_point: got string, want array"},
		`{"list_price":[{"value":19.99}]}`:       nil,
		`{"list_price":[{"value":19.999}]}`:      {"error attribute_invalid list_price list_price/0/value: multipleOf: got 19.999, want 0.01"},
		`{"part_number":[{"value":"ABC"}]}`:      nil, // a pattern that Go cannot read is left to the marketplace
		`{"colour":[{"value":"red"}]}`:           {"error attribute_unknown colour The product type has no such attribute."},
		`{"purchasable_offer":[{"currency":1}]}`: {"warning attribute_overridden purchasable_offer The draft's price is sent in place of this attribute."},
	} {
		found, err := schema.check(attributes)
		require.NoError(t, err, attributes)
		var got []string
		for _, i := range found.Issues {
			got = append(got, string(i.Severity)+" "+i.Code+" "+i.Attribute.Or("")+" "+i.Message)
		}
		require.ElementsMatch(t, want, got, attributes)
		require.False(t, found.Unavailable)
	}
	found, err := schema.check(`{"outside":1}`)
	require.NoError(t, err)
	require.Equal(t, inventory.SchemaFindings{Unavailable: true}, found, "nothing outside the schema is read")

	open, err := decodeSchema([]byte(`{"properties":{}}`))
	require.NoError(t, err)
	found, err = open.check(`{"colour":1}`)
	require.NoError(t, err)
	require.Equal(t, inventory.IssueWarning, found.Issues[0].Severity)
	_, err = open.check(`[]`)
	require.Error(t, err)
	for _, junk := range []string{``, `[]`, `{}`, `{"properties":1}`, `<html>`} {
		_, err := decodeSchema([]byte(junk))
		require.Error(t, err, junk)
	}
}

func FuzzAttributes(f *testing.F) {
	schema, err := decodeSchema([]byte(lampSchema))
	require.NoError(f, err)
	for _, s := range []string{`{}`, `{"bullet_point":[{"value":"a"}]}`, `{"list_price":[1,null]}`, `[`} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, attributes string) { _, _ = schema.check(attributes) })
}
