package inventory_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	web "sellingassistant/adapters/http/inventory"
	audit "sellingassistant/adapters/persistence/audit"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	callports "sellingassistant/ports/ratelimit"
	"sellingassistant/test/reported"
	"sellingassistant/test/stores"
)

// productSite serves the products with everything that a call passes.
type productSite struct {
	*skuSite
	things *productWorld
}

func newProductSite(t *testing.T) *productSite {
	t.Helper()
	w := newProductWorld(t, stores.SQLite(t))
	server := httpx.New(httpx.Config{
		CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return "https://api.example.org" },
		Limits: map[string]callports.Limit{"inventory-products": {Calls: 100_000, Window: time.Minute}},
	}, zap.NewNop(), skuKeyring{}, ratelimit.NewMemory(w.clock.Now), noStored{}, w.store, w.clock, func(context.Context) error { return nil }, nil)
	web.ProductRoutes(w.things)(server.Router())
	return &productSite{&skuSite{w.skuWorld, server.Handler()}, w}
}

// record returns the record in an answer.
func record(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var v struct {
		Data map[string]any `json:"data"`
	}
	require.NoError(t, json.Unmarshal(body, &v))
	return v.Data
}

// refusal returns the code of a refusal and the member at fault.
func refusal(t *testing.T, a *httptest.ResponseRecorder) string {
	t.Helper()
	var p struct {
		Code   string
		Errors []struct{ Pointer string }
	}
	require.NoError(t, json.Unmarshal(a.Body.Bytes(), &p), a.Body.String())
	if len(p.Errors) == 0 {
		return p.Code + " "
	}
	return p.Code + " " + p.Errors[0].Pointer
}

func TestProductOverHTTP(t *testing.T) {
	t.Parallel()
	s := newProductSite(t)
	made := s.do(t, "ours", "POST", "/inventory-products", `{"title":"Kettle","unit_cost":11.4,"outbound_shipping":3.9,"gtins":["036000291452"]}`)
	require.Equal(t, http.StatusCreated, made.Code, made.Body)
	require.Equal(t, "/api/v1/inventory-products/1", made.Header().Get("Location"))
	require.Equal(t, `"1"`, made.Header().Get("ETag"))
	require.JSONEq(t, `{"data":{
		"id":1,"title":"Kettle","brand":null,"category":null,"mpn":null,"image_url":null,"gtins":["036000291452"],"asins":[],
		"unit_cost":11.4,"currency":"EUR","outbound_shipping":3.9,"cost_source":{"kind":"api","id":null},"cost_as_of":"2026-11-02",
		"pack_size":1,"weight_g":null,"length_mm":null,"width_mm":null,"height_mm":null,"hazmat":"unknown","meltable":null,"fragile":null,"vat_class":null,
		"quantities":{"on_hand":0,"on_order":0,"inbound":0,"reserved":0,"in_warehouse":0},"default_supplier_id":null,"default_warehouse_id":null,
		"reorder_point":null,"lead_time_days":null,"low_stock":false,"status":"active","matches":[],"tags":[],
		"notes_count":0,"documents_count":0,"offers_count":0,"version":1,
		"created_at":"2026-11-02T12:00:00.123456Z","updated_at":"2026-11-02T12:00:00.123456Z",
		"cost_layers":[{"from":"2026-11-02","to":null,"unit_cost":11.4,"currency":"EUR","prep_cost":0,"inbound_shipping":0,
			"other_cost":0,"outbound_shipping":3.9,"vat_rate":null,"source":{"kind":"api","id":null}}]}}`, made.Body.String())
	require.Equal(t, made.Body.String(), s.do(t, "ours", "GET", "/inventory-products/1", "").Body.String())
	require.Equal(t, http.StatusNotFound, s.do(t, "theirs", "GET", "/inventory-products/1", "").Code)

	twin := s.do(t, "ours", "POST", "/inventory-products", `{"title":"Twin","gtins":["96385074","0036000291452"]}`)
	require.Equal(t, http.StatusUnprocessableEntity, twin.Code)
	require.Equal(t, "duplicate /gtins/1", refusal(t, twin))
	require.Contains(t, twin.Body.String(), `"existing_id":1`)

	s.clock.set(skuNoon.Add(time.Hour))
	patched := s.do(t, "ours", "PATCH", "/inventory-products/1", `{"brand":"Brewwell","unit_cost":null,"reorder_point":5,"vat_class":"reduced"}`, "If-Match", `"1"`)
	require.Equal(t, http.StatusOK, patched.Code, patched.Body)
	require.Regexp(t, `^"2-[0-9a-f]{16}"$`, patched.Header().Get("ETag"))
	after := record(t, patched.Body.Bytes())
	require.Equal(t, "reduced", after["vat_class"])
	require.Equal(t, []any{"Brewwell", nil, nil, nil, nil, true}, []any{after["brand"], after["unit_cost"], after["currency"], after["outbound_shipping"], after["cost_as_of"], after["low_stock"]})
	require.Equal(t, http.StatusPreconditionFailed, s.do(t, "ours", "PATCH", "/inventory-products/1", `{"brand":null}`, "If-Match", `"1"`).Code)
	require.Equal(t, http.StatusPreconditionFailed, s.do(t, "ours", "DELETE", "/inventory-products/1", "", "If-Match", `"1"`).Code)

	sku := s.one(t, seen(1))
	body := fmt.Sprintf(`{"matches":[{"target_type":"sku","target_id":%d,"units_per_sale":2}]}`, sku.ID)
	matched := s.do(t, "ours", "PUT", "/inventory-products/1/matches", body)
	require.Equal(t, http.StatusOK, matched.Code, matched.Body)
	require.Regexp(t, `^"3-[0-9a-f]{16}"$`, matched.Header().Get("ETag"))
	list, _ := record(t, matched.Body.Bytes())["matches"].([]any)
	require.Len(t, list, 1)
	require.Equal(t, map[string]any{
		"id": 1.0, "target_type": "sku", "target_id": float64(sku.ID), "sku": "sku-001", "asin": "B000000001", "marketplace_id": string(skuDE),
		"units_per_sale": 2.0, "bundle": false, "method": "manual", "confidence": 1.0,
		"created_by": map[string]any{"id": 1.0, "name": "User 1"}, "created_at": "2026-11-02T13:00:00.123456Z",
	}, list[0])
	require.Equal(t, matched.Body.String(), s.do(t, "ours", "PUT", "/inventory-products/1/matches", body).Body.String())

	require.NoError(t, listings.NewListingIntake(store.NewListings(s.things.store), unwatched{}.ListingsSeen, audit.New(s.things.store, nil), &reported.Log{}, s.things.store).
		ObserveLive(t.Context(), skuTeam, 1, skuNoon, []inventory.Observation{seen(4)}))
	body = fmt.Sprintf(`{"matches":[{"target_type":"sku","target_id":%d,"units_per_sale":2},{"target_type":"listing","target_id":1}]}`, sku.ID)
	matched = s.do(t, "ours", "PUT", "/inventory-products/1/matches", body)
	require.Equal(t, http.StatusOK, matched.Code, matched.Body)
	require.Contains(t, matched.Body.String(), `{"id":2,"target_type":"listing","target_id":1,"sku":"sku-004","asin":"B000000004","marketplace_id":"A1PA6795UKMFR9",`+
		`"units_per_sale":1,"bundle":false,"method":"manual","confidence":1,"created_by":{"id":1,"name":"User 1"}`)

	page := s.do(t, "ours", "GET", "/inventory-products?sku=sku-001&count=true", "")
	require.Contains(t, page.Body.String(), `"total":1`)
	require.NotContains(t, page.Body.String(), `"cost_layers"`)
	filters := s.do(t, "ours", "GET", "/inventory-products/filters?brand=nobody", "")
	require.Contains(t, filters.Body.String(), `{"key":"brand","type":"text","values":[{"value":"Brewwell","label":"Brewwell","count":1}],"truncated":false}`)
	require.Contains(t, filters.Body.String(), `{"key":"matched","type":"bool","values":[],"truncated":false}`)

	// Finds a value with a comma by the offered filter.
	s.do(t, "ours", "POST", "/inventory-products", `{"title":"Set","category":"A, B","brand":"5\" Co"}`)
	filters = s.do(t, "ours", "GET", "/inventory-products/filters", "")
	require.Contains(t, filters.Body.String(), `{"value":"\"A, B\"","label":"A, B","count":1}`)
	require.Contains(t, filters.Body.String(), `{"value":"\"5\"\" Co\"","label":"5\" Co","count":1}`)
	for _, query := range []string{"category=%22A%2C%20B%22", "category=Other,%22a,%20b%22&brand=%225%22%22%20Co%22"} {
		require.Contains(t, s.do(t, "ours", "GET", "/inventory-products?"+query, "").Body.String(), `"title":"Set"`, query)
	}
	require.Contains(t, s.do(t, "ours", "GET", "/inventory-products?category=%22A", "").Body.String(), `"parameter":"category"`)

	removed := s.do(t, "ours", "DELETE", "/inventory-products/1/matches", `{"ids":[1,"1",9]}`)
	require.JSONEq(t, `{"data":[{"id":1,"status":"deleted"},{"id":1,"status":"deleted"},
		{"id":9,"status":"failed","error":{"code":"not_found","message":"Not found."}}],"meta":{"succeeded":2,"failed":1},
		"errors":[{"code":"not_found","message":"Not found.","id":9,"index":2}]}`, removed.Body.String())
	require.Equal(t, http.StatusNoContent, s.do(t, "ours", "DELETE", "/inventory-products/1", "", "If-Match", `"5"`).Code)
	require.Equal(t, http.StatusNotFound, s.do(t, "ours", "DELETE", "/inventory-products/1", "").Code)
}

func TestProductCallsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newProductSite(t)
	require.Equal(t, http.StatusCreated, s.do(t, "ours", "POST", "/inventory-products", `{"title":"Kettle"}`).Code)
	for _, x := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "", `{}`, 400, "validation_failed /title"},
		{"POST", "", `{"title":"a","matches":[]}`, 400, "validation_failed /matches"},
		{"POST", "", `{"title":null}`, 400, "validation_failed /title"},
		{"POST", "", `{"title":" "}`, 400, "validation_failed /title"},
		{"POST", "", `{"title":"a","gtins":["123"]}`, 400, "validation_failed /gtins/0"},
		{"POST", "", `{"title":"a","gtins":["036000291453"]}`, 400, "validation_failed /gtins/0"},
		{"POST", "", `{"title":"a","asins":[{"asin":"B0"}]}`, 400, "validation_failed /asins/0/asin"},
		{"POST", "", `{"title":"a","hazmat":"maybe"}`, 400, "validation_failed /hazmat"},
		{"POST", "", `{"title":"a","vat_class":"low"}`, 400, "validation_failed /vat_class"},
		{"POST", "", `{"title":"a","unit_cost":-1}`, 400, "validation_failed /unit_cost"},
		{"POST", "", `{"title":"a","unit_cost":1,"outbound_shipping":-1}`, 400, "validation_failed /outbound_shipping"},
		{"POST", "", `{"title":"a","outbound_shipping":1}`, 422, "validation_failed /outbound_shipping"},
		{"POST", "", `{"title":"a","unit_cost":1,"currency":"euro"}`, 400, "validation_failed /currency"},
		{"POST", "", `{"title":"a","currency":"EUR"}`, 422, "validation_failed /currency"},
		{"POST", "", `{"title":"a","default_supplier_id":1}`, 422, "not_found /default_supplier_id"},
		{"PATCH", "/1", `{}`, 400, "validation_failed "},
		{"PATCH", "/1", `{"status":null}`, 400, "validation_failed /status"},
		{"PATCH", "/1", `{"default_warehouse_id":1}`, 422, "not_found /default_warehouse_id"},
		{"PUT", "/1/matches", `{}`, 400, "validation_failed /matches"},
		{"PUT", "/1/matches", `{"matches":[{"target_type":"box"}]}`, 400, "validation_failed /matches/0/target_type"},
		{"PUT", "/1/matches", `{"matches":[{"target_type":"sku","target_id":1,"units_per_sale":0}]}`, 400, "validation_failed /matches/0/units_per_sale"},
		{"PUT", "/1/matches", `{"matches":[{"target_type":"sku"}]}`, 422, "validation_failed /matches/0/target_id"},
		{"PUT", "/1/matches", `{"matches":[{"target_type":"supplier_offer","target_id":1}]}`, 422, "not_found /matches/0/target_id"},
		{"PUT", "/9/matches", `{"matches":[]}`, 404, "not_found "},
		{"DELETE", "", `{"ids":[]}`, 400, "validation_failed /ids"},
		{"DELETE", "/1/matches", `{"ids":[]}`, 400, "validation_failed /ids"},
		{"GET", "?colour=red", "", 400, "validation_failed "},
		{"GET", "/filters?sort=title", "", 400, "validation_failed "},
		{"GET", "?sort=version", "", 400, "validation_failed "},
		{"GET", "?gtin=036000291453", "", 400, "validation_failed "},
	} {
		a := s.do(t, "ours", x.method, "/inventory-products"+x.path, x.body)
		require.Equal(t, x.status, a.Code, "%s %s %s: %s", x.method, x.path, x.body, a.Body)
		require.Equal(t, x.want, refusal(t, a), "%s %s %s", x.method, x.path, x.body)
	}
}
