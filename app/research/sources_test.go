package research_test

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/memory/expiring"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// saleTerms has a team's terms.
type saleTerms ports.SaleTerms

func (s saleTerms) Of(context.Context, id.Team, marketplace.Marketplace, asin.ASIN) (ports.SaleTerms, error) {
	return ports.SaleTerms(s), nil
}

// world fakes Amazon, the provider and the plan; each fails as a test sets.
type world struct {
	terms saleTerms
	rates rates
	// laid under the facts of the catalogue
	known lookup.Facts
	accounts.Sellers
	unconnected, untracked, unpaid       error
	catalog, offers, restriction, ranked error
	fees                                 error
	// slow sources answer after their callers have left.
	slow bool
	// adds a fee below a price of 15
	fallen       bool
	spent, calls atomic.Int64
	// the provider's fees
	lines lookup.Product
	// sold has own sales by team, unsold the error without sales.
	sold   map[id.Team]sales.OwnSales
	unsold error
	// paid has the teams' payments, by team, marketplace and product; unkept the error of reading
	// them.
	paid   sync.Map
	unkept error
}

func (w *world) Since(_ context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, after time.Time) (map[asin.ASIN]time.Time, error) {
	found := map[asin.ASIN]time.Time{}
	for _, a := range asins {
		if at, ok := w.paid.Load(ports.ProductKey{Team: team, Marketplace: m, ASIN: a}); ok && at.(time.Time).After(after) {
			found[a] = at.(time.Time)
		}
	}
	return found, w.unkept
}

func (w *world) Pay(_ context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, at time.Time) error {
	for _, a := range asins {
		w.paid.Store(ports.ProductKey{Team: team, Marketplace: m, ASIN: a}, at)
	}
	return nil
}

func (w *world) Forget(context.Context, time.Time) error { return nil }

func (w *world) Sold(_ context.Context, team id.Team, _ marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]sales.OwnSales, error) {
	found := map[asin.ASIN]sales.OwnSales{}
	if sold, ok := w.sold[team]; ok {
		for _, a := range asins {
			found[a] = sold
		}
	}
	return found, w.unsold
}

func (w *world) For(context.Context, id.Team, marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{}, w.unconnected
}

func (w *world) Products(ctx context.Context, _ account.Seller, _ marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error) {
	w.calls.Add(1)
	if w.slow {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	found := map[asin.ASIN]lookup.Facts{}
	for _, a := range asins {
		if w.catalog == nil && a.String() != "B000000404" {
			found[a] = lookup.Facts{
				Title: "Bottle " + a.String(), Root: optional.Some[int64](3760901), Rank: optional.Some[int64](500), Type: w.known.Type,
				RootName: w.known.RootName,
			}
		}
	}
	return found, w.catalog
}

func (w *world) Offers(_ context.Context, _ account.Seller, _ marketplace.Marketplace, asins []asin.ASIN) []lookup.Told[lookup.Offers] {
	w.calls.Add(1)
	all := make([]lookup.Told[lookup.Offers], len(asins))
	for i := range all {
		all[i] = lookup.Told[lookup.Offers]{Err: w.offers}
		if w.offers == nil {
			all[i].At = clock.System{}.Now()
			all[i].Value.Box = optional.Some(lookup.Box{Price: money.MustParse("20")})
		}
	}
	return all
}

func (w *world) Fees(_ context.Context, _ account.Seller, _ marketplace.Marketplace, asked []ports.FeeQuestion) []lookup.Told[[]fee.Given] {
	w.calls.Add(1)
	all := make([]lookup.Told[[]fee.Given], len(asked))
	for i := range all {
		if all[i].Err = w.fees; w.fees == nil {
			all[i].At = clock.System{}.Now()
			all[i].Value = []fee.Given{fee.Fixed(fee.TypeReferral, fee.SourceAmazon, money.MustParse("3"))}
			if w.fallen {
				sent := money.MustParse("4")
				if asked[i].Price.Cmp(money.MustParse("15")) < 0 {
					sent = money.MustParse("2")
				}
				all[i].Value = append(all[i].Value, fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, sent))
			}
		}
	}
	return all
}

func (w *world) Restriction(context.Context, id.Team, marketplace.Marketplace, asin.ASIN) lookup.Told[string] {
	w.calls.Add(1)
	if w.restriction != nil {
		return lookup.Told[string]{Err: w.restriction}
	}
	return lookup.Told[string]{Value: "ALLOWED_TO_SELL", At: clock.System{}.Now()}
}

func (w *world) Has(marketplace.Marketplace) error { return w.untracked }

func (w *world) Ask(_ context.Context, q lookup.Question) (lookup.Answer, error) {
	w.calls.Add(1)
	return lookup.Answer{Body: []byte(q.Query["asin"])}, w.ranked
}

func (w *world) Read(body []byte) ([]lookup.Product, int64, error) {
	return []lookup.Product{{
		ASIN: string(body), Facts: lookup.Facts{Title: "Flask", Brand: "Acme"}, MonthlySold: optional.Some[int64](300),
		Offers: lookup.Offers{LowestFBA: optional.Some(money.MustParse("15"))}, PickAndPack: w.lines.PickAndPack, Referral: w.lines.Referral,
	}}, 1, nil
}

func (w *world) ReadNames([]byte) ([]asin.ASIN, error) { return nil, nil }

func (w *world) Roots(context.Context, marketplace.Marketplace) ([]lookup.Category, error) {
	return []lookup.Category{{ID: 3760901, Name: "Beauty", Products: 10_000}}, w.untracked
}

func (w *world) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return w, w.unpaid }

func (w *world) Commit(context.Context) error { w.spent.Add(1); return nil }

func (w *world) Release(context.Context) error { return nil }

func (w *world) sources() *app.Sources {
	return app.NewSources(app.SourceParts{
		Sellers: w, Catalog: w.Products, Market: w, Histories: w, Meter: w.Reserve, Known: expiring.New[ports.ProductKey, lookup.Found](clock.System{}, 0, 1<<20), Payments: w, Clock: clock.System{},
	})
}

func (w *world) products() *app.Products {
	sources := w.sources()
	return app.NewProducts(sources, app.NewEstimates(sources, w, app.NewCalibrations(nil, w, clock.System{}), w.Sold, clock.System{}), fee.Tables{}, clock.System{})
}

var (
	failed      = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "failed")
	unconnected = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "no connection")
	untracked   = fault.New(fault.Rule, fault.CodeNotSupported, "no provider")
	unpaid      = fault.New(fault.Payment, fault.CodeQuotaExhausted, "no tokens")
)

func reasons(p app.Product) map[string]gap.Reason {
	found := map[string]gap.Reason{}
	for _, g := range p.Gaps {
		found[g.Field] = g.Reason
	}
	return found
}

func TestSourcesByInstallation(t *testing.T) {
	for name, c := range map[string]struct {
		world *world
		asin  string
		code  fault.Code
		title string
		brand string
		price optional.Maybe[money.Amount]
		gaps  map[string]gap.Reason
	}{
		"all": {title: "Bottle B000000001", brand: "Acme", price: optional.Some(money.MustParse("20")), gaps: map[string]gap.Reason{"isHazMat": gap.NotFound}},
		"a connection alone": {
			world: &world{untracked: untracked}, title: "Bottle B000000001", price: optional.Some(money.MustParse("20")),
			gaps: map[string]gap.Reason{"brand": gap.NoProvider, "bsr.avg30": gap.NoProvider, "monthlySoldBadge": gap.NoProvider},
		},
		"a key alone": {
			world: &world{unconnected: unconnected}, title: "Flask", brand: "Acme", price: optional.Some(money.MustParse("15")),
			gaps: map[string]gap.Reason{"restrictionStatus": gap.NoConnection, "offers.competitors.fbaWithin2Percent": gap.NoConnection},
		},
		"neither":           {world: &world{unconnected: unconnected, untracked: untracked, unpaid: unpaid}, code: fault.CodeIntegrationRequired},
		"no tokens":         {world: &world{unpaid: unpaid}, code: fault.CodeQuotaExhausted},
		"no store":          {world: &world{unconnected: failed}, code: fault.CodeUpstreamUnavailable},
		"no catalogue":      {world: &world{catalog: failed}, title: "Flask", brand: "Acme", price: optional.Some(money.MustParse("20")), gaps: map[string]gap.Reason{"bsr.current": gap.UpstreamFailed}},
		"no offers":         {world: &world{offers: failed}, title: "Bottle B000000001", brand: "Acme", price: optional.Some(money.MustParse("15")), gaps: map[string]gap.Reason{"prices.buyBox": gap.UpstreamFailed}},
		"no restriction":    {world: &world{restriction: failed}, title: "Bottle B000000001", brand: "Acme", price: optional.Some(money.MustParse("20")), gaps: map[string]gap.Reason{"restrictionStatus": gap.UpstreamFailed}},
		"no history":        {world: &world{ranked: failed}, title: "Bottle B000000001", price: optional.Some(money.MustParse("20")), gaps: map[string]gap.Reason{"brand": gap.UpstreamFailed}},
		"nothing":           {world: &world{catalog: failed, offers: failed, ranked: failed}, code: fault.CodeUpstreamUnavailable},
		"no such product":   {world: &world{offers: failed, ranked: failed}, asin: "B000000404", code: fault.CodeNotFound},
		"an unreadable one": {asin: "B0", code: fault.CodeValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			w := cmp.Or(c.world, &world{})
			got, err := w.products().Get(t.Context(), caller.Caller{Team: 1}, cmp.Or(c.asin, "b000000001"), marketplace.Choice{})
			if c.code != "" {
				f, ok := fault.As(err)
				require.True(t, ok, err)
				require.Equal(t, c.code, f.Code)
				require.Zero(t, w.spent.Load(), "a refusal and a failure cost nothing")
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.title, got.Title)
			require.Equal(t, c.brand, got.Brand)
			require.Equal(t, c.price, got.FeePrice)
			for field, why := range c.gaps {
				require.Equal(t, why, reasons(got)[field], field)
			}
			require.NotContains(t, reasons(got), "title")
			require.EqualValues(t, 1, w.spent.Load())
		})
	}
}

func TestAProductIsPaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		products := w.products()
		get := func() app.Product {
			p, err := products.Get(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{})
			require.NoError(t, err)
			return p
		}
		require.Equal(t, money.MustParse("3"), get().Bill.Of(fee.TypeReferral), "Amazon's fee")
		require.Equal(t, [2]int64{5, 1}, [2]int64{w.calls.Load(), w.spent.Load()})
		get()
		require.EqualValues(t, 5, w.calls.Load(), "all is kept")
		time.Sleep(6 * time.Minute)
		get()
		require.EqualValues(t, 6, w.calls.Load(), "offers are asked for again")
		_, err := products.Statistics(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{}, optional.None[int]())
		require.NoError(t, err)
		require.Equal(t, [2]int64{6, 1}, [2]int64{w.calls.Load(), w.spent.Load()}, "statistics are of the same answer")
		_, err = products.Get(t.Context(), caller.Caller{Team: 2}, "B000000001", marketplace.Choice{})
		require.NoError(t, err)
		require.EqualValues(t, 2, w.spent.Load(), "another team pays for itself")
		time.Sleep(ports.KeptFor)
		get()
		require.EqualValues(t, 3, w.spent.Load())
	})
}

func TestASlowSourceIsAGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, begun := &world{slow: true}, time.Now()
		p, err := w.products().Get(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{})
		require.NoError(t, err)
		require.Equal(t, 12*time.Second, time.Since(begun))
		require.Equal(t, "Flask", p.Title)
		require.Equal(t, gap.UpstreamFailed, reasons(p)["isFragile"])
	})
}

func TestManyProductsAreAskedForAtOnce(t *testing.T) {
	w := &world{}
	sources := app.NewSources(app.SourceParts{
		Sellers: w, Catalog: w.Products, Market: w, Histories: w, Meter: w.Reserve, Known: expiring.New[ports.ProductKey, lookup.Found](clock.System{}, 0, 1<<20), Payments: w, Clock: clock.System{},
	})
	asins := []asin.ASIN{asin.MustParse("B000000003"), asin.MustParse("B000000404"), asin.MustParse("B000000001")}
	found := sources.Look(t.Context(), 1, marketplace.All()[0], asins, app.Want{Catalog: true})
	require.Len(t, found, 3)
	require.Equal(t, "Bottle B000000003", found[0].Catalog.Value.Title)
	require.Equal(t, gap.NotFound, found[1].Catalog.Gap())
	require.Equal(t, "Bottle B000000001", found[2].Catalog.Value.Title)
	require.Equal(t, gap.NotAsked, found[0].Offers.Gap())
	require.EqualValues(t, 1, w.calls.Load())
	require.Zero(t, w.spent.Load(), "the caller pays in its own way")
}

func TestAPanicOfASourceIsAGap(t *testing.T) {
	w := &world{}
	sources := app.NewSources(app.SourceParts{
		Sellers: w, Catalog: panics{}.Products, Market: w, Histories: w, Meter: w.Reserve, Known: expiring.New[ports.ProductKey, lookup.Found](clock.System{}, 0, 1<<20), Payments: w, Clock: clock.System{},
	})
	found, err := sources.Of(t.Context(), caller.Caller{Team: 1}, marketplace.All()[0], asin.MustParse("B000000001"), app.Want{Catalog: true, History: true}, "")
	require.NoError(t, err)
	require.Equal(t, gap.UpstreamFailed, found.Catalog.Gap())
	require.Equal(t, "Flask", found.Facts().Title)
}

type panics struct{}

func (panics) Products(context.Context, account.Seller, marketplace.Marketplace, []asin.ASIN) (map[asin.ASIN]lookup.Facts, error) {
	panic(errors.New("planted"))
}

func TestStatisticsNeedAProvider(t *testing.T) {
	w := &world{untracked: untracked, unpaid: unpaid}
	_, err := w.products().Statistics(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{}, optional.None[int]())
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.CodeNotSupported, f.Code)
	w = &world{unconnected: unconnected}
	s, err := w.products().Statistics(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{Domain: "amazon.de"}, optional.None[int]())
	require.NoError(t, err, "no connection is needed")
	require.Equal(t, 1, s.Tokens)
	require.Equal(t, "amazon.de", s.Marketplace.Domain)
	require.Equal(t, optional.Some[int64](300), s.MonthlySold)
	require.Contains(t, s.Gaps, gap.Gap{Field: "prices.buyBox", Reason: gap.NotFound})
	require.NotContains(t, s.Gaps, gap.Gap{Field: "demand.badge", Reason: gap.NotFound})
}

// TestOwnSalesAreTheTeamsAlone has a team sell a product. It changes no answer of another team,
// neither a first nor a cached answer.
func TestOwnSalesAreTheTeamsAlone(t *testing.T) {
	w := &world{}
	sources := w.sources()
	estimates := app.NewEstimates(sources, w, app.NewCalibrations(nil, w, clock.System{}), w.Sold, clock.System{})
	build := func(team id.Team) app.Estimate {
		e, err := estimates.ByASIN(t.Context(), caller.Caller{Team: team}, "B000000001", marketplace.Choice{})
		require.NoError(t, err)
		e.From, e.To = time.Time{}, time.Time{}
		return e
	}
	before := build(1)
	require.NotEqual(t, sales.ByOwn, before.Method)
	w.sold = map[id.Team]sales.OwnSales{2: {Units: 84, Share: 0.42, Known: 25 * 24 * time.Hour}}
	own := build(2)
	require.Equal(t, []any{sales.ByOwn, sales.Own, int64(200)}, []any{own.Method, own.Label, own.Point})
	require.Equal(t, before, build(1), "kept")
	require.Equal(t, before, build(3), "paid anew")
	require.Equal(t, own, build(2))

	w.unsold = failed
	require.Equal(t, gap.UpstreamFailed, why(build(1).Gaps)["evidence.own_sales"])
	products := app.NewProducts(sources, estimates, fee.Tables{}, clock.System{})
	w.unsold = nil
	for team, want := range map[id.Team]sales.Method{1: before.Method, 2: sales.ByOwn} {
		p, err := products.Get(t.Context(), caller.Caller{Team: team}, "B000000001", marketplace.Choice{})
		require.NoError(t, err)
		require.Equal(t, want, p.Estimate.Method)
		many := products.Many(t.Context(), team, marketplace.All()[0], []asin.ASIN{asin.MustParse("B000000001")}, app.Want{History: true})
		require.Equal(t, want, many[0].Estimate.Method)
	}
}
