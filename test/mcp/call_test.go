package mcp_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// post sends a message without the library.
// reply has an answer without its body.
type reply struct {
	StatusCode int
	Header     http.Header
}

func post(t *testing.T, url, message string, headers ...string) (reply, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(message))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return reply{res.StatusCode, res.Header}, string(b)
}

const listing = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// TestWhoMayCall tries keys and origins.
func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	url := listen(t, s)
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"no key":              {nil, 401},
		"a wrong key":         {[]string{"X-Api-Key", "sak_wrong"}, 401},
		"a wrong token":       {[]string{"Authorization", "Bearer sak_wrong"}, 401},
		"two keys":            {[]string{"X-Api-Key", m.Key, "Authorization", "Bearer sak_wrong"}, 400},
		"the header":          {[]string{"X-Api-Key", m.Key}, 200},
		"a token":             {[]string{"Authorization", "Bearer " + m.Key}, 200},
		"a page of others":    {[]string{"X-Api-Key", m.Key, "Origin", "https://evil.example"}, 403},
		"a hidden page":       {[]string{"X-Api-Key", m.Key, "Origin", "null"}, 403},
		"the service's pages": {[]string{"X-Api-Key", m.Key, "Origin", url}, 200},
	} {
		for _, path := range []string{readPath, writePath} {
			res, text := post(t, url+path, listing, c.headers...)
			require.Equal(t, c.status, res.StatusCode, "%s: %s", name, text)
			require.Equal(t, c.status == 401, res.Header.Get("WWW-Authenticate") == "Bearer", name)
			require.Equal(t, c.status == 200, strings.Contains(text, "get_account"), name)
			if c.status != 200 {
				require.Equal(t, "application/problem+json", res.Header.Get("Content-Type"), name)
			}
		}
	}
	list := "[" + strings.Repeat(listing+",", 99) + listing + "]"
	res, _ := post(t, url+readPath, list, "X-Api-Key", m.Key)
	require.Equal(t, 400, res.StatusCode, "a list of messages")
	res, _ = post(t, url+readPath, strings.Repeat(" ", 1<<20+1), "X-Api-Key", m.Key)
	require.Equal(t, 413, res.StatusCode, "a large message")
	_, text := post(t, url+readPath, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}`, "X-Api-Key", m.Key)
	require.Contains(t, text, `"error":{"code":-32601,"message":"method not found: \"subscriptions/listen\""}`)
}

// TestOriginsOfTheConfiguration lets pages of a configured origin call.
func TestOriginsOfTheConfiguration(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	other := service.Start(t, service.Options{
		DatabaseURL: s.DatabaseURL, Environ: []string{"SA_CORS_ORIGINS=https://app.example.com"},
	})
	url := listen(t, other)
	for origin, status := range map[string]int{"https://app.example.com": 200, "https://evil.example": 403} {
		res, text := post(t, url+readPath, listing, "X-Api-Key", m.Key, "Origin", origin)
		require.Equal(t, status, res.StatusCode, text)
	}
}

// TestOlderClients connects by the handshake of an earlier edition of the protocol.
func TestOlderClients(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: listen(t, s) + readPath, HTTPClient: &http.Client{Transport: withHeader{"Authorization", "Bearer " + m.Key}},
	}, &sdk.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	require.Equal(t, "2025-06-18", session.InitializeResult().ProtocolVersion)
	a := assistant{session}
	require.Len(t, a.names(t), len(reads))
	require.Contains(t, a.works(t, "get_account", nil).text, "Team 1")
}

// TestPagesFitAndContinue reads a list whose pages are too large for an assistant.
func TestPagesFitAndContinue(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	want := m.SKUs(t, "mine", 90)
	a := connect(t, listen(t, s)+readPath, m.Key)
	call, found := map[string]any{"limit": 200, "sort": "id"}, []int64{}
	for pages := 1; ; pages++ {
		out := a.works(t, "list_skus", call)
		require.LessOrEqual(t, len(out.text), 26_000, "the sentence about the cursor comes after the text")
		b, err := json.Marshal(out.body)
		require.NoError(t, err)
		var page struct {
			Data []struct{ ID int64 }
			Meta struct {
				Next *string `json:"next_cursor"`
			}
		}
		require.NoError(t, json.Unmarshal(b, &page))
		for _, row := range page.Data {
			found = append(found, row.ID)
		}
		if page.Meta.Next == nil {
			require.Greater(t, pages, 1, "one page had room for all")
			break
		}
		require.True(t, strings.HasSuffix(out.text, "make the same call with cursor "+*page.Meta.Next), out.text)
		call["cursor"] = *page.Meta.Next
	}
	slices.Sort(want)
	require.Equal(t, want, found)
}

// TestAnotherTeamsRecords names records of team A in calls of team B. Each is as absent as a record
// that never existed, and nothing of team A changes.
func TestAnotherTeamsRecords(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		a, b := s.Team(t, service.Wish{}), s.Team(t, service.Wish{})
		theirs := a.Fill(t, "theirs", 2)
		b.Fill(t, "ours", 2)
		client := connect(t, listen(t, s)+writePath, b.Key)
		before := s.Dump(t).Of(int64(a.ID))
		for name, call := range map[string]map[string]any{
			"get_sku":               {"id": theirs.SKUs[0]},
			"get_inventory_product": {"id": theirs.Inventory[0]},
			"preview_price":         {"id": theirs.Products[0]},
			"preview_document":      {"id": theirs.Read[0]},
			"set_unit_cost":         {"id": theirs.SKUs[0], "unit_cost": 1, "dry_run": false},
			"import_document":       {"id": theirs.Read[0], "mode": "costs_only", "dry_run": false},
		} {
			client.refuses(t, "not_found", name, call)
		}
		for name, call := range map[string]map[string]any{
			"set_price_limits": {"min_price": 10.1}, "set_repricing": {"reprice_priority": "fast"},
		} {
			out := client.works(t, name, with(call, map[string]any{"ids": theirs.Products, "dry_run": false}))
			for _, v := range out.body["changes"].([]any) {
				row := v.(map[string]any)
				require.Equal(t, "failed", row["status"])
				require.Equal(t, "not_found", row["error"].(map[string]any)["code"])
				require.NotContains(t, row, "sku")
				require.NotContains(t, row, "old")
			}
		}
		for _, name := range []string{
			"get_account", "list_skus", "find_products", "list_listings", "repricer_overview", "list_repriced", "explain_price",
			"price_changes", "repricer_statistics", "list_documents", "list_strategies", "list_purchase_orders",
		} {
			require.NotContains(t, client.works(t, name, nil).text, "theirs", name)
		}
		require.Empty(t, before.Diff(s.Dump(t).Of(int64(a.ID))), "something of team A has changed")
	})
}
