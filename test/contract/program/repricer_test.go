package program_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/jobs"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

// The marketplace sends nothing for seven hours. The sweep reads the missed changes, and the prices
// follow.
func TestLostNotificationsAreRepairedByTheSweep(t *testing.T) {
	t.Parallel()
	m := openMarket(t, service.Options{Listen: true, Notifications: true, Environ: []string{"SA_WORKERS=2"}}, eur("1"))
	m.known(t)
	m.subscribe(t)
	m.Market.Inject(simulator.Fault{Mode: simulator.QueueMissing})
	p := repricing.Matching("Lowest")
	p.CompeteWith = optional.Put(decision.TargetLowest)
	lowest, err := m.Operator.Strategies.Create(t.Context(), m.team.Who(), p)
	require.NoError(t, err)
	var rows []repricer.NewProduct
	for _, s := range m.Market.ForSale(m.team.Seller, marketplace.US, 6) {
		row := autoBetween(s.SKU, s.ASIN, eur("1"), money.FromUnits(3*s.Price.Units()))
		row.Patch.StrategyID = optional.Put(lowest.ID)
		rows = append(rows, row)
	}
	made := m.sell(t, rows...)
	m.rest(t, made)
	before := recordsOver(m.Store).All(t, m.team.ID, history.ChangeFilter{})

	m.pass(7 * time.Hour)
	require.Equal(t, before, recordsOver(m.Store).All(t, m.team.ID, history.ChangeFilter{}), "nothing is heard")
	_, err = m.Operator.Queue.Enqueue(t.Context(), jobs.Request{Kind: "repricer.sweep"})
	require.NoError(t, err)
	swept := history.ChangeFilter{Triggers: []history.Trigger{history.TriggerSweep}, Verdicts: []decision.Verdict{decision.VerdictChange}}
	require.Eventually(t, func() bool { return len(recordsOver(m.Store).All(t, m.team.ID, swept)) > 0 }, 2*time.Minute, 20*time.Millisecond)
	m.rest(t, made)
	for _, change := range recordsOver(m.Store).All(t, m.team.ID, swept) {
		require.Equal(t, optional.Some(history.OutcomeConfirmed), change.Outcome)
	}
}

// subscribe lets the marketplace notify changes of the team's offers.
func (m market) subscribe(t *testing.T) {
	t.Helper()
	found, err := m.Operator.Connections.List(t.Context(), m.team.Who())
	require.NoError(t, err)
	_, err = m.Operator.Subscriptions.Subscribe(t.Context(), m.team.Who(), found[0].ID())
	require.NoError(t, err)
}

// rest lets time pass until every row was looked at and no price is on its way.
func (m market) rest(t *testing.T, rows []repricer.ProductSnapshot) {
	t.Helper()
	require.Eventually(t, func() bool {
		for _, row := range rows {
			now, err := m.Operator.Products.Get(t.Context(), m.team.Who(), row.ID)
			require.NoError(t, err)
			switch {
			case now.RunState == repricer.RunAwaitingConfirmation,
				now.RunState == repricer.RunQueued && now.Observed.NextDueAt.Or(time.Time{}).After(m.Clock.Now()):
				m.pass(time.Minute)
				return false
			case now.RunState != repricer.RunIdle || !now.Observed.OffersAt.Known():
				return false
			}
		}
		return true
	}, 2*time.Minute, 20*time.Millisecond)
}

// market runs the whole program over a simulated marketplace, with rows that have decisions.
type market struct {
	*service.Service
	team *service.Team
}

// openMarket connects a team that sends its prices, at a marketplace with a stopped clock.
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

// known waits until the account was read: then the price of every row is known, also of rows with
// offers that buyers do not see.
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

// outcomes counts prices by outcome.
func (m market) outcomes(t *testing.T) map[history.Outcome]int {
	t.Helper()
	out := map[history.Outcome]int{}
	for _, e := range recordsOver(m.Store).All(t, m.team.ID, history.ChangeFilter{}) {
		if o, ok := e.Outcome.Get(); ok {
			out[o]++
		}
	}
	return out
}

// taken counts the prices that the marketplace took.
func (m market) taken() int { return m.Market.Counters()["patchListingsItem"].Statuses[200] }

// Prices go live at the marketplace and are confirmed. So do prices of SKUs with odd letters, of
// offers that are sold out or taken down, and after a lost answer.
func TestPricesGoLiveAtTheMarketplace(t *testing.T) {
	t.Parallel()
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
				decided = append(decided, repricing.Matched(t, row, m.Clock.Now(), "18.37"))
			}
			_, err := repricing.NewRecorder(m.Store).Record(t.Context(), m.team.ID, decided)
			require.NoError(t, err)
			for _, d := range decided {
				require.NoError(t, recordsOver(m.Store).Due.MarkEditsSeen(t.Context(), m.team.ID, d.Change.ProductID(), 1), "they know of the rows' creation")
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
			require.True(t, repricing.Send(t, l))
			for range 12 {
				m.pass(3 * time.Minute)
				repricing.Send(t, l)
				repricing.Look(t, l)
			}
			require.Equal(t, map[history.Outcome]int{"confirmed": 4}, m.outcomes(t))
			require.Equal(t, c.sent, m.taken())
			for _, e := range recordsOver(m.Store).All(t, m.team.ID, history.ChangeFilter{}) {
				row, err := m.Operator.Products.Get(t.Context(), m.team.Who(), e.ProductID)
				require.NoError(t, err)
				require.Equal(t, repricing.Amount("18.37"), row.Observed.CurrentPrice)
				require.False(t, row.Hold.Known())
			}
		})
	}
}

// The program decides, sends and confirms by itself. A stop withdraws unsent prices: here all but a
// burst, since no time passes.
func TestTheProgramSendsPrices(t *testing.T) {
	t.Parallel()
	m := openMarket(t, service.Options{Listen: true, Environ: []string{"SA_WORKERS=1"}}, eur("1"))
	m.known(t)
	var rows []repricer.NewProduct
	for _, s := range m.Market.ForSale(m.team.Seller, marketplace.US, 8) {
		low := money.FromUnits(s.Price.Units() + 10_000)
		rows = append(rows, autoBetween(s.SKU, s.ASIN, low, money.FromUnits(2*low.Units())))
	}
	made := m.sell(t, rows...)
	t.Cleanup(func() {
		if t.Failed() {
			m.tell(t)
		}
	})
	is := func(want map[history.Outcome]int) {
		t.Helper()
		require.EventuallyWithT(t, func(c *assert.CollectT) { assert.Equal(c, want, m.outcomes(t)) }, 2*time.Minute, 20*time.Millisecond)
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

// tell logs the outcome of each row, and the lines of the log above level debug.
func (m market) tell(t *testing.T) {
	t.Helper()
	for _, e := range recordsOver(m.Store).All(t, m.team.ID, history.ChangeFilter{}) {
		t.Logf("row %d: %s, %v, at %s", e.ProductID, e.Reason, e.Outcome, e.CreatedAt)
	}
	for line := range strings.Lines(m.Log.String()) {
		if !strings.Contains(line, `"level":"debug"`) && !strings.Contains(line, `"msg":"call"`) {
			t.Log(strings.TrimSuffix(line, "\n"))
		}
	}
}

// postOffice takes one mail and returns the address of its server.
func postOffice(t *testing.T) (address string, mail <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	letters := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var said strings.Builder
		fmt.Fprint(c, "220 here\r\n")
		data := false
		for in := bufio.NewScanner(c); in.Scan(); {
			line := in.Text()
			said.WriteString(line + "\n")
			switch {
			case line == "DATA":
				data = true
				fmt.Fprint(c, "354 go on\r\n")
			case data && line != ".":
			case line == "QUIT":
				fmt.Fprint(c, "221 bye\r\n")
				letters <- said.String()
				return
			default:
				data = false
				fmt.Fprint(c, "250 ok\r\n")
			}
		}
	}()
	return l.Addr().String(), letters
}

// The program notes, gathers and sends alerts by itself.
func TestTheProgramTellsPeople(t *testing.T) {
	t.Parallel()
	address, letters := postOffice(t)
	m := openMarket(t, service.Options{Listen: true, Environ: []string{
		"SA_WORKERS=1", "SA_SMTP_URL=smtp://" + address, "SA_MAIL_FROM=alerts@shop.example",
	}}, eur("1"))
	_, err := m.Operator.Settings.Update(t.Context(), m.team.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		Notify: optional.Put(repricer.NotifyPatch{
			Email: optional.Put("ann@example.com"), Events: optional.Put([]repricer.NotifyEvent{repricer.NotifyCircuitBreaker}),
		}),
	}})
	require.NoError(t, err)
	m.known(t)
	s := m.Market.ForSale(m.team.Seller, marketplace.US, 1)[0]
	m.sell(t, autoBetween(s.SKU, s.ASIN, eur("0.50"), money.FromUnits(2*s.Price.Units())))

	// The job waits for a minute of the real clock.
	require.Eventually(t, func() bool {
		waiting, err := m.Operator.Jobs.List(t.Context(), jobs.Filter{Kind: alerts.CollectAlertsJob, Limit: 1})
		require.NoError(t, err)
		if len(waiting) == 0 {
			return false
		}
		_, err = m.Operator.Jobs.Retry(t.Context(), waiting[0].ID)
		return err == nil || waiting[0].State == jobs.Running
	}, 2*time.Minute, 20*time.Millisecond)
	select {
	case mail := <-letters:
		require.Contains(t, mail, "RCPT TO:<ann@example.com>\n")
		require.Contains(t, mail, "Subject: Repricer: 1 circuit breaker\n")
		require.Contains(t, mail, "circuit_breaker, row_breaker\nSKU "+s.SKU+" on ATVPDKIKX0DER (row 1)\n")
	case <-time.After(30 * time.Second):
		require.Fail(t, "no mail came")
	}
}
