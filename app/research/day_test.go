package research_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/adapters/simulator"
	series "sellingassistant/adapters/simulator/draw"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// boundless is a plan without a limit of tokens.
type boundless struct{}

func (b boundless) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return b, nil }

func (boundless) Commit(context.Context) error { return nil }

func (boundless) Release(context.Context) error { return nil }

// gate lies before Keepa and knows who waits to get there.
type gate struct {
	http.RoundTripper
	mu sync.Mutex
	// waiting maps products that have not reached Keepa yet to the time of the question.
	waiting map[string]time.Time
	// overtaken counts calls of batches that got there while a caller waited, batches all of them.
	overtaken, batches int
}

func (g *gate) expect(product string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting[product] = time.Now()
}

func (g *gate) done(product string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.waiting, product)
}

func (g *gate) RoundTrip(r *http.Request) (*http.Response, error) {
	products := r.URL.Query().Get("asin")
	g.done(products)
	if strings.Contains(products, ",") {
		g.mu.Lock()
		g.batches++
		for _, since := range g.waiting {
			if since.Before(time.Now()) {
				g.overtaken++
				break
			}
		}
		g.mu.Unlock()
	}
	return g.RoundTripper.RoundTrip(r)
}

// lowest records the least reading of Keepa's meter.
type lowest struct {
	mu   sync.Mutex
	left int64
	// spent counts tokens by lane.
	spent map[lookup.Lane]int64
}

func (l *lowest) Answered(lane lookup.Lane, _ time.Duration, m keepa.Meter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = min(l.left, m.Left.Or(0))
	l.spent[lane] += m.Consumed
}

func (*lowest) Unsettled(error) {}

func (*lowest) KeyRefused(int) {}

// forgetful keeps no answers: a database has no part in a test's clock.
type forgetful struct{}

func (forgetful) Get(context.Context, ports.Key, time.Time) ([]byte, bool, error) {
	return nil, false, nil
}

func (forgetful) Put(context.Context, ports.Key, []byte, time.Time) error { return nil }

func (forgetful) Forget(context.Context, time.Time) error { return nil }

// TestADayOfManyCallers lets 200 teams ask for more than twenty tokens a minute give, during the
// working hours of a day. Batches take the rest at all times. Waiting callers go before batches,
// also without a share of the bucket for callers. The day passes in seconds.
func TestADayOfManyCallers(t *testing.T) {
	for name, reserve := range map[string]int64{"a fifth is kept for callers": 20, "nothing is kept": 0} {
		t.Run(name, func(t *testing.T) { dayOfManyCallers(t, reserve) })
	}
}

func dayOfManyCallers(t *testing.T, reserve int64) {
	t.Helper()
	const (
		callers, rate = 200, 20
		hour          = time.Hour
		// A question with offers costs twelve tokens. Each caller asks once in fifty minutes, all
		// ask four times a minute.
		cost  = 12
		batch = 20
	)
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		sim := simulator.New(simulator.Config{Clock: simulator.NewClock(begun, 1), Products: simulator.MaxProducts, KeepaRate: rate})
		at := &gate{RoundTripper: inProcess{sim.Handler()}, waiting: map[string]time.Time{}}
		l := &lowest{left: rate * 60, spent: map[lookup.Lane]int64{}}
		client := keepa.NewClient(keepa.Config{
			Key: secret.New(simulator.KeepaKey), URL: simulator.AddressesAt("http://127.0.0.1:1").KeepaURL, Reserve: reserve, Clock: clock.System{},
			Watch: l, Transport: at,
		})
		histories := app.NewHistories(client, boundless{}.Reserve, forgetful{}, expiring.New[ports.ProductKey, lookup.Found](clock.System{}, 0, 1<<20), nil, clock.System{})
		ctx, cancel := context.WithDeadline(t.Context(), begun.Add(24*hour))
		defer cancel()
		var all sync.WaitGroup
		var mu sync.Mutex
		answered, refused, unadvised, longest := 0, 0, 0, time.Duration(0)
		for n := range callers {
			all.Go(func() {
				d := series.At(uint64(n) + 1)
				turn := 0
				for clock.Rest(ctx, time.Duration(d.Between(60, 6000))*time.Second) {
					if time.Since(begun) > 12*hour {
						return
					}
					product := simulator.ASIN(n*1000 + turn)
					turn++
					at.expect(product)
					asked := time.Now()
					_, err := histories.Ask(ctx, caller.Caller{Team: id.Team(n + 1)}, marketplace.Choice{Domain: "amazon.com"}, lookup.Question{
						Kind: lookup.ByName, Cost: cost, Query: map[string]string{"asin": product, "history": "0", "offers": "20"},
					})
					at.done(product)
					mu.Lock()
					longest = max(longest, time.Since(asked))
					switch f, ok := fault.As(err); {
					case err == nil, ok && f.Kind == fault.NotFound:
						answered++
					case ok && f.Code == fault.CodeUpstreamRateLimited:
						refused++
						if f.RetryAfter < time.Second {
							unadvised++
						}
					default:
						t.Errorf("%v", err)
					}
					mu.Unlock()
				}
			})
		}
		for n := range 3 {
			all.Go(func() {
				for turn := 0; ctx.Err() == nil; turn++ {
					// Keepa does not know these, which costs the same.
					unknown := make([]string, batch)
					for i := range unknown {
						unknown[i] = "B9" + strconv.Itoa(10_000_000+n*1_000_000+turn*batch+i)
					}
					_, _, err := client.Do(ctx, keepa.Call{Lane: lookup.Calibration, Cost: batch, Path: "/product", Query: map[string][]string{
						"domain": {"1"}, "asin": {strings.Join(unknown, ",")}, "history": {"0"},
					}})
					if err != nil && ctx.Err() == nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		counted := sim.Counters()["keepa"]
		t.Logf("answered %d, refused %d, batches %d, tokens %v", answered, refused, at.batches, l.spent)
		require.Zero(t, counted.Statuses[http.StatusTooManyRequests], "Keepa never had to refuse")
		require.LessOrEqual(t, l.spent[lookup.Interactive]+l.spent[lookup.Calibration], int64(rate*60+24*60*rate), "the tokens that Keepa gives in a day")
		require.Greater(t, l.left, int64(-cost-batch), "a call goes only while something is left")
		require.Zero(t, at.overtaken, "no batch goes before a caller that waits")
		require.Zero(t, unadvised, "every refusal says when to come back")
		require.LessOrEqual(t, longest, 6*time.Second)
		require.Greater(t, refused, callers, "they ask for more than there is")
		if reserve > 0 {
			require.Greater(t, answered, 12*60*rate/cost*8/10, "by day they get the tokens")
		}
		require.Greater(t, at.batches, 12*60*rate/batch*8/10, "by night to batches")
	})
}
