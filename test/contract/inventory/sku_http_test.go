package inventory_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	web "sellingassistant/adapters/http/inventory"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/idempotency"
	callports "sellingassistant/ports/ratelimit"
	"sellingassistant/test/stores"
)

// skuSite serves the SKUs with everything that a call passes.
type skuSite struct {
	*skuWorld
	handler http.Handler
}

type skuKeyring struct{}

func (skuKeyring) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	teams := map[string]caller.Caller{
		"ours":   {Team: skuTeam, User: 1, Key: 1, Role: caller.Owner, Scopes: []caller.Scope{caller.Read, caller.Write}},
		"theirs": {Team: skuRival, User: 1, Key: 1, Role: caller.Owner, Scopes: []caller.Scope{caller.Read, caller.Write}},
	}
	if who, ok := teams[key.Reveal()]; ok {
		return who, nil
	}
	return caller.Caller{}, fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is missing or not valid.")
}

// noStored fakes the stored answers for calls without an Idempotency-Key.
type noStored struct{ idempotency.Store }

func newSKUSite(t *testing.T) *skuSite {
	t.Helper()
	w := newSKUWorld(t, stores.SQLite(t))
	server := httpx.New(httpx.Config{
		CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return "https://api.example.org" },
		Limits: map[string]callports.Limit{"skus": {Calls: 100_000, Window: time.Minute}},
	}, zap.NewNop(), skuKeyring{}, ratelimit.NewMemory(w.clock.Now), noStored{}, w.store, w.clock, func(context.Context) error { return nil }, nil)
	web.SKURoutes(w.app)(server.Router())
	return &skuSite{w, server.Handler()}
}

func (s *skuSite) do(t *testing.T, key, method, path, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("X-Api-Key", key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, r)
	return out
}

// problem returns the code of a refusal and the place of its first fault.
func problem(t *testing.T, a *httptest.ResponseRecorder) string {
	t.Helper()
	var p struct {
		Code   string
		Errors []struct{ Code, Pointer, Parameter string }
	}
	require.NoError(t, json.Unmarshal(a.Body.Bytes(), &p), a.Body.String())
	out := strconv.Itoa(a.Code) + " " + p.Code
	if len(p.Errors) > 0 {
		out += " " + p.Errors[0].Code + " " + p.Errors[0].Pointer + p.Errors[0].Parameter
	}
	return strings.TrimSpace(out)
}

const skuFresh = `{
	"id":1,"sku":"sku-001","asin":"B000000001","fnsku":"X1","marketplace_id":"A1PA6795UKMFR9","seller_account_id":5,
	"title":"Kettle","image_url":null,"condition":"new","fulfillment_channel":"fba","listing_status":"active","price":19.99,"currency":"EUR",
	"quantities":{"fulfillable":null,"inbound":null,"reserved":null,"unfulfillable":null},
	"inventory_product_id":null,"units_per_sale":1,
	"costs":{"unit_cost":null,"prep_cost":0,"inbound_shipping":0,"other_cost":0,"outbound_shipping":null,"vat_rate":null,"currency":"EUR","source":null,"as_of":null},"counted_cost":null,
	"min_price":null,"max_price":null,"map_price":null,"supplier_id":null,"hidden":false,"repricer_product_id":31,"tags":[],"notes_count":0,
	"last_synced_at":"2026-11-02T12:00:00.123456Z","version":1,
	"created_at":"2026-11-02T12:00:00.123456Z","updated_at":"2026-11-02T12:00:00.123456Z"`

func (s *skuSite) kettle(t *testing.T) {
	t.Helper()
	o := seen(1)
	o.Title, o.FNSKU, o.Price = ptr("Kettle"), ptr("X1"), euros("19.99")
	s.repriced[keyOf(o)] = 31
	require.Equal(t, inventory.SKUID(1), s.one(t, o).ID)
}

func TestSKUOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSKUSite(t)
	s.kettle(t)
	a := s.do(t, "ours", "GET", "/skus", "")
	require.Equal(t, 200, a.Code, a.Body)
	require.JSONEq(t, `{"data":[`+skuFresh+`}],"meta":{"limit":50,"next_cursor":null,"total":null}}`, a.Body.String())
	a = s.do(t, "ours", "GET", "/skus/1", "")
	require.Regexp(t, `^"1-[0-9a-f]{16}"$`, a.Header().Get("ETag"))
	require.JSONEq(t, `{"data":`+skuFresh+`,"cost_layers":[]}}`, a.Body.String())

	s.clock.set(skuNoon.Add(time.Hour))
	a = s.do(t, "ours", "PATCH", "/skus/1", `{"min_price":15,"max_price":25.5,"costs":{"unit_cost":7.1234,"prep_cost":0.4,"outbound_shipping":4.1901,"vat_rate":19,
		"effective_from":"2026-10-01"}}`, "If-Match", `"1"`)
	require.Equal(t, 200, a.Code, a.Body)
	require.Regexp(t, `^"2-[0-9a-f]{16}"$`, a.Header().Get("ETag"))
	a = s.do(t, "ours", "PATCH", "/skus/1", `{"max_price":null,"costs":{"unit_cost":8,"outbound_shipping":0,"currency":"USD"}}`)
	require.Equal(t, 200, a.Code, a.Body)
	want := strings.NewReplacer(
		`"costs":{"unit_cost":null,"prep_cost":0,"inbound_shipping":0,"other_cost":0,"outbound_shipping":null,"vat_rate":null,"currency":"EUR","source":null,"as_of":null}`,
		`"costs":{"unit_cost":8,"prep_cost":0,"inbound_shipping":0,"other_cost":0,"outbound_shipping":0,"vat_rate":null,"currency":"USD","source":{"kind":"api","id":null},"as_of":"2026-11-02"}`,
		`"counted_cost":null`, `"counted_cost":{"unit_cost":8,"currency":"USD","source":"own"}`,
		`"min_price":null`, `"min_price":15`, `"version":1`, `"version":3`, `"updated_at":"2026-11-02T12:`, `"updated_at":"2026-11-02T13:`,
	).Replace(skuFresh)
	require.JSONEq(t, `{"data":`+want+`,"cost_layers":[
		{"from":"2026-10-01","to":"2026-11-01","unit_cost":7.1234,"currency":"EUR","prep_cost":0.4,"inbound_shipping":0,"other_cost":0,"outbound_shipping":4.1901,"vat_rate":19,
		 "source":{"kind":"api","id":null}},
		{"from":"2026-11-02","to":null,"unit_cost":8,"currency":"USD","prep_cost":0,"inbound_shipping":0,"other_cost":0,"outbound_shipping":0,"vat_rate":null,
		 "source":{"kind":"api","id":null}}]}}`, a.Body.String())

	a = s.do(t, "ours", "DELETE", "/skus?dry_run=true", `{"ids":["1",2]}`)
	require.JSONEq(t, `{"data":[{"id":1,"status":"deleted"},{"id":2,"status":"failed","error":{"code":"not_found","message":"There is no SKU 2."}}],
		"meta":{"succeeded":1,"failed":1},"errors":[{"code":"not_found","message":"There is no SKU 2.","id":2,"index":1}]}`, a.Body.String())
	require.Equal(t, 204, s.do(t, "ours", "DELETE", "/skus/1", "", "If-Match", `"3"`).Code)
	require.JSONEq(t, `{"data":[{"id":1,"status":"unchanged"}],"meta":{"succeeded":1,"failed":0},"errors":[]}`,
		s.do(t, "ours", "DELETE", "/skus", `{"ids":[1]}`).Body.String())
	require.Contains(t, s.do(t, "ours", "GET", "/skus", "").Body.String(), `"data":[]`)
	require.Equal(t, 200, s.do(t, "ours", "GET", "/skus/1", "").Code)
	require.Equal(t, 200, s.do(t, "ours", "PATCH", "/skus/1", `{"hidden":false}`).Code)
	require.Contains(t, s.do(t, "ours", "GET", "/skus", "").Body.String(), `"sku":"sku-001"`)
}

func TestSKURefusals(t *testing.T) {
	t.Parallel()
	s := newSKUSite(t)
	s.kettle(t)
	require.Equal(t, 200, s.do(t, "ours", "PATCH", "/skus/1", `{"min_price":15,"costs":{"unit_cost":5,"effective_from":"2026-12-01"}}`).Code)
	for _, x := range []struct{ key, method, path, body, want string }{
		{"ours", "PATCH", "/skus/1", `{}`, "400 validation_failed too_few"},
		{"ours", "PATCH", "/skus/1", `{"price":5}`, "400 validation_failed unknown_member /price"},
		{"ours", "PATCH", "/skus/1", `{"listing_status":"active"}`, "400 validation_failed unknown_member /listing_status"},
		{"ours", "PATCH", "/skus/1", `{"inventory_product_id":1}`, "400 validation_failed unknown_member /inventory_product_id"},
		{"ours", "PATCH", "/skus/1", `{"Hidden":true}`, "400 validation_failed unknown_member /Hidden"},
		{"ours", "PATCH", "/skus/1", `{"hidden":null}`, "400 validation_failed null_not_allowed /hidden"},
		{"ours", "PATCH", "/skus/1", `{"costs":null}`, "400 validation_failed null_not_allowed /costs"},
		{"ours", "PATCH", "/skus/1", `{"costs":{}}`, "400 validation_failed too_few /costs"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"prep_cost":null}}`, "400 validation_failed null_not_allowed /costs/prep_cost"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"outbound_shipping":-0.01}}`, "400 validation_failed out_of_range /costs/outbound_shipping"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"outbound_shipping":4}}`, "422 validation_failed validation_failed /costs/unit_cost"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"source":{"kind":"api"}}}`, "400 validation_failed unknown_member /costs/source"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":-1}}`, "400 validation_failed out_of_range /costs/unit_cost"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":1.23456}}`, "400 validation_failed invalid /costs/unit_cost"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"currency":"eur"}}`, "400 validation_failed invalid /costs/currency"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":1,"effective_from":"2026-02-30"}}`, "400 validation_failed invalid /costs/effective_from"},
		{"ours", "PATCH", "/skus/1", `{"min_price":0}`, "400 validation_failed out_of_range /min_price"},
		{"ours", "PATCH", "/skus/1", `{"min_price":"5"}`, "400 validation_failed wrong_type /min_price"},
		{"ours", "PATCH", "/skus/1", `{"max_price":14.99}`, "422 invalid_limits invalid_limits /min_price"},
		{"ours", "PATCH", "/skus/1", `{"map_price":14.999}`, "422 invalid_limits invalid_limits /map_price"},
		{"ours", "PATCH", "/skus/1", `{"supplier_id":3}`, "422 not_found not_found /supplier_id"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":4}}`, "422 cost_layer_overlap cost_layer_overlap /costs"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"prep_cost":4}}`, "422 validation_failed validation_failed /costs/unit_cost"},
		{"ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":4,"effective_from":"2026-11-05","effective_to":"2026-11-04"}}`, "422 validation_failed validation_failed /costs"},
		{"ours", "PATCH", "/skus/2", `{"hidden":true}`, "404 not_found"},
		{"theirs", "PATCH", "/skus/1", `{"hidden":true}`, "404 not_found"},
		{"theirs", "GET", "/skus/1", ``, "404 not_found"},
		{"theirs", "DELETE", "/skus/1", ``, "404 not_found"},
		{"ours", "DELETE", "/skus", `{"ids":[]}`, "400 validation_failed too_few /ids"},
		{"ours", "GET", "/skus?color=red", ``, "400 validation_failed unknown_parameter color"},
		{"ours", "GET", "/skus?listing_status=gone", ``, "400 validation_failed not_allowed listing_status"},
		{"ours", "GET", "/skus?hidden=any", ``, "400 validation_failed not_allowed hidden"},
		{"ours", "GET", "/skus?sort=asin", ``, "400 validation_failed not_allowed sort"},
		{"ours", "GET", "/skus?price_from=x", ``, "400 validation_failed wrong_type price_from"},
		{"ours", "GET", "/skus?asin=B1", ``, "400 validation_failed invalid asin"},
		{"ours", "GET", "/skus?cursor=x", ``, "400 invalid_cursor invalid_cursor cursor"},
	} {
		require.Equal(t, x.want, problem(t, s.do(t, x.key, x.method, x.path, x.body)), "%s %s %s", x.method, x.path, x.body)
	}
	a := s.do(t, "ours", "PATCH", "/skus/1", `{"costs":{"unit_cost":4}}`)
	require.Contains(t, a.Body.String(), `"layer":{"from":"2026-12-01","to":null}`)
	require.Equal(t, "412 precondition_failed", problem(t, s.do(t, "ours", "PATCH", "/skus/1", `{"hidden":true}`, "If-Match", `"1"`)))
	require.Equal(t, "412 precondition_failed", problem(t, s.do(t, "ours", "DELETE", "/skus/1", "", "If-Match", `"1"`)))
	require.Equal(t, int64(2), s.find(t, keyOf(seen(1))).Version)
}

func TestSKUFiltersOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSKUSite(t)
	for n := 1; n <= 4; n++ {
		o := seen(n)
		o.Price = ptr(money.FromUnits(int64(n) * 100_000))
		o.Title = ptr([]string{"", "Kettle", "Mug", "Lamp", "Pan"}[n])
		if n == 2 {
			o.Channel, o.Status, o.Condition, o.Marketplace = inventory.FBM, inventory.SKUInactive, inventory.ConditionUsedGood, skuGB
		}
		s.one(t, o)
	}
	s.edit(t, 3, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: optional.Put(money.MustParse("1"))})})
	s.edit(t, 4, inventory.SKUPatch{Hidden: optional.Some(true)})
	for query, want := range map[string]string{
		"": "1 2 3", "hidden=true": "4", "hidden=true,false": "1 2 3 4", "hidden=false": "1 2 3",
		"sku=sku-002,sku-003": "2 3", "asin=b000000001": "1", "fulfillment=fbm": "2", "fulfillment_channel=fbm": "2", "fulfillment=fbm&fulfillment_channel=fba": "1 2 3", "listing_status=inactive,closed": "2",
		"condition=used_good": "2", "marketplace_id=A1F83G8C2ARO7P": "2", "has_cost=true": "3", "has_cost=false": "1 2", "matched=true": "",
		"inventory_product_id=1": "", "supplier_id=1": "", "tag_ids=1": "", "q=MUG": "2", "price_from=20&price_to=30": "2 3",
		"updated_from=2026-11-02T12:00:00.123457Z": "", "updated_to=2026-11-02T12:00:00.123457Z": "1 2 3", "fnsku=X1": "",
		"sort=-price": "3 2 1", "sort=title": "1 3 2", "sort=-unit_cost,sku": "3 1 2", "sort=-sku": "3 2 1", "sort=fulfillable": "1 2 3",
	} {
		a := s.do(t, "ours", "GET", "/skus?"+query, "")
		require.Equal(t, 200, a.Code, "%s: %s", query, a.Body)
		require.Equal(t, want, idsOf(t, a), query)
	}
	a := s.do(t, "ours", "GET", "/skus?limit=2&count=true&sort=-price", "")
	require.Equal(t, "3 2", idsOf(t, a))
	next := `<https://api.example.org/api/v1/skus?count=true&cursor=`
	require.True(t, strings.HasPrefix(a.Header().Get("Link"), next), a.Header().Get("Link"))
	require.Contains(t, a.Body.String(), `"total":3`)
	link := strings.TrimPrefix(a.Header().Get("Link"), "<https://api.example.org/api/v1")
	a = s.do(t, "ours", "GET", link[:strings.Index(link, ">")], "")
	require.Equal(t, "1", idsOf(t, a))
}

func idsOf(t *testing.T, a *httptest.ResponseRecorder) string {
	t.Helper()
	var v struct{ Data []struct{ ID int64 } }
	require.NoError(t, json.Unmarshal(a.Body.Bytes(), &v))
	out := make([]string, len(v.Data))
	for i, d := range v.Data {
		out[i] = strconv.FormatInt(d.ID, 10)
	}
	return strings.Join(out, " ")
}
