package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// TestKilledWhileRepricing kills the program at random moments while its user changes limits and
// prices are sent. Every decided price has a recorded outcome, and the marketplace got exactly the
// prices of the history.
func TestKilledWhileRepricing(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		began := time.Now()
		k := newRepricing(t, p)
		k.start(1)
		k.fill()
		for n := range kills.prices {
			last := n == kills.prices-1
			k.killWhileWorking(last)
			if !last {
				k.passTime()
			}
			k.start(n)
		}
		killed := time.Since(began)
		k.requireWorkingAgain()
		k.settle()
		k.requireHistoryAgrees()
		t.Logf("%d prices decided, %d sent, working again %s after the last start; %d kills took %s, coming to rest %s",
			len(k.history()), len(k.wire.prices()), k.again.Round(time.Millisecond), kills.prices, killed.Round(time.Millisecond),
			(time.Since(began) - killed - k.again).Round(time.Millisecond))
		k.stop()
	})
}

// repricing has an installation that reprices and is killed repeatedly.
type repricing struct {
	t      *testing.T
	p      *place
	random *rand.Rand
	team   team
	wire   *wire
	// the running processes, with the first to call
	processes []*server
	c         client
	rows      []string
	// a row that stays untouched until the last start
	spare  string
	skus   []string
	seller string
	// all limits that were ever asked for, the newest last
	limits []band
	begun  time.Time
	again  time.Duration
}

// band has the limits of all rows at a time.
type band struct{ low, high money.Amount }

// bandOf returns the n-th band. Each is above the band before, so that every price is new, no price
// falls, and earlier prices are outside of it.
func bandOf(n int) band {
	low := money.FromUnits(400_000 + 500*int64(n))
	return band{low, money.FromUnits(low.Units() + 200)}
}

func newRepricing(t *testing.T, p *place) *repricing {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	k := &repricing{t: t, p: p, random: rand.New(rand.NewPCG(seed, 1))}
	// A quick marketplace lets prices follow each other.
	market := simulator.New(simulator.Config{
		Limits: simulator.Limits{Scale: 20}, Submission: simulator.Delay{Min: 100 * time.Millisecond, Max: 100 * time.Millisecond},
	})
	k.wire = &wire{market: market.Handler()}
	server := httptest.NewServer(k.wire)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	p.connect(market, simulator.AddressesAt(server.URL))
	p.set("SA_RATE_LIMITS", "default=1000000", "SA_LOG_LEVEL", "warn")
	k.team = p.team("Acme")
	return k
}

// start starts one process that does everything, or two that share the work.
func (k *repricing) start(n int) {
	k.t.Helper()
	k.begun = time.Now()
	k.p.set("SA_WORKERS", "4")
	if n%2 == 1 {
		k.processes = []*server{k.p.serve()}
	} else {
		worker := k.p.launchAs([]string{"work", "--json"})
		k.p.set("SA_WORKERS", "0")
		k.processes = []*server{k.p.serve(), worker}
	}
	k.c = k.processes[0].client(k.team.key)
}

func (k *repricing) stop() {
	k.t.Helper()
	for _, s := range k.processes {
		s.stop()
	}
}

// fill makes rows with strategies that aim far below and far above their limits.
func (k *repricing) fill() {
	k.t.Helper()
	seller := k.p.market.Seller(marketplace.NA, simulator.Full)
	k.seller = seller.ID
	strategies := [2]string{}
	for i, price := range []string{"1", "900"} {
		body := fmt.Sprintf(`{"name":"At %s","type":"fixed","fixed_price":%s}`, price, price)
		made := k.c.want(201, "POST", strategiesPath, body)["data"].(map[string]any)
		strategies[i] = text(made["id"])
	}
	var rows []string
	for _, sale := range k.p.market.ForSale(seller, marketplace.US, 300) {
		if sale.Price.Cmp(money.MustParse("28")) < 0 || sale.Price.Cmp(bandOf(0).low) >= 0 || len(rows) == 20 {
			continue
		}
		rows = append(rows, fmt.Sprintf(`{"sku":%q,"asin":%q,"marketplace_id":%q,"mode":"auto","reprice_priority":"fast","strategy_id":%s,
			"limits":{"min_price":%s,"max_price":%s}}`,
			sale.SKU, sale.ASIN, usa, strategies[len(rows)%2], bandOf(0).low, bandOf(0).high))
		k.skus = append(k.skus, sale.SKU)
	}
	require.Len(k.t, rows, 20)
	made := k.c.want(200, "POST", productsPath, `{"products":[`+strings.Join(rows, ",")+`]}`)
	for _, entry := range rowsOf(k.t, map[string]any{"data": made["data"]}) {
		require.Equal(k.t, "created", entry["status"], entry)
		k.rows = append(k.rows, text(entry["id"]))
	}
	k.rows, k.spare = k.rows[1:], k.rows[0]
	k.limits = []band{bandOf(0)}
	k.p.ask("", "connection", "probe", "--team", k.team.id, k.team.connection)
	k.p.ask("", "notifications", "subscribe", "--team", k.team.id, "--connection", k.team.connection)
	k.c.want(200, "PATCH", "/api/v1/sa/repricer/settings", `{"submission_mode":"live"}`)
	// Waits for its first price, so that no kill leaves it waiting for minutes.
	k.await("the first price of the spare row", func() bool {
		return slices.ContainsFunc(listed(k.t, k.c, "/api/v1/sa/repricer/history?limit=200&outcome=accepted,confirmed"), func(change map[string]any) bool {
			return text(change["product_id"]) == k.spare
		})
	})
}

// killWhileWorking kills everything while prices leave and, unless it is the last
// time, limits change.
func (k *repricing) killWhileWorking(last bool) {
	k.t.Helper()
	before := len(k.wire.prices())
	gone := make(chan struct{})
	var user sync.WaitGroup
	k.changeLimits()
	if !last {
		user.Go(func() { k.keepChangingLimits(gone) })
	}
	k.await("prices to leave", func() bool { return len(k.wire.prices()) > before+3 })
	timer := time.NewTimer(time.Duration(k.random.IntN(500)) * time.Millisecond)
	<-timer.C
	for _, s := range k.processes {
		s.kill()
	}
	close(gone)
	user.Wait()
}

func (k *repricing) keepChangingLimits(gone chan struct{}) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-gone:
			return
		case <-tick.C:
			k.changeLimits()
		}
	}
}

// changeLimits moves the limits of all rows and releases held rows. The answer may be lost.
func (k *repricing) changeLimits() {
	next := bandOf(len(k.limits))
	k.limits = append(k.limits, next)
	_, _ = k.c.try(k.limiting(next))
}

func (k *repricing) limiting(b band) call {
	return call{method: "PATCH", path: productsPath, body: fmt.Sprintf(
		`{"ids":[%s],"mode":"auto","limits":{"min_price":%s,"max_price":%s}}`, joined(k.rows), b.low, b.high)}
}

// passTime lets half an hour pass for the leftovers of killed processes: their leases end, and
// their prices have to be looked up.
func (k *repricing) passTime() {
	k.t.Helper()
	k.alter("UPDATE repricer_lanes SET leased_until = 0", rowsAreDue, looksAreDue,
		fmt.Sprintf("UPDATE repricer_open_changes SET sent_at = sent_at - %d WHERE outcome = 'submitted'", halfAnHour))
}

const (
	rowsAreDue  = "UPDATE repricer_due SET due_at = 0, leased_until = 0 WHERE due_at IS NOT NULL"
	looksAreDue = "UPDATE repricer_open_changes SET next_at = 0 WHERE outcome IN ('submitted', 'accepted')"
)

var halfAnHour = (31 * time.Minute).Microseconds()

func (k *repricing) alter(statements ...string) {
	k.t.Helper()
	s := k.p.open()
	// The programs write meanwhile; a transaction that finds the file busy is repeated.
	require.NoError(k.t, s.InTx(k.t.Context(), func(ctx context.Context) error {
		for _, text := range statements {
			if _, err := s.Hot(ctx).Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}))
	require.NoError(k.t, s.Close())
}

// await polls without the minute after which a row is tried again, as when the
// marketplace was asked for its offers too often.
func (k *repricing) await(what string, yes func() bool) {
	k.t.Helper()
	moved := time.Now()
	poll(k.t, what, func() bool {
		if now := time.Now(); now.Sub(moved) > time.Second {
			moved = now
			k.alter(rowsAreDue + " AND lease_owner IS NULL")
		}
		return yes()
	})
}

// requireWorkingAgain waits for the price of a row, with unchanged leases: rows of dead processes
// rest until their lease ends, other rows do not.
func (k *repricing) requireWorkingAgain() {
	k.t.Helper()
	newest := k.limits[len(k.limits)-1]
	k.rows = append(k.rows, k.spare)
	require.Equal(k.t, 200, k.c.do(k.limiting(newest)).status)
	k.await("the next price", func() bool {
		return slices.ContainsFunc(k.wire.prices(), func(one wirePrice) bool { return one.sku == k.skus[0] && one.low == newest.low })
	})
	k.again = time.Since(k.begun)
}

// settle waits until every row is at its last limits and nothing is on its way.
// The minutes after which rows are tried again and prices are looked for are left
// out.
func (k *repricing) settle() {
	k.t.Helper()
	newest := k.limits[len(k.limits)-1]
	var moved time.Time
	var restless map[string]any
	k.t.Cleanup(func() {
		if k.t.Failed() {
			k.t.Logf("the last row that was not at rest: %v", restless)
		}
	})
	poll(k.t, "all rows to come to rest", func() bool {
		if now := time.Now(); now.Sub(moved) > time.Second {
			due := rowsAreDue + " AND lease_owner IS NULL"
			if moved.IsZero() {
				due = rowsAreDue // rows of dead processes are leased
			}
			moved = now
			// Prices sent a moment ago still wait for their answer.
			k.alter(due, looksAreDue, fmt.Sprintf("UPDATE repricer_open_changes SET sent_at = sent_at - %d WHERE outcome = 'submitted' AND sent_at < %d",
				halfAnHour, now.Add(-5*time.Second).UnixMicro()))
			require.Equal(k.t, 200, k.c.do(k.limiting(newest)).status) // releases held rows
		}
		for _, row := range listed(k.t, k.c, productsPath+"?limit=200") {
			restless = row
			// Changes of the market queue rows all the time.
			if row["run_state"] != "idle" && row["run_state"] != "queued" || row["hold"] != nil || row["current_price"] == nil {
				return false
			}
			if price := amountOf(k.t, row["current_price"]); price != newest.low && price != newest.high {
				return false
			}
		}
		return true
	})
}
