package sending

import (
	"context"
	"errors"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

const (
	// feedChunk bounds the prices of a feed that a transaction stores.
	feedChunk = 1_000
	// feedLook separates two reads of the status of a feed.
	feedLook = time.Minute
	// feedWithin bounds uploading and starting a feed.
	feedWithin = 3 * time.Minute
)

// feedDraft collects the prices of a feed.
type feedDraft struct {
	run sendingports.FeedRun
	// next numbers the next message.
	next   int64
	prices []outgoing
}

// feed sends the waiting prices in one feed, unless the account has an open feed or has used up its
// limit. The caller has locked the account's mutex.
func (l *AccountSender) feed(ctx context.Context, from view) (bool, error) {
	p := l.s.p
	now := p.Clock.Now()
	recent, err := p.Outbox.Recent(ctx, l.key, now.Add(-history.FeedsWithin))
	if err != nil || len(recent) >= history.FeedsAtOnce {
		return false, err
	}
	f := &feedDraft{run: sendingports.FeedRun{Account: l.key, State: sendingports.FeedPreparing, CreatedAt: now, NextAt: now}, next: 1}
	free := false
	err = p.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		f.run.ID, free, err = p.Outbox.Begin(ctx, f.run)
		return err
	})
	if err != nil || !free {
		return false, err
	}
	if err := l.fill(ctx, from, f); err != nil {
		// The feed was not started: return its prices to the outbox even while the process stops.
		own, cancel := keepAlive(ctx, finishWithin)
		defer cancel()
		return true, errors.Join(err, l.returnFeed(own, f.run, 0))
	}
	return true, l.handOver(ctx, f, recent)
}

// fill chooses the prices of the feed.
func (l *AccountSender) fill(ctx context.Context, from view, f *feedDraft) error {
	for len(f.prices) < history.FeedMessages {
		ids, err := l.next(ctx, min(feedChunk, history.FeedMessages-len(f.prices)))
		if err != nil || len(ids) == 0 {
			return err
		}
		prices, err := l.mark(ctx, from, history.RouteFeed, ids, f)
		if err != nil {
			return err
		}
		f.prices = append(f.prices, prices...)
		f.next += int64(len(prices))
	}
	return nil
}

// uploads bounds how often a feed is rebuilt because rows changed meanwhile.
const uploads = 3

// handOver uploads and starts the feed, if sending is still on after the choice of prices and the
// upload. It first takes out the prices of changed rows.
func (l *AccountSender) handOver(ctx context.Context, f *feedDraft, recent []sendingports.FeedRun) error {
	own, cancel := keepAlive(ctx, finishWithin)
	defer cancel()
	call, end := context.WithTimeout(own, feedWithin)
	defer end()
	for range uploads {
		if err := l.takeOut(own, f); err != nil {
			return errors.Join(err, l.returnFeed(own, f.run, 0))
		}
		if len(f.prices) == 0 {
			return l.saveFeed(own, f.run, sendingports.FeedOver)
		}
		file, err := l.s.p.MarketplaceFeeds.Upload(call, f.prices[0].seller, f.messages())
		if err != nil {
			return l.notStarted(own, f.run, err)
		}
		invalidated, err := l.invalidated(own, f.prices)
		if err != nil {
			return errors.Join(err, l.returnFeed(own, f.run, 0))
		}
		if len(invalidated) == 0 {
			return l.start(own, call, f, file, recent)
		}
	}
	return l.returnFeed(own, f.run, restUnanswered)
}

// start starts an uploaded feed. If the process dies from here on, it is unknown whether the feed
// was started.
func (l *AccountSender) start(ctx, call context.Context, f *feedDraft, file sendingports.FeedFile, recent []sendingports.FeedRun) error {
	f.run.Messages = len(f.prices)
	if err := l.saveFeed(ctx, f.run, sendingports.FeedStarting); err != nil {
		return errors.Join(err, l.returnFeed(ctx, f.run, 0))
	}
	first := f.prices[0]
	on, err := l.lookOn(ctx, l.s.p.Clock.Now())
	if err != nil || !on.on || on.version != first.settings.Version {
		return errors.Join(err, l.returnFeed(ctx, f.run, 0))
	}
	var known []sendingports.FeedID
	for _, r := range recent {
		if r.Feed != "" {
			known = append(known, r.Feed)
		}
	}
	f.run.Feed, err = l.s.p.MarketplaceFeeds.Start(call, first.seller, file, known, l.maySend(f.prices...))
	now := l.s.p.Clock.Now()
	f.run.NextAt = now.Add(feedLook)
	switch {
	case err == nil:
		l.went(true, 0, now)
		return l.saveFeed(ctx, f.run, sendingports.FeedStarted)
	case errors.Is(err, sendingports.ErrFeedUnknown):
		l.went(false, 0, now)
		return l.unknownFeed(ctx, f.run)
	}
	return l.notStarted(ctx, f.run, err)
}

func (f *feedDraft) messages() []sendingports.FeedMessage {
	out := make([]sendingports.FeedMessage, len(f.prices))
	for i, price := range f.prices {
		out[i] = sendingports.FeedMessage{Number: price.number, PriceChange: price.price()}
	}
	return out
}

// invalidated lists rows that must no longer send their prices.
func (l *AccountSender) invalidated(ctx context.Context, prices []outgoing) ([]decision.ProductID, error) {
	rows := make([]decision.ProductID, len(prices))
	for i, price := range prices {
		rows[i] = price.change.ProductID
	}
	return l.s.p.Outbox.Invalidated(ctx, l.key.Team, id.Ascending(rows), l.s.p.Clock.Now())
}

// takeOut returns the prices of changed rows to the outbox, where they are checked again.
func (l *AccountSender) takeOut(ctx context.Context, f *feedDraft) error {
	invalidated, err := l.invalidated(ctx, f.prices)
	if err != nil {
		return err
	}
	out := make(map[decision.ProductID]bool, len(invalidated))
	for part := range slices.Chunk(invalidated, feedChunk) {
		if err := l.putBack(ctx, part); err != nil {
			return err
		}
		for _, row := range part {
			out[row] = true
		}
	}
	f.prices = slices.DeleteFunc(f.prices, func(o outgoing) bool { return out[o.change.ProductID] })
	if len(out) == 0 {
		return nil
	}
	return l.renumber(ctx, f)
}

// renumber closes gaps in the message numbers, because a feed's report is recognised by them.
func (l *AccountSender) renumber(ctx context.Context, f *feedDraft) error {
	for i := range f.prices {
		f.prices[i].number = int64(i + 1)
	}
	return l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		return l.s.p.Outbox.Renumber(ctx, l.key.Team, f.run.ID)
	})
}

// putBack returns prices stored as sent to the outbox: they were not sent.
func (l *AccountSender) putBack(ctx context.Context, rows []decision.ProductID) error {
	return l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		d, err := l.open(ctx, rows, l.s.p.Clock.Now())
		if err != nil {
			return err
		}
		d.changes = slices.DeleteFunc(d.changes, func(c *history.PriceChange) bool { return !c.Outcome().Or("").Unresolved() })
		plans := map[repricer.ChangeID]sendingports.Plan{}
		for _, c := range d.changes {
			if err := c.NotSent(); err != nil {
				return err
			}
			plans[c.ID()] = sendingports.Plan{NextAt: d.now}
		}
		_, err = d.save(ctx, plans)
		return err
	})
}

// notStarted returns the prices of a feed that the marketplace did not accept, and postpones them.
func (l *AccountSender) notStarted(ctx context.Context, r sendingports.FeedRun, err error) error {
	rest := restUnanswered
	if e, ok := fault.As(err); ok {
		rest = max(rest, e.RetryAfter)
	}
	l.went(false, rest, l.s.p.Clock.Now())
	l.s.p.Metrics.Failed(l.key, err)
	return l.returnFeed(ctx, r, rest)
}

// unknownFeed handles a feed that may or may not have been started: its prices are looked for, and
// sent again only when the feed would have been processed.
func (l *AccountSender) unknownFeed(ctx context.Context, r sendingports.FeedRun) error {
	r.NextAt = r.CreatedAt.Add(history.ConfirmWithin)
	return l.saveFeed(ctx, r, sendingports.FeedUnknown)
}

func (l *AccountSender) saveFeed(ctx context.Context, r sendingports.FeedRun, s sendingports.FeedRunState) error {
	r.State = s
	return l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		return l.s.p.Outbox.SaveFeed(ctx, r, l.s.p.Clock.Now())
	})
}

// returnFeed returns the prices of a feed that was not started.
func (l *AccountSender) returnFeed(ctx context.Context, r sendingports.FeedRun, after time.Duration) error {
	err := l.carried(ctx, r, func(d *locked, c *history.PriceChange) (sendingports.Plan, answerKind, error) {
		return sendingports.Plan{NextAt: d.now.Add(after)}, answerNotNow, c.NotSent()
	})
	if err != nil {
		return err
	}
	return l.saveFeed(ctx, r, sendingports.FeedOver)
}

// carried applies step to every price in a feed that has an open outcome. It can be repeated.
func (l *AccountSender) carried(ctx context.Context, r sendingports.FeedRun,
	step func(*locked, *history.PriceChange) (sendingports.Plan, answerKind, error),
) error {
	p := l.s.p
	for {
		var ids []decision.ProductID
		var moved tally
		var tripped time.Time
		err := p.Tx.InTx(ctx, func(ctx context.Context) error {
			if _, err := l.renew(ctx); err != nil {
				return err
			}
			var err error
			// The list leaves out finished prices, so the first page is always new.
			if ids, err = p.Outbox.RowsInFeed(ctx, l.key.Team, r.ID, 0, feedChunk); err != nil || len(ids) == 0 {
				return err
			}
			d, err := l.open(ctx, ids, p.Clock.Now())
			if err != nil {
				return err
			}
			if err := d.readPlans(ctx); err != nil {
				return err
			}
			plans, kinds := map[repricer.ChangeID]sendingports.Plan{}, []answerKind{}
			for _, c := range d.changes {
				plan := sendingports.Plan{SentAt: optional.Some(r.CreatedAt), NextAt: d.now}
				if c.Outcome() == optional.Some(history.OutcomeSubmitted) {
					var kind answerKind
					if plan, kind, err = step(d, c); err != nil {
						return err
					}
					kinds = append(kinds, kind)
				}
				plans[c.ID()] = plan
			}
			if tripped, err = l.noteAnswers(ctx, d.now, kinds...); err != nil {
				return err
			}
			d.stops(l.key, tripped)
			moved, err = d.save(ctx, plans)
			return err
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		l.count(history.RouteFeed, moved)
		l.alert(tripped)
	}
}

// follow reads the status of the account's open feed and stores the results.
func (l *AccountSender) follow(ctx context.Context, from view) (bool, error) {
	// The lock shows that another worker is choosing prices for this feed; follow it next time.
	if !l.marking.TryLock() {
		return false, nil
	}
	defer l.marking.Unlock()
	r, err := l.s.p.Outbox.Open(ctx, l.key)
	now := l.s.p.Clock.Now()
	if err != nil || r == nil || r.NextAt.After(now) {
		return false, err
	}
	old := now.Sub(r.CreatedAt) > history.GiveUpAfter
	switch {
	case r.State == sendingports.FeedPreparing: // by a process that is gone
		return true, l.returnFeed(ctx, *r, 0)
	case r.State == sendingports.FeedUnknown, old:
		return true, l.saveFeed(ctx, *r, sendingports.FeedOver)
	case r.State == sendingports.FeedStarting:
		return true, l.unknownFeed(ctx, *r)
	case !from.connected:
		r.NextAt = now.Add(feedLook)
		return true, l.saveFeed(ctx, *r, sendingports.FeedStarted)
	}
	return true, l.ask(ctx, from.seller, *r)
}

// ask reads the status of a feed, and its report once it is done.
func (l *AccountSender) ask(ctx context.Context, seller account.Seller, r sendingports.FeedRun) error {
	call, end := context.WithTimeout(ctx, feedWithin)
	defer end()
	state, err := l.s.p.MarketplaceFeeds.State(call, seller, r.Feed)
	r.NextAt = l.s.p.Clock.Now().Add(feedLook)
	if fault.Is(err, fault.CodeNotFound) {
		return l.unknownFeed(ctx, r)
	}
	if err != nil {
		return errors.Join(err, l.saveFeed(ctx, r, sendingports.FeedStarted))
	}
	switch state.Status {
	case sendingports.FeedDone:
	case sendingports.FeedQueued, sendingports.FeedRunning, sendingports.FeedOther:
		return l.saveFeed(ctx, r, sendingports.FeedStarted)
	default: // some of its messages may have been processed
		return l.unknownFeed(ctx, r)
	}
	report, err := l.s.p.MarketplaceFeeds.Report(call, seller, state.Result)
	if err != nil {
		return errors.Join(err, l.saveFeed(ctx, r, sendingports.FeedStarted))
	}
	if !report.Matches(r.Messages) {
		return l.unknownFeed(ctx, r)
	}
	if err := l.report(ctx, r, report); err != nil {
		return err
	}
	return l.saveFeed(ctx, r, sendingports.FeedOver)
}

// report stores the result of each message. A feed may take longer than ConfirmWithin, so
// confirmation starts when the feed is known to be processed.
func (l *AccountSender) report(ctx context.Context, r sendingports.FeedRun, report sendingports.FeedReport) error {
	return l.carried(ctx, r, func(d *locked, c *history.PriceChange) (sendingports.Plan, answerKind, error) {
		number := d.plans[c.ProductID()].Number.Or(0)
		reply := history.Answer{ID: string(r.Feed), Status: string(sendingports.FeedDone), Issues: issuesOf(report.Issues[number])}
		plan := sendingports.Plan{SentAt: optional.Some(d.now), NextAt: d.now.Add(lookFirst)}
		if report.Refused(number) {
			return plan, answerRefused, d.refused(c, reply)
		}
		return plan, answerTaken, d.accepted(c, reply)
	})
}
