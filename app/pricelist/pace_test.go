package pricelist_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	bridge "sellingassistant/adapters/bridge/pricelist"
	researchbridge "sellingassistant/adapters/bridge/research"
	"sellingassistant/adapters/feetable"
	"sellingassistant/adapters/memory/expiring"
	store "sellingassistant/adapters/persistence/pricelist"
	researchstore "sellingassistant/adapters/persistence/research"
	"sellingassistant/adapters/simulator"
	converterapp "sellingassistant/app/converter"
	app "sellingassistant/app/pricelist"
	researchapp "sellingassistant/app/research"
	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	"sellingassistant/domain/restriction"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	converterports "sellingassistant/ports/converter"
	portjobs "sellingassistant/ports/jobs"
	"sellingassistant/ports/meter"
	researchports "sellingassistant/ports/research"
	restrictionports "sellingassistant/ports/restriction"
	"sellingassistant/test/jobs"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

// shop has the simulated marketplace with a seller's account. It is called without a network, so
// that a test can run in a bubble of simulated time.
type shop struct {
	accounts.Sellers
	seller  simulator.Seller
	handler http.Handler
}

func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w.Result(), nil
}

func (s *shop) For(_ context.Context, team id.Team, _ marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: s.seller.Region, ID: s.seller.ID}, nil
}

func (s *shop) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New(s.seller.RefreshToken), nil
}

func (*shop) NeedsAttention(context.Context, id.Team, id.Connection, string) error { return nil }

// free pays for everything.
type free struct{}

func (free) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return free{}, nil }
func (free) Commit(context.Context) error                                { return nil }
func (free) Release(context.Context) error                               { return nil }

// noHistories has no provider.
type noHistories struct{}

func (noHistories) Has(marketplace.Marketplace) error {
	return fault.New(fault.Rule, fault.CodeNotSupported, "There is no provider.")
}

func (n noHistories) Ask(context.Context, lookup.Question) (lookup.Answer, error) {
	return lookup.Answer{}, n.Has(marketplace.Marketplace{})
}
func (noHistories) ReadNames([]byte) ([]asin.ASIN, error) { return nil, nil }

func (noHistories) Read([]byte) ([]lookup.Product, int64, error) { return nil, 0, nil }
func (noHistories) Roots(context.Context, marketplace.Marketplace) ([]lookup.Category, error) {
	return nil, nil
}

// noSales has no sales of a team.
type noSales struct{}

func (noSales) Sold(context.Context, id.Team, marketplace.Marketplace, []asin.ASIN) (map[asin.ASIN]sales.OwnSales, error) {
	return nil, nil
}

// paced makes analyses at a simulated marketplace with the real limits.
func paced(t *testing.T, w world) (*app.Analyses, *jobs.Queue, []portjobs.Handler) {
	t.Helper()
	market := simulator.New(simulator.Config{})
	s := &shop{seller: market.Seller(marketplace.NA, simulator.Full), handler: market.Handler()}
	at := simulator.AddressesAt("https://market.example")
	now := clock.System{}
	client, err := spapi.New(spapi.Config{
		TokenURL: at.TokenURL, Endpoints: at.Endpoints, ClientID: simulator.ClientID, ClientSecrets: []secret.Text{secret.New(simulator.ClientSecret)},
		Version: "1.0", Transport: s,
	}, s, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	tables, err := feetable.Read()
	require.NoError(t, err)
	checks := restrictionapp.NewChecks(s, catalog.New(client).Restrictions, free{}.Reserve, expiring.New[restrictionports.Key, restriction.Status](now, restrictionports.CacheFor, 100_000))
	prices := amazonpricing.New(client, spapi.Jobs)
	sources := researchapp.NewSources(researchapp.SourceParts{
		Sellers: s, Catalog: catalog.New(client).Products, Market: researchbridge.NewResearchMarket(prices, checks, now), Histories: noHistories{}, Meter: free{}.Reserve,
		Known: expiring.New[researchports.ProductKey, lookup.Found](now, 0, 64<<20), Payments: researchstore.NewPayments(w.Store), Clock: now,
	})
	estimates := researchapp.NewEstimates(sources, noHistories{}, researchapp.NewCalibrations(nil, noHistories{}, now), noSales{}.Sold, now)
	products := researchapp.NewProducts(sources, estimates, tables, now)
	queue := jobs.New(now.Now)
	analyses := app.New(app.Parts{
		Tx: w.Store, Store: store.NewAnalyses(w.Store), Items: w.items,
		Matcher: bridge.NewMatcher(converterapp.NewConverters(s, catalog.New(client), free{}.Reserve, expiring.New[converterports.Key, []converter.Identifier](now, converterports.CacheFor, 100_000)), sources, nil),
		Market:  bridge.NewMarket(s, products, sources, prices.BoxPrices, now), Permissions: bridge.NewPermissions(checks, now).Restrictions, Research: bridge.NewResearch(tables, now).Evaluate,
		Teams: w, Purchasing: w, Inventory: w.VAT, Files: w.files, Tables: w.tables, Notes: w.About, Feed: w.Analyzed, Queue: queue, Clock: now,
	})
	handlers := analyses.Handlers()
	for i, h := range handlers {
		// Acts like workers: the client gives up calls without any time within seconds.
		handlers[i].Run = func(ctx context.Context, j portjobs.Job) error {
			ctx, done := context.WithTimeout(ctx, max(h.Timeout, portjobs.DefaultTimeout))
			defer done()
			return h.Run(ctx, j)
		}
	}
	return analyses, queue, handlers
}

// TestTheTimeThatIsLeft requires the published time within 15 percent, once a tenth of the rows is
// matched and once a tenth is priced. At the marketplace's limits a list of 5,000 products takes
// three quarters of an hour of simulated time.
func TestTheTimeThatIsLeft(t *testing.T) {
	rows := tier.Of(1_000, 5_000)
	for name, values := range map[string]pricelist.Values{
		"all of the list": {Way: pricelist.FBA},
		"best sellers":    {Way: pricelist.FBA, Skip: pricelist.Skip{MaxRank: optional.Some(int64(60_000))}, Options: pricelist.Options{Restrictions: true}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, stores.SQLite(t))
			w.limit = int64(rows)
			synctest.Test(t, func(t *testing.T) {
				analyses, queue, handlers := paced(t, w)
				list := make([]pricelist.Input, rows)
				for i, product := range rand.New(rand.NewPCG(20, 10)).Perm(rows) {
					list[i] = pricelist.Input{Identifier: simulator.ASIN(product), Type: pricelist.TypeASIN}
				}
				made, err := analyses.Start(t.Context(), us, app.Draft{Values: values}, list)
				require.NoError(t, err)
				type look struct {
					stage     pricelist.Stage
					at, ended time.Time
				}
				var looks []look
				ended := make(chan error)
				go func() {
					for len(queue.Waiting()) > 0 {
						if err := queue.Work(t.Context(), handlers...); err != nil {
							ended <- err
							return
						}
					}
					ended <- nil
				}()
				for running := true; running; {
					select {
					case err := <-ended:
						require.NoError(t, err)
						running = false
					case <-time.After(10 * time.Second):
						now := time.Now()
						a, err := analyses.Get(t.Context(), us, made.ID)
						require.NoError(t, err)
						if v := a.Values; 10*v.Worked >= int64(rows) {
							looks = append(looks, look{v.Stage, now, now.Add(time.Duration(a.Seconds.Or(0)) * time.Second)})
						}
					}
				}
				a, err := analyses.Get(t.Context(), us, made.ID)
				require.NoError(t, err)
				require.Equal(t, pricelist.Completed, a.Values.Stage)
				require.Equal(t, pricelist.ByOffers, a.Values.Bound)
				require.Zero(t, a.Values.Failed)
				finished, _ := a.Values.FinishedAt.Get()
				first := map[pricelist.Stage]bool{}
				for _, l := range looks {
					if first[l.stage] {
						continue
					}
					first[l.stage] = true
					left := finished.Sub(l.at)
					require.InDelta(t, left.Seconds(), l.ended.Sub(l.at).Seconds(), 0.15*left.Seconds(), "%s, %s before the end", l.stage, left)
				}
				require.True(t, first[pricelist.Matching] && first[pricelist.Pricing])
				require.Greater(t, finished.Sub(a.CreatedAt), tier.Of(4*time.Minute, 20*time.Minute))
			})
		})
	}
}
