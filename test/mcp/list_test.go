package mcp_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/test/openapi/service"
)

var update = flag.Bool("update", false, "write the list of tools anew")

const golden = "testdata/tools.tsv"

// reads and writes are the tools with the group of their operation. A star marks a read for which
// the key must be able to write.
var (
	reads = map[string]string{
		"get_account": "account", "list_skus": "skus", "get_sku": "skus", "find_products": "inventory-products",
		"get_inventory_product": "inventory-products", "list_listings": "listings", "check_restriction": "restrictions",
		"identify_product": "converters", "search_catalog": "sp-api-catalog-items", "get_competition": "sp-api-product-pricing",
		"repricer_overview": "repricer", "list_repriced": "repricer", "explain_price": "repricer", "price_changes": "repricer",
		"repricer_statistics": "repricer", "preview_price": "repricer*", "inbound_summary": "inbound-shipments",
		"list_documents": "documents", "preview_document": "documents", "list_strategies": "repricer",
		"list_purchase_orders": "purchase-orders", "estimate_profit": "products", "estimate_sales": "sales-estimation",
		"price_history": "price-history",
	}
	writes = map[string]string{
		"set_price_limits": "repricer*", "set_repricing": "repricer*", "set_unit_cost": "skus*", "pause_repricing": "repricer*",
		"add_listing_offer": "listings-items*", "import_document": "documents*", "analyze_price_list": "price-list-analyzer*",
	}
)

// TestTheListOfTools holds names, sizes of schemas and annotations against the stored list.
func TestTheListOfTools(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	a := connect(t, listen(t, s)+writePath, m.Key)
	require.Equal(t, "2026-07-28", a.InitializeResult().ProtocolVersion)
	list, err := a.ListTools(t.Context(), nil)
	require.NoError(t, err)
	lines, all := []string{"name\tbytes\treads\tdestroys\tidempotent\toutside"}, 0
	for _, tool := range list.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		require.LessOrEqual(t, len(schema), 1_200, "%s: %s", tool.Name, schema)
		require.NotContains(t, string(schema), "$ref")
		require.Equal(t, 1, strings.Count(string(schema), `"properties":`), "%s is not flat: %s", tool.Name, schema)
		require.NotEmpty(t, tool.Title)
		require.Less(t, len(tool.Description), 160, tool.Name)
		all += len(schema)
		x := tool.Annotations
		lines = append(lines, fmt.Sprintf("%s\t%d\t%t\t%t\t%t\t%t", tool.Name, len(schema), x.ReadOnlyHint, *x.DestructiveHint,
			x.IdempotentHint, *x.OpenWorldHint))
	}
	require.LessOrEqual(t, all, 24_000)
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	stored, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(stored), text)
}

// may is the rule of scopes in its simplest form.
func may(scope caller.Scope, place string) bool {
	group, verb, ok := strings.Cut(string(scope), ":")
	needed, write := strings.CutSuffix(place, "*")
	if !ok {
		group, verb = needed, string(scope)
	}
	return group == needed && (verb == "write" || !write)
}

// TestToolsOfAKey lists and calls every tool with every scope, on both paths.
func TestToolsOfAKey(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	url := listen(t, s)
	scopes := []caller.Scope{caller.Read, caller.Write}
	for _, group := range identity.Groups() {
		scopes = append(scopes, caller.Scope(group+":read"), caller.Scope(group+":write"))
	}
	for _, scope := range scopes {
		_, key := m.NewKey(t, m.User, nil, scope)
		for path, sets := range map[string][]map[string]string{readPath: {reads}, writePath: {reads, writes}} {
			a := connect(t, url+path, key)
			want := []string{}
			for _, set := range sets {
				for name, place := range set {
					if may(scope, place) {
						want = append(want, name)
					}
				}
			}
			slices.Sort(want)
			require.Equal(t, want, a.names(t), "%s with %s", path, scope)
			for _, set := range []map[string]string{reads, writes} {
				for name := range set {
					if !slices.Contains(want, name) {
						_, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: name})
						require.ErrorContains(t, err, "There is no such tool.", "%s on %s with %s", name, path, scope)
					}
				}
			}
		}
	}
}

// TestAViewerChangesNothing calls with a key that may write, of a user who may not.
func TestAViewerChangesNothing(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	_, key := m.NewKey(t, m.Member(t, caller.Viewer), nil, caller.Write)
	names := connect(t, listen(t, s)+writePath, key).names(t)
	require.Len(t, names, len(reads)-1)
	for name := range writes {
		require.NotContains(t, names, name)
	}
}
