package notification_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/stores"
)

// state writes everything that events change, as text.
func (w *intakeWorld) state(t testing.TB) string {
	t.Helper()
	var out []string
	for _, query := range []string{
		"SELECT 'id ' || id || ' ' || seen_at FROM notification_ids",
		"SELECT 'newest ' || type || ' ' || seller_id || ' ' || subject || ' ' || event_id || ' ' || at FROM notification_newest",
		`SELECT 'row ' || sku || ' ' || version || ' ' || updated_at || ' hold ' || COALESCE(hold_reason, '-') || ' ' ||
			COALESCE(CAST(hold_since AS TEXT), '-') || ' ' || COALESCE(hold_details, '-') || ' box ' || buy_box_owner || ' ' ||
			COALESCE(CAST(buy_box_price AS TEXT), '-') || ' others ' || COALESCE(CAST(competitors_count AS TEXT), '-') || ' due ' ||
			COALESCE(CAST(next_due_at AS TEXT), '-') || ' event ' || COALESCE(CAST(last_event_at AS TEXT), '-') || ' offers ' ||
			COALESCE(CAST(offers_at AS TEXT), '-') FROM repricer_products`,
	} {
		var lines []string
		require.NoError(t, w.store.Read(t.Context()).NewRaw(query).Scan(t.Context(), &lines))
		out = append(out, lines...)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// market has a world with rows of two sellers in two teams.
type market struct {
	*intakeWorld
	team, other id.Team
}

func openMarket(t testing.TB, s *db.Store) market {
	t.Helper()
	w := open(t, s)
	m := market{w, w.team(t, "A1", "A2"), w.team(t, "A2")}
	m.fill(t)
	return m
}

func (m market) fill(t testing.TB) {
	t.Helper()
	m.row(t, m.team, "A1", "S1", nil)
	m.row(t, m.team, "A1", "S2", func(s *repricer.ProductSnapshot) { s.Mode = decision.ModeManual })
	m.row(t, m.team, "A2", "S1", nil)
	m.row(t, m.other, "A2", "S1", func(s *repricer.ProductSnapshot) {
		s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: intakeNoon})
	})
}

// again makes the market as if nothing had happened.
func (m market) again(t testing.TB) {
	t.Helper()
	for _, table := range []string{"notification_ids", "notification_newest", "repricer_products"} {
		_, err := m.store.Write(t.Context()).ExecContext(t.Context(), "DELETE FROM "+table)
		require.NoError(t, err)
	}
	m.fill(t)
}

// someEvents draws events of several streams; no two of a stream happened at
// the same time, for of those the marketplace does not say which counts.
func someEvents(n int, draw func(label string, below int) int) []string {
	taken := map[string]bool{}
	var out []string
	for i := range n {
		seller := []string{"A1", "A2"}[draw("seller", 2)]
		sku := []string{"S1", "S2"}[draw("sku", 2)]
		kind, minute, nid := draw("kind", 5), draw("minute", 60), fmt.Sprint("n", i)
		stream := fmt.Sprint(kind, seller, minute)
		if kind == 1 || kind == 2 {
			stream += sku
		}
		if taken[stream] {
			continue
		}
		taken[stream] = true
		switch kind {
		case 0:
			out = append(out, healthOf(nid, seller, minute))
		case 1:
			out = append(out, statusOf(nid, seller, sku, minute, []string{``, `"BUYABLE"`, `"DISCOVERABLE"`}[draw("status", 3)]))
		case 2:
			out = append(out, issuesOf(nid, seller, sku, minute, []string{``, `"INVALID_PRICE"`, `"INVALID_IMAGE"`}[draw("issue", 3)]))
		default:
			if taken[fmt.Sprint(7-kind, seller, minute)] { // both kinds of it are one stream
				continue
			}
			offers := []string{"A1 20.00 featured", "A2 19.00 winner", "B1 18.00 -", "B2 17.99 featured"}
			out = append(out, offersOf(nid, seller, minute, []string{"", "19.00", "17.99"}[draw("box", 3)], offers[draw("offers", 4):]...))
		}
	}
	return out
}

func TestAnyOrderAndDuplicationEndInTheSameState(t *testing.T) {
	m := openMarket(t, stores.Memory(t))
	rapid.Check(t, func(rt *rapid.T) {
		events := someEvents(rapid.IntRange(1, 25).Draw(rt, "events"), func(label string, below int) int {
			return rapid.IntRange(0, below-1).Draw(rt, label)
		})
		m.again(t)
		m.take(t, events...)
		want := m.state(t)

		again := slices.Clone(events)
		for range rapid.IntRange(0, 10).Draw(rt, "duplicates") {
			again = append(again, events[rapid.IntRange(0, len(events)-1).Draw(rt, "which")])
		}
		m.again(t)
		for _, one := range rapid.Permutation(again).Draw(rt, "order") {
			if rapid.Bool().Draw(rt, "together") {
				m.queue.Send([]byte(one))
				continue
			}
			m.take(t, one)
		}
		for m.queue.Len() > 0 {
			require.NoError(t, m.intake.Take(t.Context()))
		}
		require.Equal(rt, want, m.state(t))
		m.take(t, events...)
		require.Equal(rt, want, m.state(t), "all of them once more")
	})
}

func TestReceiversAtOnceEndInTheSameState(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		chance := rand.New(rand.NewPCG(1, 2))
		events := someEvents(150, func(_ string, below int) int { return chance.IntN(below) })
		require.Greater(t, len(events), 80)
		first := openMarket(t, stores.Memory(t))
		first.take(t, events...)
		want := first.state(t)

		w := openMarket(t, s)
		again := slices.Concat(events, events)
		chance.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		for _, one := range again {
			w.queue.Send([]byte(one))
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				for w.queue.Len() > 0 {
					if err := w.intake.Take(ctx); err != nil && ctx.Err() == nil {
						t.Error(err)
						return
					}
				}
				stop() // those who wait for more
			})
		}
		all.Wait()
		require.Equal(t, want, w.state(t))
	})
}
