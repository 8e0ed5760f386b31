package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/webhook"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// shownAt has the addresses of the records that events show, by the noun of their types.
var shownAt = map[string]string{
	"inventory_product": "/inventory-products", "purchase_order": "/purchase-orders", "document": "/documents", "sku": "/skus",
	"webhook_endpoint": "/webhook-endpoints",
}

// TestEveryTypeIsInTheDocument compares the calls of both documents with the types of events.
func TestEveryTypeIsInTheDocument(t *testing.T) {
	s := service.SQLite(t)
	for path, member := range map[string]string{checked.Path31: "webhooks", checked.Path30: "x-webhooks"} {
		var doc map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(s.DocumentAt(t, path).Raw, &doc))
		var calls map[event.Type]json.RawMessage
		require.NoError(t, json.Unmarshal(doc[member], &calls))
		require.ElementsMatch(t, words.Of[event.Type](), slices.Collect(maps.Keys(calls)), path)
	}
}

// TestEventsShowRecordsAsTheirGETs changes records of a team with an endpoint. The newest event of each
// record has what its GET answers.
func TestEventsShowRecordsAsTheirGETs(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		_, err := s.Operator.Endpoints.Create(t.Context(), m.Who(), webhook.EndpointPatch{
			URL: optional.Put("https://192.0.2.1/hook"), Types: optional.Put([]webhook.Pattern{"*"}),
		})
		require.NoError(t, err)
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)}
		call := func(status int, method, path, body string, into any) {
			t.Helper()
			with := checked.Call{Method: method, Path: "/api/v1" + path}
			if body != "" {
				with.Body = json.RawMessage(body)
			}
			a := c.Do(t, with)
			require.Equal(t, status, a.Status, "%s %s: %s", method, path, a.Body)
			if into != nil {
				require.NoError(t, json.Unmarshal(a.Body, into))
			}
		}
		var made struct{ Data struct{ ID int64 } }
		call(201, http.MethodPost, "/inventory-products", `{"title":"Mug","reorder_point":10}`, &made)
		product := made.Data.ID
		call(200, http.MethodPatch, fmt.Sprintf("/inventory-products/%d", product), `{"title":"Blue mug"}`, nil)
		order := m.Order(t, m.Supplier(t, "Acme"))
		call(200, http.MethodPatch, fmt.Sprintf("/purchase-orders/%d", order),
			`{"status":"ordered","order_date":"2026-10-01","expected_date":"2026-11-01"}`, nil)
		m.Document(t, "prices.csv")
		ends := s.Clock.Now().Add(6 * 24 * time.Hour)
		key, err := s.Operator.Keys.Create(t.Context(), m.Who(), identityapp.CreateKey{
			User: m.User, Name: "Stock", Scopes: []caller.Scope{caller.Read}, ExpiresAt: &ends,
		})
		require.NoError(t, err)
		for range 2 {
			require.NoError(t, s.Operator.Watch.Team(t.Context(), m.ID))
		}

		var feed struct {
			Data []struct {
				Type string
				Data struct {
					ID      *int64
					Details map[string]string
					Object  json.RawMessage
				}
			}
		}
		call(200, http.MethodGet, "/events?limit=200", "", &feed)
		seen, newest := map[string]int{}, map[string]json.RawMessage{}
		for _, e := range feed.Data {
			seen[e.Type]++
			if path := shownAt[event.Type(e.Type).Noun()]; path != "" {
				require.NotEqual(t, "null", string(e.Data.Object), e.Type)
				newest[fmt.Sprintf("%s/%d", path, *e.Data.ID)] = e.Data.Object
			}
			switch e.Type {
			case "inventory_product.stock_low":
				require.Equal(t, map[string]string{"reorder_point": "10", "stock": "0"}, e.Data.Details)
			case "purchase_order.overdue":
				require.Equal(t, []string{"2026-11-01", "16"}, []string{e.Data.Details["expected_on"], e.Data.Details["days"]})
			case "key.expiring":
				require.Equal(t, int64(key.Key.Snapshot().ID), *e.Data.ID)
			}
		}
		for kind, n := range map[string]int{
			"inventory_product.created": 1, "inventory_product.updated": 1, "inventory_product.stock_low": 1, "purchase_order.created": 1,
			"purchase_order.status_changed": 1, "purchase_order.overdue": 1, "document.uploaded": 1, "key.expiring": 1,
		} {
			require.Equal(t, n, seen[kind], kind)
		}
		require.Len(t, newest, 3)
		for path, object := range newest {
			var now struct{ Data json.RawMessage }
			call(200, http.MethodGet, path, "", &now)
			require.JSONEq(t, string(now.Data), string(object), path)
		}
	})
}
