package security_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/identity"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

func check(asin string) checked.Call {
	return checked.Call{Method: "GET", Path: "/api/v1/products/" + asin + "/restriction-status"}
}

// TestOnlyConfiguredHostsAreCalled lets the marketplace redirect calls and token renewals
// elsewhere. No call goes there, and the answer is as documented. The database makes no difference.
func TestOnlyConfiguredHostsAreCalled(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	var visits atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		visits.Add(1)
		_, _ = w.Write([]byte(`{"restrictions":[],"access_token":"x","expires_in":3600}`))
	}))
	defer elsewhere.Close()
	t.Run("redirects", func(t *testing.T) {
		for status, target := range map[int]string{
			301: "//" + strings.TrimPrefix(elsewhere.URL, "http://"), 302: elsewhere.URL + "/x", 303: "file:///etc/passwd",
			307: elsewhere.URL + "/x", 308: elsewhere.URL + "/x",
		} {
			redirected(t, s, status, target, false)
		}
		redirected(t, s, 307, elsewhere.URL+"/token", true)
	})
	require.Zero(t, visits.Load(), "a redirect was followed")
}

// redirected checks a product with a marketplace that redirects everything, or
// everything but the token endpoint.
func redirected(t *testing.T, s *service.Service, status int, target string, tokens bool) {
	t.Helper()
	var asked atomic.Int64
	market := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/token") && !tokens {
			_, _ = w.Write([]byte(`{"access_token":"Atza|x","token_type":"bearer","expires_in":3600}`))
			return
		}
		asked.Add(1)
		w.Header().Set("Location", target)
		w.WriteHeader(status)
	}))
	t.Cleanup(market.Close)
	m := elsewhereConfigured(t, s, market.URL+"/token", market.URL)
	t.Run(fmt.Sprintf("%d %s %v", status, target, tokens), func(t *testing.T) {
		t.Parallel()
		a := m.client.Do(t, check(simulator.ASIN(1)))
		require.Equal(t, 500, a.Status, "%s", a.Body)
		require.Equal(t, "upstream_unavailable", a.Problem(t).Code)
		require.NotContains(t, string(a.Body), market.URL)
		require.Positive(t, asked.Load(), "the marketplace was not even asked")
	})
}

// elsewhereConfigured starts a second service on the same database that calls
// another marketplace, with a team of its own.
func elsewhereConfigured(t *testing.T, s *service.Service, token, endpoint string) *team {
	t.Helper()
	other := service.Start(t, service.Options{DatabaseURL: s.DatabaseURL, Clock: s.Clock, Environ: []string{
		"SA_LWA_TOKEN_URL=" + token, "SA_SPAPI_ENDPOINT_NA=" + endpoint, "SA_SPAPI_ENDPOINT_EU=" + endpoint, "SA_SPAPI_ENDPOINT_FE=" + endpoint,
	}})
	return newTeam(t, other, other.Document(t))
}

// TestAddressesOfUsersAreOnlyStored puts addresses of inner machines wherever a
// user may write an address: no connection is made to them.
func TestAddressesOfUsersAreOnlyStored(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		var visits atomic.Int64
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer func() { _ = l.Close() }()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				visits.Add(1)
				_ = c.Close()
			}
		}()
		_, port, err := net.SplitHostPort(l.Addr().String())
		require.NoError(t, err)
		op := m.doc.Operation(t, "updateRepricerSettings")
		for _, host := range []string{"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433", "0.0.0.0", "localhost", "localhost."} {
			a := m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path,
				Body: map[string]any{"notify": map[string]any{"webhook_url": "https://" + host + ":" + port + "/hook"}}})
			require.Less(t, a.Status, 500, host)
		}
		for _, text := range []string{"http://127.0.0.1:" + port, "file:///etc/passwd", "gopher://127.0.0.1:" + port + "/", "https://", "javascript:alert(1)", "https:///x"} {
			a := m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path, Invalid: true, Body: map[string]any{"notify": map[string]any{"webhook_url": text}}})
			require.Contains(t, []int{400, 422}, a.Status, "%s: %s", text, a.Body)
		}
		for _, query := range []string{"?domain=127.0.0.1:" + port, "?domain=http://127.0.0.1:" + port, "?domain=amazon.com.evil.example", "?domain=amazon.com%40127.0.0.1", "?marketplaceId=../../x"} {
			call := check(simulator.ASIN(3))
			call.Path += query
			require.Equal(t, 400, m.client.Do(t, call).Status, query)
		}
		require.Zero(t, visits.Load())
	})
}

// TestExactlySixtyChecks asks for 200 restriction checks at once: sixty are
// accepted, and a minute later sixty more.
func TestExactlySixtyChecks(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		other := newTeam(t, s, m.doc)
		for round := range 2 {
			counts := atOnce(t, m, 200)
			require.Equal(t, map[int]int{200: 60, 429: 140}, counts, "round %d", round)
			// Refused calls cost nothing.
			a := m.client.Do(t, check(simulator.CaseUnrestricted))
			require.Equal(t, 429, a.Status)
			require.Equal(t, "rate_limited", a.Problem(t).Code)
			require.Equal(t, "60", a.Header.Get("X-RateLimit-Limit"))
			require.Equal(t, "0", a.Header.Get("X-RateLimit-Remaining"))
			s.Clock.Add(59 * time.Second)
			require.Equal(t, 429, m.client.Do(t, check(simulator.CaseUnrestricted)).Status)
			s.Clock.Add(time.Second)
		}
		// Another team's checks count separately, and so do other operations.
		require.Equal(t, map[int]int{200: 60}, atOnce(t, other, 60))
		require.Equal(t, 200, other.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"}).Status)
		// A call that does not pass key or schema does not count.
		fresh := newTeam(t, s, m.doc)
		for range 70 {
			call := check("short")
			call.Invalid = true
			require.Equal(t, 400, fresh.client.Do(t, call).Status)
		}
		require.Equal(t, map[int]int{200: 60}, atOnce(t, fresh, 60))
	})
}

// atOnce makes checks of one product side by side and counts the statuses.
func atOnce(t *testing.T, m *team, calls int) map[int]int {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	counts := map[int]int{}
	start := make(chan struct{})
	for range calls {
		wg.Go(func() {
			<-start
			a, err := m.client.Try(t, check(simulator.CaseUnrestricted))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("%v", err)
			}
			counts[a.Status]++
		})
	}
	close(start)
	wg.Wait()
	return counts
}

// TestTokensAreCountedToTheUnit makes a thousand checks. Some are answered from the cache, some are
// shared, some fail upstream and some are refused. The team pays exactly for the checks that the
// marketplace answered.
func TestTokensAreCountedToTheUnit(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		s.Market.Inject(simulator.Fault{Mode: simulator.BadRequest, Operation: "getListingsRestrictions", Share: 0.1})
		s.Market.Inject(simulator.Fault{Mode: simulator.HTML, Operation: "getListingsRestrictions", Share: 0.03})
		s.Market.Inject(simulator.Fault{Mode: simulator.Unsupported, Operation: "getListingsRestrictions", Share: 0.05})
		statuses := map[int]int{}
		var mu sync.Mutex
		calls := 0
		for round := range 21 {
			var wg sync.WaitGroup
			for worker := range 10 {
				wg.Go(func() {
					for n := range 5 {
						call := check(simulator.ASIN(round*20 + (worker*5+n)%25))
						switch n {
						case 3:
							call = check(simulator.CaseForbidden[:9] + "x") // unknown to the catalogue
						case 4:
							call.Path += "?marketplaceId=A1F83G8C2ARO7P" // another region
						}
						a, err := m.client.Try(t, call)
						mu.Lock()
						if err != nil {
							t.Errorf("%v", err)
						}
						calls++
						statuses[a.Status]++
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			s.Clock.Add(61 * time.Second)
		}
		require.GreaterOrEqual(t, calls, 1000)
		require.Greater(t, statuses[200], 500, "%v", statuses)
		require.Positive(t, statuses[500]+statuses[400]+statuses[403], "nothing failed: %v", statuses)
		// The breaker may have kept calls from the marketplace; those it answered count.
		paid := answeredWell(s)
		me := object(m.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"}).Body)
		require.Equal(t, float64(paid), me["tokensUsed"], "answers of the marketplace against tokens; %v %v", statuses, s.Market.Counters())
		require.Equal(t, 1_000_000.0-float64(paid), me["tokensLeft"])
		require.Empty(t, s.Dump(t)["token_reservations"], "tokens are still held")
		require.Less(t, paid, statuses[200], "nothing came from the cache")
	})
}

// answeredWell counts the marketplace's answers of 200.
func answeredWell(s *service.Service) int {
	return s.Market.Counters()["getListingsRestrictions"].Statuses[200]
}

// TestPaymentRequired spends the last token, and lets a subscription lapse.
func TestPaymentRequired(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		poor := paying(t, s, doc, service.Wish{Tokens: 3})
		for i := range 3 {
			require.Equal(t, 200, poor.Do(t, check(simulator.ASIN(i))).Status)
		}
		a := poor.Do(t, check(simulator.ASIN(4)))
		require.Equal(t, 402, a.Status)
		require.Equal(t, "quota_exhausted", a.Problem(t).Code)
		require.Equal(t, 200, poor.Do(t, check(simulator.ASIN(0))).Status, "a cached answer costs nothing")
		me := object(poor.Do(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"}).Body)
		require.Equal(t, []any{0.0, 3.0, 3.0}, []any{me["tokensLeft"], me["tokensUsed"], me["tokensLimit"]})
		// A new month fills it up.
		s.Clock.Add(14 * 24 * time.Hour)
		require.Equal(t, 200, poor.Do(t, check(simulator.ASIN(4))).Status)

		for _, status := range []identity.PlanStatus{identity.PastDue, identity.Cancelled} {
			a := paying(t, s, doc, service.Wish{Plan: status}).Do(t, check(simulator.ASIN(0)))
			require.Equal(t, 402, a.Status, status)
			require.Equal(t, "subscription_inactive", a.Problem(t).Code, status)
		}
		require.Equal(t, 200, paying(t, s, doc, service.Wish{Plan: identity.Trialing}).Do(t, check(simulator.ASIN(0))).Status)
		// Without a connection that comes first.
		a = paying(t, s, doc, service.Wish{Unconnected: true, Plan: identity.Cancelled}).Do(t, check(simulator.ASIN(0)))
		require.Equal(t, 403, a.Status)
		require.Equal(t, "integration_required", a.Problem(t).Code)
		call := check(simulator.ASIN(0))
		call.Path += "?domain=amazon.co.jp"
		a = paying(t, s, doc, service.Wish{}).Do(t, call)
		require.Equal(t, 422, a.Status)
		require.Equal(t, "marketplace_not_connected", a.Problem(t).Code)

		revoked := s.Team(t, service.Wish{Kind: simulator.Revoked})
		client := &checked.Client{Document: doc, Handler: s.Handler, Key: revoked.Key}
		for range 2 {
			a = client.Do(t, check(simulator.ASIN(0)))
			require.Equal(t, 403, a.Status)
			require.Equal(t, "integration_needs_attention", a.Problem(t).Code)
		}
		require.Contains(t, fmt.Sprint(s.Dump(t)["connections"]), "needs_attention")
		me = object(client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"}).Body)
		require.Equal(t, 0.0, me["tokensUsed"], "a failed call costs nothing")
	})
}

func paying(t *testing.T, s *service.Service, doc *checked.Document, w service.Wish) *checked.Client {
	t.Helper()
	return &checked.Client{Document: doc, Handler: s.Handler, Key: s.Team(t, w).Key}
}
