package openapi

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// failures maps names of rows to names of failed rows. Other failed rows get the prefix Failed.
var failures = map[string]string{
	"AddedPurchaseOrderItem": "FailedNewPurchaseOrderItem",
	"CreatedListing":         "FailedNewListing",
	"CreatedRepricerProduct": "FailedNewRepricerProduct",
	"CreatedStockMovement":   "FailedNewStockMovement",
	"DeletedRow":             "FailedRow",
	"DeletedTag":             "FailedTagDeletion",
	"TaggedProduct":          "FailedTagging",
	"UpdatedRepricerProduct": "FailedRepricerProduct",

	"UpdatedInventoryProduct": "FailedInventoryProduct",
}

const (
	failed    = "failed"
	rowsUnion = "Result" // ends the name of the union
	rowStatus = "status"
	rowError  = "error"
)

// rows makes a union of each row of a bulk answer, chosen by its status. A row that succeeded has
// its record and no error; a failed row has its error and no record. In Go both are the same type.
func (s sharing) rows() {
	unions := map[string]node{}
	for _, name := range slices.Sorted(maps.Keys(s.schemas)) {
		row, _ := s.schemas[name].(node)
		properties, _ := row["properties"].(node)
		if properties[rowError] == nil || requires(row, rowError) || !slices.Contains(wordsOf(row), any(failed)) {
			continue
		}
		good, fault := succeeded(row), failedOf(row)
		other := cmp.Or(failures[name], "Failed"+name)
		s.schemas[name], s.schemas[other] = good, fault
		mapping := node{failed: schemaPrefix + other}
		for _, word := range wordsOf(good) {
			at, _ := word.(string)
			mapping[at] = schemaPrefix + name
		}
		unions[name] = node{
			"oneOf":         []any{node{"$ref": schemaPrefix + name}, node{"$ref": schemaPrefix + other}},
			"discriminator": node{"propertyName": rowStatus, "mapping": mapping},
		}
	}
	each(s.doc, func(n node) {
		ref, _ := n["$ref"].(string)
		if name := strings.TrimPrefix(ref, schemaPrefix); unions[name] != nil {
			n["$ref"] = schemaPrefix + name + rowsUnion
		}
	})
	for name, union := range unions {
		s.schemas[name+rowsUnion] = union
	}
}

// wordsOf returns the words of a row's status, nil for an object without a status.
func wordsOf(row node) []any {
	properties, _ := row["properties"].(node)
	status, _ := properties[rowStatus].(node)
	words, _ := status["enum"].([]any)
	return words
}

func requires(row node, member string) bool {
	required, _ := row["required"].([]any)
	return slices.Contains(required, any(member))
}

// succeeded describes a row that succeeded. Its record is always present, so no member is null.
func succeeded(row node) node {
	out := copied(row)
	properties, _ := out["properties"].(node)
	delete(properties, rowError)
	for _, member := range slices.Sorted(maps.Keys(properties)) {
		p, _ := properties[member].(node)
		if member == rowStatus {
			p["enum"] = slices.DeleteFunc(wordsOf(copied(row)), func(w any) bool { return w == failed })
		}
		notNull(p)
		if !requires(out, member) {
			required, _ := out["required"].([]any)
			out["required"] = append(required, member)
		}
	}
	return out
}

// failedOf describes a row that failed.
func failedOf(row node) node {
	out := copied(row)
	properties, _ := out["properties"].(node)
	status, _ := properties[rowStatus].(node)
	status["enum"] = []any{failed}
	maps.DeleteFunc(properties, func(member string, _ any) bool { return member != rowError && !requires(row, member) })
	required, _ := out["required"].([]any)
	out["required"] = append(required, rowError)
	return out
}

// notNull removes null from a schema, in either version of OpenAPI.
func notNull(n node) {
	if types, ok := n["type"].([]any); ok && len(types) == 2 && types[1] == "null" {
		n["type"] = types[0]
	}
	if choice, ok := n["oneOf"].([]any); ok && len(choice) == 2 && text(choice[1]) == `{"type":"null"}` {
		first, _ := choice[0].(node)
		delete(n, "oneOf")
		maps.Copy(n, first)
	}
	if list, ok := n["allOf"].([]any); ok && n["nullable"] == true && len(list) == 1 {
		first, _ := list[0].(node)
		delete(n, "allOf")
		maps.Copy(n, first)
	}
	delete(n, "nullable")
}

// copied returns a deep copy of an object.
func copied(n node) node {
	var out node
	read := json.NewDecoder(strings.NewReader(text(n)))
	read.UseNumber()
	if err := read.Decode(&out); err != nil {
		panic("openapi: the document cannot be read: " + err.Error())
	}
	return out
}
