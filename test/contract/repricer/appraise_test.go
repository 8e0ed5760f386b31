package repricer_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/stores"
)

func TestAppraisals(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, a, ctx := stored(s), queuestore.NewFeeRequests(s), t.Context()
		rows, foreign := ids(w.rows(t, ours, plainRows(4)...)), ids(w.rows(t, theirs, plainRow(0)))
		wanted := func(team id.Team, limit int) []decision.ProductID {
			got, err := a.Oldest(ctx, team, limit)
			require.NoError(t, err)
			return got
		}
		teams := func() []id.Team {
			got, err := a.Teams(ctx)
			require.NoError(t, err)
			return got
		}
		require.Empty(t, teams())
		require.NoError(t, a.Add(ctx, ours, nil, noon))
		require.NoError(t, a.Add(ctx, ours, []decision.ProductID{rows[2], foreign[0], 12345}, noon))
		require.NoError(t, a.Add(ctx, ours, rows[:3], noon.Add(time.Second)))
		require.NoError(t, a.Add(ctx, ours, rows, noon.Add(2*time.Second)))
		require.Equal(t, []decision.ProductID{rows[2], rows[0], rows[1], rows[3]}, wanted(ours, 10), "each keeps its place")
		require.Equal(t, []decision.ProductID{rows[2], rows[0]}, wanted(ours, 2))
		require.Empty(t, wanted(theirs, 10), "a team cannot want another team's row")
		require.NoError(t, a.Add(ctx, theirs, foreign, noon))
		require.ElementsMatch(t, []id.Team{ours, theirs}, teams())

		require.NoError(t, a.Remove(ctx, theirs, rows))
		require.NoError(t, a.Remove(ctx, ours, nil))
		require.Len(t, wanted(ours, 10), 4)
		require.NoError(t, a.Remove(ctx, ours, []decision.ProductID{rows[0], rows[2]}))
		require.Equal(t, []decision.ProductID{rows[1], rows[3]}, wanted(ours, 10))
		require.NoError(t, a.Remove(ctx, ours, rows))
		require.Equal(t, []id.Team{theirs}, teams())
	})
}

// appraising is an engine with three rows that decide without fees, of which the
// last is off, a fourth that needs them, and a cost of 5 for each.
func appraising(e *engine) []decision.ProductID {
	rows := e.selling(4, func(i int, s *repricer.ProductSnapshot) {
		switch i {
		case 2:
			s.Mode = decision.ModeOff
		case 3:
			s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("10"), optional.None[money.Amount]()
		}
	})
	for i := range rows {
		e.out.costs[plainRow(i).Key] = pricingports.Cost{Landed: eur("5"), Currency: "EUR", VATRate: percent("0")}
	}
	rate := money.MustParsePercent("15")
	e.out.fees = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{
		Currency: "EUR", ReferralRate: &rate, Parts: []money.Amount{eur("3")},
	}}
	e.live(nil)
	return rows
}

func (e *engine) appraise() {
	e.t.Helper()
	require.NoError(e.t, e.engine.RefreshFees(e.t.Context()))
}

// losing is how many rows the overview counts whose live price makes a loss.
func (e *engine) losing() int64 {
	e.t.Helper()
	counts, err := historystore.NewChanges(e.db).RowCounts(e.t.Context(), ours, "", e.clock.Now())
	require.NoError(e.t, err)
	return counts.UnderBreakEven.Count
}

func (e *engine) wanted() []decision.ProductID {
	e.t.Helper()
	got, err := e.parts.FeeRequests.Oldest(e.t.Context(), ours, 100)
	require.NoError(e.t, err)
	return got
}

func TestRowsShowWhatTheyEarnWhoseFloorNeedsNoFees(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.event(rows[0], "20")
		e.event(rows[3], "20")
		e.work()
		require.Equal(e.t, rows[:2], e.wanted(), "their decisions did not wait, those that need fees asked, the one that is off is not decided")
		require.Equal(e.t, repricer.Profitability{}, e.row(rows[0]).Profitability())
		before := e.row(rows[0])
		e.appraise()
		// 20 - 3 of 20 - 3 - 5 = 9
		require.Equal(e.t, repricer.Profitability{Margin: percent("45"), ROI: percent("180")}, e.row(rows[0]).Profitability())
		require.Equal(e.t, amount("9"), e.row(rows[0]).UnitProfit())
		after := e.row(rows[0])
		// (3 + 5) / 0.85, rounded up
		require.Equal(e.t, amount("9.42"), after.Observed.BreakEven)
		require.Equal(e.t, repricer.RunQueued, after.RunState, "its guarded floor may have moved")
		before.Observed.Fees, before.Observed.BreakEven = after.Observed.Fees, after.Observed.BreakEven
		before.RunState, before.Observed.NextDueAt = after.RunState, after.Observed.NextDueAt
		require.Equal(e.t, before, after, "nothing else has changed")
		require.Empty(e.t, e.wanted())

		e.clock.add(6 * 24 * time.Hour)
		e.event(rows[0], "20")
		e.work()
		require.Empty(e.t, e.wanted())
		e.clock.add(25 * time.Hour)
		e.event(rows[0], "20")
		e.work()
		require.Equal(e.t, rows[:1], e.wanted(), "fees are shown for a week")
	})
}

func TestFeesThatAreNotTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.event(rows[0], "20")
		e.work()
		// The third row is deleted by then, and of the first the cost is gone.
		require.NoError(e.t, e.parts.FeeRequests.Add(e.t.Context(), ours, rows[:3], e.clock.Now()))
		for _, again := range []error{
			fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "Not now."), errors.New("broken"),
		} {
			e.out.hook = func(name string) error {
				if name == "Fees.Fees" {
					return again
				}
				return nil
			}
			e.appraise()
			require.Len(e.t, e.wanted(), 3, again)
		}
		e.out.hook = nil
		require.NoError(e.t, e.edit.Delete(e.t.Context(), e.who, rows[2], nil))
		require.ElementsMatch(e.t, rows[:2], e.wanted())
		delete(e.out.costs, plainRow(0).Key)
		e.out.fees = pricingports.FeeAnswer{Err: fault.New(fault.Rule, fault.CodeValidationFailed, "No such thing.")}
		e.appraise()
		require.Empty(e.t, e.wanted())
		require.Equal(e.t, optional.None[money.Amount](), e.row(rows[0]).Observed.Cost)
		require.Equal(e.t, amount("5"), e.row(rows[1]).Observed.Cost)
		require.False(e.t, e.row(rows[1]).Observed.Fees.Known())
		e.clock.add(23 * time.Hour)
		e.event(rows[1], "20")
		e.work()
		require.Empty(e.t, e.wanted(), "a refusal is an answer for a day")
		e.clock.add(2 * time.Hour)
		e.event(rows[1], "20")
		e.work()
		require.Equal(e.t, rows[1:2], e.wanted())

		// Without a connected account fees cannot be requested: the row is not wanted any more.
		e.out.sellers = nil
		e.appraise()
		require.Empty(e.t, e.wanted())
	})
}

// Whichever call fails, a row shows all that was found out or nothing, and is asked
// for again until it does.
func TestAFaultAtAnyCallOfAppraising(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := appraising(e)[0]
		e.event(row, "20")
		e.work()
		require.NoError(e.t, e.parts.FeeRequests.Remove(e.t.Context(), ours, e.everyRow()))
		require.NoError(e.t, e.parts.FeeRequests.Add(e.t.Context(), ours, []decision.ProductID{row}, noon))
		before, shaky := e.row(row), e.shaky()
		for n := 1; ; n++ {
			calls := 0
			e.out.hook = func(string) error {
				if calls++; calls == n {
					return away()
				}
				return nil
			}
			err := shaky.RefreshFees(e.t.Context())
			e.out.hook = nil
			if calls < n {
				require.NoError(e.t, err)
				require.GreaterOrEqual(e.t, n, 10, "calls")
				break
			}
			require.Equal(e.t, before, e.row(row), "after %d calls", n)
			require.Equal(e.t, []decision.ProductID{row}, e.wanted(), "after %d calls", n)
		}
		require.True(e.t, e.row(row).Observed.Fees.Known())
		require.Empty(e.t, e.wanted())
	})
}

func TestACostIsShownWithoutADecision(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.work()
		e.appraise()
		news := queue.NewCostChanges(e.parts.Products, e.parts.Settings, e.due, e.parts.FeeRequests, e.parts.Tx, e.clock)
		keys := make([]repricer.Key, len(rows))
		for i := range rows {
			keys[i] = plainRow(i).Key
			e.out.costs[keys[i]] = pricingports.Cost{Landed: eur("8"), Currency: "EUR", VATRate: percent("0")}
		}
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, keys))
		require.Equal(e.t, 1, e.queued(), "the one whose floor it makes")
		require.Equal(e.t, rows[:3], e.wanted())
		e.appraise()
		require.Equal(e.t, repricer.Profitability{Margin: percent("30"), ROI: percent("75")}, e.row(rows[0]).Profitability())
		require.Equal(e.t, repricer.Profitability{Margin: percent("30"), ROI: percent("75")}, e.row(rows[2]).Profitability(), "that is off")

		// A loss is seen without a decision, and asks for the seller.
		require.Zero(e.t, e.losing())
		e.out.costs[keys[1]] = pricingports.Cost{Landed: eur("15"), Currency: "EUR", VATRate: percent("0")}
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, keys[1:2]))
		e.appraise()
		require.Equal(e.t, amount("21.18"), e.row(rows[1]).Observed.BreakEven)
		require.Equal(e.t, int64(1), e.losing())
		delete(e.out.costs, keys[1])
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, keys[1:2]))
		e.appraise()
		require.False(e.t, e.row(rows[1]).Observed.BreakEven.Known())
		require.Zero(e.t, e.losing())
	})
}

func TestACostThatChangesWhileFeesAreAskedFor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.work()
		news := queue.NewCostChanges(e.parts.Products, e.parts.Settings, e.due, e.parts.FeeRequests, e.parts.Tx, e.clock)
		e.out.hook = func(name string) error {
			if name == "Fees.Fees" {
				e.out.costs[plainRow(0).Key] = pricingports.Cost{Landed: eur("8"), Currency: "EUR", VATRate: percent("0")}
				require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, []repricer.Key{plainRow(0).Key}))
			}
			return nil
		}
		e.appraise()
		require.Equal(e.t, amount("8"), e.row(rows[0]).Observed.Cost)
		require.Equal(e.t, amount("5"), e.row(rows[1]).Observed.Cost)
		require.Empty(e.t, e.wanted())
	})
}

func TestANewRowIsAppraised(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := plainRows(3)
		rows[1].Mode, rows[1].Limits.MinPriceMode, rows[1].Limits.TargetROI = decision.ModeAuto, decision.MinPriceROI, percent("10")
		rows[2].Mode, rows[2].Limits.MinPrice = decision.ModeAuto, amount("5")
		e.products = e.parts.Products
		made := ids(e.rows(e.t, ours, rows...))
		require.Equal(e.t, []decision.ProductID{made[0], made[2]}, e.wanted())
	})
}
