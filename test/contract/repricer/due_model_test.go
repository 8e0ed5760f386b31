package repricer_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/test/stores"
)

// Rows are woken, taken, lost and given back in any order. A model knows the waiting time of each
// row, its owner, whether it was woken since, and whether a decision knows all of its edits. No two
// owners have a row at a time, and no wake-up or edit is lost.
func TestDueInAnyOrder(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := stored(s)
		rapid.Check(t, func(rt *rapid.T) {
			_, err := s.DB().ExecContext(t.Context(), "DELETE FROM repricer_due")
			require.NoError(rt, err)
			_, err = s.DB().ExecContext(t.Context(), "DELETE FROM repricer_products")
			require.NoError(rt, err)
			rows := plainRows(3)
			for i := range rows {
				rows[i].Mode = decision.ModeAuto
			}
			m := &dueModel{world: w, rt: rt, ids: ids(w.Rows(t, ours, rows...)), now: noon, rows: map[decision.ProductID]*dueRow{}}
			rt.Repeat(map[string]func(*rapid.T){
				"": m.overtaken, "wake": m.wake, "claim": m.claim, "finish": m.finish, "resume": m.resume,
				"wait": func(rt *rapid.T) {
					m.now = m.now.Add(time.Duration(rapid.IntRange(1, 40).Draw(rt, "seconds")) * time.Second)
				},
			})
		})
	})
}

// dueRow has the model of an entry.
type dueRow struct {
	since time.Time
	at    optional.Maybe[time.Time]
	owner string
	again optional.Maybe[time.Time]
	hurry bool
	// seen has its offers, latest the time of the latest offers that it ever had.
	seen   optional.Maybe[time.Time]
	latest time.Time
	by     history.Trigger
	// edits counts its edits, knew the edits when it was taken, and answered the edits that a
	// decision knew.
	edits, knew, answered int64
}

func (e *dueRow) edit(trigger history.Trigger) {
	if trigger != history.TriggerNotification && trigger != history.TriggerSweep {
		e.edits++
	}
	if trigger != history.TriggerNotification || e.by == "" || e.by == history.TriggerSchedule {
		e.by = trigger
	}
}

type dueModel struct {
	world
	rt     *rapid.T
	ids    []decision.ProductID
	now    time.Time
	rows   map[decision.ProductID]*dueRow
	owners []string
}

const modelPace = 30 * time.Second

func (m *dueModel) any(rt *rapid.T) decision.ProductID {
	return rapid.SampledFrom(m.ids).Draw(rt, "row")
}

func (m *dueModel) wake(rt *rapid.T) {
	row, hurry, waits := m.any(rt), rapid.Bool().Draw(rt, "hurry"), rapid.Bool().Draw(rt, "waits")
	value := rapid.SampledFrom([]history.Trigger{history.TriggerNotification, history.TriggerSweep, history.TriggerSettings}).Draw(rt, "by")
	w := queueports.Wake{
		Trigger: value, Now: m.now, AtOnce: hurry,
		Rows: []queueports.WakeRow{{Team: ours, ID: row, Priority: repricer.PriorityFast, MinInterval: modelPace, PriceInFlight: waits}},
	}
	seen := optional.None[time.Time]()
	if rapid.Bool().Draw(rt, "told") {
		w.Rows[0].Offers = &decision.OfferSnapshot{At: m.now.Add(-time.Duration(rapid.IntRange(0, 99).Draw(rt, "age")) * time.Second)}
		seen = optional.Some(w.Rows[0].Offers.At)
	}
	require.NoError(rt, m.Tx.InTx(context.Background(), func(ctx context.Context) error {
		_, err := m.Due.Wake(ctx, w)
		return err
	}))
	at := optional.Some(m.now)
	if waits {
		at = optional.None[time.Time]()
	}
	e := m.rows[row]
	if e == nil {
		e = &dueRow{since: m.now, at: at, hurry: hurry, seen: seen, latest: seen.Or(time.Time{})}
		e.edit(value)
		m.rows[row] = e
		return
	}
	e.edit(value)
	e.hurry = e.hurry || hurry
	if m.now.Before(e.since) {
		e.since = m.now
	}
	if when, ok := seen.Get(); ok && when.After(e.latest) {
		e.seen, e.latest = seen, when
	}
	old, was := e.at.Get()
	switch {
	case e.owner != "":
		e.again = optional.Some(e.again.Or(m.now))
	case waits || !was || old.After(m.now):
		e.at = at
	}
}

func (m *dueModel) claim(rt *rapid.T) {
	owner := fmt.Sprintf("owner %d", len(m.owners))
	m.owners = append(m.owners, owner)
	got, err := m.Due.Claim(context.Background(), queueports.Claim{
		Owner: owner, Priority: repricer.PriorityFast, Limit: 10, Now: m.now, Lease: time.Minute,
	})
	require.NoError(rt, err)
	var want []decision.ProductID
	for _, row := range m.ids {
		e := m.rows[row]
		if e == nil || !e.at.Known() || e.at.Or(m.now).After(m.now) {
			continue
		}
		want = append(want, row)
		e.knew, e.owner, e.again, e.hurry, e.at = e.edits, owner, optional.None[time.Time](), false, optional.Some(m.now.Add(time.Minute))
	}
	var taken []decision.ProductID
	for _, c := range got {
		taken = append(taken, c.ID)
		e := m.rows[c.ID]
		require.NotNil(rt, e)
		require.Equal(rt, e.seen.Known(), c.Offers != nil)
		if c.Offers != nil {
			s, err := c.Offers.Unpack()
			require.NoError(rt, err)
			require.Equal(rt, e.seen, optional.Some(s.At))
		}
		require.Equal(rt, e.since, c.EnqueuedAt)
		require.Equal(rt, e.by, c.Trigger)
		require.Equal(rt, e.edits, c.Edits)
	}
	require.Equal(rt, want, taken)
}

func (m *dueModel) finish(rt *rapid.T) {
	if len(m.owners) == 0 {
		return
	}
	owner := rapid.SampledFrom(m.owners).Draw(rt, "owner")
	f := queueports.Finished{ID: m.any(rt), Now: m.now, PriceInFlight: rapid.Bool().Draw(rt, "waits"), Keep: rapid.Bool().Draw(rt, "keep")}
	if !f.PriceInFlight && rapid.Bool().Draw(rt, "back") {
		f.At = optional.Some(m.now.Add(5 * time.Second))
	}
	if rapid.Bool().Draw(rt, "turns") {
		f.ScheduleAt, f.Priority = optional.Some(m.now.Add(20*time.Second)), repricer.PriorityFast
	}
	e := m.rows[f.ID]
	if e != nil {
		f.Edits = e.knew
		if rapid.Bool().Draw(rt, "looked") {
			f.OffersAt = e.seen
		}
	}
	held := false
	require.NoError(rt, m.Tx.InTx(context.Background(), func(ctx context.Context) error {
		got, err := m.Due.LockClaimed(ctx, ours, owner, []decision.ProductID{f.ID})
		if held = got[f.ID]; err != nil || !held {
			return err
		}
		return m.Due.Finish(ctx, ours, owner, []queueports.Finished{f})
	}))
	require.Equal(rt, e != nil && e.owner == owner, held, "only who has it gives it back")
	if !held {
		return
	}
	keep := f.Keep || f.At.Known()
	again, woken := e.again.Get()
	turns, stays := f.ScheduleAt.Get()
	if !woken && !keep && !stays {
		delete(m.rows, f.ID)
		return
	}
	if !keep {
		e.answered = max(e.answered, e.knew)
		if e.edits == e.knew {
			e.by = history.TriggerNotification
		}
	}
	switch {
	case !woken && !keep:
		e.at, again, e.by = f.ScheduleAt, turns, history.TriggerSchedule
	case f.PriceInFlight:
		e.at = optional.None[time.Time]()
	case woken && e.hurry:
		e.at = optional.Some(m.now)
	default:
		e.at = optional.Some(f.At.Or(m.now.Add(modelPace)))
		if stays && turns.Before(e.at.Or(turns)) {
			e.at = f.ScheduleAt
		}
	}
	if f.OffersAt.Known() {
		e.seen = optional.None[time.Time]()
	}
	if !keep {
		e.since = again
	}
	e.owner, e.again = "", optional.None[time.Time]()
}

func (m *dueModel) overtaken(rt *rapid.T) {
	want := map[decision.ProductID]bool{}
	for row, e := range m.rows {
		turned := e.by == history.TriggerSchedule && (e.owner != "" || !e.at.Or(m.now).After(m.now))
		if e.edits > e.answered || turned {
			want[row] = true
		}
	}
	got, err := m.Due.OutOfDate(context.Background(), ours, m.ids, m.now)
	require.NoError(rt, err)
	require.Equal(rt, want, got)
}

func (m *dueModel) resume(rt *rapid.T) {
	var got map[decision.ProductID]time.Time
	require.NoError(rt, m.Tx.InTx(context.Background(), func(ctx context.Context) (err error) {
		got, err = m.Due.PricesResolved(ctx, ours, m.ids, m.now)
		return err
	}))
	for row, e := range m.rows {
		at, ok := got[row]
		require.Equal(rt, !e.at.Known(), ok)
		if !e.at.Known() {
			require.Equal(rt, m.now, at)
			e.at = optional.Some(m.now)
		}
	}
	require.False(rt, slices.ContainsFunc(m.ids, func(p decision.ProductID) bool {
		_, ok := got[p]
		return ok && m.rows[p] == nil
	}))
}
