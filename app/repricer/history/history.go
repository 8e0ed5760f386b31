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

// History reads past decisions and their statistics.
type History struct {
	changes historyports.Changes
	clock   clock.Clock
}

func NewHistory(changes historyports.Changes, clk clock.Clock) *History {
	return &History{changes, clk}
}

// Entry extends a record of the history for the API.
type Entry struct {
	history.ChangeSnapshot
	// Trace stays nil unless asked for, and if it can no longer be reconstructed.
	Trace *decision.Trace
}

// List reads a page of the history, with traces if asked for. A trace that was not stored is
// computed by deciding the stored input again, and shown only if that gives the same decision.
func (h *History) List(ctx context.Context, who caller.Caller, f history.ChangeFilter, r page.Request, trace bool) (page.Page[Entry], error) {
	found, err := h.changes.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	out := page.With(found, make([]Entry, len(found.Items)))
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
	input, ok := v.Input.Get()
	if v.Trace != nil || !ok {
		return v.Trace
	}
	if d, differs := history.Replay(e, input); len(differs) == 0 {
		return d.Trace
	}
	return nil
}

// How long the history is kept.
const (
	// KeptMonths bounds how many months entries, counters and sales are kept. The month that began
	// that long ago is kept whole.
	KeptMonths = 24
	// aheadMonths creates partitions for this many months in advance. The program still finds
	// partitions after its jobs have stopped for a while.
	aheadMonths = 2
	// forgetAtOnce bounds how many rows one statement deletes.
	forgetAtOnce = 5_000
)

// Upkeep creates the partitions to come and deletes old history. Runs may overlap.
type Upkeep struct {
	history historyports.Changes
	clock   clock.Clock
}

func NewUpkeep(history historyports.Changes, clk clock.Clock) *Upkeep {
	return &Upkeep{history, clk}
}

// Months creates the partitions of the coming months and deletes entries older than KeptMonths.
// When ctx ends it stops early, and the next run continues.
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

// FirstKept returns the beginning of the first month that is kept.
func FirstKept(now time.Time) time.Time { return monthOf(now).AddDate(0, -KeptMonths, 0) }

// Fold sums up the partial counters, so that reading them stays cheap.
func (u *Upkeep) Fold(ctx context.Context) error { return u.history.Fold(ctx) }
