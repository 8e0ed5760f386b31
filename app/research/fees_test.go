package research_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"
	"pgregory.net/rapid"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	researchbridge "sellingassistant/adapters/bridge/research"
	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/adapters/simulator"
	"sellingassistant/adapters/simulator/tariff"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/research"
)

// inProcess calls a handler without a network.
type inProcess struct{ http.Handler }

func (h inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

// unpaced lets every call through, because the calls would take hours at Amazon's rates.
type unpaced struct{}

func (unpaced) Take(context.Context, string, spapi.Rate, spapi.Priority) (spapi.Turn, error) {
	return spapi.Turn{OK: true, Left: 1}, nil
}

func (unpaced) Refused(context.Context, string, spapi.Rate, time.Duration) error { return nil }

func (unpaced) Answered(context.Context, string, spapi.Rate, float64) error { return nil }

// connected has a team with the account of a region.
type connected struct {
	accounts.Sellers
	market *simulator.Marketplace
}

func (c connected) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: id.Connection(len(m.Region)), Region: m.Region, ID: c.market.Seller(m.Region, simulator.Full).ID}, nil
}

// tokenOf is the token of a region's account.
type tokenOf string

func (t tokenOf) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New(string(t)), nil
}

func (tokenOf) NeedsAttention(context.Context, id.Team, id.Connection, string) error { return nil }

// judgedSales has SKUs of a team.
type judgedSales []ports.Own

func (s judgedSales) Own(context.Context, id.Team, int) ([]ports.Own, error) { return s, nil }

// remembered asks the catalogue for a product once: its answer counts for every day and every
// marketplace.
type remembered struct {
	ports.Catalog
	found map[asin.ASIN]lookup.Facts
}

func (r remembered) Products(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error) {
	if len(r.found) > 0 {
		return r.found, nil
	}
	found, err := r.Catalog(ctx, s, m, asins)
	maps.Copy(r.found, found)
	return found, err
}

// TestFeeTablesAreThoseOfTheSimulatedAmazon compares the fee tables with the fees that the
// simulated marketplace returns from a tariff of its own.
func TestFeeTablesAreThoseOfTheSimulatedAmazon(t *testing.T) {
	const products = 2_000
	prices := []money.Amount{money.MustParse("9.99"), money.MustParse("10"), money.MustParse("49.99"), money.MustParse("51")}
	all, facts := tables(t), map[asin.ASIN]lookup.Facts{}
	for _, day := range []string{"2026-05-10", "2026-12-10"} {
		for _, country := range []string{"US", "GB", "DE"} {
			m := marketplace.All()[slices.IndexFunc(marketplace.All(), func(m marketplace.Marketplace) bool { return m.Country == country })]
			clk := simulator.NewClock(date.MustParse(day).Start().Add(12*time.Hour), 0)
			sim := simulator.New(simulator.Config{Clock: clk, Limits: simulator.Limits{Off: true}})
			at := simulator.AddressesAt("http://127.0.0.1:1")
			client, err := spapi.New(spapi.Config{
				TokenURL: at.TokenURL, Endpoints: at.Endpoints, ClientID: simulator.ClientID,
				ClientSecrets: []secret.Text{secret.New(simulator.ClientSecret)}, Version: "1.0", Transport: inProcess{sim.Handler()},
			}, tokenOf(sim.Seller(m.Region, simulator.Full).RefreshToken), unpaced{}, zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
			require.NoError(t, err)
			amazon := pricing.New(client, spapi.Interactive)
			sources := app.NewSources(app.SourceParts{
				Sellers: connected{market: sim}, Catalog: remembered{catalog.New(client).Products, facts}.Products, Market: researchbridge.NewResearchMarket(amazon, nil, clk),
				Histories: keepa.NewClient(keepa.Config{Clock: clk}), Known: expiring.New[ports.ProductKey, lookup.Found](clk, 0, 64<<20), Clock: clk,
			})
			var own judgedSales
			for i := 0; len(own) < products; i++ {
				// The last of twenty may be the head of a family, which is not sold.
				if i%20 != 19 {
					a := asin.MustParse(simulator.ASIN(i))
					own = append(own, ports.Own{SKU: a.String(), Marketplace: m, ASIN: a, Price: prices[(i+i/20)%len(prices)]})
				}
			}
			found, err := app.NewFeeChecks(sources, own.Own, all, clk).Check(t.Context(), 7, products)
			require.NoError(t, err)
			lines := map[fee.Type]int64{}
			for _, l := range found.Lines {
				require.Equal(t, l.By, l.Equal, "%s: %+v", day, l)
				lines[l.Line] += l.By
			}
			scripted := int64(found.Unknown)
			require.LessOrEqual(t, scripted, int64(products/100), "products with a script of their own")
			require.Equal(t, products-scripted, lines[fee.TypeReferral], country)
			require.Equal(t, products-scripted, lines[fee.TypeFulfillment], country)
			require.Positive(t, lines[fee.TypeClosing], country)
			require.Equal(t, country == "GB", lines[fee.TypeDigitalServices] > 0, country)
		}
	}
}

// TestFeeTablesEqualTheTariffOfAnyPackage does the same without the interface, for packages of
// every size.
func TestFeeTablesEqualTheTariffOfAnyPackage(t *testing.T) {
	all := tables(t)
	types := append(slices.Sorted(maps.Keys(all["US"].Types)), "SPACE_SHIP")
	const inch, pound = fee.Inch / 1000, fee.Pound / 1000
	tiers := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		for range 40 {
			most := rapid.SampledFrom([]int64{14_000, 26_000, 100_000}).Draw(t, "most")
			s := tariff.Sale{
				Type: rapid.SampledFrom(types).Draw(t, "type"), Hazardous: draw(t, "hazardous", 0, 3) == 0, Merchant: draw(t, "merchant", 0, 9) == 0,
				Sides:  [3]int64{draw(t, "length", 1, most), draw(t, "width", 1, most*2/3), draw(t, "height", 1, most/2)},
				Weight: draw(t, "weight", 1, rapid.SampledFrom([]int64{300, 3_000, 200_000}).Draw(t, "heaviest")),
			}
			size, err := fee.NewSize(s.Sides[0]*inch, s.Sides[1]*inch, s.Sides[2]*inch, s.Weight*pound)
			require.NoError(t, err)
			prices := []int64{999, 1000, 1001, 1100, 1101, 1500, 2000, 2001, 4999, 5000, 5001, 5100, draw(t, "price", 1, 300), draw(t, "larger price", 1, 100_000)}
			for _, country := range []string{"US", "GB", "DE"} {
				for _, day := range []string{"2026-03-01", "2026-05-10", "2026-10-15", "2027-01-14"} {
					m, _ := all.Market(country, false)
					s.Country, s.Day = country, date.MustParse(day)
					q := fee.Question{Market: m, Currency: m.Currency, Day: s.Day, Merchant: s.Merchant, Product: fee.Product{Size: optional.Some(size)}}
					q.Product.Category, _ = m.Category(s.Type, "", s.Day)
					if s.Hazardous {
						q.Product.Group = fee.GroupDangerous
					}
					if s.Shipping = 0; s.Merchant {
						s.Shipping = 499
						q.Shipping = units(499 * cent)
					}
					schedule, err := fee.NewSchedule(q)
					require.NoError(t, err)
					for _, s.Price = range prices {
						bill := schedule.At(units(s.Price * cent))
						fees, ok := tariff.Of(s)
						require.True(t, ok)
						require.Equal(t, tariff.Fees{
							Referral: bill.Of(fee.TypeReferral).Units() / cent, Closing: bill.Of(fee.TypeClosing).Units() / cent,
							Shipped: bill.Of(fee.TypeFulfillment).Units() / cent, Overlong: bill.Of(fee.TypeOvermax).Units() / cent,
							Hazard: bill.Of(fee.TypeDangerous).Units() / cent, Digital: bill.Of(fee.TypeDigitalServices).Units() / cent,
						}, fees, "%+v %v", s, bill.Lines)
						tiers[bill.Fit.Or(fee.Fit{}).Tier.Name] = true
					}
				}
			}
		}
	})
	for _, m := range []string{"US", "GB"} {
		for _, f := range all[m].Fulfillment {
			for tier := range f[0].Scales {
				require.True(t, tiers[tier], tier)
			}
		}
	}
	_, ok := tariff.Of(tariff.Sale{Country: "JP"})
	require.False(t, ok)
}
