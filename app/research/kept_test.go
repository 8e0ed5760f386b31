package research_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/research"
	"sellingassistant/adapters/simulator"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
	"sellingassistant/test/stores"
)

func TestAnswersAreKeptForWhomPaid(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		const first, second id.Team = 1, 2
		k, ctx := store.NewKept(s, 3), t.Context()
		key := ports.Key{Team: first, Marketplace: marketplace.US, Kind: lookup.ByName, Asked: "asin\x00B000000001\x00"}
		get := func(key ports.Key, after time.Time) string {
			answer, found, err := k.Get(ctx, key, after)
			require.NoError(t, err)
			require.Equal(t, found, answer != nil)
			return string(answer)
		}
		require.Empty(t, get(key, time.Time{}))
		require.NoError(t, k.Put(ctx, key, []byte(`{"products":[1]}`), noon))
		require.Equal(t, `{"products":[1]}`, get(key, noon.Add(-time.Microsecond)))
		require.Empty(t, get(key, noon), "too old")
		for text, change := range map[string]func(k *ports.Key){
			"team": func(k *ports.Key) { k.Team = second }, "marketplace": func(k *ports.Key) { k.Marketplace = "A1PA6795UKMFR9" },
			"kind": func(k *ports.Key) { k.Kind = lookup.ByWords }, "question": func(k *ports.Key) { k.Asked += "offers\x0020\x00" },
		} {
			other := key
			change(&other)
			require.Empty(t, get(other, time.Time{}), text)
		}
		require.NoError(t, k.Put(ctx, key, []byte(`{"products":[2]}`), noon.Add(time.Minute)))
		require.Equal(t, `{"products":[2]}`, get(key, noon), "the newest answer counts")

		noise := make([]byte, 3<<20)
		_, _ = rand.Read(noise)
		large := key
		large.Asked = "large"
		require.NoError(t, k.Put(ctx, large, []byte(hex.EncodeToString(noise)), noon))
		require.NotEmpty(t, get(large, time.Time{}), "six megabytes of half their entropy")
		require.NoError(t, k.Put(ctx, large, []byte(hex.EncodeToString(noise)+strings.Repeat(string(noise), 2)), noon.Add(time.Hour)))
		require.Len(t, get(large, time.Time{}), 6<<20, "an answer that is too large changes nothing")

		// Keeps three: the oldest is deleted, then all from before a time.
		for n, asked := range []string{"a", "b"} {
			next := key
			next.Asked = asked
			require.NoError(t, k.Put(ctx, next, []byte(asked), noon.Add(time.Duration(n+2)*time.Minute)))
		}
		require.NoError(t, k.Forget(ctx, noon.Add(-time.Hour)))
		require.Empty(t, get(large, time.Time{}))
		require.NotEmpty(t, get(key, time.Time{}))
		require.NoError(t, k.Forget(ctx, noon.Add(2*time.Minute)))
		require.Empty(t, get(key, time.Time{}))
		key.Asked = "a"
		require.Equal(t, "a", get(key, time.Time{}))
	})
}

func TestPaymentsOfTeams(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		const first, second id.Team = 1, 2
		p, ctx := store.NewPayments(s), t.Context()
		a, b, c := asin.MustParse("B000000001"), asin.MustParse("B000000002"), asin.MustParse("B000000003")
		since := func(team id.Team, m marketplace.ID, after time.Time) map[asin.ASIN]time.Time {
			paid, err := p.Since(ctx, team, m, []asin.ASIN{c, b, a}, after)
			require.NoError(t, err)
			return paid
		}
		none, err := p.Since(ctx, first, marketplace.US, nil, noon)
		require.NoError(t, err)
		require.Empty(t, none)
		require.Empty(t, since(first, marketplace.US, time.Time{}))
		require.NoError(t, p.Pay(ctx, first, marketplace.US, nil, noon))
		require.NoError(t, p.Pay(ctx, first, marketplace.US, []asin.ASIN{a, b}, noon))
		require.NoError(t, p.Pay(ctx, first, marketplace.US, []asin.ASIN{b, c}, noon.Add(time.Hour)))
		require.Equal(t, map[asin.ASIN]time.Time{a: noon, b: noon.Add(time.Hour), c: noon.Add(time.Hour)}, since(first, marketplace.US, noon.Add(-1)))
		require.Equal(t, map[asin.ASIN]time.Time{b: noon.Add(time.Hour), c: noon.Add(time.Hour)}, since(first, marketplace.US, noon))
		require.Empty(t, since(second, marketplace.US, time.Time{}))
		require.Empty(t, since(first, "A1PA6795UKMFR9", time.Time{}))
		require.NoError(t, p.Forget(ctx, noon.Add(time.Minute)))
		require.NotContains(t, since(first, marketplace.US, time.Time{}), a)
		require.Contains(t, since(first, marketplace.US, time.Time{}), b)
	})
}

// plan counts the charges of a team's plan.
type plan struct{ spent map[id.Team]int64 }

func (p plan) Reserve(_ context.Context, team id.Team, tokens int64) (meter.Hold, error) {
	return charge{p, team, tokens}, nil
}

type charge struct {
	plan
	team   id.Team
	tokens int64
}

func (c charge) Commit(context.Context) error { c.spent[c.team] += c.tokens; return nil }

func (charge) Release(context.Context) error { return nil }

// TestWhatWasPaidIsFreeAfterARestart asks programs that follow each other. The second reads
// payments from the database.
func TestWhatWasPaidIsFreeAfterARestart(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		w, spent := newWorld(t, s, 1000), map[id.Team]int64{}
		clk := simulator.NewClock(noon, 0)
		start := func() (*app.Histories, *app.Sources) {
			known, paid := expiring.New[ports.ProductKey, lookup.Found](clk, 0, 1<<20), store.NewPayments(s)
			sources := app.NewSources(app.SourceParts{Histories: w.client, Meter: plan{spent}.Reserve, Known: known, Payments: paid, Clock: clk})
			return app.NewHistories(w.client, plan{spent}.Reserve, store.NewKept(s, 100), known, paid, clk), sources
		}
		us, product := marketplace.Choice{Domain: "amazon.com"}, asin.MustParse(simulator.ASIN(3))
		ask := func(h *app.Histories, team id.Team, q map[string]string) string {
			answer, err := h.Ask(t.Context(), caller.Caller{Team: team}, us, lookup.Question{Kind: lookup.ByName, Cost: 1, Query: q})
			require.NoError(t, err)
			return string(answer)
		}
		before, sources := start()
		words := map[string]string{"asin": product.String(), "history": "0"}
		first := ask(before, 1, words)
		require.Contains(t, first, `"tokensConsumed":1`)
		_, err := sources.Of(t.Context(), caller.Caller{Team: 1}, marketplace.All()[0], product, app.Want{History: true}, "")
		require.NoError(t, err)
		require.Equal(t, map[id.Team]int64{1: 2}, spent)

		after, sources := start()
		require.Equal(t, strings.Replace(first, `"tokensConsumed":1`, `"tokensConsumed":0`, 1), ask(after, 1, words))
		found, err := sources.Of(t.Context(), caller.Caller{Team: 1}, marketplace.All()[0], product, app.Want{History: true}, "")
		require.NoError(t, err)
		require.Equal(t, noon, found.Paid)
		after, _ = start()
		history := func(team id.Team) {
			h, err := after.History(t.Context(), caller.Caller{Team: team}, us, lookup.Question{Kind: lookup.ByName, Cost: 1, Query: map[string]string{"asin": product.String()}})
			require.NoError(t, err)
			require.Equal(t, product.String(), h.ASIN)
		}
		history(1)
		require.Equal(t, map[id.Team]int64{1: 2}, spent)
		history(2)
		require.Equal(t, map[id.Team]int64{1: 2, 2: 1}, spent, "another team pays for itself")

		clk.Step(ports.KeptFor)
		require.NoError(t, after.Sweep(t.Context()))
		history(1)
		ask(after, 1, words)
		require.Equal(t, map[id.Team]int64{1: 4, 2: 1}, spent, "a day later it is paid again")
	})
}
