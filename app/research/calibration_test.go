package research_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/research"
	"sellingassistant/adapters/simulator"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestCalibrationIsKept(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		c, ctx := store.NewCalibration(s), t.Context()
		cell, other := sales.Cell{Marketplace: marketplace.US, Root: 11}, sales.Cell{Marketplace: marketplace.US, Root: 12}
		product := func(n int) asin.ASIN { return asin.MustParse(fmt.Sprintf("B0%08d", n)) }
		truth := func(rank float64, low int64, high ...int64) optional.Maybe[sales.Point] {
			p := sales.Point{Rank: rank, Low: low}
			if len(high) > 0 {
				p.High = optional.Some(high[0])
			}
			return optional.Some(p)
		}
		estimate := func(point, low, high int64) optional.Maybe[sales.Evidence] {
			return optional.Some(sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: point, Low: low, High: optional.Some(high)})
		}
		require.NoError(t, c.Observe(ctx, []ports.Observed{
			{Cell: cell, ASIN: product(1), At: noon, Truth: truth(10.5, 300, 400), Estimate: estimate(350, 200, 600)},
			{Cell: cell, ASIN: product(1), At: noon.Add(24 * time.Hour), Truth: truth(99, 1, 2), Estimate: estimate(1, 1, 1)},
			{Cell: cell, ASIN: product(2), At: noon, Truth: truth(20, 100_000), Estimate: estimate(10, 5, 20)},
			{Cell: other, ASIN: product(3), At: noon, Estimate: estimate(40, 30, 60)},
		}))
		points := func(c2 sales.Cell, since time.Time) (all []sales.Point) {
			require.NoError(t, c.Points(ctx, c2, since, func(p sales.Point) { all = append(all, p) }))
			return all
		}
		require.Equal(t, []sales.Point{truth(10.5, 300, 400).Or(sales.Point{}), truth(20, 100_000).Or(sales.Point{})}, points(cell, noon), "one in thirty days")
		require.Empty(t, points(cell, noon.Add(time.Second)))
		require.Empty(t, points(other, noon))
		cells, err := c.Cells(ctx, noon)
		require.NoError(t, err)
		require.Equal(t, []sales.Cell{cell}, cells)

		// Of the estimates of a week, the first was right, the second far off, and the third waits
		// for its truth.
		judged, err := c.Judged(ctx, cell, noon)
		require.NoError(t, err)
		require.Len(t, judged, 2)
		require.Equal(t, sales.Judged{Inside: true}, judged[0])
		require.False(t, judged[1].Inside)
		require.InDelta(t, 9.21, judged[1].Score, 0.01)
		waiting, err := c.Judged(ctx, other, noon)
		require.NoError(t, err)
		require.Empty(t, waiting)
		late := noon.Add(29 * 24 * time.Hour)
		require.NoError(t, c.Observe(ctx, []ports.Observed{{Cell: other, ASIN: product(3), At: late, Truth: truth(7, 50, 100)}}))
		waiting, err = c.Judged(ctx, other, noon)
		require.NoError(t, err)
		require.Equal(t, []sales.Judged{{Inside: true, Score: waiting[0].Score}}, waiting)
		require.InDelta(t, 0.223, waiting[0].Score, 0.001)
		waiting, err = c.Judged(ctx, other, late.Add(time.Second))
		require.NoError(t, err)
		require.Empty(t, waiting)

		first := sales.Fitted{Cell: cell, At: noon, Curve: sales.Curve{A: 1.5e6, Beta: 0.861, Band: 0.4, Points: 31, From: 20.25, To: 1e6}}
		second := first
		second.Knot, second.Coverage = optional.Some(sales.Knot{Rank: 512.5, Beta: 0.9}), optional.Some(sales.Coverage{Inside: 8, Of: 10})
		for i, f := range []*sales.Fitted{&first, &second} {
			f.Version, err = c.Save(ctx, *f)
			require.NoError(t, err)
			require.Positive(t, f.Version)
			all, err := c.Curves(ctx)
			require.NoError(t, err)
			require.Equal(t, []sales.Fitted{*f}, all, i)
		}
		require.NoError(t, c.Forget(ctx, noon.Add(time.Hour)))
		require.Empty(t, points(cell, noon))
		require.Len(t, points(other, noon), 1)
	})
}

type unwatched struct{}

func (unwatched) Answered(lookup.Lane, time.Duration, keepa.Meter) {}

func (unwatched) Unsettled(error) {}

func (unwatched) KeyRefused(int) {}

// calibrating has the simulated provider on a stopped clock, with estimates on a database.
type calibrating struct {
	client *keepa.Client
	curves *app.Calibrations
	sales  *app.Estimates
	now    time.Time
}

func newWorld(t *testing.T, s *db.Store, products int) calibrating {
	t.Helper()
	clk := simulator.NewClock(noon, 0)
	m := simulator.New(simulator.Config{Clock: clk, Products: products, Limits: simulator.Limits{Off: true}})
	server := httptest.NewServer(m.Handler())
	t.Cleanup(server.Close)
	c := keepa.NewClient(keepa.Config{
		Key: secret.New(simulator.KeepaKey), URL: simulator.AddressesAt(server.URL).KeepaURL, Clock: clock.System{}, Watch: unwatched{},
	})
	curves := app.NewCalibrations(store.NewCalibration(s), c, clk)
	return calibrating{client: c, curves: curves, sales: app.NewEstimates(nil, c, curves, nil, clk), now: noon}
}

// seen returns the provider's answers about products from an index to another.
func (w calibrating) seen(t *testing.T, m marketplace.Marketplace, from, to int) (all []lookup.Found) {
	t.Helper()
	for ; from < to; from += 100 {
		names := make([]string, 0, 100)
		for i := from; i < min(from+100, to); i++ {
			names = append(names, simulator.ASIN(i))
		}
		body, _, err := w.client.Do(t.Context(), keepa.Call{Lane: lookup.Calibration, Cost: 100, Path: "/product", Query: url.Values{
			"domain": {fmt.Sprint(m.Keepa)}, "asin": {strings.Join(names, ",")}, "days": {"31"}, "history": {"1"},
		}})
		require.NoError(t, err)
		a, err := keepa.Decode(body)
		require.NoError(t, err)
		for _, p := range a.Products {
			named, err := asin.Parse(p.ASIN)
			require.NoError(t, err)
			all = append(all, lookup.Found{ASIN: named, History: lookup.Told[lookup.Product]{Value: p, At: w.now}})
		}
	}
	return all
}

// TestIntervalsHoldWhatIsSold calibrates by half of the products of each root category. It compares
// the intervals of the other half with the sales on their pages; then the other way round. Few
// products allow for more chance.
func TestIntervalsHoldWhatIsSold(t *testing.T) {
	products := tier.Of(2_400, 12_000)
	us := marketplace.All()[0]
	var before, after coverage
	var all []lookup.Found
	for round := range 2 {
		w := newWorld(t, stores.SQLite(t), products)
		if round == 0 {
			all = w.seen(t, us, 0, products)
		}
		known, asked := all[:len(all)/2], all[len(all)/2:]
		if round == 1 {
			known, asked = asked, known
		}
		before.judge(t, w, us, asked)
		for i := range known {
			w.sales.Of(t.Context(), us, &known[i], app.OwnSales{})
		}
		require.NoError(t, w.curves.Sync(t.Context()))
		fitted, err := w.curves.Fit(t.Context())
		require.NoError(t, err)
		require.Equal(t, 16, fitted, "root categories")
		require.NoError(t, w.curves.Sync(t.Context()))
		after.judge(t, w, us, asked)
	}
	within := 0
	for root, n := range after {
		start := before[root].share()
		t.Logf("%d: %.3f of %d, before calibration %.3f", root, n.share(), n.of, start)
		require.GreaterOrEqual(t, n.of, tier.Of(80, 400), root)
		require.GreaterOrEqual(t, start, tier.Of(0.65, 0.70), root)
		if n.share() >= tier.Of(0.70, 0.75) && n.share() <= tier.Of(0.90, 0.85) {
			within++
		}
	}
	require.GreaterOrEqual(t, within*20, len(after)*18, "in 18 of 20 categories")
}

type counted struct{ inside, of int }

func (c counted) share() float64 { return float64(c.inside) / float64(c.of) }

// coverage counts by root category.
type coverage map[int64]counted

// judge counts the intervals of curves that include the sales of products without variations.
func (c *coverage) judge(t *testing.T, w calibrating, m marketplace.Marketplace, all []lookup.Found) {
	t.Helper()
	if *c == nil {
		*c = coverage{}
	}
	for _, f := range all {
		// An old reading is not a point of a curve.
		f.History.At = f.History.At.Add(-time.Hour)
		e := w.sales.Of(t.Context(), m, &f, app.OwnSales{})
		rank, ranked := e.Rank.Get()
		truth, fresh := sales.PointOf(rank, sales.Badge{Value: f.History.Value.MonthlySold.Or(0), Age: w.now.Sub(f.History.Value.LastUpdate)})
		curve, ok := e.Curve.Get()
		if !ok || !ranked || !fresh || e.Basis != app.BasisMean || f.History.Value.ParentASIN != "" {
			continue
		}
		n := (*c)[e.Root.Or(0)]
		if curve.Evidence(rank).Judge(truth).Inside {
			n.inside++
		}
		n.of++
		(*c)[e.Root.Or(0)] = n
	}
}

// TestSeedsFitCurves works without callers. A run asks for the products that it fits curves to,
// within its tokens.
func TestSeedsFitCurves(t *testing.T) {
	tokens := tier.Of[int64](350, 700)
	s := stores.SQLite(t)
	w, us := newWorld(t, s, 1_000), marketplace.All()[0]
	seeds := app.NewSeeds(w.client, w.sales, simulator.NewClock(noon, 0), rand.New(rand.NewPCG(7, 7)).Float64)
	done, err := seeds.Run(t.Context(), us, tokens)
	require.NoError(t, err)
	require.LessOrEqual(t, done.Tokens, tokens)
	require.Greater(t, done.Tokens, tokens-60)
	require.Greater(t, int64(done.Products), tokens/6)
	fitted, err := w.curves.Fit(t.Context())
	require.NoError(t, err)
	require.Greater(t, fitted, 8, "root categories")
	require.NoError(t, w.curves.Sync(t.Context()))
	roots, err := w.client.Roots(t.Context(), us)
	require.NoError(t, err)
	own := 0
	for _, root := range roots {
		e, err := w.sales.ByRank(t.Context(), caller.Caller{Team: 1}, app.RankQuestion{Choice: marketplace.Choice{Domain: us.Domain}, Rank: 5_000, ID: optional.Some(root.ID)})
		require.NoError(t, err)
		if curve, ok := e.Curve.Get(); ok && curve.Points > 0 {
			own++
		}
	}
	require.Equal(t, fitted, own, "have points of their own")

	few, err := seeds.Run(t.Context(), us, 12)
	require.NoError(t, err)
	require.LessOrEqual(t, few.Tokens, int64(12))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := seeds.Run(ended, us, tokens)
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, none.Products)
}
