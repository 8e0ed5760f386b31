package repricer_test

import (
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// market is the whole program over a simulated marketplace, with rows whose
// prices were decided.
type market struct {
	*service.Service
	team *service.Team
}

// openMarket connects a team that sends its prices, at a marketplace whose time
// stands still.
func openMarket(t *testing.T, o service.Options, fixed money.Amount) market {
	t.Helper()
	o.DatabaseURL = stores.SQLiteURL(t)
	m := market{Service: service.Start(t, o)}
	m.Market.Clock().SetSpeed(0)
	m.Market.Clock().Set(m.Clock.Now())
	m.team = m.Team(t, service.Wish{})
	plan, err := m.Operator.Strategies.Create(t.Context(), m.team.Who(), strategy.Patch{
		Name: optional.Put("Fixed"), Type: optional.Put(decision.TypeFixed), FixedPrice: optional.Put(fixed),
	})
	require.NoError(t, err)
	_, err = m.Operator.Settings.Update(t.Context(), m.team.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		SubmissionMode: optional.Put(decision.SubmitLive), DefaultStrategyID: optional.Put(plan.ID),
	}})
	require.NoError(t, err)
	return m
}

// sell makes rows that are repriced.
func (m market) sell(t *testing.T, rows ...repricer.NewProduct) []repricer.ProductSnapshot {
	t.Helper()
	made, err := m.Operator.Products.Create(t.Context(), m.team.Who(), rows)
	require.NoError(t, err)
	out := make([]repricer.ProductSnapshot, len(made))
	for i, r := range made {
		require.Nil(t, r.Err)
		out[i] = r.Product.ProductSnapshot
	}
	return out
}

// known waits until the account was read: then the price of every row is known,
// also of those whose offers buyers are not shown.
func (m market) known(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		var n int
		err := m.Store.Hot(t.Context()).QueryRow(t.Context(),
			"SELECT count(*) FROM inventory_skus WHERE marketplace_id = $1 AND price IS NOT NULL", string(marketplace.US)).Scan(&n)
		return err == nil && n > 200
	}, 2*time.Minute, 20*time.Millisecond)
}

func autoBetween(sku, asin string, low, high money.Amount) repricer.NewProduct {
	return repricer.NewProduct{
		Key: repricer.Key{MarketplaceID: marketplace.US, SKU: sku}, ASIN: asin,
		Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto), Limits: optional.Put(repricer.LimitsPatch{
			MinPrice: optional.Put(low), MaxPrice: optional.Put(high),
		})},
	}
}

// pass moves both clocks.
func (m market) pass(d time.Duration) {
	m.Clock.Add(d)
	m.Market.Clock().Step(d)
}

// outcomes counts prices by what became of them.
func (m market) outcomes(t *testing.T) map[history.Outcome]int {
	t.Helper()
	out := map[history.Outcome]int{}
	for _, e := range recordsOver(m.Store).all(t, m.team.ID, historyports.ChangeFilter{}) {
		if o, ok := e.Outcome.Get(); ok {
			out[o]++
		}
	}
	return out
}

// taken is how many prices the marketplace took.
func (m market) taken() int { return m.Market.Counters()["patchListingsItem"].Statuses[200] }

// Prices go live at the marketplace and are confirmed: of SKUs that are hard to
// write, of what is sold out or taken down, and when an answer is lost on the way.
func TestPricesGoLiveAtTheMarketplace(t *testing.T) {
	for name, c := range map[string]struct {
		faults []simulator.Fault
		sent   int
	}{
		"healthy":                     {sent: 4},
		"an answer is lost":           {sent: 4, faults: []simulator.Fault{{Mode: simulator.LostWrite, Operation: "patchListingsItem", Times: 1}}},
		"all calls of one price fail": {sent: 4, faults: []simulator.Fault{{Mode: simulator.Error503, Operation: "patchListingsItem", Times: 9}}},
	} {
		t.Run(name, func(t *testing.T) {
			m := openMarket(t, service.Options{}, eur("18.37"))
			var rows []repricer.NewProduct
			for n, sku := range []string{"A/B", "ä b", "50%", "A,B"} {
				rows = append(rows, autoBetween(sku, simulator.ASIN(n), eur("5"), eur("50")))
			}
			m.Clock.Add(time.Second)
			var decided []historyports.Decided
			for _, row := range m.sell(t, rows...) {
				decided = append(decided, matched(t, row, m.Clock.Now(), "18.37"))
			}
			_, err := service.NewRecorder(m.Store).Record(t.Context(), m.team.ID, decided)
			require.NoError(t, err)
			for _, d := range decided {
				require.NoError(t, recordsOver(m.Store).due.MarkEditsSeen(t.Context(), m.team.ID, d.Change.ProductID(), 1), "they know of the rows' creation")
			}
			for _, f := range c.faults {
				m.Market.Inject(f)
			}
			busy, err := m.Operator.Sender.AccountsWithWork(t.Context())
			require.NoError(t, err)
			key := sendingports.Account{Team: m.team.ID, SellerID: m.team.Seller.ID, Region: marketplace.NA}
			require.Equal(t, []sendingports.AccountWork{{Account: key, Send: true}}, busy)
			l, ok, err := m.Operator.Sender.Acquire(t.Context(), key)
			require.NoError(t, err)
			require.True(t, ok)
			require.True(t, send(t, l))
			for range 12 {
				m.pass(3 * time.Minute)
				send(t, l)
				look(t, l)
			}
			require.Equal(t, map[history.Outcome]int{"confirmed": 4}, m.outcomes(t))
			require.Equal(t, c.sent, m.taken())
			for _, e := range recordsOver(m.Store).all(t, m.team.ID, historyports.ChangeFilter{}) {
				row, err := m.Operator.Products.Get(t.Context(), m.team.Who(), e.ProductID)
				require.NoError(t, err)
				require.Equal(t, amount("18.37"), row.Observed.CurrentPrice)
				require.False(t, row.Hold.Known())
			}
		})
	}
}

// The program decides, sends and confirms by itself. A stop withdraws what has
// not left: here all but a burst, since no time passes.
func TestTheProgramSendsPrices(t *testing.T) {
	m := openMarket(t, service.Options{Listen: true, Environ: []string{"SA_WORKERS=1"}}, eur("1"))
	m.known(t)
	var rows []repricer.NewProduct
	for _, s := range m.Market.ForSale(m.team.Seller, marketplace.US, 8) {
		low := money.FromUnits(s.Price.Units() + 10_000)
		rows = append(rows, autoBetween(s.SKU, s.ASIN, low, money.FromUnits(2*low.Units())))
	}
	made := m.sell(t, rows...)
	is := func(want map[history.Outcome]int) {
		t.Helper()
		require.Eventually(t, func() bool { return maps.Equal(want, m.outcomes(t)) }, 2*time.Minute, 20*time.Millisecond, "%v", want)
	}
	is(map[history.Outcome]int{"accepted": 5, "proposed": 3})
	_, err := m.Operator.Switches.Stop(t.Context(), "a test")
	require.NoError(t, err)
	is(map[history.Outcome]int{"accepted": 5, "cancelled": 3})
	m.pass(16 * time.Minute)
	is(map[history.Outcome]int{"confirmed": 5, "cancelled": 3})
	require.Equal(t, 5, m.taken())
	live := 0
	for _, row := range made {
		now, err := m.Operator.Products.Get(t.Context(), m.team.Who(), row.ID)
		require.NoError(t, err)
		require.Equal(t, repricer.RunIdle, now.RunState)
		if now.Observed.CurrentPrice == now.Limits.MinPrice {
			live++
		}
	}
	require.Equal(t, 5, live)
}
