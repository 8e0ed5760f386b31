package repricer

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

// Due is the port of rows to be evaluated.
func (s *Store) Due() queueports.Due { return due{s} }

type due struct{ store *Store }

// entry is a row on the queue. At None waits for what becomes of a price.
type entry struct {
	queueports.Claimed
	at     optional.Maybe[time.Time]
	rises  time.Time
	atOnce bool
	again  optional.Maybe[time.Time]
	owner  string
	// leased is until when the owner has it.
	leased time.Time
	// latest is the time of the latest offers it ever had.
	latest time.Time
	// answered is how many of its edits decisions knew.
	answered int64
}

var lanes = []repricer.Priority{repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityLow}

func faster(a, b repricer.Priority) repricer.Priority {
	return lanes[min(slices.Index(lanes, a), slices.Index(lanes, b))]
}

func (q due) Wake(ctx context.Context, w queueports.Wake) (map[decision.ProductID]time.Time, error) {
	out := map[decision.ProductID]time.Time{}
	if len(w.Rows) == 0 {
		return out, nil
	}
	err := q.store.call(ctx, "Due.Wake", func(d *data, _ *transaction) error {
		for _, row := range w.Rows {
			if d.products[row.ID].Team != row.Team {
				return errNotLocked
			}
			due := w.Now
			if last, ok := d.decided[row.ID]; ok && !w.AtOnce && last.Add(row.Pace).After(due) {
				due = last.Add(row.Pace)
			}
			at := optional.Some(due)
			if row.Waits {
				at = optional.None[time.Time]()
			}
			if at, ok := d.wake(row, w, at).Get(); ok {
				out[row.ID] = at
			}
		}
		return nil
	})
	return out, err
}

func (d *data) wake(row queueports.WakeRow, w queueports.Wake, at optional.Maybe[time.Time]) optional.Maybe[time.Time] {
	e, there := d.due[row.ID]
	if !there {
		e = entry{
			Claimed: queueports.Claimed{ID: row.ID, Team: row.Team, Priority: row.Priority, EnqueuedAt: w.Now},
			at:      at, rises: w.Now.Add(2 * row.Pace),
		}
	}
	due, ok := at.Get()
	old, waiting := e.at.Get()
	switch {
	case e.owner != "":
		e.again = optional.Some(e.again.Or(w.Now))
	case !ok || !waiting || due.Before(old):
		e.at = at
	}
	if w.Now.Before(e.EnqueuedAt) {
		e.EnqueuedAt = w.Now
	}
	if rises := w.Now.Add(2 * row.Pace); rises.Before(e.rises) {
		e.rises = rises
	}
	e.Priority, e.Pace, e.Trigger, e.atOnce = faster(e.Priority, row.Priority), row.Pace, e.Trigger.Then(w.Trigger), e.atOnce || w.AtOnce
	if !w.Trigger.Hints() {
		e.Edits++
	}
	if s := row.Sighting; s != nil && s.At.After(e.latest) {
		e.Sighting, e.latest = s.Pack(), s.At
	}
	d.due[row.ID] = e
	return e.at
}

func (q due) WakeMany(ctx context.Context, team id.Team, m queueports.WakeMany) (n int64, err error) {
	err = q.store.call(ctx, "Due.WakeMany", func(d *data, _ *transaction) error {
		for _, p := range d.products {
			if p.Team != team || p.Mode == decision.ModeOff || !takes(m, p) {
				continue
			}
			waits := p.RunState.OnItsWay()
			row := queueports.WakeRow{Team: team, ID: p.ID, Priority: p.Priority, Pace: m.Pace.Of(p.Priority), Waits: waits}
			at := optional.Some(m.Now)
			if waits {
				at = optional.None[time.Time]()
			}
			d.wake(row, queueports.Wake{Trigger: m.Trigger, Now: m.Now, AtOnce: true}, at)
			n++
		}
		return nil
	})
	return n, err
}

// takes reports whether the filter takes a row.
func takes(m queueports.WakeMany, p repricer.ProductSnapshot) bool {
	own, named := p.StrategyID.Get()
	switch {
	case m.All:
		return true
	case m.SellerID != "":
		return m.SellerID == p.Key.SellerID
	case named:
		return slices.Contains(m.Strategies, own)
	}
	return m.Unnamed
}

func (q due) Rise(ctx context.Context, now time.Time) error {
	return q.store.call(ctx, "Due.Rise", func(d *data, _ *transaction) error {
		for product, e := range d.due {
			if at, ok := e.at.Get(); e.Priority != lanes[0] && e.owner == "" && ok && !at.After(now) && !e.rises.After(now) {
				e.Priority, e.rises = lanes[slices.Index(lanes, e.Priority)-1], e.rises.Add(2*e.Pace)
				d.due[product] = e
			}
			if !e.at.Known() && !d.products[product].RunState.OnItsWay() {
				e.at = optional.Some(now)
				d.due[product] = e
			}
		}
		return nil
	})
}

func (q due) Claim(ctx context.Context, c queueports.Claim) (out []queueports.Claimed, err error) {
	err = q.store.call(ctx, "Due.Claim", func(d *data, _ *transaction) error {
		var ready []entry
		for _, e := range d.due {
			if at, ok := e.at.Get(); ok && e.Priority == c.Priority && !at.After(c.Now) && !e.leased.After(c.Now) && !slices.Contains(c.Busy, e.Team) {
				ready = append(ready, e)
			}
		}
		slices.SortFunc(ready, func(a, b entry) int {
			return cmp.Or(a.at.Or(c.Now).Compare(b.at.Or(c.Now)), cmp.Compare(a.ID, b.ID))
		})
		for _, e := range ready {
			if e.Team != ready[0].Team || len(out) >= c.Limit {
				continue
			}
			e.leased, e.owner, e.atOnce, e.again = c.Now.Add(c.Lease), c.Owner, false, optional.None[time.Time]()
			d.due[e.ID] = e
			e.Until = e.leased
			out = append(out, e.Claimed)
		}
		slices.SortFunc(out, func(a, b queueports.Claimed) int { return cmp.Compare(a.ID, b.ID) })
		return nil
	})
	return out, err
}

func (q due) Next(ctx context.Context) (next optional.Maybe[time.Time], err error) {
	err = q.store.call(ctx, "Due.Next", func(d *data, _ *transaction) error {
		for _, e := range d.due {
			if at, ok := e.at.Get(); ok && e.owner == "" && (!next.Known() || at.Before(next.Or(at))) {
				next = e.at
			}
		}
		return nil
	})
	return next, err
}

func (q due) Hold(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error) {
	out := map[decision.ProductID]bool{}
	if len(ids) == 0 {
		return out, nil
	}
	err := q.store.locked(ctx, "Due.Hold", func(d *data, _ *transaction) error {
		for _, named := range ids {
			if e, ok := d.due[named]; ok && e.Team == team && e.owner == owner {
				out[named] = true
			}
		}
		return nil
	})
	return out, err
}

func (q due) Overtaken(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]bool, error) {
	out := make(map[decision.ProductID]bool, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	err := q.store.call(ctx, "Due.Overtaken", func(d *data, _ *transaction) error {
		for _, product := range ids {
			e, there := d.due[product]
			turned := e.Trigger == history.TriggerSchedule && !e.at.Or(now).After(now)
			if there && e.Team == team && (e.Edits > e.answered || turned) {
				out[product] = true
			}
		}
		return nil
	})
	return out, err
}

func (q due) Edits(ctx context.Context, team id.Team, product decision.ProductID) (n int64, err error) {
	err = q.store.call(ctx, "Due.Edits", func(d *data, _ *transaction) error {
		if e := d.due[product]; e.Team == team {
			n = e.Edits
		}
		return nil
	})
	return n, err
}

func (q due) Answer(ctx context.Context, team id.Team, product decision.ProductID, edits int64) error {
	return q.store.call(ctx, "Due.Answer", func(d *data, _ *transaction) error {
		if e, ok := d.due[product]; ok && e.Team == team {
			e.answered = max(e.answered, edits)
			d.due[product] = e
		}
		return nil
	})
}

func (q due) Finish(ctx context.Context, team id.Team, owner string, done []queueports.Finished) error {
	if len(done) == 0 {
		return nil
	}
	return q.store.locked(ctx, "Due.Finish", func(d *data, _ *transaction) error {
		for _, f := range done {
			e, ok := d.due[f.ID]
			if !ok || e.Team != team || e.owner != owner {
				return errNotLocked
			}
			e.finish(f)
			if e.owner == "" {
				d.due[f.ID] = e
			} else {
				delete(d.due, f.ID)
			}
		}
		return nil
	})
}

// finish gives the entry back if it stays.
func (e *entry) finish(f queueports.Finished) {
	again, woken := e.again.Get()
	keep := f.Keep || f.At.Known()
	turns, scheduled := f.Turns.Get()
	if !woken && !keep && !scheduled {
		return
	}
	e.owner, e.leased, e.again = "", time.Time{}, optional.None[time.Time]()
	since := e.EnqueuedAt
	if !keep {
		e.answered = max(e.answered, f.Edits)
		if e.Edits <= f.Edits {
			e.Trigger = history.TriggerNotification
		}
	}
	switch {
	case !woken && !keep:
		e.at, e.Priority, e.Trigger, since = f.Turns, f.Priority, history.TriggerSchedule, turns
	case f.Waits:
		e.at = optional.None[time.Time]()
	case woken && e.atOnce:
		e.at = optional.Some(f.Now)
	default:
		at := f.At.Or(f.Now.Add(e.Pace))
		if scheduled && turns.Before(at) {
			at = turns
		}
		e.at = optional.Some(at)
	}
	if woken && !keep {
		since = again
	}
	if !keep {
		e.EnqueuedAt, e.rises = since, since.Add(2*e.Pace)
	}
	if at, ok := f.SightingAt.Get(); ok && e.Sighting != nil && !e.latest.After(at) {
		e.Sighting = nil
	}
}

func (q due) Resume(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]time.Time, error) {
	out := map[decision.ProductID]time.Time{}
	if len(ids) == 0 {
		return out, nil
	}
	err := q.store.call(ctx, "Due.Resume", func(d *data, _ *transaction) error {
		for _, named := range ids {
			e, ok := d.due[named]
			if !ok || e.Team != team || e.at.Known() {
				continue
			}
			at := now
			if last, ok := d.decided[named]; ok && !e.atOnce && last.Add(e.Pace).After(at) {
				at = last.Add(e.Pace)
			}
			e.at = optional.Some(at)
			d.due[named], out[named] = e, at
		}
		return nil
	})
	return out, err
}

func (q due) Drop(ctx context.Context, team id.Team, ids []decision.ProductID) error {
	if len(ids) == 0 {
		return nil
	}
	return q.store.call(ctx, "Due.Drop", func(d *data, _ *transaction) error {
		maps.DeleteFunc(d.due, func(product decision.ProductID, e entry) bool {
			return e.Team == team && slices.Contains(ids, product)
		})
		return nil
	})
}

// Decided notes when a row was decided last, as recording a decision does.
func (s *Store) Decided(product decision.ProductID, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data.decided[product] = at
}
