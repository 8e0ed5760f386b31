package sending

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// restUnanswered bounds from below the pause of an account after the marketplace did not process a
// price.
const restUnanswered = time.Second

// restRefusedAccount pauses an account after the marketplace refused the account itself.
const restRefusedAccount = 5 * time.Minute

// answerOf interprets the answer to one price.
func answerOf(r sendingports.Receipt, err error) answer {
	if err == nil {
		reply := history.Answer{ID: r.ID, Status: string(r.State), Issues: issuesOf(r.Issues)}
		switch r.State {
		case sendingports.ReceiptAccepted:
			return answer{kind: answerTaken, reply: reply}
		case sendingports.ReceiptInvalid:
			return answer{kind: answerRefused, reply: reply}
		}
		return answer{}
	}
	f, ok := fault.As(err)
	if !ok {
		return answer{}
	}
	switch f.Kind {
	case fault.Limited:
		return answer{kind: answerNotNow, after: max(f.RetryAfter, restUnanswered)}
	case fault.Forbidden:
		return answer{kind: answerNotNow, after: restRefusedAccount}
	case fault.Invalid, fault.NotFound, fault.Rule:
		return answer{kind: answerRefused, reply: history.Answer{Status: string(f.Code), Issues: faultIssues(f)}}
	}
	return answer{}
}

// faultIssues returns the marketplace's messages about a request that it rejected as a whole.
func faultIssues(f *fault.Error) []history.Issue {
	if len(f.Errors) == 0 {
		return []history.Issue{{Code: string(f.Code), Message: f.Message, Severity: sendingports.SeverityError}}
	}
	out := make([]history.Issue, len(f.Errors))
	for i, e := range f.Errors {
		out[i] = history.Issue{Code: string(f.Code), Message: e.Message, Severity: sendingports.SeverityError}
	}
	return out
}

// reply pairs a price with its answer.
type reply struct {
	price  outgoing
	answer answer
}

// record stores answers together and, if that fails, singly. If an answer cannot be stored, its
// price is looked for later, like a price with a lost answer.
func (l *AccountSender) record(ctx context.Context, all []reply) error {
	all = slices.DeleteFunc(all, func(p reply) bool { return p.answer.kind == answerLost })
	if len(all) == 0 {
		return nil
	}
	err := l.recordAll(ctx, all)
	if err == nil || len(all) == 1 {
		return err
	}
	var failed []error
	for i := range all {
		failed = append(failed, l.recordAll(ctx, all[i:i+1]))
	}
	return errors.Join(failed...)
}

// recordAll stores answers in one transaction, even if another process has the account by now, as
// long as the prices are still those that were sent.
func (l *AccountSender) recordAll(ctx context.Context, all []reply) error {
	p := l.s.p
	now := p.Clock.Now()
	kinds, ids, answers := make([]answerKind, len(all)), make([]decision.ProductID, len(all)), make(map[repricer.ChangeID]answer, len(all))
	for i, reply := range all {
		kinds[i], ids[i], answers[reply.price.change.ID] = reply.answer.kind, reply.price.change.ProductID, reply.answer
	}
	var moved tally
	var tripped time.Time
	// The commit need not be durable: a lost answer is handled like a missing answer.
	err := p.Tx.InLazyTx(ctx, func(ctx context.Context) (err error) {
		moved = nil
		if tripped, err = l.noteAnswers(ctx, now, kinds...); err != nil {
			return err
		}
		d, err := l.lock(ctx, ids, now)
		if err != nil {
			return err
		}
		d.settings = all[0].price.settings
		d.changes = slices.DeleteFunc(d.changes, func(c *history.PriceChange) bool {
			_, answered := answers[c.ID()]
			return !answered || !c.Outcome().Or("").Unresolved()
		})
		plans := map[repricer.ChangeID]sendingports.Plan{}
		for _, c := range d.changes {
			a := answers[c.ID()]
			if err := d.answered(c, a); err != nil {
				return err
			}
			// For an accepted price the plan made when it was sent still applies.
			if a.kind == answerNotNow {
				plans[c.ID()] = d.laterAgain(c, a.after)
			}
		}
		d.stops(l.key, tripped)
		moved, err = d.save(ctx, plans)
		return err
	})
	if err == nil {
		l.count(history.RoutePatch, moved)
		l.alert(tripped)
	}
	return err
}

// stops adds an alert that the breaker stops the account until a moment; zero adds no alert.
func (d *locked) stops(k sendingports.Account, until time.Time) {
	if until.IsZero() {
		return
	}
	d.alerts = append(d.alerts, repricer.Alert{
		Event: repricer.NotifyCircuitBreaker, Reason: repricer.AlertRejectBreaker, At: d.now,
		Details: fmt.Sprintf("More than a fifth of the last prices of account %s (%s) were refused. Its prices wait until %s UTC.",
			k.SellerID, k.Region, until.Format("2006-01-02 15:04")),
	})
}

// alert counts a tripped breaker in the metrics, unless the time is zero.
func (l *AccountSender) alert(until time.Time) {
	if !until.IsZero() {
		l.s.p.Metrics.Tripped(l.key, until)
	}
}

// answered stores the answer to a price that was sent by a single call.
func (d *locked) answered(c *history.PriceChange, a answer) error {
	switch a.kind {
	case answerTaken:
		return d.accepted(c, a.reply)
	case answerRefused:
		return d.refused(c, a.reply)
	}
	if err := c.NotSent(); err != nil {
		return err
	}
	if c.Outcome() == optional.Some(history.OutcomeAccepted) {
		d.row(c, (*repricer.Product).PriceAccepted)
	}
	return nil
}

// laterAgain plans another attempt for a price that the marketplace did not process.
func (d *locked) laterAgain(c *history.PriceChange, after time.Duration) sendingports.Plan {
	plan := sendingports.Plan{NextAt: d.now.Add(after)}
	if sub, sent := c.Snapshot().Submission.Get(); sent {
		// The repetition was not processed, so the price is looked for as long after its first
		// submission as before.
		plan.SentAt = optional.Some(sub.SubmittedAt)
	}
	return plan
}

// accepted notes that the marketplace queued the price, which a lost answer may have said before.
func (d *locked) accepted(c *history.PriceChange, t history.Answer) error {
	d.row(c, (*repricer.Product).PriceAccepted)
	if c.Outcome() == optional.Some(history.OutcomeAccepted) {
		return nil
	}
	if err := d.sent(c); err != nil {
		return err
	}
	return c.Accept(t, d.now)
}

// refused notes that the marketplace rejected the price, and stops the row.
func (d *locked) refused(c *history.PriceChange, t history.Answer) error {
	details := "The marketplace refused the price."
	if len(t.Issues) > 0 && t.Issues[0].Message != "" {
		details = "The marketplace refused the price: " + t.Issues[0].Message
	}
	d.row(c, func(row *repricer.Product) { row.PriceFailed(details, d.now) })
	d.alerts = append(d.alerts, c.Alert(repricer.AlertRejected, details, d.now))
	return c.Reject(t)
}

// noteAnswers feeds answers to the account's breaker and returns until when it stops the account,
// zero if it does not. An accepted price changes nothing while the breaker counts no rejection. It
// skips an account that another process has by now.
func (l *AccountSender) noteAnswers(ctx context.Context, now time.Time, kinds ...answerKind) (until time.Time, err error) {
	if l.state().Answers == "" && !slices.Contains(kinds, answerRefused) {
		return until, nil
	}
	state, err := l.renew(ctx)
	if errors.Is(err, sendingports.ErrAccountLost) {
		return until, nil
	}
	if err != nil {
		return until, err
	}
	was := state.Answers
	for _, kind := range kinds {
		if kind != answerTaken && kind != answerRefused {
			continue
		}
		var tripped bool
		if state.Answers, tripped = state.Answers.Add(kind == answerRefused); tripped {
			until = now.Add(history.RejectPause)
			state.StoppedUntil = until
		}
	}
	if state.Answers == was && until.IsZero() {
		return until, nil
	}
	return until, l.save(ctx, state)
}
