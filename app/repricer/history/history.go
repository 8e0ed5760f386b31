package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	historyports "sellingassistant/ports/repricer/history"
)

// History are the use cases that look back.
type History struct {
	changes    historyports.Changes
	statistics historyports.Statistics
	clock      clock.Clock
}

// NewHistory makes the use cases.
func NewHistory(changes historyports.Changes, statistics historyports.Statistics, clk clock.Clock) *History {
	return &History{changes, statistics, clk}
}

// Entry is an entry of the history as its user sees it.
type Entry struct {
	history.ChangeSnapshot
	// Trace is nil unless asked for, and where the way to the decision can not be
	// told any more.
	Trace *decision.Trace
}

// ChangeFilter narrows the history.
type ChangeFilter = historyports.ChangeFilter

// List reads a page of the history, each entry with its trace if that is asked
// for. A trace that was not stored is found by deciding the stored input again,
// and shown only when that gives the same decision.
func (h *History) List(ctx context.Context, who caller.Caller, f ChangeFilter, r page.Request, trace bool) (page.Page[Entry], error) {
	found, err := h.changes.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	out := page.Page[Entry]{Items: make([]Entry, len(found.Items)), Next: found.Next, Total: found.Total}
	for i, e := range found.Items {
		out.Items[i].ChangeSnapshot = e
	}
	if !trace {
		return out, nil
	}
	evidence, err := h.changes.Evidence(ctx, who.Team, found.Items)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	for i := range out.Items {
		out.Items[i].Trace = traceOf(out.Items[i].ChangeSnapshot, evidence[out.Items[i].ID])
	}
	return out, nil
}

func traceOf(e history.ChangeSnapshot, v historyports.Evidence) *decision.Trace {
	in, ok := v.Input.Get()
	if v.Trace != nil || !ok {
		return v.Trace
	}
	if d, differs := history.Replay(e, in); len(differs) == 0 {
		return d.Trace
	}
	return nil
}

// Keeping says how the history is kept.
const (
	// KeptMonths is how long entries, counters and sales are kept, and the month that
	// began so long ago is kept whole.
	KeptMonths = 24
	// aheadMonths is for how long room is made in advance, so that a program
	// whose jobs rest for a while finds it.
	aheadMonths = 2
	// forgetAtOnce bounds what one statement removes.
	forgetAtOnce = 5_000
)

// Upkeep keeps the history in shape. It may run at any time, also twice at once.
type Upkeep struct {
	history historyports.Upkeep
	clock   clock.Clock
}

// NewUpkeep makes the use case.
func NewUpkeep(history historyports.Upkeep, clk clock.Clock) *Upkeep {
	return &Upkeep{history, clk}
}

// Months makes room for the months to come and forgets entries after KeptMonths.
// It ends early with ctx, and the next run goes on where it was.
func (u *Upkeep) Months(ctx context.Context) error {
	now := u.clock.Now()
	month := monthOf(now)
	if err := u.history.Prepare(ctx, month, month.AddDate(0, aheadMonths, 0)); err != nil {
		return err
	}
	for {
		more, err := u.history.Forget(ctx, FirstKept(now), forgetAtOnce)
		if err != nil || !more {
			return err
		}
	}
}

func monthOf(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// FirstKept is the beginning of the first month that is kept.
func FirstKept(now time.Time) time.Time { return monthOf(now).AddDate(0, -KeptMonths, 0) }

// Fold keeps the counters cheap to read.
func (u *Upkeep) Fold(ctx context.Context) error { return u.history.Fold(ctx) }
