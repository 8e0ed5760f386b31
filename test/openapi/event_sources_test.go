package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// happened has an event of the feed without its time.
type happened struct {
	Type    string
	ID      int64
	Version int64
	Changed []string
	Details map[string]string
}

// feed reads the events of a team after the first n of them. The client holds the answer against the
// document. The details of each event have the names of the sample of its type.
func feed(t *testing.T, c *checked.Client, n int) []happened {
	t.Helper()
	var types struct {
		Data []struct {
			Type   string
			Sample struct {
				Data struct{ Details map[string]string }
			}
		}
	}
	var events struct {
		Data []struct {
			Type string
			Data struct {
				ID, Version *int64
				Changed     []string
				Details     map[string]string
			}
		}
	}
	for path, into := range map[string]any{"/event-types": &types, "/events?limit=200": &events} {
		a := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1" + path})
		require.Equal(t, 200, a.Status, string(a.Body))
		require.NoError(t, json.Unmarshal(a.Body, into))
	}
	samples := map[string][]string{}
	for _, kind := range types.Data {
		samples[kind.Type] = slices.Sorted(maps.Keys(kind.Sample.Data.Details))
	}
	var out []happened
	for _, e := range events.Data[n:] {
		require.Equal(t, samples[e.Type], slices.Sorted(maps.Keys(e.Data.Details)), e.Type)
		h := happened{Type: e.Type, Changed: e.Data.Changed, Details: e.Data.Details}
		if e.Data.ID != nil {
			h.ID = *e.Data.ID
		}
		if e.Data.Version != nil {
			h.Version = *e.Data.Version
		}
		out = append(out, h)
	}
	return out
}

// TestAccountsReportTheirEvents connects an account, reads it twice, has Amazon refuse it, and
// removes it.
func TestAccountsReportTheirEvents(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		seller := s.Market.Seller(marketplace.NA, simulator.Full)
		account := m.Connect(t, seller).ID()
		added := []string{"marketplace_ids", "proven", "region", "seller_id_last4", "status"}
		require.Equal(t, []happened{
			{"connection.connected", int64(account), 0, added, map[string]string{"status_before": "", "status": "active"}},
		}, feed(t, c, 0))

		read := func(kind syncing.Kind) {
			runs, err := s.Operator.Syncs.Request(t.Context(), m.ID, account, kind)
			require.NoError(t, err)
			_, err = s.Operator.Syncs.Attempt(t.Context(), m.ID, runs[0].Snapshot().ID, "test", true)
			require.NoError(t, err)
		}
		counted := func(kind, seen, changed string) happened {
			return happened{"sync.completed", int64(account), 0, []string{}, map[string]string{
				"marketplace_id": string(seller.Marketplaces[0]), "kind": kind, "seen": seen, "changed": changed, "closed": "0",
			}}
		}
		read(syncing.Full)
		first := feed(t, c, 1)
		require.Equal(t, []happened{counted("full", first[0].Details["seen"], first[0].Details["changed"])}, first, "no event of its SKUs")
		require.NotEqual(t, "0", first[0].Details["seen"])
		read(syncing.Incremental)
		second := feed(t, c, 2)
		last := second[len(second)-1]
		require.Equal(t, counted("incremental", last.Details["seen"], last.Details["changed"]), last)
		n := 2 + len(second)

		s.Market.Revoke(seller.RefreshToken)
		read(syncing.Full)
		got := feed(t, c, n)
		require.Len(t, got, 2)
		require.Equal(t, happened{
			"connection.needs_attention", int64(account), 0, []string{"last_error_code", "status"},
			map[string]string{"status_before": "active", "status": "needs_attention"},
		}, got[0])
		require.Equal(t, []string{"sync.failed", "full", "integration_needs_attention"},
			[]string{got[1].Type, got[1].Details["kind"], got[1].Details["reason"]})

		require.NoError(t, s.Operator.Connections.Remove(t.Context(), caller.Caller{Team: m.ID}, account))
		require.Equal(t, []happened{{
			"connection.removed", int64(account), 0, []string{"status"}, map[string]string{"status_before": "needs_attention", "status": "revoked"},
		}}, feed(t, c, n+2))
	})
}

// TestDocumentsReportTheirEvents reads a table, and a PDF that ends after its first line.
func TestDocumentsReportTheirEvents(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		good, bad := m.ReadDocument(t, "prices.csv"), m.Upload(t, "broken.pdf", "%PDF-1.4\n")
		m.Read(t, bad)
		ended := func(kind string, document int64, status string) happened {
			return happened{kind, document, 3, []string{"status"}, map[string]string{"status_before": "processing", "status": status}}
		}
		require.Equal(t, []happened{
			{"document.uploaded", good, 1, []string{}, map[string]string{}}, ended("document.ready", good, "ready"),
			{"document.uploaded", bad, 1, []string{}, map[string]string{}}, ended("document.failed", bad, "failed"),
		}, feed(t, c, 0))
	})
}

// TestChangesReportTheirEvents makes calls that are events of their own types.
func TestChangesReportTheirEvents(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		call := func(method, path, body string) json.RawMessage {
			t.Helper()
			with := checked.Call{Method: method, Path: "/api/v1" + path}
			if body != "" {
				with.Body = json.RawMessage(body)
			}
			a := c.Do(t, with)
			require.Less(t, a.Status, 300, "%s %s: %s", method, path, a.Body)
			return a.Body
		}
		supplier := m.Supplier(t, "Acme")
		order := m.Order(t, supplier)
		m.Place(t, order)
		var items struct{ Data []struct{ ID int64 } }
		require.NoError(t, json.Unmarshal(call(http.MethodGet, fmt.Sprintf("/purchase-orders/%d/items", order), ""), &items))
		call(http.MethodPost, fmt.Sprintf("/purchase-orders/%d/receipts", order),
			fmt.Sprintf(`{"lines":[{"item_id":%d,"accepted":6}]}`, items.Data[0].ID))
		got := feed(t, c, 0)
		require.Equal(t, []string{
			"purchase_order.created", "purchase_order.status_changed", "purchase_order.status_changed", "purchase_order.received",
		}, typesOf(got))
		require.Equal(t, map[string]string{"status_before": "ordered", "status": "received"}, got[3].Details)
		n := len(got)

		var made struct{ Data struct{ ID int64 } }
		require.NoError(t, json.Unmarshal(call(http.MethodPost, "/inventory-products", `{"title":"Mug"}`), &made))
		product := fmt.Sprintf("/inventory-products/%d", made.Data.ID)
		call(http.MethodPatch, product, `{"title":"Blue mug"}`)
		call(http.MethodDelete, product, "")
		require.Equal(t, []happened{
			{"inventory_product.created", made.Data.ID, 1, []string{"hazmat", "pack_size", "status", "title"}, map[string]string{}},
			{"inventory_product.updated", made.Data.ID, 2, []string{"title"}, map[string]string{}},
			{"inventory_product.deleted", made.Data.ID, 0, []string{}, map[string]string{}},
		}, feed(t, c, n))
		n += 3

		document := m.ReadDocument(t, "invoice.csv")
		path := fmt.Sprintf("/documents/%d", document)
		call(http.MethodPost, path+"/import", fmt.Sprintf(`{"mode":"create_purchase_order","supplier_id":%d}`, supplier))
		call(http.MethodPatch, path, `{"status":"ready"}`)
		require.Equal(t, []string{
			"document.uploaded", "document.ready", "purchase_order.created", "document.applied", "document.taken_back",
		}, typesOf(feed(t, c, n)))
	})
}

func typesOf(all []happened) (out []string) {
	for _, e := range all {
		out = append(out, e.Type)
	}
	return out
}
