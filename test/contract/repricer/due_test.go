package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	queueports "sellingassistant/ports/repricer/queue"
)

// dueWorld has rows that can be woken.
type dueWorld struct {
	world
	t    *testing.T
	rows []decision.ProductID
	now  time.Time
}

func eachQueue(t *testing.T, test func(q *dueWorld)) {
	t.Helper()
	eachDatabase(t, func(t *testing.T, w world) {
		rows := plainRows(6)
		for i := range rows {
			rows[i].Mode = decision.ModeAuto
		}
		rows[1].RunState = repricer.RunSubmitting
		test(&dueWorld{w, t, ids(w.Rows(t, ours, rows...)), noon})
	})
}

func (q *dueWorld) wake(lane repricer.Priority, change func(*queueports.Wake), rows ...decision.ProductID) map[decision.ProductID]time.Time {
	q.t.Helper()
	w := queueports.Wake{Trigger: history.TriggerNotification, Now: q.now}
	for _, row := range rows {
		w.Rows = append(w.Rows, queueports.WakeRow{Team: ours, ID: row, Priority: lane, MinInterval: 15 * time.Minute})
	}
	if change != nil {
		change(&w)
	}
	var out map[decision.ProductID]time.Time
	q.In(q.t, func(ctx context.Context) {
		var err error
		out, err = q.Due.Wake(ctx, w)
		require.NoError(q.t, err)
	})
	return out
}

func (q *dueWorld) claim(owner string, lane repricer.Priority, limit int, busy ...id.Team) []decision.ProductID {
	q.t.Helper()
	var out []decision.ProductID
	for _, c := range q.claimed(owner, lane, limit, busy...) {
		out = append(out, c.ID)
	}
	return out
}

func (q *dueWorld) claimed(owner string, lane repricer.Priority, limit int, busy ...id.Team) []queueports.Claimed {
	q.t.Helper()
	out, err := q.Due.Claim(q.t.Context(), queueports.Claim{
		Owner: owner, Priority: lane, Limit: limit, Now: q.now, Lease: time.Minute, Busy: busy,
	})
	require.NoError(q.t, err)
	return out
}

// finish gives back the rows that the owner still has, and returns them.
func (q *dueWorld) finish(owner string, done ...queueports.Finished) map[decision.ProductID]bool {
	q.t.Helper()
	var held map[decision.ProductID]bool
	q.In(q.t, func(ctx context.Context) {
		named := make([]decision.ProductID, len(done))
		for i := range done {
			named[i] = done[i].ID
		}
		var err error
		held, err = q.Due.LockClaimed(ctx, ours, owner, named)
		require.NoError(q.t, err)
		var still []queueports.Finished
		for _, f := range done {
			f.Now = q.now
			if held[f.ID] {
				still = append(still, f)
			}
		}
		require.NoError(q.t, q.Due.Finish(ctx, ours, owner, still))
	})
	return held
}

func TestDueInTheOrderOfTime(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows
		q.Decided(q.t, r[1], noon.Add(-time.Minute))
		due := q.wake(repricer.PriorityNormal, nil, r[0], r[1])
		require.Equal(q.t, map[decision.ProductID]time.Time{r[0]: noon, r[1]: noon.Add(14 * time.Minute)}, due)
		q.now = noon.Add(time.Second)
		q.wake(repricer.PriorityNormal, nil, r[2])
		q.wake(repricer.PriorityFast, nil, r[3])
		require.Empty(q.t, q.claim("low", repricer.PriorityLow, 10))
		require.Equal(q.t, []decision.ProductID{r[0]}, q.claim("one", repricer.PriorityNormal, 1))
		require.Equal(q.t, []decision.ProductID{r[2]}, q.claim("two", repricer.PriorityNormal, 10))
		require.Empty(q.t, q.claim("three", repricer.PriorityNormal, 10))
		next, err := q.Due.NextDueAt(q.t.Context())
		require.NoError(q.t, err)
		require.Equal(q.t, optional.Some(noon.Add(time.Second)), next, "the fast one")
		require.Equal(q.t, []decision.ProductID{r[3]}, q.claim("four", repricer.PriorityFast, 10))
		next, err = q.Due.NextDueAt(q.t.Context())
		require.NoError(q.t, err)
		require.Equal(q.t, optional.Some(noon.Add(14*time.Minute)), next, "the only one that was not claimed")
		// An edit does not wait for the least time between evaluations.
		due = q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.AtOnce, w.Trigger = true, history.TriggerSettings }, r[1])
		require.Equal(q.t, map[decision.ProductID]time.Time{r[1]: noon.Add(time.Second)}, due)
		got := q.claimed("five", repricer.PriorityNormal, 10)
		require.Equal(q.t, []queueports.Claimed{{
			ID: r[1], Team: ours, Priority: repricer.PriorityNormal, MinInterval: 15 * time.Minute, EnqueuedAt: noon, Trigger: history.TriggerSettings,
			Edits: 1, Until: q.now.Add(time.Minute),
		}}, got, "it waits since it was woken first")
	})
}

func TestDueKeepsTheNewestOffersAndTheOldestWait(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows[0]
		seen := func(at time.Time, price string) *decision.OfferSnapshot {
			return &decision.OfferSnapshot{At: at, Offers: []decision.Offer{{SellerID: "A3", Price: eur(price), Condition: "new"}}}
		}
		first, second := seen(noon, "20"), seen(noon.Add(time.Minute), "19")
		q.wake(repricer.PriorityLow, func(w *queueports.Wake) { w.Rows[0].Offers = second }, r)
		q.now = noon.Add(10 * time.Minute)
		q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.Rows[0].Offers = first }, r)
		q.wake(repricer.PriorityLow, nil, r)
		got := q.claimed("one", repricer.PriorityNormal, 10)
		require.Equal(q.t, []queueports.Claimed{{
			ID: r, Team: ours, Priority: repricer.PriorityNormal, MinInterval: 15 * time.Minute, EnqueuedAt: noon,
			Trigger: history.TriggerNotification, Offers: canon.Pack(*second), Until: q.now.Add(time.Minute),
		}}, got)

		// Woken without news while it is taken: it is not evaluated again.
		q.wake(repricer.PriorityNormal, nil, r)
		q.finish("one", queueports.Finished{ID: r, OffersAt: optional.Some(second.At)})
		q.now = noon.Add(25 * time.Minute)
		got = q.claimed("two", repricer.PriorityNormal, 10)
		require.Len(q.t, got, 1)
		require.Nil(q.t, got[0].Offers)
		require.Equal(q.t, noon.Add(10*time.Minute), got[0].EnqueuedAt)
		third := seen(noon.Add(2*time.Minute), "18")
		q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.Rows[0].Offers = third }, r)
		q.finish("two", queueports.Finished{ID: r, OffersAt: optional.Some(second.At)})
		q.now = noon.Add(40 * time.Minute)
		got = q.claimed("three", repricer.PriorityNormal, 10)
		require.Len(q.t, got, 1)
		require.Equal(q.t, canon.Pack(*third), got[0].Offers)
		q.finish("three", queueports.Finished{ID: r})
		q.now = noon.Add(80 * time.Minute)
		require.Empty(q.t, q.claim("four", repricer.PriorityNormal, 10))
	})
}

func TestDueLeases(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows[:2]
		q.wake(repricer.PriorityFast, nil, r...)
		require.Equal(q.t, r, q.claim("slow", repricer.PriorityFast, 10))
		q.now = noon.Add(59 * time.Second)
		require.Empty(q.t, q.claim("eager", repricer.PriorityFast, 10))
		q.now = noon.Add(60 * time.Second)
		require.Equal(q.t, r[:1], q.claim("eager", repricer.PriorityFast, 1))
		// Who lost its lease has only the rest.
		require.Equal(q.t, map[decision.ProductID]bool{r[1]: true}, q.finish("slow", queueports.Finished{ID: r[0]}, queueports.Finished{ID: r[1]}))
		require.Equal(q.t, map[decision.ProductID]bool{r[0]: true}, q.finish("eager", queueports.Finished{ID: r[0]}))
		err := q.Tx.InTx(q.t.Context(), func(ctx context.Context) error {
			return q.Due.Finish(ctx, ours, "eager", []queueports.Finished{{ID: r[0], Now: q.now}})
		})
		require.Error(q.t, err, "it is gone")
	})
}

func TestDueWhatWasWokenMeanwhileStays(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows
		q.wake(repricer.PriorityNormal, nil, r[0], r[1], r[2])
		require.Len(q.t, q.claim("one", repricer.PriorityNormal, 10), 3)
		q.now = noon.Add(time.Second)
		q.wake(repricer.PriorityNormal, nil, r[0])
		q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.AtOnce = true }, r[1])
		q.now = noon.Add(2 * time.Second)
		q.finish("one", queueports.Finished{ID: r[0]}, queueports.Finished{ID: r[1]}, queueports.Finished{ID: r[2]})
		require.Equal(q.t, r[1:2], q.claim("two", repricer.PriorityNormal, 10), "an edit does not wait")
		q.now = noon.Add(2*time.Second + 15*time.Minute)
		q.finish("two", queueports.Finished{ID: r[1]})
		require.Equal(q.t, r[:1], q.claim("three", repricer.PriorityNormal, 10))
		// Put back: due then, and waiting since it was woken first.
		q.finish("three", queueports.Finished{ID: r[0], At: optional.Some(q.now.Add(time.Minute))})
		require.Empty(q.t, q.claim("four", repricer.PriorityNormal, 10))
		q.now = q.now.Add(time.Minute)
		got := q.claimed("five", repricer.PriorityNormal, 10)
		require.Len(q.t, got, 1)
		require.Equal(q.t, noon.Add(time.Second), got[0].EnqueuedAt)
	})
}

func TestDueWaitsForAPrice(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows
		waits := func(w *queueports.Wake) { w.Rows[0].PriceInFlight = true }
		require.Empty(q.t, q.wake(repricer.PriorityNormal, waits, r[0]), "a row that waits for a price has no due time")
		q.wake(repricer.PriorityNormal, nil, r[1], r[2], r[3])
		require.Equal(q.t, r[1:4], q.claim("one", repricer.PriorityNormal, 10))
		q.wake(repricer.PriorityNormal, nil, r[1])
		q.finish("one", queueports.Finished{ID: r[1], PriceInFlight: true}, queueports.Finished{ID: r[2], PriceInFlight: true}, queueports.Finished{ID: r[3], PriceInFlight: true, Keep: true})
		q.now = noon.Add(24 * time.Hour)
		require.Empty(q.t, q.claim("two", repricer.PriorityNormal, 10))
		next, err := q.Due.NextDueAt(q.t.Context())
		require.NoError(q.t, err)
		require.False(q.t, next.Known())
		q.Decided(q.t, r[1], q.now.Add(-time.Minute))
		q.In(q.t, func(ctx context.Context) {
			kept, err := q.Due.PricesResolved(ctx, ours, r, q.now)
			require.NoError(q.t, err)
			soon := q.now.Add(14 * time.Minute)
			require.Equal(q.t, map[decision.ProductID]time.Time{r[0]: q.now, r[1]: soon, r[3]: q.now}, kept, "the third was not woken")
			kept, err = q.Due.PricesResolved(ctx, theirs, r, q.now)
			require.NoError(q.t, err)
			require.Empty(q.t, kept)
		})
		require.Equal(q.t, []decision.ProductID{r[0], r[3]}, q.claim("three", repricer.PriorityNormal, 10))
		q.now = q.now.Add(14 * time.Minute)
		require.Equal(q.t, []decision.ProductID{r[0], r[1], r[3]}, q.claim("four", repricer.PriorityNormal, 10), "and two leases are over")
		q.In(q.t, func(ctx context.Context) {
			require.NoError(q.t, q.Due.Remove(ctx, theirs, r))
			require.NoError(q.t, q.Due.Remove(ctx, ours, r[:1]))
		})
		q.now = q.now.Add(time.Hour)
		require.Equal(q.t, []decision.ProductID{r[1], r[3]}, q.claim("five", repricer.PriorityNormal, 10))
	})
}

func TestDueTellsWhichPricesAreOvertaken(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows
		woken := func(row decision.ProductID, waits bool, triggers ...history.Trigger) {
			for _, trigger := range triggers {
				q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.Trigger, w.Rows[0].PriceInFlight = trigger, waits }, row)
			}
		}
		overtaken := func(team id.Team) map[decision.ProductID]bool {
			found, err := q.Due.OutOfDate(q.t.Context(), team, r, q.now)
			require.NoError(q.t, err)
			return found
		}
		require.Empty(q.t, overtaken(ours))
		woken(r[0], true, history.TriggerNotification)
		woken(r[1], true, history.TriggerCostChange, history.TriggerNotification)
		woken(r[2], true, history.TriggerSweep)
		woken(r[3], false, history.TriggerStrategy, history.TriggerSweep)
		require.Equal(q.t, map[decision.ProductID]bool{r[1]: true, r[3]: true}, overtaken(ours), "a later sweep does not hide the edit")
		woken(r[0], true, history.TriggerSettings)
		require.Equal(q.t, map[decision.ProductID]bool{r[0]: true, r[1]: true, r[3]: true}, overtaken(ours))
		require.Empty(q.t, overtaken(theirs))
		none, err := q.Due.OutOfDate(q.t.Context(), ours, nil, q.now)
		require.NoError(q.t, err)
		require.Empty(q.t, none)
	})
}

// A decision that does not come from the queue knows the edits that there were when
// it was begun.
func TestADecisionByHandAnswersWhatItKnew(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows[0]
		ctx := q.t.Context()
		edits := func(team id.Team) int64 {
			n, err := q.Due.Edits(ctx, team, r)
			require.NoError(q.t, err)
			return n
		}
		overtaken := func() bool {
			found, err := q.Due.OutOfDate(ctx, ours, []decision.ProductID{r}, q.now)
			require.NoError(q.t, err)
			return found[r]
		}
		edit := func() {
			q.wake(repricer.PriorityNormal, func(w *queueports.Wake) { w.Trigger = history.TriggerSettings }, r)
		}
		require.Zero(q.t, edits(ours))
		require.NoError(q.t, q.Due.MarkEditsSeen(ctx, ours, r, 0), "there is no entry")
		edit()
		knew := edits(ours)
		require.EqualValues(q.t, 1, knew)
		require.Zero(q.t, edits(theirs))
		edit()
		require.NoError(q.t, q.Due.MarkEditsSeen(ctx, theirs, r, 2))
		require.NoError(q.t, q.Due.MarkEditsSeen(ctx, ours, r, knew))
		require.True(q.t, overtaken(), "by the second")
		require.NoError(q.t, q.Due.MarkEditsSeen(ctx, ours, r, edits(ours)))
		require.NoError(q.t, q.Due.MarkEditsSeen(ctx, ours, r, knew))
		require.False(q.t, overtaken())
	})
}

func TestDueRises(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		r := q.rows
		q.wake(repricer.PriorityLow, nil, r[0])
		q.wake(repricer.PriorityLow, func(w *queueports.Wake) { w.Rows[0].PriceInFlight = true }, r[1])
		q.wake(repricer.PriorityFast, func(w *queueports.Wake) { w.Rows[0].PriceInFlight = true }, r[2])
		rise := func(after time.Duration) {
			q.now = noon.Add(after)
			require.NoError(q.t, q.Due.Promote(q.t.Context(), q.now))
		}
		rise(30*time.Minute - time.Second)
		require.Equal(q.t, r[2:3], q.claim("zero", repricer.PriorityFast, 10), "no price of it is on its way")
		q.finish("zero", queueports.Finished{ID: r[2]})
		require.Empty(q.t, q.claim("one", repricer.PriorityNormal, 10))
		rise(30 * time.Minute)
		rise(60*time.Minute - time.Second)
		require.Empty(q.t, q.claim("two", repricer.PriorityFast, 10))
		rise(60 * time.Minute)
		rise(180 * time.Minute)
		require.Equal(q.t, r[:1], q.claim("three", repricer.PriorityFast, 10))
	})
}

func TestDueOfBusyTeams(t *testing.T) {
	eachQueue(t, func(q *dueWorld) {
		row := plainRow(9)
		row.Mode = decision.ModeAuto
		other := ids(q.world.Rows(q.t, theirs, row))
		q.wake(repricer.PriorityNormal, nil, q.rows...)
		q.now = noon.Add(time.Second)
		q.In(q.t, func(ctx context.Context) {
			_, err := q.Due.Wake(ctx, queueports.Wake{
				Trigger: history.TriggerSweep, Now: q.now, Rows: []queueports.WakeRow{{Team: theirs, ID: other[0], Priority: repricer.PriorityNormal}},
			})
			require.NoError(q.t, err)
		})
		require.Equal(q.t, q.rows[:2], q.claim("one", repricer.PriorityNormal, 2))
		require.Empty(q.t, q.claim("two", repricer.PriorityNormal, 10, ours, theirs))
		got := q.claimed("three", repricer.PriorityNormal, 10, ours)
		require.Len(q.t, got, 1)
		require.Equal(q.t, theirs, got[0].Team)
		require.Equal(q.t, q.rows[2:], q.claim("four", repricer.PriorityNormal, 10, theirs))
		// A row of another team cannot be woken.
		err := q.Tx.InTx(q.t.Context(), func(ctx context.Context) error {
			_, err := q.Due.Wake(ctx, queueports.Wake{Trigger: history.TriggerSweep, Now: q.now, Rows: []queueports.WakeRow{{Team: theirs, ID: q.rows[0]}}})
			return err
		})
		require.Error(q.t, err)
	})
}

func TestDueManyAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		rows := plainRows(6)
		own := w.Strategy(t, ours, "Own")
		for i := range rows {
			rows[i].Mode = decision.ModeAuto
		}
		rows[1].Mode, rows[2].StrategyID = decision.ModeOff, optional.Some(own)
		rows[3].Mode, rows[3].StrategyID, rows[3].Priority = decision.ModeManual, optional.Some(own), repricer.PriorityFast
		rows[4].RunState = repricer.RunSubmitting
		rows[5].Priority, rows[5].Key.SellerID = repricer.PriorityLow, "A3SELLER"
		q := &dueWorld{w, t, ids(w.Rows(t, ours, rows...)), noon}
		many := func(m queueports.WakeMany) (n int64) {
			m.Trigger, m.Now, m.MinIntervals = history.TriggerStrategy, q.now, repricer.Intervals{Fast: 120, Normal: 900, Low: 3600}
			q.In(t, func(ctx context.Context) {
				var err error
				n, err = w.Due.WakeMany(ctx, ours, m)
				require.NoError(t, err)
			})
			return n
		}
		require.EqualValues(t, 2, many(queueports.WakeMany{Strategies: []strategy.ID{own, 99}}))
		require.Equal(t, []decision.ProductID{q.rows[3]}, q.claim("one", repricer.PriorityFast, 10))
		require.EqualValues(t, 3, many(queueports.WakeMany{Unnamed: true}))
		require.EqualValues(t, 5, many(queueports.WakeMany{All: true}))
		require.Equal(t, []decision.ProductID{q.rows[0], q.rows[2]}, q.claim("two", repricer.PriorityNormal, 10))
		got := q.claimed("three", repricer.PriorityLow, 10)
		require.Equal(t, []queueports.Claimed{{
			ID: q.rows[5], Team: ours, Priority: repricer.PriorityLow, MinInterval: time.Hour, EnqueuedAt: noon, Trigger: history.TriggerStrategy,
			Edits: 2, Until: q.now.Add(time.Minute),
		}}, got)
		q.finish("one", queueports.Finished{ID: q.rows[3]})
		require.Equal(t, []decision.ProductID{q.rows[3]}, q.claim("four", repricer.PriorityFast, 10), "woken while it was taken")
		q.finish("three", queueports.Finished{ID: q.rows[5]})
		require.EqualValues(t, 4, many(queueports.WakeMany{SellerID: "A2SELLER"}))
		require.Zero(t, many(queueports.WakeMany{SellerID: "A4SELLER"}))
		require.Empty(t, q.claim("five", repricer.PriorityLow, 10))
		require.EqualValues(t, 1, many(queueports.WakeMany{SellerID: "A3SELLER"}))
		require.Equal(t, []decision.ProductID{q.rows[5]}, q.claim("six", repricer.PriorityLow, 10))
	})
}
