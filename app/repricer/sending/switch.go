package sending

import (
	"context"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/ports/tx"
)

// Withdrawals cancel prices that have not been sent.
type Withdrawals struct {
	outbox   sendingports.Outbox
	changes  historyports.Changes
	products ports.Products
	due      queueports.EvaluationQueue
	tx       tx.Runner
	clock    clock.Clock
}

func NewWithdrawals(outbox sendingports.Outbox, changes historyports.Changes, products ports.Products, due queueports.EvaluationQueue,
	runner tx.Runner, clk clock.Clock,
) *Withdrawals {
	return &Withdrawals{outbox, changes, products, due, runner, clk}
}

// Rows cancels the prices of rows that are deleted or switched off, in the transaction of ctx, in
// which the rows are locked.
func (w *Withdrawals) Rows(ctx context.Context, team id.Team, rows []decision.ProductID, why history.Withdrawal) error {
	open, err := w.changes.LoadOpenLocked(ctx, team, id.Ascending(rows))
	if err != nil {
		return err
	}
	return w.cancel(ctx, team, open, why)
}

// Team cancels every unsent price of a team when its settings are reset or switched off, in the
// transaction of ctx if any. The sender catches the prices that are decided meanwhile.
func (w *Withdrawals) Team(ctx context.Context, team id.Team, why history.Withdrawal) error {
	return w.tx.InTx(ctx, func(ctx context.Context) error {
		for after := decision.ProductID(0); ; {
			rows, err := w.outbox.Unsent(ctx, team, after, cancelAtOnce)
			if err != nil || len(rows) == 0 {
				return err
			}
			after = rows[len(rows)-1]
			// Lock rows before their prices, as everywhere.
			if _, err := w.products.LoadLocked(ctx, team, rows); err != nil {
				return err
			}
			if err := w.Rows(ctx, team, rows, why); err != nil {
				return err
			}
		}
	})
}

// cancel cancels the unsent prices; their rows are locked.
func (w *Withdrawals) cancel(ctx context.Context, team id.Team, open []*history.PriceChange, why history.Withdrawal) error {
	unsent, err := Withdraw(open, why)
	if err != nil || len(unsent) == 0 {
		return err
	}
	if err := w.changes.Save(ctx, team, unsent, nil); err != nil {
		return err
	}
	rows, err := w.products.LoadLocked(ctx, team, productIDs(unsent))
	if err != nil {
		return err
	}
	now := w.clock.Now()
	for _, row := range rows {
		row.PriceCancelled()
	}
	if err := free(ctx, w.due, team, repricer.SettingsValues{}, rows, nil, now); err != nil {
		return err
	}
	return w.products.SaveObserved(ctx, rows)
}

// Withdraw cancels the unsent among the prices, and returns them.
func Withdraw(open []*history.PriceChange, why history.Withdrawal) ([]*history.PriceChange, error) {
	var unsent []*history.PriceChange
	for _, c := range open {
		if !c.Outcome().Or("").Unsent() {
			continue
		}
		if err := c.Cancel(why); err != nil {
			return nil, err
		}
		unsent = append(unsent, c)
	}
	return unsent, nil
}

// Switches stop and start sending for all teams.
type Switches struct {
	outbox  sendingports.Outbox
	ends    *Withdrawals
	returns *queue.Requeue
	clock   clock.Clock
	off     ProcessStopped
}

// ProcessStopped stops sending in this process only.
type ProcessStopped bool

func NewSwitches(outbox sendingports.Outbox, ends *Withdrawals, returns *queue.Requeue, clk clock.Clock, off ProcessStopped) *Switches {
	return &Switches{outbox, ends, returns, clk, off}
}

// Off reports whether sending is stopped, for this process or for the cluster.
func (s *Switches) Off(ctx context.Context) (bool, error) {
	state, err := s.Status(ctx)
	return state.Stopped || bool(s.off), err
}

// Status reads the switch for all teams.
func (s *Switches) Status(ctx context.Context) (sendingports.SwitchState, error) {
	return s.outbox.LoadSwitch(ctx)
}

// Stop stops the sending of prices of all teams in all processes, and withdraws unsent prices. It
// can be repeated.
func (s *Switches) Stop(ctx context.Context, reason string) (sendingports.SwitchState, error) {
	state := sendingports.SwitchState{Stopped: true, Reason: reason, ChangedAt: s.clock.Now()}
	if err := s.outbox.SaveSwitch(ctx, state); err != nil {
		return state, err
	}
	teams, err := s.outbox.UnsentTeams(ctx)
	if err != nil {
		return state, err
	}
	for _, team := range teams {
		if err := s.ends.Team(ctx, team, history.WithdrawnStopped); err != nil {
			return state, err
		}
	}
	return state, nil
}

// Start allows sending again, for prices decided from now on, and makes all rows due. It can be
// repeated.
func (s *Switches) Start(ctx context.Context, reason string) (sendingports.SwitchState, error) {
	state := sendingports.SwitchState{Reason: reason, ChangedAt: s.clock.Now()}
	if err := s.outbox.SaveSwitch(ctx, state); err != nil {
		return state, err
	}
	return state, s.returns.All(ctx)
}
