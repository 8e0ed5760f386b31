package openapi_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// refs lists the references of a document, and of its discriminators.
func refs(v any) []string {
	var found []string
	switch v := v.(type) {
	case map[string]any:
		for name, w := range v {
			text, _ := w.(string)
			if name == "$ref" || strings.HasPrefix(text, "#/components/") {
				found = append(found, text)
			}
			found = append(found, refs(w)...)
		}
	case []any:
		for _, w := range v {
			found = append(found, refs(w)...)
		}
	}
	return found
}

// operations lists the ids of a document's operations.
func operations(doc map[string]any) []string {
	var ids []string
	for _, item := range doc["paths"].(map[string]any) {
		for _, op := range item.(map[string]any) {
			ids = append(ids, op.(map[string]any)["operationId"].(string))
		}
	}
	return ids
}

// TestDocumentsByGroupAreComplete requires a valid document of each group, with its references and
// no other components. All documents together have every operation once.
func TestDocumentsByGroupAreComplete(t *testing.T) {
	h := service.SQLite(t).Handler
	document := func(path string) (map[string]any, []byte) {
		out, body := get(t, h, path)
		require.Equal(t, 200, out.Code, path)
		var doc map[string]any
		require.NoError(t, json.Unmarshal(body, &doc))
		return doc, body
	}
	whole, _ := document("/openapi.json")
	var all []string
	for _, tag := range whole["tags"].([]any) {
		group := tag.(map[string]any)["name"].(string)
		doc, body := document("/openapi/" + group + ".json")
		require.Equal(t, "3.1.0", doc["openapi"])
		require.Equal(t, []any{tag}, doc["tags"])
		require.Equal(t, whole["servers"], doc["servers"])
		require.Equal(t, whole["security"], doc["security"])
		read, err := openapi3.NewLoader().LoadFromData(body)
		require.NoError(t, err, group)
		require.NoError(t, read.Validate(t.Context()), group)

		ids := operations(doc)
		require.NotEmpty(t, ids, group)
		all = append(all, ids...)
		used := refs(doc)
		for kind, components := range doc["components"].(map[string]any) {
			theirs := whole["components"].(map[string]any)[kind].(map[string]any)
			for name, component := range components.(map[string]any) {
				require.Equal(t, theirs[name], component, "%s: %s", group, name)
				if kind != "securitySchemes" {
					require.Contains(t, used, "#/components/"+kind+"/"+name, "%s: nothing refers to it", group)
				}
			}
		}
		for _, ref := range used {
			place := strings.Split(ref, "/")
			require.Len(t, place, 4, ref)
			components, _ := doc["components"].(map[string]any)[place[2]].(map[string]any)
			require.Contains(t, slices.Collect(maps.Keys(components)), place[3], "%s: %s", group, ref)
		}
	}
	require.Greater(t, len(all), 150)
	require.ElementsMatch(t, operations(whole), all)
}
