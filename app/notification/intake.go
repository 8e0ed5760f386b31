// Package notification holds the use cases of what the marketplace tells by
// itself: taking it in, and being told.
package notification

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/notification"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/notification"
	"sellingassistant/ports/tx"
)

const (
	// maxTries is how often a message is tried before it is given up.
	maxTries = 5
	// retryAfter is when a message that failed comes again.
	retryAfter = time.Minute
	// keptFor is how long a given up message can be looked at.
	keptFor = notification.IDLife
)

// Intake takes messages in.
type Intake struct {
	source  ports.Source
	reader  ports.Reader
	events  ports.Events
	handler ports.Handler
	watch   ports.Watch
	tx      tx.Runner
	clock   clock.Clock
}

// NewIntake makes the use case.
func NewIntake(source ports.Source, reader ports.Reader, events ports.Events, handler ports.Handler, watch ports.Watch,
	run tx.Runner, clk clock.Clock,
) *Intake {
	return &Intake{source, reader, events, handler, watch, run, clk}
}

// received is a message that was understood.
type received struct {
	message ports.Message
	event   notification.Event
}

// Take waits for messages and works them off: what a message says is stored
// and handed on in one transaction, and only then is it acknowledged. What
// fails comes again, and is put aside after five tries. The error is that of a
// queue or a store that is away; the messages then come again by themselves.
func (i *Intake) Take(ctx context.Context) error {
	messages, err := i.source.Receive(ctx)
	if err != nil {
		return err
	}
	var read []received
	var done []ports.Message
	failed := map[string]error{}
	for _, m := range messages {
		e, err := i.reader.Read(m.Body)
		if err != nil {
			failed[m.Handle] = err
			continue
		}
		read = append(read, received{m, e})
	}
	var away error
	for _, group := range groups(read) {
		err := i.store(ctx, group)
		switch {
		case err == nil:
			for _, r := range group {
				done = append(done, r.message)
			}
		case unavailable(err):
			away = err
		default:
			for _, r := range group {
				failed[r.message.Handle] = err
			}
		}
	}
	var back []ports.Message
	for _, m := range messages {
		reason, bad := failed[m.Handle]
		switch {
		case !bad:
		case m.Tries < maxTries:
			i.watch.Took("", ports.Postponed)
			back = append(back, m)
		default:
			if err := i.bury(ctx, m, reason); err != nil {
				away = err
				continue
			}
			done = append(done, m)
		}
	}
	return errors.Join(away, i.ack(ctx, done), i.nack(ctx, back))
}

func (i *Intake) ack(ctx context.Context, done []ports.Message) error {
	if len(done) == 0 {
		return nil
	}
	return i.source.Ack(ctx, done...)
}

func (i *Intake) nack(ctx context.Context, back []ports.Message) error {
	if len(back) == 0 {
		return nil
	}
	return i.source.Nack(ctx, retryAfter, back...)
}

// unavailable tells a store that is away from a message that cannot be stored.
func unavailable(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Kind == fault.Unavailable || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func (i *Intake) bury(ctx context.Context, m ports.Message, reason error) error {
	err := i.events.Bury(ctx, m.Body, reason.Error(), i.clock.Now())
	if err == nil {
		i.watch.Took("", ports.Dead)
		i.watch.Gave(reason, m.Tries)
	}
	return err
}

// groups puts the events of a stream together, the newest first: of those that
// came together only that one counts. Events without a stream stay alone.
func groups(all []received) [][]received {
	slices.SortStableFunc(all, func(a, b received) int {
		return b.event.At.Compare(a.event.At)
	})
	var order []string
	by := map[string][]received{}
	for _, r := range all {
		name := "id|" + string(r.event.ID) + "|" + r.message.Handle
		if s, ok := r.event.Stream(); ok {
			name = strings.Join([]string{"stream", string(s.Type), s.SellerID, string(s.Marketplace), s.Subject}, "|")
		}
		if _, there := by[name]; !there {
			order = append(order, name)
		}
		by[name] = append(by[name], r)
	}
	out := make([][]received, len(order))
	for n, name := range order {
		out[n] = by[name]
	}
	return out
}

// store keeps the events of a group and hands on what counts, in one
// transaction.
func (i *Intake) store(ctx context.Context, group []received) error {
	now := i.clock.Now()
	ids := make([]notification.ID, len(group))
	for n, r := range group {
		ids[n] = r.event.ID
	}
	outcomes := make([]ports.Outcome, len(group))
	err := i.tx.InTx(ctx, func(ctx context.Context) error {
		fresh, err := i.events.Note(ctx, ids, now)
		if err != nil {
			return err
		}
		for n, r := range group {
			at := slices.Index(fresh, r.event.ID)
			if at < 0 {
				outcomes[n] = ports.Known
				continue
			}
			fresh = slices.Delete(fresh, at, at+1) // a twin in the group is known by now
			if outcomes[n], err = i.count(ctx, r.event); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for n, r := range group {
		i.watch.Took(r.event.Type, outcomes[n])
	}
	return nil
}

// count lets an event count, unless its stream is past it.
func (i *Intake) count(ctx context.Context, e notification.Event) (ports.Outcome, error) {
	if _, ok := e.Stream(); !ok {
		return ports.Ignored, nil
	}
	counted, err := i.events.Keep(ctx, e)
	if err != nil || !counted {
		return ports.Late, err
	}
	switch {
	case e.Offers != nil:
		return ports.Handed, i.handler.OffersChanged(ctx, e.At, *e.Offers)
	case e.Health != nil:
		return ports.Handed, i.handler.PricingHealth(ctx, e.At, *e.Health)
	case e.Status != nil, e.Issues != nil:
		return ports.Handed, i.listing(ctx, e)
	default:
		return ports.Handed, i.handler.FeedFinished(ctx, *e.Feed)
	}
}

// listing hands on what the newest status and the newest issues of a listing
// say together, so that it does not matter which of them came first.
func (i *Intake) listing(ctx context.Context, e notification.Event) error {
	s, _ := e.Stream()
	if err := i.events.Lock(ctx, s); err != nil {
		return err
	}
	status, issues := &e, (*notification.Event)(nil)
	s.Type = notification.ListingIssuesType
	if e.Issues != nil {
		status, issues = nil, &e
		s.Type = notification.ListingStatusType
	}
	other, err := i.events.Newest(ctx, s)
	if err != nil {
		return err
	}
	if status == nil {
		status = other
	} else {
		issues = other
	}
	return i.handler.ListingChanged(ctx, notification.ListingOf(status, issues))
}

// Sweep forgets the ids and the buried messages of more than seven days ago.
func (i *Intake) Sweep(ctx context.Context) (int64, error) {
	return i.events.Sweep(ctx, i.clock.Now().Add(-keptFor))
}
