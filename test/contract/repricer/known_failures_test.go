package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/jobs"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/openapi/service"
)

// What sellers report of repricers that went wrong, each shown not to happen.

// sees tells a row of the offers of its product and lets it be decided.
func (e *engine) sees(row decision.ProductID, offers ...decision.Offer) {
	e.t.Helper()
	e.hears(row, offers...)
	e.work()
}

// A row without a minimum is not repriced, however the minimum came to be
// missing: not to 0, not to 0.01, not to the rival's price.
func TestABlankMinimumNeverBecomesOneCent(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(2, func(i int, s *repricer.ProductSnapshot) {
			s.Limits.MinPrice = optional.None[money.Amount]()
			if i == 1 { // it follows from a cost that is not known
				s.Limits.MinPriceMode, s.Limits.TargetROI = decision.MinPriceROI, percent("10")
			}
		})
		e.live(nil)
		for _, rival := range []string{"19", "0.02", "0.01"} {
			e.clock.add(time.Hour)
			for _, row := range rows {
				e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur(rival)})
			}
		}
		require.ElementsMatch(t, []string{"error missing_cost 20 -", "error missing_min_price 20 -"}, e.told())
	})
}

// The cheapest offers are the team's own: another SKU of the account and another
// account. The rival is the one above them.
func TestTheOwnOfferIsNeverUndercut(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.out.sellers = append(e.out.sellers, account.Seller{Team: ours, Connection: 6, Region: "eu", ID: "A4SISTER", Marketplaces: []marketplace.ID{de}, Active: true})
		row := e.selling(1, nil)[0]
		e.live(func(p *repricer.SettingsPatch) { p.OwnSellerIDs = optional.Put([]string{"A5COUSIN"}) })
		e.clock.add(time.Hour)
		e.sees(row,
			decision.Offer{SellerID: "A2SELLER", Price: eur("16")}, decision.Offer{SellerID: "A4SISTER", Price: eur("17")},
			decision.Offer{SellerID: "A5COUSIN", Price: eur("18")}, decision.Offer{SellerID: "A3RIVAL", Price: eur("19.50"), BuyBox: true, Featured: true})
		last := e.all(t, ours, historyports.ChangeFilter{})[0]
		require.Equal(t, eur("19.50"), last.NewPrice)
		require.Equal(t, "A3RIVAL", last.TargetSellerID)
	})
}

// The largest change at once is 0.50, and the price is 10.00 below its floor: it
// goes to the floor at once.
func TestACapNeverHoldsAPriceUnderItsFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) {
			s.Limits.MinPrice, s.Limits.MaxChange = amount("30"), amount("0.50")
		})[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("15")})
		last := e.all(t, ours, historyports.ChangeFilter{})[0]
		require.Equal(t, "change raised_to_floor 30", string(last.Verdict)+" "+string(last.Reason)+" "+last.NewPrice.String())
		require.Equal(t, []decision.Adjustment{decision.AdjustFloor, decision.AdjustCapOverridden}, last.Adjustments)
	})
}

// A price that was confirmed is not sent again however often the same market is
// told of, and one that the marketplace takes and never shows is sent once more
// and then given up.
func TestTheSamePriceIsNeverSentInALoop(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		rival := decision.Offer{SellerID: "A3RIVAL", Price: eur("18.50"), BuyBox: true, Featured: true}
		e.sees(row, rival)
		require.Equal(t, []string{"change match_target 18.5 proposed"}, e.told()[len(e.told())-1:])
		sender := e.sender()
		l := sender.lane(t)
		sender.shop.answer = func(int, sendingports.PriceChange) reply { return reply{ignored: true, receipt: taken().receipt} }
		for range 200 {
			e.clock.add(time.Minute)
			e.sees(row, rival)
			send(t, l)
			look(t, l)
		}
		require.Equal(t, []sentPrice{{"sku-000", eur("18.50"), eur("5"), 0}, {"sku-000", eur("18.50"), eur("5"), 4}}, sender.shop.sent)
		require.Equal(t, decision.HoldSubmissionFailed, e.row(row).Hold.Or(repricer.Hold{}).Reason)
	})
}

// sender is a desk that sends what the engine decides.
func (e *engine) sender() *desk {
	d := deskOver(e.t, e.db)
	d.parts.Clock = e.clock
	return d
}

// The marketplace tells of nothing for seven hours. The sweep reads what it has
// not told, and the prices follow.
func TestLostNotificationsAreRepairedByTheSweep(t *testing.T) {
	m := openMarket(t, service.Options{Listen: true, Notifications: true, Environ: []string{"SA_WORKERS=2"}}, eur("1"))
	m.known(t)
	m.subscribe(t)
	m.Market.Inject(simulator.Fault{Mode: simulator.QueueMissing})
	p := matching("Lowest")
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
	before := recordsOver(m.Store).all(t, m.team.ID, historyports.ChangeFilter{})

	m.pass(7 * time.Hour)
	require.Equal(t, before, recordsOver(m.Store).all(t, m.team.ID, historyports.ChangeFilter{}), "nothing is heard")
	_, err = m.Operator.Queue.Enqueue(t.Context(), jobs.Request{Kind: "repricer.sweep"})
	require.NoError(t, err)
	swept := historyports.ChangeFilter{Triggers: []history.Trigger{history.TriggerSweep}, Verdicts: []decision.Verdict{decision.VerdictChange}}
	require.Eventually(t, func() bool { return len(recordsOver(m.Store).all(t, m.team.ID, swept)) > 0 }, 2*time.Minute, 20*time.Millisecond)
	m.rest(t, made)
	for _, change := range recordsOver(m.Store).all(t, m.team.ID, swept) {
		require.Equal(t, optional.Some(history.OutcomeConfirmed), change.Outcome)
	}
}

// subscribe lets the marketplace tell what happens to the team's offers.
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
