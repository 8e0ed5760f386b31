package openapi_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// maxParagraph is the largest number of characters of a first paragraph. Lists of operations and
// members show that paragraph alone.
const maxParagraph = 400

// TestTextsBeginWithTheirNoun refuses summaries and descriptions that begin with "What", and first
// paragraphs that are too long.
func TestTextsBeginWithTheirNoun(t *testing.T) {
	for _, path := range []string{checked.Path30, checked.Path31} {
		t.Run(path, func(t *testing.T) {
			var doc tree
			require.NoError(t, json.Unmarshal(service.SQLite(t).DocumentAt(t, path).Raw, &doc))
			seen := 0
			var what, long []string
			visit(doc, "", func(at string, n tree) {
				for _, member := range []string{"summary", "description"} {
					text, ok := n[member].(string)
					if !ok {
						continue
					}
					seen++
					if strings.HasPrefix(text, "What ") {
						what = append(what, at+": "+text)
					}
					if first, _, _ := strings.Cut(text, "\n\n"); utf8.RuneCountInString(first) > maxParagraph {
						long = append(long, at+": "+first)
					}
				}
			})
			require.Greater(t, seen, 3_000)
			require.Empty(t, what, "begin with the noun or the verb")
			require.Empty(t, long, "end the first paragraph after the first sentences")
		})
	}
}
