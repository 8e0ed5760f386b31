package pricing

import (
	"context"
	"fmt"
	"slices"

	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// falls reports whether a decision lowers a price on its own, and not because the seller resumed
// the row.
func (w *writing) falls(c *evaluation) bool {
	resumed := func(row *repricer.Product) bool { return row.ID() == c.row.ID }
	return c.decision.Verdict == decision.VerdictChange && c.decision.Price.Cmp(c.input.Row.Price) < 0 &&
		!slices.ContainsFunc(w.resumed, resumed)
}

// watchRun stops the falling rows of this transaction if, together with rows of earlier
// transactions, too many rows of the team have fallen. It then sends no price of these rows.
func (w *writing) watchRun(ctx context.Context) error {
	if !slices.ContainsFunc(w.cases, w.falls) {
		return nil
	}
	n, tripped, err := w.e.runs(ctx, w.b)
	if err != nil || !tripped {
		return err
	}
	w.tripped = n
	w.alerts = append(w.alerts, repricer.Alert{
		Event: repricer.NotifyCircuitBreaker, Reason: repricer.AlertRunBreaker, Details: runHold(w.b, n).Details, At: w.b.now,
	})
	for i, c := range w.cases {
		if !w.falls(c) || w.cancel[c.row.ID] {
			continue
		}
		w.rows[i].PutOnHold(runHold(w.b, n))
		if err := w.rows[i].Transition(repricer.RunResolved); err != nil {
			return err
		}
		w.withdraw(c.row.ID)
	}
	return nil
}

func runHold(b *batch, n int) repricer.Hold {
	return repricer.Hold{
		Reason: decision.HoldCircuitBreaker, Since: b.now,
		Details: fmt.Sprintf("The prices of %d rows were to fall within 10 minutes.", n),
	}
}

// runs counts the rows that fell. It stops counting once they are too many.
func (e *Engine) runs(ctx context.Context, b *batch) (int, bool, error) {
	rows, err := e.p.Rows.Count(ctx, b.team)
	if err != nil {
		return 0, false, err
	}
	most := b.settings.Values.CircuitBreaker.FallingLimit(rows)
	falling, err := e.p.Rows.Falling(ctx, b.team, b.now.Add(-runWindow), 0, most)
	return len(falling), int64(len(falling)) >= most, err
}

// frozenAtOnce bounds the rows that a transaction stops.
const frozenAtOnce = 500

// freezeFalling stops rows that fell before the breaker tripped, if their prices were not sent yet.
func (e *Engine) freezeFalling(ctx context.Context, b *batch, n int) error {
	for after := decision.ProductID(0); ; {
		falling, err := e.p.Rows.Falling(ctx, b.team, b.now.Add(-runWindow), after, frozenAtOnce)
		if err != nil || len(falling) == 0 {
			return err
		}
		after = falling[len(falling)-1]
		err = e.p.Tx.InTx(ctx, func(ctx context.Context) error { return e.freeze(ctx, b, falling, n) })
		if err != nil {
			return err
		}
	}
}

func (e *Engine) freeze(ctx context.Context, b *batch, falling []decision.ProductID, n int) error {
	rows, err := e.p.Products.LoadLocked(ctx, b.team, falling)
	if err != nil {
		return err
	}
	open, err := e.p.Changes.LoadOpenLocked(ctx, b.team, falling)
	if err != nil {
		return err
	}
	// Suggestions stay: they are sent only when a user asks for it.
	open = slices.DeleteFunc(open, func(o *history.PriceChange) bool { return o.Outcome() != optional.Some(history.OutcomeProposed) })
	ended, err := sending.Withdraw(open, history.WithdrawnBreaker)
	if err != nil {
		return err
	}
	unsent := map[decision.ProductID]bool{}
	for _, o := range ended {
		unsent[o.ProductID()] = true
	}
	var frozen []*repricer.Product
	for _, row := range rows {
		if !unsent[row.ID()] {
			continue
		}
		row.PutOnHold(runHold(b, n))
		if row.RunState() == repricer.RunSubmitting {
			if err := row.Transition(repricer.RunResolved); err != nil {
				return err
			}
		}
		frozen = append(frozen, row)
	}
	if err := e.p.Changes.Save(ctx, b.team, ended, nil); err != nil {
		return err
	}
	return e.p.Products.SaveObserved(ctx, frozen)
}
