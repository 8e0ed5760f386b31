package openapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// buyer has a team that asks for price histories.
type buyer struct{ *checked.Client }

func newBuyer(t *testing.T, s *service.Service, w service.Wish) buyer {
	t.Helper()
	w.Unconnected = true
	return buyer{&checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, w).Key}}
}

// used returns the tokens of the plan that the team has spent.
func (b buyer) used(t *testing.T) int64 {
	t.Helper()
	var user struct{ TokensUsed int64 }
	require.NoError(t, json.Unmarshal(b.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/users/me"}).Body, &user))
	return user.TokensUsed
}

// asks wants a status and the tokens of the plan that a call costs, and returns the answer's
// members.
func (b buyer) asks(t *testing.T, status int, tokens int64, path string) map[string]any {
	t.Helper()
	before := b.used(t)
	a := b.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/keepa/" + path})
	require.Equal(t, status, a.Status, "%s %.500s", path, a.Body)
	require.Equal(t, tokens, b.used(t)-before, path)
	require.NotContains(t, string(a.Body), simulator.KeepaKey)
	var members map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &members))
	return members
}

// TestPriceHistoryTokens requires each team to pay its own answers, once a day, and nothing for
// failures.
func TestPriceHistoryTokens(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		one, two := newBuyer(t, s, service.Wish{}), newBuyer(t, s, service.Wish{})
		const question = "product?history=0&asin="
		first := one.asks(t, 200, 1, question+simulator.ASIN(3))
		require.InDelta(t, 1, first["tokensConsumed"], 0)
		for _, name := range []string{"tokensLeft", "refillIn", "refillRate", "tokenFlowReduction"} {
			require.NotContains(t, first, name)
		}
		again := one.asks(t, 200, 0, question+simulator.ASIN(3))
		require.InDelta(t, 0, again["tokensConsumed"], 0)
		require.Equal(t, first["products"], again["products"])
		require.InDelta(t, 1, two.asks(t, 200, 1, question+simulator.ASIN(3))["tokensConsumed"], 0, "another team pays")
		one.asks(t, 200, 2, question+simulator.ASIN(3)+","+simulator.ASIN(4))
		one.asks(t, 200, 10, "search?history=0&term=bottle")
		one.asks(t, 404, 0, question+"B0NOTHING0")
		one.asks(t, 400, 0, question+simulator.ASIN(3)+"&code=400781440147")
		one.asks(t, 400, 0, "product")
		one.asks(t, 422, 0, question+simulator.ASIN(3)+"&domain=amazon.eg")
		newBuyer(t, s, service.Wish{Tokens: -1}).asks(t, 402, 0, question+simulator.ASIN(3))
		poor := newBuyer(t, s, service.Wish{Tokens: 2})
		poor.asks(t, 402, 0, question+simulator.ASIN(3)+","+simulator.ASIN(4)+","+simulator.ASIN(5))
		s.Market.Inject(simulator.Fault{Mode: simulator.Keepa402})
		one.asks(t, 503, 0, question+simulator.ASIN(5))
		s.Market.Heal()
		s.Market.Inject(simulator.Fault{Mode: simulator.Keepa429})
		require.Equal(t, "upstream_rate_limited", one.asks(t, 429, 0, question+simulator.ASIN(5))["code"])
		s.Market.Heal()
		require.NotContains(t, s.Log.String(), simulator.KeepaKey)
	})
}

func TestPriceHistoryNeedsAKey(t *testing.T) {
	s := service.Start(t, service.Options{DatabaseURL: stores.SQLiteURL(t), Environ: []string{"SA_KEEPA_KEY="}})
	require.Equal(t, "not_supported", newBuyer(t, s, service.Wish{}).asks(t, 422, 0, "product?asin="+simulator.ASIN(3))["code"])
}
