package repricer_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	historystore "sellingassistant/adapters/persistence/repricer/history"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	historyports "sellingassistant/ports/repricer/history"
)

// sold are the sales of a team, and who takes them in.
type sold struct {
	records
	sales  *historystore.Sales
	orders *pricing.Orders
	clock  *moving
}

func eachSold(t *testing.T, test func(t *testing.T, s sold)) {
	t.Helper()
	eachRecords(t, func(t *testing.T, r records) { test(t, soldOver(r)) })
}

func soldOver(r records) sold {
	s := sold{r, historystore.NewSales(r.db), nil, &moving{now: noon}}
	s.orders = pricing.NewOrders(pricing.OrderParts{
		Products: r.products, Settings: r.settings, Rows: pricingstore.NewRows(r.db), Queue: r.due, Sales: s.sales, Tx: r.db, Clock: s.clock,
	})
	return s
}

// observed stores what rows show.
func (s sold) observed(t *testing.T, rows ...repricer.ProductSnapshot) {
	t.Helper()
	s.in(t, func(ctx context.Context) {
		locked, err := s.products.LoadLocked(ctx, ours, ids(rows))
		require.NoError(t, err)
		for _, row := range locked {
			o := rows[slices.IndexFunc(rows, func(s repricer.ProductSnapshot) bool { return s.ID == row.ID() })].Observed
			row.Observe(repricer.Observation{Price: o.CurrentPrice, Shipping: o.Shipping, Cost: o.Cost, VATPercent: percent("0"), Fees: o.Fees})
		}
		require.NoError(t, s.products.SaveObserved(ctx, locked))
	})
}

// item is a position of so many units.
func item(name, sku string, units int) sales.OrderItem {
	return sales.OrderItem{ItemID: name, SKU: sku, Units: units}
}

// ordered is an order of A2SELLER in Germany, purchased at noon, as a change so
// many minutes later tells it.
func ordered(name string, minute int, items ...sales.OrderItem) sales.Order {
	return sales.Order{
		SellerID: "A2SELLER", MarketplaceID: de, OrderID: name, PurchasedAt: noon.Add(-time.Hour),
		ChangedAt: noon.Add(time.Duration(minute) * time.Minute), Items: items,
	}
}

func (s sold) take(t require.TestingT, team id.Team, orders ...sales.Order) {
	for _, o := range orders {
		require.NoError(t, s.orders.Changed(context.Background(), team, o))
	}
}

// unitsIn is what rows sold in the days before now.
func (s sold) unitsIn(t require.TestingT, team id.Team, days int, rows ...decision.ProductID) map[decision.ProductID]int64 {
	windows := map[decision.ProductID]sales.Window{}
	for _, row := range rows {
		windows[row] = sales.Window{From: s.clock.Now().Add(-time.Duration(days) * 24 * time.Hour), To: s.clock.Now()}
	}
	got, err := s.sales.Units(context.Background(), team, windows)
	require.NoError(t, err)
	return got
}

// counted is what the days of November have, by all parts.
func (s sold) counted(t require.TestingT, team id.Team, by historyports.GroupBy) []historyports.SalesSum {
	got, err := s.history.Sales(context.Background(), team, day("2026-11-01"), day("2026-11-30"), by, 100)
	require.NoError(t, err)
	return got
}

type units = map[decision.ProductID]int64

func TestTheNewestChangeOfAnOrderCounts(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		rows := ids(s.rows(t, ours, plainRows(2)...))
		first := ordered("1", 0, item("a", "sku-000", 2), item("b", "sku-001", 1), item("c", "elsewhere", 9))
		s.take(t, ours, first, first)
		require.Equal(t, units{rows[0]: 2, rows[1]: 1}, s.unitsIn(t, ours, 7, rows...))

		fewer := ordered("1", 5, item("a", "sku-000", 1), item("b", "sku-001", 1))
		s.take(t, ours, fewer, first, fewer)
		require.Equal(t, units{rows[0]: 1, rows[1]: 1}, s.unitsIn(t, ours, 7, rows...))

		// A position that is not told any more is none, one without SKU is known by
		// its id, and an order without positions tells nothing.
		s.take(t, ours, ordered("1", 6, item("a", "", 4)))
		require.Equal(t, units{rows[0]: 4, rows[1]: 0}, s.unitsIn(t, ours, 7, rows...))
		s.take(t, ours, ordered("1", 7))
		require.Equal(t, units{rows[0]: 4, rows[1]: 0}, s.unitsIn(t, ours, 7, rows...))

		cancelled := ordered("1", 8)
		cancelled.Cancelled = true
		s.take(t, ours, cancelled, fewer)
		require.Equal(t, units{rows[0]: 0, rows[1]: 0}, s.unitsIn(t, ours, 7, rows...))
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de}}, s.counted(t, ours, historyports.GroupBy{}))

		// Cancelled before anybody knew of it: what was told before comes late.
		gone := ordered("2", 9, item("a", "sku-000", 5))
		gone.Cancelled = true
		s.take(t, ours, gone, ordered("2", 3, item("a", "sku-000", 5)))
		require.Equal(t, units{rows[0]: 0}, s.unitsIn(t, ours, 7, rows[0]))

		// It is not cancelled after all.
		s.take(t, ours, ordered("2", 10, item("a", "sku-000", 5)))
		require.Equal(t, units{rows[0]: 5}, s.unitsIn(t, ours, 7, rows[0]))
	})
}

func TestSalesAreTheTeams(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row, other := s.rows(t, ours, plainRow(0))[0].ID, s.rows(t, theirs, plainRow(0))[0].ID
		order := ordered("1", 0, item("a", "sku-000", 2))
		s.take(t, ours, order)
		require.Equal(t, units{row: 2}, s.unitsIn(t, ours, 7, row, other))
		require.Empty(t, s.unitsIn(t, theirs, 7, row, other))
		require.Empty(t, s.counted(t, theirs, historyports.GroupBy{}))
		s.in(t, func(ctx context.Context) {
			kept, err := s.sales.LoadLocked(ctx, theirs, "1")
			require.NoError(t, err)
			require.Empty(t, kept)
		})
		// Both have the account: each keeps its own.
		s.take(t, theirs, ordered("1", 1, item("a", "sku-000", 7)))
		require.Equal(t, units{row: 2}, s.unitsIn(t, ours, 7, row, other))
		require.Equal(t, units{other: 7}, s.unitsIn(t, theirs, 7, row, other))

		// Another account, another marketplace, another SKU in other letters.
		for _, change := range []func(*sales.Order){
			func(o *sales.Order) { o.SellerID = "A3OTHER" }, func(o *sales.Order) { o.MarketplaceID = gb },
			func(o *sales.Order) { o.Items[0].SKU = "SKU-000" },
		} {
			o := ordered("2", 0, item("a", "sku-000", 1))
			change(&o)
			s.take(t, ours, o)
		}
		require.Equal(t, units{row: 2}, s.unitsIn(t, ours, 7, row))
	})
}

func TestASaleIsWhatTheRowShowed(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		whole, part, bare := plainRow(0), plainRow(1), plainRow(2)
		whole.StrategyID = optional.Some(s.strategy(t, ours, "Mine"))
		// 20 + 5 - 15 % - 3 - 10 = 8.25
		whole.Observed.CurrentPrice, whole.Observed.Shipping, whole.Observed.Cost = amount("20"), amount("5"), amount("10")
		whole.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15"), Fixed: eur("3")})
		part.Observed.CurrentPrice, part.Observed.Cost = amount("9.99"), amount("5")
		rows := s.rows(t, ours, whole, part, bare)
		s.observed(t, rows...)
		s.take(t, ours, ordered("1", 0, item("a", "sku-000", 2), item("b", "sku-001", 1), item("c", "sku-002", 3)))
		var kept []sales.Sale
		load := func() {
			s.in(t, func(ctx context.Context) {
				var err error
				kept, err = s.sales.LoadLocked(ctx, ours, "1")
				require.NoError(t, err)
			})
		}
		load()
		sale := func(name string, row, n int) sales.Sale {
			return sales.Sale{
				Product: rows[row].ID, MarketplaceID: de, OrderID: "1", ItemID: name, Units: n,
				PurchasedAt: noon.Add(-time.Hour), Day: day("2026-11-02"), ChangedAt: noon,
			}
		}
		a, b, c := sale("a", 0, 2), sale("b", 1, 1), sale("c", 2, 3)
		a.Strategy, a.Price, a.Profit, b.Price = whole.StrategyID.Or(0), amount("20"), amount("8.25"), amount("9.99")
		require.Equal(t, []sales.Sale{a, b, c}, kept)

		// What the row shows later changes nothing.
		rows[0].Observed.CurrentPrice, rows[0].Observed.Cost = amount("30"), optional.None[money.Amount]()
		s.observed(t, rows[0])
		s.take(t, ours, ordered("1", 1, item("a", "sku-000", 1), item("b", "sku-001", 1), item("c", "sku-002", 3)))
		load()
		for _, one := range []*sales.Sale{&a, &b, &c} {
			one.ChangedAt = noon.Add(time.Minute)
		}
		a.Units = 1
		require.Equal(t, []sales.Sale{a, b, c}, kept)

		mine, none := historyports.Group{Day: day("2026-11-02"), Strategy: a.Strategy}, historyports.Group{Day: day("2026-11-02")}
		require.ElementsMatch(t, []historyports.SalesSum{
			{Group: mine, MarketplaceID: de, Counts: sales.Counts{Units: 1, Priced: 1, Revenue: 200_000, Costed: 1, Profit: 82_500}},
			{Group: none, MarketplaceID: de, Counts: sales.Counts{Units: 4, Priced: 1, Revenue: 99_900}},
		}, s.counted(t, ours, historyports.GroupBy{Day: true, Strategy: true, Reason: true}))
		for range 2 {
			require.Equal(t, []historyports.SalesSum{{
				Group: historyports.Group{MarketplaceID: de}, MarketplaceID: de,
				Counts: sales.Counts{Units: 5, Priced: 2, Revenue: 299_900, Costed: 1, Profit: 82_500},
			}}, s.counted(t, ours, historyports.GroupBy{Marketplace: true}))
			require.NoError(t, s.history.Fold(t.Context()))
		}
		tooMany, err := s.history.Sales(t.Context(), ours, day("2026-11-01"), day("2026-11-30"), historyports.GroupBy{Strategy: true}, 1)
		require.NoError(t, err)
		require.Nil(t, tooMany)
	})
}

func TestPurchasesThatLieAheadOrFarBack(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.rows(t, ours, plainRow(0))[0].ID
		ahead, old, just := ordered("1", 0, item("a", "sku-000", 1)), ordered("2", 0, item("a", "sku-000", 2)), ordered("3", 0, item("a", "sku-000", 4))
		ahead.PurchasedAt = time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC)
		old.PurchasedAt = time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC)
		just.PurchasedAt = old.PurchasedAt.Add(time.Microsecond)
		s.take(t, ours, ahead, old, just)
		require.Equal(t, units{row: 1}, s.unitsIn(t, ours, 7, row), "it was bought when it became known")
		require.Equal(t, units{row: 5}, s.unitsIn(t, ours, 1000, row), "what is not kept is not taken in")
		s.clock.add(7*24*time.Hour - time.Microsecond)
		require.Equal(t, units{row: 1}, s.unitsIn(t, ours, 7, row))
		s.clock.add(time.Microsecond)
		require.Empty(t, s.unitsIn(t, ours, 7, row), "the window has moved on")
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de, Counts: sales.Counts{Units: 1}}}, s.counted(t, ours, historyports.GroupBy{}))
	})
}

func TestSalesAreForgotten(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.rows(t, ours, plainRow(0))[0].ID
		first := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
		for i := range 3 {
			o := ordered(fmt.Sprint(i), 0, item("a", "sku-000", 1))
			o.PurchasedAt = first.Add(time.Duration(i) * time.Hour)
			s.take(t, ours, o)
		}
		december := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		more, err := s.history.Forget(t.Context(), december.AddDate(0, -1, 0), 2)
		require.NoError(t, err)
		require.False(t, more)
		require.Equal(t, units{row: 3}, s.unitsIn(t, ours, 7, row))
		more, err = s.history.Forget(t.Context(), december, 2)
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, units{row: 1}, s.unitsIn(t, ours, 7, row))
		require.Empty(t, s.counted(t, ours, historyports.GroupBy{}))
		more, err = s.history.Forget(t.Context(), december, 2)
		require.NoError(t, err)
		require.False(t, more)
		require.Empty(t, s.unitsIn(t, ours, 7, row))
	})
}

func TestSalesOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, site *site, r records) {
		s := soldOver(r)
		whole, british := plainRow(0), plainRow(1)
		whole.StrategyID = optional.Some(s.strategy(t, ours, "Mine"))
		// 20 - 15 % - 3 - 10 = 4
		whole.Observed.CurrentPrice, whole.Observed.Cost = amount("20"), amount("10")
		whole.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15"), Fixed: eur("3")})
		british.Key.MarketplaceID, british.Currency, british.Observed.CurrentPrice = gb, "GBP", amount("7.5")
		rows := s.rows(t, ours, whole, british)
		s.observed(t, rows...)
		get := func(query string) string {
			a := site.call(t, "GET", "/history/statistics"+query, "")
			require.Equal(t, 200, a.Status, a.Body)
			return compact(a.Body)
		}
		s.take(t, ours, ordered("1", 0, item("a", "sku-000", 2)))
		german := `"sales":{"units":2,"currency":"EUR","mean_price":20,"estimated_profit":8}`
		require.Contains(t, get(""), german)
		require.Contains(t, get("?group_by=day"), `"groups":[{"day":"2026-11-02","marketplace_id":null,"strategy_id":null,"reason":null,"decisions":{"total":0,`)

		britain := ordered("2", 0, item("a", "sku-001", 3))
		britain.MarketplaceID = gb
		s.take(t, ours, britain)
		require.Contains(t, get(""), `"sales":{"units":5,"currency":null,"mean_price":null,"estimated_profit":null}`, "two currencies sum up to nothing")
		for query, group := range map[string]string{
			"?group_by=marketplace": `"marketplace_id":"A1PA6795UKMFR9","strategy_id":null,`,
			"?group_by=strategy":    fmt.Sprintf(`"marketplace_id":null,"strategy_id":%d,`, whole.StrategyID.Or(0)),
		} {
			body := get(query)
			require.Contains(t, body, group)
			require.Equal(t, 1, strings.Count(body, german), query)
			require.Equal(t, 1, strings.Count(body, `"sales":{"units":3,"currency":"GBP","mean_price":7.5,"estimated_profit":null}`), "the cost is not known")
		}
		require.NotContains(t, get("?group_by=reason,day"), `"groups":[{`, "sales have no reason")
		require.Contains(t, get("?time_to=2026-11-01T00:00:00Z"), `"sales":null`)

		// What was not sold after all leaves the other currency.
		britain.Cancelled, britain.ChangedAt = true, noon.Add(time.Minute)
		s.take(t, ours, britain)
		require.Contains(t, get(""), german)
		require.Contains(t, get("?group_by=marketplace"), `"sales":{"units":0,"currency":null,"mean_price":null,"estimated_profit":null}`)
		require.Contains(t, compact(site.with(t, http.Header{"X-Api-Key": {"theirs"}}, "GET", "/history/statistics", "").Body), `"sales":null`)
	})
}

// TestChangesOfAnOrderAtOnce has many changes of the same orders stored side by
// side: the newest counts, and the counters say the same.
func TestChangesOfAnOrderAtOnce(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.rows(t, ours, plainRow(0))[0].ID
		var all sync.WaitGroup
		for n := range 24 {
			all.Go(func() {
				o := ordered(fmt.Sprint(n%2), n, item("a", "sku-000", n))
				if err := s.orders.Changed(context.Background(), ours, o); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.Equal(t, units{row: 22 + 23}, s.unitsIn(t, ours, 7, row))
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de, Counts: sales.Counts{Units: 22 + 23}}}, s.counted(t, ours, historyports.GroupBy{}))
	})
}
