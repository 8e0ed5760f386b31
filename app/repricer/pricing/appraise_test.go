package pricing_test

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
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

func TestAppraisals(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, a, ctx := repricing.Stored(s), queuestore.NewFeeRequests(s), t.Context()
		rows, foreign := repricing.IDs(w.Rows(t, ours, repricing.PlainRows(4)...)), repricing.IDs(w.Rows(t, theirs, plainRow(0)))
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

// appraising makes three rows that decide without fees, the last of them off, and a fourth that
// needs fees. Each costs 5.
func appraising(e *engine) []decision.ProductID {
	rows := e.Selling(4, func(i int, s *repricer.ProductSnapshot) {
		switch i {
		case 2:
			s.Mode = decision.ModeOff
		case 3:
			s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("10"), optional.None[money.Amount]()
		}
	})
	for i := range rows {
		e.Out.CostAnswers[plainRow(i).Key] = pricingports.Cost{Unit: amount("5"), Currency: "EUR", VATRate: percent("0")}
	}
	rate := money.MustParsePercent("15")
	e.Out.FeeAnswer = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{
		Currency: "EUR", ReferralRate: &rate, Parts: []money.Amount{eur("3")},
	}}
	e.Live(func(p *repricer.SettingsPatch) { p.LossGuard = optional.Put(repricer.LossGuardOff) })
	return rows
}

func (e *engine) appraise() {
	e.T.Helper()
	require.NoError(e.T, e.Pricing.RefreshFees(e.T.Context()))
}

// losing returns the overview's count of rows with a loss at their live price.
func (e *engine) losing() int64 {
	e.T.Helper()
	counts, err := historystore.NewChanges(e.DB).RowCounts(e.T.Context(), ours, "", e.Clock.Now())
	require.NoError(e.T, err)
	return counts.UnderBreakEven.Count
}

func (e *engine) wanted() []decision.ProductID {
	e.T.Helper()
	got, err := e.Parts.FeeRequests.Oldest(e.T.Context(), ours, 100)
	require.NoError(e.T, err)
	return got
}

func TestRowsShowWhatTheyEarnWhoseFloorNeedsNoFees(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.Event(rows[0], "20")
		e.Event(rows[3], "20")
		e.Work()
		require.Equal(e.T, rows[:2], e.wanted(), "their decisions did not wait, those that need fees asked, the one that is off is not decided")
		require.Equal(e.T, repricer.Profitability{}, e.Row(rows[0]).Profitability())
		before := e.Row(rows[0])
		e.appraise()
		// 20 - 3 of 20 - 3 - 5 = 9
		require.Equal(e.T, repricer.Profitability{Margin: percent("45"), ROI: percent("180")}, e.Row(rows[0]).Profitability())
		require.Equal(e.T, amount("9"), e.Row(rows[0]).UnitProfit())
		after := e.Row(rows[0])
		// 9.41 - 1.41 - 3 - 5 = 0
		require.Equal(e.T, amount("9.41"), after.Observed.BreakEven)
		before.Observed.Fees, before.Observed.BreakEven = after.Observed.Fees, after.Observed.BreakEven
		require.Equal(e.T, before, after, "nothing else has changed")
		require.Empty(e.T, e.wanted())

		e.Clock.Add(6 * 24 * time.Hour)
		e.Event(rows[0], "20")
		e.Work()
		require.Empty(e.T, e.wanted())
		e.Clock.Add(25 * time.Hour)
		e.Event(rows[0], "20")
		e.Work()
		require.Equal(e.T, rows[:1], e.wanted(), "fees are shown for a week")
	})
}

func TestFeesThatAreNotTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.Event(rows[0], "20")
		e.Work()
		// By then the third row is deleted, and the first has lost its cost.
		require.NoError(e.T, e.Parts.FeeRequests.Add(e.T.Context(), ours, rows[:3], e.Clock.Now()))
		for _, again := range []error{
			fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "Not now."), errors.New("broken"),
		} {
			e.Out.Hook = func(name string) error {
				if name == "Fees.Fees" {
					return again
				}
				return nil
			}
			e.appraise()
			require.Len(e.T, e.wanted(), 3, again)
		}
		e.Out.Hook = nil
		require.NoError(e.T, e.Edit.Delete(e.T.Context(), e.Who, rows[2], nil))
		require.ElementsMatch(e.T, rows[:2], e.wanted())
		delete(e.Out.CostAnswers, plainRow(0).Key)
		e.Out.FeeAnswer = pricingports.FeeAnswer{Err: fault.New(fault.Rule, fault.CodeValidationFailed, "No such thing.")}
		e.appraise()
		require.Empty(e.T, e.wanted())
		require.Equal(e.T, optional.None[money.Amount](), e.Row(rows[0]).Observed.Cost)
		require.Equal(e.T, amount("5"), e.Row(rows[1]).Observed.Cost)
		require.False(e.T, e.Row(rows[1]).Observed.Fees.Known())
		e.Clock.Add(23 * time.Hour)
		e.Event(rows[1], "20")
		e.Work()
		require.Empty(e.T, e.wanted(), "a refusal is an answer for a day")
		e.Clock.Add(2 * time.Hour)
		e.Event(rows[1], "20")
		e.Work()
		require.Equal(e.T, rows[1:2], e.wanted())

		// Without a connected account fees cannot be requested: the row is not wanted any more.
		e.Out.Accounts = nil
		e.appraise()
		require.Empty(e.T, e.wanted())
	})
}

// With a fault at any call, a row has all facts or nothing, and is asked for again until it has
// them.
func TestAFaultAtAnyCallOfAppraising(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := appraising(e)[0]
		e.Event(row, "20")
		e.Work()
		require.NoError(e.T, e.Parts.FeeRequests.Remove(e.T.Context(), ours, e.EveryRow()))
		require.NoError(e.T, e.Parts.FeeRequests.Add(e.T.Context(), ours, []decision.ProductID{row}, noon))
		before, shaky := e.Row(row), e.shaky()
		for n := 1; ; n++ {
			calls := 0
			e.Out.Hook = func(string) error {
				if calls++; calls == n {
					return repricing.Away()
				}
				return nil
			}
			err := shaky.RefreshFees(e.T.Context())
			e.Out.Hook = nil
			if calls < n {
				require.NoError(e.T, err)
				require.GreaterOrEqual(e.T, n, 10, "calls")
				break
			}
			require.Equal(e.T, before, e.Row(row), "after %d calls", n)
			require.Equal(e.T, []decision.ProductID{row}, e.wanted(), "after %d calls", n)
		}
		require.True(e.T, e.Row(row).Observed.Fees.Known())
		require.Empty(e.T, e.wanted())
	})
}

func TestACostIsShownWithoutADecision(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.Work()
		e.appraise()
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		keys := make([]repricer.Key, len(rows))
		for i := range rows {
			keys[i] = plainRow(i).Key
			e.Out.CostAnswers[keys[i]] = pricingports.Cost{Unit: amount("8"), Currency: "EUR", VATRate: percent("0")}
		}
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, keys))
		require.Equal(e.T, 3, e.Queued(), "all that are not off, because it may guard their floor")
		require.Equal(e.T, rows[:3], e.wanted())
		e.appraise()
		require.Equal(e.T, repricer.Profitability{Margin: percent("30"), ROI: percent("75")}, e.Row(rows[0]).Profitability())
		require.Equal(e.T, repricer.Profitability{Margin: percent("30"), ROI: percent("75")}, e.Row(rows[2]).Profitability(), "that is off")

		// A loss is noted without a decision, and needs the seller's attention.
		require.Zero(e.T, e.losing())
		e.Out.CostAnswers[keys[1]] = pricingports.Cost{Unit: amount("15"), Currency: "EUR", VATRate: percent("0")}
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, keys[1:2]))
		e.appraise()
		require.Equal(e.T, amount("21.18"), e.Row(rows[1]).Observed.BreakEven)
		require.Equal(e.T, int64(1), e.losing())
		delete(e.Out.CostAnswers, keys[1])
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, keys[1:2]))
		e.appraise()
		require.False(e.T, e.Row(rows[1]).Observed.BreakEven.Known())
		require.Zero(e.T, e.losing())
	})
}

func TestACostThatChangesWhileFeesAreAskedFor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := appraising(e)
		e.Work()
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		e.Out.Hook = func(name string) error {
			if name == "Fees.Fees" {
				e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: amount("8"), Currency: "EUR", VATRate: percent("0")}
				require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, []repricer.Key{plainRow(0).Key}))
			}
			return nil
		}
		e.appraise()
		require.Equal(e.T, amount("8"), e.Row(rows[0]).Observed.Cost)
		require.Equal(e.T, amount("5"), e.Row(rows[1]).Observed.Cost)
		require.Empty(e.T, e.wanted())
	})
}

func TestANewRowIsAppraised(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := repricing.PlainRows(3)
		rows[1].Mode, rows[1].Limits.MinPriceMode, rows[1].Limits.TargetROI = decision.ModeAuto, decision.MinPriceROI, percent("10")
		rows[2].Mode, rows[2].Limits.MinPrice = decision.ModeAuto, amount("5")
		e.Products = e.Parts.Products
		made := repricing.IDs(e.Rows(e.T, ours, rows...))
		require.Equal(e.T, []decision.ProductID{made[0], made[2]}, e.wanted())
	})
}
