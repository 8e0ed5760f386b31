package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// records is a world with a history.
type records struct {
	world
	db      *db.Store
	history *historystore.Changes
	changes service.Recorder
}

func eachRecords(t *testing.T, test func(t *testing.T, r records)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, recordsOver(s)) })
}

func recordsOver(s *db.Store) records {
	w, history := stored(s), historystore.NewChanges(s)
	return records{w, s, history, service.Recorder{Changes: history, Products: w.products, Tx: s}}
}

func eur(s string) money.Amount { return money.MustParse(s) }

// matched decides a row at 20.00 in favour of a rival's price, between 5 and 50.
// A rival at 20.00 leaves the price.
func matched(t testing.TB, row repricer.ProductSnapshot, at time.Time, rival string) historyports.Decided {
	t.Helper()
	return decidedBy(t, row, at, history.TriggerNotification, func(in *decision.Input) { in.Offers[0].Price = eur(rival) })
}

// decidedBy decides a row after something was done to what it is decided from.
func decidedBy(t testing.TB, row repricer.ProductSnapshot, at time.Time, why history.Trigger, change func(*decision.Input)) historyports.Decided {
	t.Helper()
	in := decision.Input{
		Now: at, OffersAt: optional.Some(at),
		Policy: &decision.Policy{
			Enabled: true, SubmissionMode: decision.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96,
			AnomalyPercent: money.MustParsePercent("40"),
		},
		Row: decision.Row{
			ID: row.ID, SellerID: row.Key.SellerID, MarketplaceID: row.Key.MarketplaceID, Currency: row.Currency,
			Condition: decision.ConditionNew, Fulfillment: decision.FBM, Mode: decision.ModeAuto, Price: eur("20"),
			Limits: decision.Limits{
				MinPrice: amount("5"), MaxPrice: amount("50"), MinPriceMode: decision.MinPriceManual,
				MinPriceMarkupType: decision.ByAmount, MissingCostFallback: decision.FallbackError,
			},
		},
		Strategy: lowest(t),
		Offers: []decision.Offer{{
			SellerID: "A3RIVAL", Price: eur("20"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true, Featured: true,
		}},
	}
	change(&in)
	d := decision.Decide(in)
	c, err := history.NewPriceChange(history.NewChange{
		Row: row, Trigger: why, Input: in, Decision: d,
		Strategy: optional.Some(history.StrategyUsed{ID: row.StrategyID.Or(7), Version: 2}),
	})
	require.NoError(t, err)
	return historyports.Decided{Change: c, Input: in}
}

// lowest is a strategy that matches the lowest offer.
func lowest(t testing.TB) *decision.Strategy {
	t.Helper()
	made, err := strategy.New(ours, strategy.Patch{
		Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetLowest),
		Action: optional.Put(decision.ActionMatch),
	}, noon)
	require.NoError(t, err)
	v := made.Snapshot().Values
	return &v.Strategy
}

// record stores decisions and returns the ids of those that became entries.
func (r records) record(t testing.TB, team id.Team, decided ...historyports.Decided) []optional.Maybe[repricer.ChangeID] {
	t.Helper()
	var out []optional.Maybe[repricer.ChangeID]
	r.in(t, func(ctx context.Context) {
		var err error
		out, err = r.changes.Record(ctx, team, decided)
		require.NoError(t, err)
	})
	require.Len(t, out, len(decided))
	return out
}

func cancel(c *history.PriceChange) error { return c.Cancel(history.WithdrawnReset) }

// all lists the history, the newest first.
func (r records) all(t testing.TB, team id.Team, f historyports.ChangeFilter) []history.ChangeSnapshot {
	t.Helper()
	p, err := r.history.List(t.Context(), team, f, page.Request{Limit: 200, Order: []page.By{{Field: "created_at", Desc: true}}})
	require.NoError(t, err)
	require.Nil(t, p.Next)
	return p.Items
}

// move does something to the open price of a row, and notes when it left.
func (r records) move(t testing.TB, row decision.ProductID, steps ...func(*history.PriceChange) error) {
	t.Helper()
	r.in(t, func(ctx context.Context) {
		open, err := r.history.LoadOpenLocked(ctx, ours, []decision.ProductID{row})
		require.NoError(t, err)
		require.Len(t, open, 1)
		for _, step := range steps {
			require.NoError(t, step(open[0]))
		}
		plans := map[repricer.ChangeID]sendingports.Plan{}
		if s, sent := open[0].Snapshot().Submission.Get(); sent {
			plans[open[0].ID()] = sendingports.Plan{SentAt: optional.Some(s.SubmittedAt)}
		}
		require.NoError(t, r.history.Save(ctx, ours, open, plans))
	})
}

func submit(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error { return c.Submit(history.RoutePatch, at) }
}

func accept(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error {
		return c.Accept(history.Answer{
			ID: "S-1", Status: "ACCEPTED", Issues: []history.Issue{{Code: "8541", Message: "Brand \"X\" is odd, ünd so.", Severity: "WARNING"}},
		}, at)
	}
}

func confirm(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error { return c.Confirm(at) }
}

func outcomes(list []history.ChangeSnapshot) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = string(e.Reason) + " " + string(e.Outcome.Or("-"))
	}
	return out
}
