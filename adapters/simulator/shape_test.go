package simulator_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shape writes the members of a JSON text and their kinds: s for a string, n for a number, b for a
// boolean. It joins the entries of a list, and marks members that some entries lack with a question
// mark.
func shape(t *testing.T, body string) string {
	t.Helper()
	var tree any
	require.NoError(t, json.Unmarshal([]byte(body), &tree), body)
	return shapeOf([]any{tree})
}

func shapeOf(nodes []any) string {
	kinds := map[string]bool{}
	var objects []map[string]any
	var entries []any
	for _, node := range nodes {
		switch node := node.(type) {
		case string:
			kinds["s"] = true
		case float64:
			kinds["n"] = true
		case bool:
			kinds["b"] = true
		case []any:
			kinds["["] = true
			entries = append(entries, node...)
		case map[string]any:
			kinds["{"] = true
			objects = append(objects, node)
		}
	}
	var words []string
	for kind := range kinds {
		switch kind {
		case "[":
			kind = "[" + shapeOf(entries) + "]"
		case "{":
			kind = shapeOfObjects(objects)
		}
		words = append(words, kind)
	}
	slices.Sort(words)
	return strings.Join(words, "|")
}

func shapeOfObjects(objects []map[string]any) string {
	members := map[string][]any{}
	for _, o := range objects {
		for name, value := range o {
			members[name] = append(members[name], value)
		}
	}
	var words []string
	for name, values := range members {
		if len(values) < len(objects) {
			name += "?"
		}
		word := name + ":" + shapeOf(values)
		if strings.HasSuffix(word, ":s") {
			word = name
		}
		words = append(words, word)
	}
	slices.Sort(words)
	return "{" + strings.Join(words, " ") + "}"
}
