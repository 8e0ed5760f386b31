package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// keyed adds a key to every call.
type keyed struct{ key string }

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Api-Key", k.key)
	return http.DefaultTransport.RoundTrip(r)
}

// TestAssistantsInTheDemo calls every tool over both transports, as the client of the protocol's own
// library does.
func TestAssistantsInTheDemo(t *testing.T) {
	t.Parallel()
	p := bare(t).filled()
	s, key := p.demo()
	awaitReadings(t, s.client(key))
	program := p.command("mcp", "--write", "--url", s.url)
	program.Env = append(program.Env, "SA_API_KEY="+key)
	lists := listed(t, s.client(key), "/api/v1/documents?type=price_list")
	require.NotEmpty(t, lists)
	calls := []struct {
		name      string
		arguments map[string]any
		want      string // a part of the answer
	}{
		{"get_account", nil, "Demo Team"},
		{"list_skus", map[string]any{"q": "SIM"}, `"sku":"SIM-`},
		{"get_sku", map[string]any{"id": 1}, `"id":1`},
		{"find_products", nil, `"data":[`},
		{"get_inventory_product", map[string]any{"id": 1}, `"id":1`},
		{"list_listings", nil, `"data":[`},
		{"check_restriction", map[string]any{"asin": "B0CASE0004", "domain": "amazon.com"}, "APPROVAL_REQUIRED"},
		{"identify_product", map[string]any{"identifier": "400781440147"}, "B0"},
		{"search_catalog", map[string]any{"keywords": []string{"steel"}}, "B0SIM"},
		{"get_competition", map[string]any{"asins": []string{"B0SIM000SC"}}, "B0SIM000SC"},
		{"repricer_overview", nil, "data"},
		{"list_repriced", map[string]any{"mode": []string{"auto", "manual", "off"}}, `"sku":"SIM-`},
		{"explain_price", map[string]any{"product_id": []int{1}}, "trace"},
		{"price_changes", nil, `"data":[`},
		{"repricer_statistics", map[string]any{"group_by": []string{"day"}}, "data"},
		{"preview_price", map[string]any{"id": 4, "min_price": 20}, "decision"},
		{"inbound_summary", nil, "{"},
		{"list_documents", nil, "invoice"},
		{"preview_document", map[string]any{"id": 4}, "data"},
		{"list_strategies", nil, "Match the buy box"},
		{"list_purchase_orders", nil, `"data":[`},
		{"estimate_profit", map[string]any{"asin": "B0SIM0000A", "cost": 4.4, "price": 14.99}, "roi"},
		{"estimate_sales", map[string]any{"asin": "B0SIM0000A"}, "{"},
		{"price_history", map[string]any{"asin": []string{"B0SIM0000A"}}, "{"},
		{"set_price_limits", map[string]any{"ids": []int{1, 2}, "max_price": 99}, `"max_price":99`},
		{"set_repricing", map[string]any{"ids": []int{1}, "reprice_priority": "fast"}, `"reprice_priority":"fast"`},
		{"set_unit_cost", map[string]any{"id": 1, "unit_cost": 4.5}, `"unit_cost":4.5`},
		{"pause_repricing", map[string]any{"enabled": false}, `"enabled":false`},
		{"add_listing_offer", map[string]any{"sku": "SIM-0000", "asin": "B0SIM000SC", "price": 19.99, "quantity": 5}, "confirm"},
		{"import_document", map[string]any{
			"id": 4, "mode": "create_purchase_order", "supplier_id": 1, "warehouse_id": 1,
			"accept_warnings": []string{"cost_jump", "total_differs"},
		}, "confirm"},
		{"analyze_price_list", map[string]any{"document_id": lists[0]["id"], "domain": "amazon.com"}, `"id":`},
	}
	for name, transport := range map[string]sdk.Transport{
		"address": &sdk.StreamableClientTransport{Endpoint: s.url + "/mcp/write", HTTPClient: &http.Client{Transport: keyed{key}}},
		"program": &sdk.CommandTransport{Command: program},
	} {
		t.Run(name, func(t *testing.T) {
			session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
			require.NoError(t, err)
			require.Equal(t, "2026-07-28", session.InitializeResult().ProtocolVersion)
			list, err := session.ListTools(t.Context(), nil)
			require.NoError(t, err)
			unused := map[string]bool{}
			for _, tool := range list.Tools {
				unused[tool.Name] = true
			}
			for _, c := range calls {
				var r *sdk.CallToolResult
				text := ""
				poll(t, c.name, func() bool {
					r, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: c.name, Arguments: c.arguments})
					require.NoError(t, err, c.name)
					text = r.Content[0].(*sdk.TextContent).Text
					// The demo's own work shares the calls that the marketplace allows the account.
					return !r.IsError || !strings.Contains(text, "upstream_rate_limited")
				})
				require.False(t, r.IsError, "%s: %s", c.name, text)
				require.Contains(t, text, c.want, c.name)
				require.Less(t, len(text), 26_000, c.name)
				delete(unused, c.name)
			}
			require.Empty(t, unused, "tools without a call")
			require.NoError(t, session.Close())
		})
	}
	s.stop()
}

// TestTheProgramOfAssistants refuses to start without a key, and says the sentence of the service
// for a wrong key. It ends with its input.
func TestTheProgramOfAssistants(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		got := p.run("", "mcp")
		require.Equal(t, 1, got.code)
		require.Contains(t, got.stderr, "SA_API_KEY must have an API key")

		s := p.serve()
		p.set("SA_API_KEY", "sak_wrong")
		lines := `{"jsonrpc":"2.0","id":7,"method":"tools/list"}` + "\n\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
		got = p.run(lines, "mcp", "--url", s.url+"/")
		require.Equal(t, 0, got.code, got.stderr)
		require.JSONEq(t, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"The API key is not valid. Send your key in the X-Api-Key header."}}`,
			got.stdout)
		require.Equal(t, 1, strings.Count(got.stdout, "\n"), fmt.Sprint(got.stdout))
		s.stop()
	})
}
