package openapi_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
)

// knownOfListings returns valid values for converters and listings items. It returns false for
// operations of other groups and for other names.
func (g *generated) knownOfListings(name string) ([]string, bool) {
	group, write := g.op.Group(), g.op.Writes()
	switch {
	case group == "converters" && name == "identifier":
		return g.codes, true
	case group != "listings-items":
		return nil, false
	case name == "sku" && g.op.Method == http.MethodPut:
		// New SKUs, for a product each.
		return []string{"N-1", "N/2", "N+3", "50% ä", "N,5"}, true
	case name == "sku" && write:
		return skus(100, 200), true
	case name == "sku", name == "identifiers", name == "variationParentSku", name == "packageHierarchySku":
		return skus(0, 10), true
	case name == "identifiersType":
		return []string{"SKU"}, true
	case name == "asin":
		return []string{simulator.ASIN(5)}, true
	case name == "quantity":
		return []string{"0", "5", "1000"}, true
	case name == "price":
		return []string{"19.99", "20", "25.5"}, true
	case name == "minPrice":
		return []string{"10", "15.5"}, true
	case name == "maxPrice":
		return []string{"30", "40.25"}, true
	case name == "issueLocale":
		return []string{"en_US"}, true
	}
	return nil, false
}

func skus(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		out = append(out, simulator.SKU(i))
	}
	return out
}

// productCodes asks for codes of products in the simulated catalogue.
func (g *generated) productCodes(t *testing.T) []string {
	t.Helper()
	var codes []string
	for i := range 20 {
		a := g.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/converters/asin-to-identifiers?asin=" + simulator.ASIN(i)})
		require.Equal(t, 200, a.Status, "%s", a.Body)
		list, ok := a.JSON(t).([]any)
		require.True(t, ok)
		for _, entry := range list {
			code, _ := entry.(map[string]any)["identifier"].(string)
			codes = append(codes, code)
		}
	}
	require.NotEmpty(t, codes)
	return codes
}
