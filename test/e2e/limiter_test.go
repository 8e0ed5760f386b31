package e2e_test

import (
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// checkAtOnce sends restriction checks to the servers in turn, all at the same moment, over a
// number of products.
func checkAtOnce(t *testing.T, servers []*server, key string, checks, products int) []answer {
	t.Helper()
	answers := make([]answer, checks)
	clients := make([]client, len(servers))
	for i, s := range servers {
		clients[i] = s.client(key)
	}
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range answers {
		all.Go(func() {
			<-start
			path := "/api/v1/products/" + simulator.ASIN(i%products) + "/restriction-status?domain=amazon.com"
			a, err := clients[i%len(clients)].try(call{path: path})
			if err != nil {
				t.Errorf("check %d: %v", i, err)
			}
			answers[i] = a
		})
	}
	close(start)
	all.Wait()
	return answers
}

// requireSixty checks that exactly 60 of the checks were accepted, and the rest refused in the
// right form. The team paid exactly for the upstream calls.
func requireSixty(t *testing.T, p *place, c client, answers []answer) {
	t.Helper()
	accepted := 0
	for _, a := range answers {
		require.Equal(t, "60", a.header.Get("X-RateLimit-Limit"))
		require.Equal(t, `"getRestrictionStatus";q=60;w=60`, a.header.Get("RateLimit-Policy"))
		if a.status == 200 {
			accepted++
			require.Contains(t, []any{"ALLOWED_TO_SELL", "NOT_ELIGIBLE", "APPROVAL_REQUIRED"}, object(t, a.body)["status"])
			continue
		}
		requireProblem(t, a, 429, "rate_limited")
		wait, err := strconv.Atoi(a.header.Get("Retry-After"))
		require.NoError(t, err)
		require.LessOrEqual(t, wait, 60)
		require.Equal(t, "0", a.header.Get("X-RateLimit-Remaining"))
	}
	require.Equal(t, 60, accepted)
	upstream := p.market.Counters()["getListingsRestrictions"]
	require.Equal(t, upstream.Calls, upstream.Statuses[200], "the marketplace refused nothing")
	me := c.want(200, "GET", "/api/v1/users/me", "")
	require.Equal(t, json.Number(strconv.Itoa(upstream.Calls)), me["tokensUsed"])
	require.Equal(t, json.Number(strconv.Itoa(allTokens-upstream.Calls)), me["tokensLeft"])
}

func TestSixtyChecksAMinute(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const products = 12
		team, other := p.team("Acme"), p.team("Other")
		s := p.serve()
		answers := checkAtOnce(t, []*server{s}, team.key, 200, products)
		requireSixty(t, p, s.client(team.key), answers)
		asked := map[int]bool{}
		for i, a := range answers {
			if a.status == 200 {
				asked[i%products] = true
			}
		}
		require.Equal(t, len(asked), p.market.Counters()["getListingsRestrictions"].Calls, "each product is asked for once")
		// Each team and each operation has its own limit.
		require.Equal(t, 200, s.client(team.key).do(call{path: "/api/v1/account"}).status)
		a := s.client(other.key).do(call{path: "/api/v1/products/" + simulator.CaseApproval + "/restriction-status"})
		require.Equal(t, 200, a.status, a.body)
		s.stop()
	})
}

func TestThreeProcessesShareTheLimit(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	redis := miniredis.RunT(t)
	p.set("SA_REDIS_URL", "redis://"+redis.Addr())
	team := p.team("Acme")
	servers := make([]*server, 3)
	var starts sync.WaitGroup
	for i := range servers {
		starts.Go(func() { servers[i] = p.serve() })
	}
	starts.Wait()
	require.False(t, t.Failed())
	// Redis runs in this process. It answers more checks at once too late where the machine is busy.
	var answers []answer
	for range 5 {
		answers = append(answers, checkAtOnce(t, servers, team.key, 24, 4)...)
	}
	requireSixty(t, p, servers[0].client(team.key), answers)
	for i, s := range servers {
		a := s.client(team.key).do(call{path: "/api/v1/products/" + simulator.CaseApproval + "/restriction-status"})
		requireProblem(t, a, 429, "rate_limited")
		require.NotEmpty(t, a.header.Get("Retry-After"), fmt.Sprint("server ", i))
	}
	for _, s := range servers {
		s.stop()
	}
}

// TestWithoutRedisEachProcessHasItsShare stops the Redis of two processes, and starts it again.
func TestWithoutRedisEachProcessHasItsShare(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	redis := miniredis.RunT(t)
	p.set("SA_REDIS_URL", "redis://"+redis.Addr())
	p.set("SA_RATE_LIMITS", "default=6")
	team := p.team("Acme")
	servers := []*server{p.serve(), p.serve()}
	require.Equal(t, "ready", object(t, servers[0].client(team.key).do(call{path: "/readyz"}).body)["status"])
	redis.Close()
	for _, s := range servers {
		caller := s.client(team.key)
		for range 3 {
			require.Equal(t, 200, caller.do(call{path: "/api/v1/account"}).status)
		}
		requireProblem(t, caller.do(call{path: "/api/v1/account"}), 429, "rate_limited")
		ready := caller.do(call{path: "/readyz"})
		require.Equal(t, 200, ready.status)
		require.Equal(t, map[string]any{"status": "degraded", "degraded": []any{"redis"}}, map[string]any{
			"status": object(t, ready.body)["status"], "degraded": object(t, ready.body)["degraded"],
		})
	}
	require.NoError(t, redis.Restart())
	for _, s := range servers {
		caller := s.client(team.key)
		poll(t, "Redis to be used again", func() bool { return object(t, caller.do(call{path: "/readyz"}).body)["status"] == "ready" })
		require.Equal(t, 200, caller.do(call{path: "/api/v1/account"}).status)
		s.stop()
	}
}

// TestTwoProcessesShareTheRefusals has a process use up nearly all refusals of a team, and the
// other process the last.
func TestTwoProcessesShareTheRefusals(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	redis := miniredis.RunT(t)
	p.set("SA_REDIS_URL", "redis://"+redis.Addr())
	p.set("SA_RATE_LIMITS", "default=2") // ten times as many may be refused
	team, other := p.team("Acme"), p.team("Other")
	first, second := p.serve(), p.serve()
	nonsense := call{path: "/api/v1/account?nonsense=1"}
	for range 19 {
		requireProblem(t, first.client(team.key).do(nonsense), 400, "validation_failed")
	}
	requireProblem(t, second.client(team.key).do(nonsense), 400, "validation_failed")
	for _, s := range []*server{second, first} {
		a := s.client(team.key).do(nonsense)
		requireProblem(t, a, 429, "rate_limited")
		require.Contains(t, a.body, "At most 20 refused calls in 60 seconds are read.")
		require.NotEmpty(t, a.header.Get("Retry-After"))
		require.Equal(t, 429, s.client(team.key).do(call{path: "/api/v1/account"}).status, "a call that nothing is wrong with")
		require.Equal(t, 200, s.client(other.key).do(call{path: "/api/v1/account"}).status)
		s.stop()
	}
}

// TestRedisThatDoesNotAnswer freezes a required Redis, which then takes connections without an
// answer, and then stops it.
func TestRedisThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	redis := miniredis.RunT(t)
	between, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var silent atomic.Bool
	go pass(between, redis.Addr(), &silent)
	p := newPlace(t, stores.SQLiteURL(t))
	p.set("SA_REDIS_URL", "redis://"+between.Addr().String())
	p.set("SA_REDIS_REQUIRED", "true")
	acme := p.team("Acme")
	s := p.serve()
	caller := s.client(acme.key)
	require.Equal(t, 200, caller.do(call{path: "/readyz"}).status)
	require.Equal(t, 200, caller.do(call{path: "/api/v1/account"}).status)

	silent.Store(true)
	for _, path := range []string{"/api/v1/account", "/readyz", "/api/v1/users/me", "/readyz"} {
		a := caller.do(call{path: path})
		requireProblem(t, a, 503, "service_unavailable")
		require.NotEmpty(t, a.header.Get("Retry-After"))
	}
	require.Contains(t, caller.do(call{path: "/readyz"}).body, "Redis, which keeps the call limits, does not answer.")

	silent.Store(false)
	poll(t, "Redis to be asked again", func() bool { return caller.do(call{path: "/readyz"}).status == 200 })
	require.Equal(t, 200, caller.do(call{path: "/api/v1/account"}).status)

	require.NoError(t, between.Close())
	redis.Close()
	requireProblem(t, caller.do(call{path: "/readyz"}), 503, "service_unavailable")
	s.stop()
}

// pass copies the bytes of each side to the other, until it is silent.
func pass(l net.Listener, to string, silent *atomic.Bool) {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", to)
		if err != nil {
			_ = near.Close()
			continue
		}
		for from, onto := range map[net.Conn]net.Conn{near: far, far: near} {
			go func() {
				defer func() { _ = onto.Close() }()
				b := make([]byte, 4096)
				for {
					n, err := from.Read(b)
					if err != nil {
						return
					}
					if silent.Load() {
						continue
					}
					if _, err := onto.Write(b[:n]); err != nil {
						return
					}
				}
			}()
		}
	}
}
