package repricing

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Records has a world with a history.
type Records struct {
	World
	DB      *db.Store
	History *historystore.Changes
	Changes Recorder
}

// RecordsOver makes records over a database.
func RecordsOver(s *db.Store) Records {
	w, history := Stored(s), historystore.NewChanges(s)
	return Records{w, s, history, Recorder{Changes: history, Products: w.Products, Tx: s}}
}

func eur(s string) money.Amount { return money.MustParse(s) }

// Matched decides a row at 20.00, with limits 5 and 50, by matching a rival's price. A rival at
// 20.00 leaves the price unchanged.
func Matched(t testing.TB, row repricer.ProductSnapshot, at time.Time, rival string) historyports.Decided {
	t.Helper()
	return DecidedBy(t, row, at, history.TriggerNotification, func(i *decision.Input) { i.Offers[0].Price = eur(rival) })
}

// DecidedBy decides a row after a change of its input.
func DecidedBy(t testing.TB, row repricer.ProductSnapshot, at time.Time, why history.Trigger, change func(*decision.Input)) historyports.Decided {
	t.Helper()
	input := decision.Input{
		Now: at, OffersAt: optional.Some(at),
		Policy: &decision.Policy{
			Enabled: true, SubmissionMode: decision.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96,
			AnomalyPercent: money.MustParsePercent("40"),
		},
		Row: decision.Row{
			ID: row.ID, SellerID: row.Key.SellerID, MarketplaceID: row.Key.MarketplaceID, Currency: row.Currency,
			Condition: decision.ConditionNew, Fulfillment: decision.FBM, Mode: decision.ModeAuto, Price: eur("20"),
			Limits: decision.Limits{
				MinPrice: Amount("5"), MaxPrice: Amount("50"), MinPriceMode: decision.MinPriceManual,
				MinPriceMarkupType: decision.ByAmount, MissingCostFallback: decision.FallbackError,
			},
		},
		Strategy: lowest(t),
		Offers: []decision.Offer{{
			SellerID: "A3RIVAL", Price: eur("20"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true, Featured: true,
		}},
	}
	change(&input)
	d := decision.Decide(input)
	c, err := history.NewPriceChange(history.NewChange{
		Row: row, Trigger: why, Input: input, Decision: d,
		Strategy: optional.Some(history.StrategyUsed{ID: row.StrategyID.Or(7), Version: 2}),
	})
	require.NoError(t, err)
	return historyports.Decided{Change: c, Input: input}
}

// lowest returns a strategy that matches the lowest offer.
func lowest(t testing.TB) *decision.Strategy {
	t.Helper()
	made, err := strategy.New(Ours, strategy.Patch{
		Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetLowest),
		Action: optional.Put(decision.ActionMatch),
	}, Noon)
	require.NoError(t, err)
	v := made.Snapshot().Values
	return &v.Strategy
}

// Record stores decisions and returns the ids of the resulting entries.
func (r Records) Record(t testing.TB, team id.Team, decided ...historyports.Decided) []optional.Maybe[repricer.ChangeID] {
	t.Helper()
	var out []optional.Maybe[repricer.ChangeID]
	r.In(t, func(ctx context.Context) {
		var err error
		out, err = r.Changes.Record(ctx, team, decided)
		require.NoError(t, err)
	})
	require.Len(t, out, len(decided))
	return out
}

// Cancel cancels a price because settings were reset.
func Cancel(c *history.PriceChange) error { return c.Cancel(history.WithdrawnReset) }

// All lists the history, the newest first.
func (r Records) All(t testing.TB, team id.Team, f history.ChangeFilter) []history.ChangeSnapshot {
	t.Helper()
	p, err := r.History.List(t.Context(), team, f, page.Request{Limit: 200, Order: []page.By{{Field: "created_at", Desc: true}}})
	require.NoError(t, err)
	require.Nil(t, p.Next)
	return p.Items
}

// Move applies steps to the open price of a row, and records when it left.
func (r Records) Move(t testing.TB, row decision.ProductID, steps ...func(*history.PriceChange) error) {
	t.Helper()
	r.In(t, func(ctx context.Context) {
		open, err := r.History.LoadOpenLocked(ctx, Ours, []decision.ProductID{row})
		require.NoError(t, err)
		require.Len(t, open, 1)
		for _, step := range steps {
			require.NoError(t, step(open[0]))
		}
		plans := map[repricer.ChangeID]sendingports.Plan{}
		if s, sent := open[0].Snapshot().Submission.Get(); sent {
			plans[open[0].ID()] = sendingports.Plan{SentAt: optional.Some(s.SubmittedAt)}
		}
		require.NoError(t, r.History.Save(ctx, Ours, open, plans))
	})
}

// Submit submits a price by a patch.
func Submit(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error { return c.Submit(history.RoutePatch, at) }
}

// Accept stores an accepted answer with a warning.
func Accept(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error {
		return c.Accept(history.Answer{
			ID: "S-1", Status: "ACCEPTED", Issues: []history.Issue{{Code: "8541", Message: "Brand \"X\" is odd, ünd so.", Severity: "WARNING"}},
		}, at)
	}
}

// Confirm confirms a price.
func Confirm(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error { return c.Confirm(at) }
}

// Outcomes lists reasons and outcomes in words.
func Outcomes(list []history.ChangeSnapshot) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = string(e.Reason) + " " + string(e.Outcome.Or("-"))
	}
	return out
}

// Situations lists inputs of decisions, each with another reason.
var Situations = []func(*decision.Input){
	func(input *decision.Input) { input.Offers[0].Price = eur("18") },                                         // match_target change
	func(input *decision.Input) { input.Offers[0].Price = eur("4") },                                          // below_min_use_min change
	func(i *decision.Input) { i.Row.Quantity = optional.Some(int64(0)) },                                      // out_of_stock skip
	func(input *decision.Input) { input.Row.Limits.MinPrice = optional.None[money.Amount]() },                 // missing_min_price error
	func(input *decision.Input) { input.Policy.SubmissionMode, input.Offers[0].Price = "suggest", eur("18") }, // match_target suggest
	func(i *decision.Input) { i.OffersAt = optional.Some(i.Now.Add(-2 * time.Hour)) },                         // stale_offers skip
	func(input *decision.Input) { input.Policy = nil },                                                        // settings_absent skip
	func(input *decision.Input) {
		input.Row.LastSubmitted, input.Offers[0].Price = optional.Some(eur("60")), eur("9")
	}, // held for an anomaly
}

// Wake puts rows on the queue, due at once.
func (r Records) Wake(t testing.TB, at time.Time, lane repricer.Priority, rows ...repricer.ProductSnapshot) {
	t.Helper()
	w := queueports.Wake{Trigger: history.TriggerSweep, Now: at, AtOnce: true}
	for _, row := range rows {
		w.Rows = append(w.Rows, queueports.WakeRow{Team: Ours, ID: row.ID, Priority: lane, MinInterval: time.Hour})
	}
	r.In(t, func(ctx context.Context) {
		_, err := r.Due.Wake(ctx, w)
		require.NoError(t, err)
	})
}

// Stop makes an account's prices wait until a moment.
func (r Records) Stop(t testing.TB, team id.Team, seller string, region marketplace.Region, until time.Time) {
	t.Helper()
	outbox, k := sendingstore.NewOutbox(r.DB), sendingports.Account{Team: team, SellerID: seller, Region: region}
	_, taken, err := outbox.Claim(t.Context(), k, "holder", Noon, Noon.Add(time.Minute))
	require.NoError(t, err)
	require.True(t, taken)
	r.In(t, func(ctx context.Context) {
		state, err := outbox.Renew(ctx, k, "holder", Noon.Add(time.Minute))
		require.NoError(t, err)
		state.StoppedUntil = until
		require.NoError(t, outbox.SaveAccount(ctx, k, state))
	})
}

// SetBox writes the owner of a row's buy box, as events report it.
func (r Records) SetBox(t testing.TB, row decision.ProductID, at time.Time, owner decision.BoxOwner) {
	t.Helper()
	_, err := r.DB.Write(t.Context()).ExecContext(t.Context(), "UPDATE repricer_products SET buy_box_owner = ?, offers_at = ? WHERE id = ?",
		string(owner), at.UnixMicro(), int64(row))
	require.NoError(t, err)
}
