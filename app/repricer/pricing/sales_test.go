package pricing_test

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
	"sellingassistant/test/repricing"
)

// faster makes a strategy that raises by 1.00 from three units in two days on, and lowers for one
// unit or less.
func faster(name string) strategy.Patch {
	return strategy.Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeVelocity), WindowDays: optional.Put(2),
		HighUnits: optional.Put(3), LowUnits: optional.Put(1), Step: optional.Put(eur("1")),
	}
}

const twoDays = 48 * time.Hour

// quick makes a row by sales that receives orders since a time before now, and exists since
// another.
func (e *engine) quick(length, there time.Duration) decision.ProductID {
	e.T.Helper()
	e.Live(nil)
	made, err := e.Rules.Create(e.T.Context(), e.Who, faster("By sales"))
	require.NoError(e.T, err)
	row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.StrategyID, s.CreatedAt = optional.Some(made.ID), noon.Add(-there)
	})[0]
	e.Out.Covered = map[id.Connection]time.Time{5: noon.Add(-length)}
	e.Lists("sku-000", "20")
	return row
}

// sells sends an order of n units, bought some time ago.
func (e *engine) sells(name string, ago time.Duration, n int) {
	e.T.Helper()
	o := repricing.Ordered(name, 0, repricing.Item("a", "sku-000", n))
	o.PurchasedAt, o.ChangedAt = e.Clock.Now().Add(-ago), e.Clock.Now()
	require.NoError(e.T, e.Orders.Changed(e.T.Context(), ours, o))
}

func TestSalesRaiseThePrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.quick(twoDays, twoDays)
		e.sells("1", time.Hour, 2)
		require.Equal(e.T, repricer.RunQueued, e.Row(row).RunState, "a sale wakes the row")
		require.Equal(e.T, optional.Some(noon), e.Row(row).Observed.LastEventAt)
		e.Work()
		require.Equal(e.T, []string{"keep velocity_in_band 20 -"}, e.Told())
		require.Equal(e.T, repricerhistory.TriggerNotification, e.All(e.T, ours, repricerhistory.ChangeFilter{})[0].Trigger)

		// One more unit, and not sooner than the row's turn comes.
		e.sells("2", 0, 1)
		e.Work()
		require.Len(e.T, e.Told(), 1)
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "20")
		e.Work()
		require.Equal(e.T, []string{"keep velocity_in_band 20 -", "change velocity_up 21 proposed"}, e.Told())

		// The decision can be repeated from its stored input.
		last := e.All(e.T, ours, repricerhistory.ChangeFilter{})[0]
		evidence, err := e.History.Evidence(e.T.Context(), ours, []repricerhistory.ChangeSnapshot{last})
		require.NoError(e.T, err)
		input, ok := evidence[last.ID].Input.Get()
		require.True(e.T, ok)
		require.Equal(e.T, optional.Some(3), input.Row.UnitsSold)
		past := history.NewHistory(e.History, e.Clock)
		again, err := past.Replay(e.T.Context(), ours, last.ID)
		require.NoError(e.T, err)
		require.Equal(e.T, history.ReplaySame, again.Result)
	})
}

func TestSlowSalesLowerThePrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.quick(twoDays, twoDays)
		e.sells("1", twoDays, 9)
		e.sells("2", twoDays-time.Second, 1)
		e.Work()
		require.Equal(e.T, []string{"change velocity_down 19 proposed"}, e.Told(), "nine units are just outside the window")
	})
}

func TestSalesThatAreNotAllKnown(t *testing.T) {
	for name, c := range map[string]struct {
		told, there time.Duration
		change      func(*engine)
	}{
		"received too late":  {twoDays - time.Microsecond, 10 * twoDays, nil},
		"the row is too new": {10 * twoDays, twoDays - time.Microsecond, nil},
		"never told":         {twoDays, twoDays, func(e *engine) { e.Out.Covered = nil }},
		"another account":    {twoDays, twoDays, func(e *engine) { e.Out.Covered = map[id.Connection]time.Time{6: {}} }},
		"not connected":      {twoDays, twoDays, func(e *engine) { e.Out.Accounts[0].Active = false }},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.quick(c.told, c.there)
				if c.change != nil {
					c.change(e)
				}
				e.sells("1", time.Hour, 9)
				// Sends offers, so that the row can be decided without its account.
				e.Event(row, "20")
				e.Work()
				require.Equal(e.T, []string{"keep velocity_unknown 20 -"}, e.Told())
				require.NotContains(e.T, e.Out.Asked, "Sales.Units", "there is nothing to ask for")
			})
		})
	}
}

func TestOnlyVelocityAsksForSales(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Work()
		e.sells("1", time.Hour, 9)
		require.Zero(e.T, e.Queued(), "a sale is nothing to a strategy that looks at others")
		e.Clock.Add(time.Hour)
		e.Event(row, "18")
		e.Work()
		require.NotContains(e.T, e.Out.Asked, "Sales.Units")
		require.NotContains(e.T, e.Out.Asked, "OrderNews.ToldSince")
	})
}

// TestSalesAreAskedForOnce has a batch of many rows of several velocity strategies
// and others.
func TestSalesAreAskedForOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		match := e.Live(nil)
		made := make([]strategy.ID, 2)
		for i := range made {
			p := faster(fmt.Sprint("By sales ", i))
			p.WindowDays = optional.Put(1 + i)
			strategy, err := e.Rules.Create(e.T.Context(), e.Who, p)
			require.NoError(e.T, err)
			made[i] = strategy.ID
		}
		rows := e.Selling(9, func(i int, s *repricer.ProductSnapshot) {
			s.StrategyID, s.CreatedAt = optional.Some([]strategy.ID{made[0], made[1], match}[i%3]), noon.Add(-twoDays)
		})
		e.Out.Covered = map[id.Connection]time.Time{5: noon.Add(-twoDays)}
		for i, row := range rows {
			o := repricing.Ordered(fmt.Sprint(i), 0, repricing.Item("a", fmt.Sprintf("sku-%03d", i), 3))
			o.PurchasedAt = noon.Add(-36 * time.Hour)
			require.NoError(e.T, e.Orders.Changed(e.T.Context(), ours, o))
			e.Event(row, "20")
		}
		e.Out.Asked = nil
		e.Work()
		require.Equal(e.T, 1, count(e.Out.Asked, "Sales.Units"))
		require.Equal(e.T, 1, count(e.Out.Asked, "OrderNews.ToldSince"))
		got := e.Told()
		slices.Sort(got)
		require.Equal(e.T, []string{
			"change velocity_down 19 proposed", "change velocity_down 19 proposed", "change velocity_down 19 proposed",
			"change velocity_up 21 proposed", "change velocity_up 21 proposed", "change velocity_up 21 proposed",
			"keep match_target 20 -", "keep match_target 20 -", "keep match_target 20 -",
		}, got)
	})
}

func count(list []string, word string) (n int) {
	for _, text := range list {
		if text == word {
			n++
		}
	}
	return n
}

// TestATrialSeesSales tries velocity on a row of another strategy.
func TestATrialSeesSales(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.CreatedAt = noon.Add(-twoDays) })[0]
		e.Live(nil)
		e.Lists("sku-000", "20")
		e.Out.Covered = map[id.Connection]time.Time{5: noon.Add(-twoDays)}
		e.sells("1", time.Hour, 3)
		try := pricing.RepriceProduct{ID: row, DryRun: true}
		try.Overrides.Strategy = optional.Some(faster("Trial"))
		got, err := e.Pricing.Reprice(e.T.Context(), e.Who, try)
		require.NoError(e.T, err)
		require.Equal(e.T, decision.ReasonVelocityUp, got.Decision.Reason)
		require.Equal(e.T, eur("21"), got.Decision.Price)
		require.Empty(e.T, e.Told(), "nothing is written")
	})
}
