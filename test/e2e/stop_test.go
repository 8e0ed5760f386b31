package e2e_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/stores"
)

// slowChecks starts checks that hang at the marketplace and returns when the
// server is busy with all of them. wait returns their answers; a check without
// an answer has status 0.
func slowChecks(t *testing.T, s *server, key string, checks, products int) (wait func() []answer) {
	t.Helper()
	answers := make([]answer, checks)
	c := s.client(key)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			path := "/api/v1/products/" + simulator.ASIN(i%products) + "/restriction-status"
			answers[i], _ = c.try(call{path: path}) // the status is compared
		})
	}
	// A check that breaks the schema is not counted, and its answer has the count.
	look := s.client(key)
	poll(t, "the checks to be under way", func() bool {
		a := look.do(call{path: "/api/v1/products/x/restriction-status"})
		require.Equal(t, 400, a.status)
		return a.header.Get("X-RateLimit-Remaining") == fmt.Sprint(60-checks)
	})
	return func() []answer { all.Wait(); return answers }
}

// trickle is an upload that arrives slowly.
type trickle struct {
	pipe   *io.PipeWriter
	rest   string
	answer chan answer
}

// startUpload sends the first half of an upload and returns when the server is
// writing it down.
func startUpload(t *testing.T, p *place, c client, content string) *trickle {
	t.Helper()
	x := form("/api/v1/documents", "slow.txt", content)
	half := len(x.body) / 2
	r, w := io.Pipe()
	tr := &trickle{pipe: w, rest: x.body[half:], answer: make(chan answer, 1)}
	req, err := http.NewRequest(http.MethodPost, c.base+x.path, r)
	require.NoError(t, err)
	req.ContentLength = int64(len(x.body))
	req.Header.Set("Content-Type", x.kind)
	req.Header.Set("X-Api-Key", c.key)
	go func() {
		var a answer
		if res, err := c.http.Do(req); err == nil {
			b, _ := io.ReadAll(res.Body)
			_ = res.Body.Close()
			a = answer{res.StatusCode, res.Header, string(b)}
		}
		tr.answer <- a
	}()
	_, err = io.WriteString(w, x.body[:half])
	require.NoError(t, err)
	poll(t, "the upload to arrive", func() bool {
		found, err := filepath.Glob(filepath.Join(p.data, "files", "staging", "upload-*"))
		require.NoError(t, err)
		return len(found) == 1
	})
	return tr
}

// finish sends the rest in pieces, a few every tick.
func (tr *trickle) finish(t *testing.T, over time.Duration) answer {
	t.Helper()
	const pieces = 20
	tick := time.NewTicker(over / pieces)
	defer tick.Stop()
	for i := range pieces {
		from, to := i*len(tr.rest)/pieces, (i+1)*len(tr.rest)/pieces
		if _, err := io.WriteString(tr.pipe, tr.rest[from:to]); err != nil {
			break // the answer has the outcome
		}
		<-tick.C
	}
	require.NoError(t, tr.pipe.Close())
	return <-tr.answer
}

// awaitDraining waits until readiness is off. A balancer must be able to see that before new calls
// are refused.
func awaitDraining(t *testing.T, s *server) {
	t.Helper()
	poll(t, "readiness to turn off", func() bool {
		a, err := s.client("").try(call{path: "/readyz"})
		require.NoError(t, err, "newcomers are turned away before readiness is off")
		return a.status == 503
	})
}

func TestTerminationLetsEverythingEnd(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const checks, products = 50, 4 // of each of four teams
		s := p.serve()
		p.market.Inject(simulator.Fault{Mode: simulator.Slow, Operation: "getListingsRestrictions", Seconds: 2})
		teams := []team{p.team("One"), p.team("Two"), p.team("Three"), p.team("Four")}
		var waits []func() []answer
		for _, x := range teams {
			waits = append(waits, slowChecks(t, s, x.key, checks, products))
		}
		content := strings.Repeat("a line of text\n", 20_000)
		upload := startUpload(t, p, s.client(teams[0].key), content)

		s.terminate()
		awaitDraining(t, s)
		uploaded := upload.finish(t, 2*time.Second)
		require.Equal(t, 201, uploaded.status, uploaded.body)
		for _, wait := range waits {
			for i, a := range wait() {
				require.Equal(t, 200, a.status, "check %d: %s", i, a.body)
			}
		}
		require.Equal(t, 0, s.wait(), s.log)

		// Answered calls are stored and paid for.
		p.market.Heal()
		next := p.serve()
		for _, x := range teams {
			require.Equal(t, fmt.Sprint(products), text(next.client(x.key).want(200, "GET", "/api/v1/users/me", "")["tokensUsed"]))
		}
		c := next.client(teams[0].key)
		link, _ := c.want(200, "GET", uploaded.header.Get("Location")+"/download", "")["data"].(map[string]any)
		require.Equal(t, content, c.do(call{path: text(link["url"])}).body)
		next.stop()
	})
}

func TestSecondTerminationForces(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		team := p.team("Acme")
		s := p.serve()
		p.market.Inject(simulator.Fault{Mode: simulator.Stall, Operation: "getListingsRestrictions"})
		answers := slowChecks(t, s, team.key, 2, 1)
		s.terminate()
		awaitDraining(t, s)
		s.terminate()
		require.NotEqual(t, 0, s.wait())
		require.NotContains(t, s.log.String(), waitedInVain)
		for _, a := range answers() {
			require.Zero(t, a.status)
		}
		// Tokens reserved for cut calls are not lost.
		p.market.Heal()
		next := p.serve()
		require.Equal(t, "0", text(next.client(team.key).want(200, "GET", "/api/v1/users/me", "")["tokensUsed"]))
		next.stop()
	})
}

// waitedInVain is logged by a program that waited for its calls until its limit.
const waitedInVain = "context deadline exceeded"

func TestTerminationDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.team("Acme")
	s := p.serve()
	p.market.Inject(simulator.Fault{Mode: simulator.Stall, Operation: "getListingsRestrictions"})
	answers := slowChecks(t, s, team.key, 1, 1)
	s.terminate()
	require.Equal(t, 1, s.wait())
	require.Contains(t, s.log.String(), waitedInVain)
	answers()
}
