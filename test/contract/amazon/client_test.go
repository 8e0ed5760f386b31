package amazon_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/restriction"
)

func TestATokenThatDiedIsReplacedOnce(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		_, err := w.check(simulator.ASIN(1))
		require.NoError(t, err)
		w.market.ForgetTokens()
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Go(func() {
				_, err := w.check(simulator.ASIN(10 + i))
				require.NoError(t, err)
			})
		}
		wg.Wait()
		require.Empty(t, w.team.told())
		require.LessOrEqual(t, w.market.Counters()["token"].Calls, 1+5)
	})
}

func TestARevokedGrantNeedsAttention(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.team.seller = w.market.Seller(marketplace.NA, simulator.Revoked)
		require.Equal(t, fault.CodeIntegrationNeedsAttention, w.refusal(t, simulator.CaseUnrestricted).Code)
		require.Equal(t, []string{"invalid_grant"}, w.team.told())
		calls := w.market.Counters()["token"].Calls
		for range 10 {
			require.Equal(t, fault.CodeIntegrationNeedsAttention, w.refusal(t, simulator.CaseUnrestricted).Code)
		}
		require.Equal(t, calls, w.market.Counters()["token"].Calls, "no loop")
	})
}

func TestAGrantRevokedWhileItsTokenLives(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		_, err := w.check(simulator.CaseUnrestricted)
		require.NoError(t, err)
		w.market.Revoke(w.team.seller.RefreshToken)
		require.Equal(t, fault.CodeIntegrationNeedsAttention, w.refusal(t, simulator.CaseApproval).Code)
		require.Equal(t, []string{"invalid_grant"}, w.team.told())
	})
}

func TestAWrongSellerNeedsAttention(t *testing.T) {
	for name, seller := range map[string]func(w *world) simulator.Seller{
		"no role": func(w *world) simulator.Seller { return w.market.Seller(marketplace.NA, simulator.NoRole) },
		"other region": func(w *world) simulator.Seller {
			s := w.market.Seller(marketplace.EU, simulator.Full)
			s.Region = marketplace.NA
			return s
		},
		"other seller": func(w *world) simulator.Seller {
			s := w.market.Seller(marketplace.NA, simulator.Full)
			s.ID = w.market.Seller(marketplace.NA, simulator.Empty).ID
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				w.team.seller = seller(w)
				require.Equal(t, fault.CodeIntegrationNeedsAttention, w.refusal(t, simulator.CaseUnrestricted).Code)
				require.Equal(t, []string{"Unauthorized"}, w.team.told())
				require.Equal(t, 2, w.market.Counters()["token"].Calls, "one refresh")
			})
		})
	}
}

func TestOurOwnCredentialsAreNoFaultOfTheSeller(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.RefuseApplication(true)
		e := w.refusal(t, simulator.CaseUnrestricted)
		require.Equal(t, fault.CodeUpstreamUnavailable, e.Code)
		require.Equal(t, fault.Unavailable, e.Kind)
		require.Empty(t, w.team.told())
		require.NotZero(t, w.logs.FilterLevelExact(zap.ErrorLevel).Len(), "the operator needs a log line")
		w.market.RefuseApplication(false)
		_, err := w.check(simulator.CaseUnrestricted)
		require.NoError(t, err)
	})
}

func TestATokenEndpointThatIsAway(t *testing.T) {
	for _, mode := range []simulator.Mode{
		simulator.Error500, simulator.Error503, simulator.TokenBusy, simulator.HTML, simulator.Reset, simulator.Half, simulator.Junk,
		simulator.WrongTypes, simulator.Nothing, simulator.Stall, simulator.Drip, simulator.Big, simulator.Throttle, simulator.Redirect,
	} {
		t.Run(string(mode), func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				w.market.Inject(simulator.Fault{Mode: mode, Operation: "token"})
				began := time.Now()
				require.Equal(t, fault.CodeUpstreamUnavailable, w.refusal(t, simulator.CaseUnrestricted).Code)
				require.LessOrEqual(t, time.Since(began), 15*time.Second)
				require.Empty(t, w.team.told())
				w.market.Heal()
				time.Sleep(30 * time.Second)
				_, err := w.check(simulator.CaseUnrestricted)
				require.NoError(t, err, "recovered")
			})
		})
	}
}

func TestTransientFaultsAreRetried(t *testing.T) {
	for _, mode := range []simulator.Mode{
		simulator.Error500, simulator.Error503, simulator.HTML, simulator.Half, simulator.Junk, simulator.Nothing, simulator.Throttle, simulator.Forbid,
	} {
		t.Run(string(mode), func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				w.market.Inject(simulator.Fault{Mode: mode, Times: 1})
				status, err := w.check(simulator.CaseNotEligible)
				require.NoError(t, err)
				require.Equal(t, restriction.NotEligible, status)
				_, held, spent := w.meter.balance()
				require.EqualValues(t, []int64{0, 1}, []int64{held, spent})
				require.Empty(t, w.team.told())
			})
		})
	}
}

// A call that failed half-way may have arrived, also if the next try meets a limit.
func TestALimitDoesNotUndoATryBefore(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.Error503, Times: 1})
		w.market.Inject(simulator.Fault{Mode: simulator.Throttle, Times: 9})
		_, err := w.check(simulator.CaseNotEligible)
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable), "%v", err)
	})
}

func TestTheRateThatIsToldIsKept(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.RateChange, Rate: 0.5})
		for i := range 12 {
			_, err := w.check(simulator.ASIN(i))
			require.NoError(t, err)
		}
		began := time.Now()
		_, err := w.check(simulator.ASIN(100))
		require.NoError(t, err)
		require.InDelta(t, 2.06, time.Since(began).Seconds(), 0.1)
	})
}

func TestBreakerOpensClosesAndLeavesOthersAlone(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.Error503})
		for i := range 10 {
			require.Equal(t, fault.CodeUpstreamUnavailable, w.refusal(t, simulator.ASIN(i)).Code)
		}
		calls := w.market.Counters()["getListingsRestrictions"].Calls
		require.Less(t, calls, 30, "it has opened")
		began := time.Now()
		e := w.refusal(t, simulator.ASIN(50))
		require.Zero(t, time.Since(began), "an open breaker answers at once")
		require.Greater(t, e.RetryAfter, time.Duration(0))
		require.LessOrEqual(t, e.RetryAfter, 10*time.Second)
		require.Equal(t, calls, w.market.Counters()["getListingsRestrictions"].Calls)

		eu := w.market.Seller(marketplace.EU, simulator.Full)
		w.market.Heal()
		require.NoError(t, w.as(eu, func() error { _, err := w.check(simulator.ASIN(1)); return err }), "another region has another breaker")

		time.Sleep(10 * time.Second)
		_, err := w.check(simulator.ASIN(60))
		require.NoError(t, err, "closed again")
		_, err = w.check(simulator.ASIN(61))
		require.NoError(t, err)
	})
}

// as runs f with another seller account.
func (w *world) as(s simulator.Seller, f func() error) error {
	old := w.team.seller
	w.team.seller = s
	defer func() { w.team.seller = old }()
	return f()
}

func TestAHangingRegionLeavesOthersAlone(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.Stall, Seller: w.team.seller.ID})
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() { _ = w.refusal(t, simulator.ASIN(i)) })
		}
		synctest.Wait()
		w.team.mu.Lock()
		w.team.seller = w.market.Seller(marketplace.EU, simulator.Full)
		w.team.mu.Unlock()
		began := time.Now()
		_, err := w.check(simulator.ASIN(100))
		require.NoError(t, err)
		require.Less(t, time.Since(began), 50*time.Millisecond)
		wg.Wait()
	})
}

func TestLimitsThatAreAwayStopCalls(t *testing.T) {
	m := simulator.New(simulator.Config{})
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	at := simulator.AddressesAt(server.URL)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	tm := &team{seller: m.Seller(marketplace.NA, simulator.Full)}
	c, err := spapi.New(spapi.Config{
		TokenURL: at.TokenURL, Endpoints: at.Endpoints, ClientID: simulator.ClientID,
		ClientSecrets: []secret.Text{secret.New(simulator.ClientSecret)}, Transport: transport,
	}, tm, broken{}, zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	_, err = catalog.New(c).Restrictions(context.Background(),
		account.Seller{Team: 7, Connection: 3, Region: marketplace.NA, ID: tm.seller.ID}, restriction.Item{
			Marketplace: marketplace.US, ASIN: asin.MustParse(simulator.CaseUnrestricted), Condition: restriction.ConditionNew,
		})
	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.Unavailable, e.Kind)
	require.Zero(t, m.Counters()["getListingsRestrictions"].Calls)
}

type broken struct{}

func (broken) Take(context.Context, string, spapi.Rate, spapi.Priority) (spapi.Turn, error) {
	return spapi.Turn{}, errors.New("the store is away")
}

func (broken) Refused(context.Context, string, spapi.Rate, time.Duration) error { return nil }

func (broken) Answered(context.Context, string, spapi.Rate, float64) error { return nil }

// 5 GB from the upstream cost neither memory nor time.
func TestAnEndlessAnswer(t *testing.T) {
	w := &world{market: simulator.New(simulator.Config{}), meter: &meter{left: 10}}
	server := httptest.NewServer(w.market.Handler())
	defer server.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	w.assemble(t, simulator.AddressesAt(server.URL), transport)

	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	require.Equal(t, fault.CodeUpstreamUnavailable, w.refusal(t, simulator.CaseBig).Code)
	runtime.ReadMemStats(&after)
	require.Less(t, time.Since(began), time.Minute)
	require.Less(t, int64(after.HeapSys)-int64(before.HeapSys), int64(64<<20), "at its peak")
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20), "in all")
	require.Equal(t, 1, w.market.Counters()["getListingsRestrictions"].Calls, "asking again would bring the same")
}

func TestRequestsAndLogs(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		for _, asin := range []string{
			simulator.CaseNotEligible, simulator.CaseRejected, simulator.CaseReset, simulator.CaseError, simulator.CaseThrottled,
			simulator.CaseForbidden,
		} {
			_, _ = w.check(asin)
		}
		w.market.Inject(simulator.Fault{Mode: simulator.InvalidGrant, Operation: "token"})
		w.team.words = nil
		_, _ = w.check(simulator.CaseApproval)
		text := ""
		for _, entry := range w.logs.All() {
			text += fmt.Sprintln(entry.Message, entry.ContextMap())
		}
		require.Contains(t, text, "getListingsRestrictions")
		require.Contains(t, text, "request_id")
		for _, hidden := range []string{"Atza", "Atzr", simulator.ClientSecret, w.team.seller.RefreshToken, "sellerId", "marketplaceIds"} {
			require.NotContains(t, text, hidden)
		}
	})
}

func TestHeadersOfARequest(t *testing.T) {
	var mu sync.Mutex
	var seen []*http.Request
	var bodies atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/token") {
			_, _ = rw.Write([]byte(`{"access_token":"Atza|x","expires_in":3600}`))
			return
		}
		bodies.Add(r.ContentLength)
		seen = append(seen, r)
		_, _ = rw.Write([]byte(`{"restrictions":[]}`))
	}))
	defer server.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	w := &world{market: simulator.New(simulator.Config{}), meter: &meter{left: 10}}
	w.assemble(t, simulator.Addresses{TokenURL: server.URL + "/token", Endpoints: map[marketplace.Region]string{
		"na": server.URL + "/na", "eu": server.URL + "/eu", "fe": server.URL + "/fe",
	}}, transport)
	_, err := w.check("b0case0001")
	require.NoError(t, err)
	require.Len(t, seen, 1)
	r := seen[0]
	require.Equal(t, "/na/listings/2021-08-01/restrictions?asin=B0CASE0001&conditionType=new_new&marketplaceIds=ATVPDKIKX0DER&sellerId="+w.team.seller.ID, r.RequestURI)
	require.Equal(t, "Atza|x", r.Header.Get("X-Amz-Access-Token"))
	require.Regexp(t, `^SellingAssistant/1\.0 \(Language=Go/1\.\d+(\.\d+)?\)$`, r.UserAgent())
	require.Empty(t, r.Header.Get("Authorization"))
	require.Empty(t, r.Header.Get("Content-Type"))
	require.Zero(t, bodies.Load())
}
