package openapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// tree is an object of a document as JSON.
type tree = map[string]any

// TestWhatRecursHasAName holds both forms of the document to what generators of clients need:
// lists of words, objects and parameters that stand in several places are components, all
// components are used, and their names are plain words.
func TestWhatRecursHasAName(t *testing.T) {
	for _, path := range []string{"/openapi.json", "/openapi-3.0.json"} {
		t.Run(path, func(t *testing.T) {
			answer := httptest.NewRecorder()
			service.SQLite(t).Handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
			require.Equal(t, 200, answer.Code)
			var doc tree
			require.NoError(t, json.Unmarshal(answer.Body.Bytes(), &doc))
			components, _ := doc["components"].(tree)
			schemas, _ := components["schemas"].(tree)
			require.NotEmpty(t, schemas)

			found := map[string][]string{}
			used := map[string]bool{}
			visit(doc, "", func(at string, n tree) {
				if ref, ok := n["$ref"].(string); ok {
					used[ref] = true
				}
				if words, ok := n["enum"].([]any); ok && len(words) > 1 {
					words = slices.DeleteFunc(slices.Clone(words), func(w any) bool { return w == nil })
					found["list "+shown(words)] = append(found["list "+shown(words)], at)
				}
				if n["properties"] != nil && n["additionalProperties"] != true { // which only Amazon's own have
					shape := maps.Clone(n)
					for _, text := range []string{"description", "example", "examples", "nullable", "title", "type"} {
						delete(shape, text)
					}
					found["object "+shown(shape)] = append(found["object "+shown(shape)], at)
				}
				if n["in"] != nil && n["schema"] != nil {
					found["parameter "+shown(n)] = append(found["parameter "+shown(n)], at)
					schema, _ := n["schema"].(tree)
					require.True(t, n["example"] != nil || n["examples"] != nil || schema["example"] != nil || schema["examples"] != nil ||
						schema["default"] != nil, "%s has no example: %s", at, shown(n))
				}
			})
			var again []string
			for what, places := range found {
				if len(places) > 1 {
					again = append(again, what+" stands in "+strings.Join(places, " "))
				}
			}
			require.Empty(t, again)
			kinds := map[string]string{}
			for kind, of := range components {
				all, _ := of.(tree)
				for name := range all {
					other, taken := kinds[strings.ToLower(name)]
					require.False(t, taken && kind != other, "%s is one of the %s and of the %s", name, kind, other)
					kinds[strings.ToLower(name)] = kind
				}
			}
			for _, kind := range []string{"schemas", "parameters"} {
				all, _ := components[kind].(tree)
				require.NotEmpty(t, all, kind)
				for name := range all {
					require.True(t, used["#/components/"+kind+"/"+name], "the component %s is not used", name)
					require.Regexp(t, "^[A-Z][A-Za-z0-9]*$", name)
					words := regexp.MustCompile("[A-Z][a-z0-9]*").FindAllString(name, -1)
					require.Len(t, slices.Compact(slices.Clone(words)), len(words), "%s says a word twice", name)
				}
			}
			require.Contains(t, schemas, "Amount")
		})
	}
}

// TestBothFormsNameTheSameTypes compares the components of both forms, and wants names of types that
// say nothing of packages.
func TestBothFormsNameTheSameTypes(t *testing.T) {
	s := service.SQLite(t)
	names := func(path string) []string { return slices.Sorted(maps.Keys(s.DocumentAt(t, path).Components.Schemas)) }
	all := names(checked.Path31)
	require.Equal(t, all, names(checked.Path30))
	for _, name := range []string{
		"Account", "Analysis", "Import", "InventoryProduct", "ListingItem", "Listing", "PriceListRow", "RepricerProduct", "Sku", "SkuList", "User",
	} {
		require.Contains(t, all, name)
	}
	for _, name := range all {
		require.NotRegexp(t, "^(Identity|Imports|Listingitem|Pricelist|Annotation|Purchasing|Research)", name)
	}
}

// TestTheDocumentStaysSmall bounds what generators and readers fetch.
func TestTheDocumentStaysSmall(t *testing.T) {
	for path, most := range map[string]int{checked.Path31: 1_180_000, checked.Path30: 1_201_000} {
		require.Less(t, len(service.SQLite(t).DocumentAt(t, path).Raw), most, path)
	}
}

// TestEveryGroupHasASentence holds the tags of operations against those that are described.
func TestEveryGroupHasASentence(t *testing.T) {
	doc := service.SQLite(t).Document(t)
	described := map[string]string{}
	for _, tag := range doc.Tags {
		described[tag.Name] = tag.Description
	}
	used := map[string]string{}
	for _, op := range doc.Operations() {
		require.Len(t, op.Tags, 1, op.OperationID)
		used[op.Tags[0]] = described[op.Tags[0]]
		require.True(t, strings.HasSuffix(described[op.Tags[0]], "."), op.Tags[0])
	}
	require.Equal(t, used, described, "each group that is described has operations")
}

// TestIdsAreNumbers wants one form of an id published; its text form is taken as well.
func TestIdsAreNumbers(t *testing.T) {
	doc := checked.LoadFrom(t, service.SQLite(t).Handler, checked.Path31)
	require.NotContains(t, string(doc.Raw), `"oneOf":[{"format":"int64"`)
	require.Contains(t, string(doc.Raw), `"x-also-accepts":"string"`)
}

// visit goes through the objects of a document, with the place of each. Values that are
// examples are none.
func visit(v any, at string, see func(at string, n tree)) {
	switch v := v.(type) {
	case tree:
		see(at, v)
		for name, w := range v {
			if name != "example" && name != "examples" && name != "enum" {
				visit(w, at+"/"+name, see)
			}
		}
	case []any:
		for _, w := range v {
			visit(w, at+"/-", see)
		}
	}
}

// shown is a value as JSON.
func shown(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
