package repricer_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/test/rowstore"
)

func TestCreateNeedsSellerAccounts(t *testing.T) {
	row := `{"products":[{"sku":"a","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001"}]}`
	build := func(accounts ...account.Seller) *site {
		m := rowstore.New()
		for _, a := range accounts {
			m.Connect(ours, a)
		}
		return siteOver(t, inMemory(m), m)
	}
	seller := func(seller string, active bool, serves ...marketplace.ID) account.Seller {
		return account.Seller{ID: seller, Marketplaces: serves, Active: active}
	}
	requireRefused(t, build().call(t, "POST", "/products", row), 403, "integration_required")
	requireRefused(t, build(seller("A", false, de)).call(t, "POST", "/products", row), 403, "integration_needs_attention")
	a := build(seller("A", true, gb)).call(t, "POST", "/products", row)
	require.Contains(t, a.Body, `"errors":[{"code":"marketplace_not_connected","message":"No connected seller account serves the marketplace.","id":null,"index":0}]`)
	a = build(seller("A", true, de), seller("B", true, de)).call(t, "POST", "/products", row)
	require.Contains(t, a.Body, `"errors":[{"code":"conflict","message":"Several seller accounts serve the marketplace; give seller_id.","id":null,"index":0}]`)
	s := seeded(t)
	requireRefused(t, s.call(t, "POST", "/products", changed(row, `"asin"`, `"strategy_id":99,"asin"`)), 422, "strategy_not_found", "strategy_not_found /products/0/strategy_id")
	a = s.call(t, "POST", "/products", changed(row, `"asin"`, `"mode":"auto","asin"`))
	require.Contains(t, a.Body, `"errors":[{"code":"invalid_limits"`)
	a = s.call(t, "POST", "/products", changed(row, `"asin"`, `"mode":"auto","limits":{"min_price":1},"asin"`))
	require.Contains(t, a.Body, `"errors":[{"code":"strategy_required"`)
}

// Every id of another team answers as one that never existed.
func TestForeignIDsAnswerAsUnknownOnes(t *testing.T) {
	s := seeded(t)
	foreignRow := s.rows(t, theirs, plainRows(1)...)[0].ID
	foreignStrategy := s.strategy(t, theirs, "Foreign")
	before := page1(t, s.world)
	for _, c := range []struct {
		method, path, in string
		strategy         bool
	}{
		{"GET", "/products/ID", ``, false}, {"PATCH", "/products/ID", `{"mode":"off"}`, false}, {"DELETE", "/products/ID", ``, false},
		{"PATCH", "/products", `{"ids":[ID],"mode":"off"}`, false}, {"DELETE", "/products", `{"ids":[ID]}`, false},
		{"PATCH", "/products/1", `{"strategy_id":ID}`, true}, {"PATCH", "/products", `{"ids":[1],"strategy_id":ID}`, true},
		{"POST", "/products", `{"products":[{"sku":"n","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001","strategy_id":ID}]}`, true},
		{"GET", "/products?strategy_id=ID", ``, true}, {"PATCH", "/settings", `{"default_strategy_id":ID}`, true},
		{"GET", "/strategies/ID", ``, true}, {"PATCH", "/strategies/ID", `{"enabled":false}`, true}, {"DELETE", "/strategies/ID", ``, true},
		{"DELETE", "/strategies", `{"ids":[ID]}`, true}, {"DELETE", "/strategies/1?reassign_to=ID", ``, true},
		{"DELETE", "/strategies?reassign_to=ID", `{"ids":[1]}`, true},
	} {
		foreign := fmt.Sprint(foreignRow)
		if c.strategy {
			foreign = fmt.Sprint(foreignStrategy)
		}
		ask := func(n string) answer {
			a := s.call(t, c.method, strings.ReplaceAll(c.path, "ID", n), strings.ReplaceAll(c.in, "ID", n))
			a.Body = strings.NewReplacer(`"id":`+n+`,`, `"id":ID,`, `/`+n+`"`, `/ID"`, " "+n+`."`, ` ID."`).Replace(a.Body)
			return a
		}
		require.Equal(t, ask("987654321"), ask(foreign), "%s %s %s", c.method, c.path, c.in)
	}
	require.Equal(t, before, page1(t, s.world))
	require.Equal(t, 404, s.call(t, "GET", "/settings", "").Status)
	_, err := s.products.Get(t.Context(), theirs, foreignRow)
	require.NoError(t, err)
	got, err := s.strategies.Get(t.Context(), theirs, foreignStrategy)
	require.NoError(t, err)
	require.Equal(t, int64(1), got.Version)
}

func TestStaleVersionsAreRefused(t *testing.T) {
	s := seeded(t)
	require.Equal(t, 200, s.call(t, "PATCH", "/settings", `{"enabled":true}`).Status)
	for _, c := range [][3]string{
		{"PATCH", "/settings", `{"enabled":false}`}, {"DELETE", "/settings", ""}, {"PATCH", "/products/1", `{"condition":"used"}`},
		{"DELETE", "/products/1", ""}, {"PATCH", "/strategies/1", `{"enabled":false}`}, {"DELETE", "/strategies/1", ""},
	} {
		for _, tag := range []string{`"2"`, `W/"7"`, `"x"`} {
			requireRefused(t, s.with(t, http.Header{"If-Match": {tag}}, c[0], c[1], c[2]), 412, "precondition_failed")
		}
		requireRefused(t, s.with(t, http.Header{"If-Match": {"2"}}, c[0], c[1], c[2]), 400, "validation_failed", "invalid If-Match")
	}
	for _, tag := range []string{`"1"`, `*`} {
		require.Equal(t, 200, s.with(t, http.Header{"If-Match": {tag}}, "PATCH", "/products/1", `{"limits":{}}`).Status)
	}
	require.Equal(t, 204, s.call(t, "DELETE", "/settings", "").Status)
	requireRefused(t, s.with(t, http.Header{"If-Match": {`"2"`}}, "PATCH", "/settings", `{"enabled":true}`), 412, "precondition_failed")
}

// operations names a call that succeeds for each operation on a seeded site,
// in an order in which each finds what it needs.
var operations = []struct{ id, method, path, in string }{
	{"updateRepricerSettings", "PATCH", "/settings", `{"enabled":true}`},
	{"getRepricerSettings", "GET", "/settings", ""},
	{"resetRepricerSettings", "DELETE", "/settings", ""},
	{"createRepricerProducts", "POST", "/products", `{"products":[{"sku":"n","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001"}]}`},
	{"listRepricerProducts", "GET", "/products", ""},
	{"getRepricerProduct", "GET", "/products/1", ""},
	{"updateRepricerProduct", "PATCH", "/products/1", `{"mode":"off","condition":"used"}`},
	{"updateRepricerProducts", "PATCH", "/products", `{"ids":[1],"condition":"club"}`},
	{"updateRepricerProductsEach", "POST", "/products/updates", `{"updates":[{"id":1,"condition":"new"}]}`},
	{"deleteRepricerProduct", "DELETE", "/products/1", ""},
	{"deleteRepricerProducts", "DELETE", "/products", `{"ids":[2]}`},
	{"createRepricerStrategy", "POST", "/strategies", `{"name":"n","type":"fixed","fixed_price":1}`},
	{"listRepricerStrategies", "GET", "/strategies", ""},
	{"getRepricerStrategy", "GET", "/strategies/1", ""},
	{"updateRepricerStrategy", "PATCH", "/strategies/1", `{"enabled":false}`},
	{"deleteRepricerStrategy", "DELETE", "/strategies/1", ""},
	{"deleteRepricerStrategies", "DELETE", "/strategies", `{"ids":[2]}`},
}

func TestEveryOperationRefusesWhatItMust(t *testing.T) {
	for _, c := range operations {
		t.Run(c.id, func(t *testing.T) {
			s := seeded(t)
			requireRefused(t, s.with(t, http.Header{"X-Api-Key": {"other"}}, c.method, c.path, c.in), 403, "access_denied")
			if c.method != "GET" {
				requireRefused(t, s.with(t, http.Header{"X-Api-Key": {"reader"}}, c.method, c.path, c.in), 403, "insufficient_scope")
			}
			if c.in != "" {
				requireRefused(t, s.with(t, http.Header{"Content-Type": {"text/plain"}}, c.method, c.path, c.in), 415, "unsupported_media_type")
				requireRefused(t, s.call(t, c.method, c.path, `{"x":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "too_large")
			}
			for call := 1; ; call++ {
				done := true
				seen := 0
				for want, err := range map[int]error{
					503: fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "Away.").After(time.Second),
					500: errors.New("pq: secret"),
				} {
					s := seeded(t)
					if c.id != "updateRepricerSettings" {
						require.Equal(t, 200, s.call(t, "PATCH", "/settings", `{"enabled":true}`).Status)
					}
					before, strategies, settings := page1(t, s.world), s.allStrategies(t), load(t, s.world, ours)
					seen = 0
					s.memory.OnCall(func(string) error {
						if seen++; seen == call {
							return err
						}
						return nil
					})
					a := s.call(t, c.method, c.path, c.in)
					s.memory.OnCall(func(string) error { return nil })
					if seen < call {
						require.Less(t, a.Status, 300, a.Body)
						continue
					}
					done = false
					require.Equal(t, want, a.Status, a.Body)
					require.NotContains(t, a.Body, "secret")
					require.Equal(t, before, page1(t, s.world))
					require.Equal(t, strategies, s.allStrategies(t))
					require.Equal(t, settings, load(t, s.world, ours))
				}
				if done {
					require.Greater(t, call, 1, "no call of the store failed")
					return
				}
			}
		})
	}
}

func (s *site) allStrategies(t *testing.T) []ports.StrategyRow {
	t.Helper()
	return walkStrategies(t, s.world, ours, ports.StrategyFilter{}, nil)
}

func TestPublishedOperations(t *testing.T) {
	s := newSite(t)
	for _, c := range operations {
		req, err := http.NewRequest(c.method, "/api/v1/sa/repricer"+c.path, nil)
		require.NoError(t, err)
		route, _, err := s.routes.FindRoute(req)
		require.NoError(t, err)
		o := route.Operation
		require.Equal(t, c.id, o.OperationID)
		require.Equal(t, []string{"repricer"}, o.Tags)
		require.Equal(t, "beta", o.Extensions["x-stability"])
		require.NotEmpty(t, o.Summary)
		require.NotEmpty(t, o.Description)
		for _, status := range []string{"400", "403", "429", "500", "503"} {
			require.NotNil(t, o.Responses.Value(status), "%s %s", c.id, status)
		}
		require.Equal(t, strings.Contains(c.path, "/1") || c.id == "getRepricerSettings", o.Responses.Value("404") != nil, c.id)
	}
	require.Len(t, operations, 17)
}
