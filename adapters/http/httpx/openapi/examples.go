package openapi

import "slices"

// shown maps names of text parameters to examples.
var shown = map[string]any{
	"Idempotency-Key": "order-2026-11-25-1", "asin": "B0D1XD1ZV3", "base": "CNY", "quote": "USD", "brand": "Anker", "brandNames": "Anker", "category": "Kitchen",
	"classificationIds": "1055398", "amazonOrderIds": "111-0000000-0000001", "code": "4006381333931", "country": "DE", "currency": "EUR", "cursor": "c29ydD1pZCZpZD01MA", "fnsku": "X000ABCDEF",
	"gtin": "4006381333931", "identifiers": "SIM-0000", "itemName": "water bottle", "nextToken": "c2VjMg", "number": "PO-0001",
	"packageHierarchySku": "SIM-0001", "pageToken": "c2VjMg", "paginationToken": "c2VjMg", "q": "steel", "reference": "DN-7",
	"reference_number": "RE-2026-118", "sku": "SIM-0000", "skus": "SIM-0000", "sort": "id", "supplier_sku": "SZ-10", "variationParentSku": "SIM-0002",
}

// examples adds an example that the schema allows to a parameter without one.
func (s sharing) examples(parameter node) {
	schema, _ := parameter["schema"].(node)
	if schema == nil || has(parameter) || has(schema) || schema["default"] != nil {
		return
	}
	n := schema
	if items, ok := schema["items"].(node); ok {
		n = items
	}
	name, _ := parameter["name"].(string)
	example := exampleOf(name, n)
	if example == nil {
		return
	}
	if schema["items"] != nil {
		example = []any{example}
	}
	parameter["example"] = example
}

func has(n node) bool { return n["example"] != nil || n["examples"] != nil }

// exampleOf returns a value of a schema without an example; nil if no example fits the name.
func exampleOf(name string, schema node) any {
	if words, ok := schema["enum"].([]any); ok {
		return words[slices.IndexFunc(words, func(w any) bool { return w != nil })]
	}
	switch schema["format"] {
	case "date":
		return "2026-11-01"
	case "date-time":
		return "2026-11-01T00:00:00Z"
	}
	switch kind := schema["type"]; kind {
	case "boolean":
		return true
	case "integer", "number":
		if least := schema["minimum"]; least != nil {
			return least
		}
		return 1
	default:
		return shown[name]
	}
}
