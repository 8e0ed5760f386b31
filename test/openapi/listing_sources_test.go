package openapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/webhook"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// TestListingsReportTheirEvents sends a draft that the marketplace accepts, and one with the SKU of
// another product, which it refuses.
func TestListingsReportTheirEvents(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		call := func(status int, method, path, body string) {
			t.Helper()
			a := c.Do(t, checked.Call{Method: method, Path: "/api/v1" + path, Body: json.RawMessage(body)})
			require.Equal(t, status, a.Status, "%s %s: %s", method, path, a.Body)
		}
		product, taken := simulator.ASIN(10), simulator.SKU(5)
		call(200, http.MethodPost, "/listings", `{"items":[{"sku":"new","asin":"`+product+`","price":20},
			{"sku":"`+taken+`","asin":"`+product+`","price":20}]}`)
		require.Equal(t, []happened{{
			"connection.connected", 1, 0, []string{"marketplace_ids", "proven", "region", "seller_id_last4", "status"},
			map[string]string{"status_before": "", "status": "active"},
		}}, feed(t, c, 0), "a new draft is no event")
		moved := func(kind string, listing, version int64, before, after string, changed ...string) happened {
			return happened{kind, listing, version, changed, map[string]string{
				"marketplace_id": "ATVPDKIKX0DER", "status_before": before, "status": after,
			}}
		}
		call(200, http.MethodPut, "/listings-items/new", `{}`)
		require.Equal(t, []happened{
			moved("listing_draft.submitted", 1, 2, "ready", "submitting", "status", "submission"),
			moved("listing.status_changed", 1, 2, "ready", "submitting", "status", "submission"),
			moved("listing_draft.accepted", 1, 3, "submitting", "live", "kind", "status", "submission"),
			moved("listing.status_changed", 1, 3, "submitting", "live", "kind", "status", "submission"),
		}, feed(t, c, 1))
		call(422, http.MethodPut, "/listings-items/"+url.PathEscape(taken), `{}`)
		got := feed(t, c, 5)
		require.Equal(t, []string{
			"listing_draft.submitted", "listing.status_changed", "listing_draft.rejected", "listing.status_changed",
			"listing.issues_changed",
		}, typesOf(got))
		require.Equal(t, moved("listing_draft.rejected", 2, 3, "submitting", "rejected", "issues", "status", "submission"), got[2])
		require.Equal(t, map[string]string{"marketplace_id": "ATVPDKIKX0DER"}, got[4].Details)
	})
}

// TestOffersReportTheirPrices changes the price of an offer while an endpoint wants it. The change
// waits for others of its type.
func TestOffersReportTheirPrices(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		_, err := s.Operator.Endpoints.Create(t.Context(), m.Who(), webhook.EndpointPatch{
			URL: optional.Put("https://192.0.2.1/hook"), Types: optional.Put([]webhook.Pattern{"supplier_offer.cost_changed"}),
		})
		require.NoError(t, err)
		offer := m.Offer(t, m.Supplier(t, "Acme"), "A-1")
		require.Empty(t, stores.Rows(t, s.Store, "webhook_changes")["webhook_changes"], "a new offer")
		a := c.Do(t, checked.Call{
			Method: http.MethodPatch, Path: fmt.Sprintf("/api/v1/supplier-offers/%d", offer), Body: json.RawMessage(`{"unit_cost":5}`),
		})
		require.Equal(t, 200, a.Status, string(a.Body))
		var kind string
		var data []byte
		require.NoError(t, s.Store.Read(t.Context()).QueryRowContext(t.Context(), "SELECT type, data FROM webhook_changes").Scan(&kind, &data))
		require.Equal(t, "supplier_offer.cost_changed", kind)
		var change struct {
			Record, Version int64
			Changed         []string
		}
		require.NoError(t, json.Unmarshal(data, &change))
		require.Equal(t, []int64{offer, 2}, []int64{change.Record, change.Version})
		require.Contains(t, change.Changed, "unit_cost")
	})
}

// gone is a user's program that keeps the bodies of its calls, and refuses all calls but pings for
// good.
type gone struct {
	mu     sync.Mutex
	bodies []string
}

func (g *gone) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bodies = append(g.bodies, string(text))
	var body struct{ Type string }
	if json.Unmarshal(text, &body) != nil || body.Type != "webhook.ping" {
		w.WriteHeader(http.StatusGone)
	}
}

// TestReceiversReportTheirEvents calls a program that is gone. All bodies are held against the
// document, as the answers of the feed are.
func TestReceiversReportTheirEvents(t *testing.T) {
	service.EachWith(t, service.Options{
		Listen: true, Environ: []string{"SA_WORKERS=1", "SA_WEBHOOK_LOCAL=true"},
	}, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		receiver := &gone{}
		server := httptest.NewServer(receiver)
		t.Cleanup(server.Close)
		made, err := s.Operator.Endpoints.Create(t.Context(), m.Who(), webhook.EndpointPatch{
			URL: optional.Put(server.URL), Types: optional.Put([]webhook.Pattern{"inventory_product.created"}),
		})
		require.NoError(t, err)
		a := c.Do(t, checked.Call{Method: http.MethodPost, Path: fmt.Sprintf("/api/v1/webhook-endpoints/%d/ping", made.ID)})
		require.Equal(t, 200, a.Status, string(a.Body))
		a = c.Do(t, checked.Call{
			Method: http.MethodPost, Path: "/api/v1/inventory-products", Body: json.RawMessage(`{"title":"Mug"}`),
		})
		require.Equal(t, 201, a.Status, string(a.Body))
		var got []happened
		require.Eventually(t, func() bool {
			got = feed(t, c, 1)
			return len(got) > 0
		}, time.Minute, 20*time.Millisecond)
		require.Equal(t, []happened{
			{"webhook_endpoint.disabled", int64(made.ID), 2, []string{"enabled"}, map[string]string{"reason": "gone"}},
		}, got)

		var events struct{ Data []struct{ ID string } }
		a = c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/events"})
		require.NoError(t, json.Unmarshal(a.Body, &events))
		shown := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/events/" + events.Data[0].ID})
		receiver.mu.Lock()
		defer receiver.mu.Unlock()
		var types []string
		for _, text := range receiver.bodies {
			var body struct{ ID, Type string }
			require.NoError(t, json.Unmarshal([]byte(text), &body))
			types = append(types, body.Type)
			at := checked.Call{Method: http.MethodGet, Path: "/api/v1/events/" + body.ID}
			op, _, known := c.Document.Find(at.Method, at.Path)
			require.True(t, known)
			require.NoError(t, c.Document.CheckAnswer(
				t.Context(), op, c.Request(t, at), 200, shown.Header, []byte(`{"data":`+text+`}`)))
		}
		require.Equal(t, []string{"webhook.ping", "inventory_product.created"}, types)
	})
}
