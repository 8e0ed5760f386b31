package repricer_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
)

// faster is a strategy that goes up 1.00 from three units in two days on, and down
// up to one.
func faster(name string) strategy.Patch {
	return strategy.Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeVelocity), WindowDays: optional.Put(2),
		HighUnits: optional.Put(3), LowUnits: optional.Put(1), Step: optional.Put(eur("1")),
	}
}

const twoDays = 48 * time.Hour

// quick makes a row by sales, told of orders since a time before now, and there
// since another.
func (e *engine) quick(told, there time.Duration) decision.ProductID {
	e.t.Helper()
	e.live(nil)
	made, err := e.rules.Create(e.t.Context(), e.who, faster("By sales"))
	require.NoError(e.t, err)
	row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.StrategyID, s.CreatedAt = optional.Some(made.ID), noon.Add(-there)
	})[0]
	e.out.told = map[id.Connection]time.Time{5: noon.Add(-told)}
	e.lists("sku-000", "20")
	return row
}

// sells takes in an order of so many units, bought so long ago.
func (e *engine) sells(name string, ago time.Duration, n int) {
	e.t.Helper()
	o := ordered(name, 0, item("a", "sku-000", n))
	o.PurchasedAt, o.ChangedAt = e.clock.Now().Add(-ago), e.clock.Now()
	require.NoError(e.t, e.orders.Changed(e.t.Context(), ours, o))
}

func TestSalesRaiseThePrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.quick(twoDays, twoDays)
		e.sells("1", time.Hour, 2)
		require.Equal(e.t, repricer.RunQueued, e.row(row).RunState, "a sale wakes the row")
		require.Equal(e.t, optional.Some(noon), e.row(row).Observed.LastEventAt)
		e.work()
		require.Equal(e.t, []string{"keep velocity_in_band 20 -"}, e.told())
		require.Equal(e.t, repricerhistory.TriggerNotification, e.all(e.t, ours, historyports.ChangeFilter{})[0].Trigger)

		// One more unit, and not sooner than the row's turn comes.
		e.sells("2", 0, 1)
		e.work()
		require.Len(e.t, e.told(), 1)
		e.clock.add(time.Hour)
		e.lists("sku-000", "20")
		e.work()
		require.Equal(e.t, []string{"keep velocity_in_band 20 -", "change velocity_up 21 proposed"}, e.told())

		// The decision can be made again from what was stored of it.
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		evidence, err := e.history.Evidence(e.t.Context(), ours, []repricerhistory.ChangeSnapshot{last})
		require.NoError(e.t, err)
		in, ok := evidence[last.ID].Input.Get()
		require.True(e.t, ok)
		require.Equal(e.t, optional.Some(3), in.Row.UnitsSold)
		past := history.NewHistory(e.history, e.history, e.clock)
		again, err := past.Replay(e.t.Context(), ours, last.ID)
		require.NoError(e.t, err)
		require.Equal(e.t, history.ReplaySame, again.Result)
	})
}

func TestSlowSalesLowerThePrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.quick(twoDays, twoDays)
		e.sells("1", twoDays, 9)
		e.sells("2", twoDays-time.Second, 1)
		e.work()
		require.Equal(e.t, []string{"change velocity_down 19 proposed"}, e.told(), "nine units are just outside the window")
	})
}

func TestSalesThatAreNotAllKnown(t *testing.T) {
	for name, c := range map[string]struct {
		told, there time.Duration
		change      func(*engine)
	}{
		"told too late":      {twoDays - time.Microsecond, 10 * twoDays, nil},
		"the row is too new": {10 * twoDays, twoDays - time.Microsecond, nil},
		"never told":         {twoDays, twoDays, func(e *engine) { e.out.told = nil }},
		"another account":    {twoDays, twoDays, func(e *engine) { e.out.told = map[id.Connection]time.Time{6: {}} }},
		"not connected":      {twoDays, twoDays, func(e *engine) { e.out.sellers[0].Active = false }},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.quick(c.told, c.there)
				if c.change != nil {
					c.change(e)
				}
				e.sells("1", time.Hour, 9)
				// Offers are told, so that the row can be decided without its account.
				e.event(row, "20")
				e.work()
				require.Equal(e.t, []string{"keep velocity_unknown 20 -"}, e.told())
				require.NotContains(e.t, e.out.asked, "Sales.Units", "there is nothing to ask for")
			})
		})
	}
}

func TestOnlyVelocityAsksForSales(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.work()
		e.sells("1", time.Hour, 9)
		require.Zero(e.t, e.queued(), "a sale is nothing to a strategy that looks at others")
		e.clock.add(time.Hour)
		e.event(row, "18")
		e.work()
		require.NotContains(e.t, e.out.asked, "Sales.Units")
		require.NotContains(e.t, e.out.asked, "OrderNews.ToldSince")
	})
}

// TestSalesAreAskedForOnce has a batch of many rows of several velocity strategies
// and others.
func TestSalesAreAskedForOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		match := e.live(nil)
		made := make([]strategy.ID, 2)
		for i := range made {
			p := faster(fmt.Sprint("By sales ", i))
			p.WindowDays = optional.Put(1 + i)
			one, err := e.rules.Create(e.t.Context(), e.who, p)
			require.NoError(e.t, err)
			made[i] = one.ID
		}
		rows := e.selling(9, func(i int, s *repricer.ProductSnapshot) {
			s.StrategyID, s.CreatedAt = optional.Some([]strategy.ID{made[0], made[1], match}[i%3]), noon.Add(-twoDays)
		})
		e.out.told = map[id.Connection]time.Time{5: noon.Add(-twoDays)}
		for i, row := range rows {
			o := ordered(fmt.Sprint(i), 0, item("a", fmt.Sprintf("sku-%03d", i), 3))
			o.PurchasedAt = noon.Add(-36 * time.Hour)
			require.NoError(e.t, e.orders.Changed(e.t.Context(), ours, o))
			e.event(row, "20")
		}
		e.out.asked = nil
		e.work()
		require.Equal(e.t, 1, count(e.out.asked, "Sales.Units"))
		require.Equal(e.t, 1, count(e.out.asked, "OrderNews.ToldSince"))
		got := e.told()
		slices.Sort(got)
		require.Equal(e.t, []string{
			"change velocity_down 19 proposed", "change velocity_down 19 proposed", "change velocity_down 19 proposed",
			"change velocity_up 21 proposed", "change velocity_up 21 proposed", "change velocity_up 21 proposed",
			"keep match_target 20 -", "keep match_target 20 -", "keep match_target 20 -",
		}, got)
	})
}

func count(list []string, word string) (n int) {
	for _, one := range list {
		if one == word {
			n++
		}
	}
	return n
}

// TestATrialSeesSales tries velocity on a row of another strategy.
func TestATrialSeesSales(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.CreatedAt = noon.Add(-twoDays) })[0]
		e.live(nil)
		e.lists("sku-000", "20")
		e.out.told = map[id.Connection]time.Time{5: noon.Add(-twoDays)}
		e.sells("1", time.Hour, 3)
		try := pricing.RepriceProduct{ID: row, DryRun: true}
		try.Overrides.Strategy = optional.Some(faster("Trial"))
		got, err := e.engine.Reprice(e.t.Context(), e.who, try)
		require.NoError(e.t, err)
		require.Equal(e.t, decision.ReasonVelocityUp, got.Decision.Reason)
		require.Equal(e.t, eur("21"), got.Decision.Price)
		require.Empty(e.t, e.told(), "nothing is written")
	})
}
