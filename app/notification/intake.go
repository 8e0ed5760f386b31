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
// and handed on in one transaction, and only then is it acknowledged. Changes of
// offers, which come by the thousand, share one; where it fails each is tried by
// itself. What fails comes again, and is put aside after five tries. The error is
// that of a queue or a store that is away; the messages then come again by
// themselves.
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
	offers, others := groups(read)
	switch err := i.store(ctx, offers...); {
	case err == nil:
		done = append(done, messagesOf(offers...)...)
	case unavailable(err):
		away = err
	default:
		others = append(others, offers...)
	}
	for _, g := range others {
		err := i.store(ctx, g)
		switch {
		case err == nil:
			done = append(done, messagesOf(g)...)
		case unavailable(err):
			away = err
		default:
			for _, m := range messagesOf(g) {
				failed[m.Handle] = err
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

// group are the events of a stream that came together, the newest first: only
// that one counts. An event without a stream is alone.
type group []received

func messagesOf(groups ...group) []ports.Message {
	var out []ports.Message
	for _, g := range groups {
		for _, r := range g {
			out = append(out, r.message)
		}
	}
	return out
}

// groups puts the events of streams together, those that change offers apart.
func groups(all []received) (offers, others []group) {
	slices.SortStableFunc(all, func(a, b received) int {
		return b.event.At.Compare(a.event.At)
	})
	var order []string
	by := map[string]group{}
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
	for _, name := range order {
		if g := by[name]; g[0].event.Offers != nil {
			offers = append(offers, g)
		} else {
			others = append(others, g)
		}
	}
	return offers, others
}

// store keeps the events of groups and hands on what counts, in one transaction.
func (i *Intake) store(ctx context.Context, all ...group) error {
	if len(all) == 0 {
		return nil
	}
	var outcomes [][]ports.Outcome
	err := i.tx.InTx(ctx, func(ctx context.Context) (err error) {
		outcomes, err = i.count(ctx, all)
		return err
	})
	if err != nil {
		return err
	}
	for n, g := range all {
		for k, r := range g {
			i.watch.Took(r.event.Type, outcomes[n][k])
		}
	}
	return nil
}

// count lets the newest event of each group count that is not known, unless its
// stream is past it.
func (i *Intake) count(ctx context.Context, all []group) ([][]ports.Outcome, error) {
	outcomes, newest, err := i.fresh(ctx, all)
	if err != nil {
		return nil, err
	}
	var events []notification.Event
	for _, e := range newest {
		if e != nil {
			events = append(events, *e)
		}
	}
	counted, err := i.events.Keep(ctx, events)
	if err != nil {
		return nil, err
	}
	var handed []notification.Event
	for n, e := range newest {
		if e == nil || !counted[e.ID] {
			continue
		}
		handed = append(handed, *e)
		outcomes[n][slices.Index(outcomes[n], ports.Late)] = ports.Handed // the first of them is the newest
	}
	return outcomes, i.hand(ctx, handed)
}

// fresh notes the ids of events. It returns what became of each so far, Late for
// all that might count, and the newest of each group that might, nil for none.
func (i *Intake) fresh(ctx context.Context, all []group) ([][]ports.Outcome, []*notification.Event, error) {
	var ids []notification.ID
	for _, g := range all {
		for _, r := range g {
			ids = append(ids, r.event.ID)
		}
	}
	found, err := i.events.Note(ctx, ids, i.clock.Now())
	if err != nil {
		return nil, nil, err
	}
	unknown := make(map[notification.ID]bool, len(found))
	for _, one := range found {
		unknown[one] = true
	}
	outcomes, newest := make([][]ports.Outcome, len(all)), make([]*notification.Event, len(all))
	for n, g := range all {
		for k := range g {
			e := &g[k].event
			_, streams := e.Stream()
			outcome := ports.Late
			switch {
			case !unknown[e.ID]:
				outcome = ports.Known
			case !streams:
				outcome = ports.Ignored
			case newest[n] == nil:
				newest[n] = e
			}
			outcomes[n] = append(outcomes[n], outcome)
			delete(unknown, e.ID) // a twin that came with it is known by now
		}
	}
	return outcomes, newest, nil
}

// hand hands on events that count.
func (i *Intake) hand(ctx context.Context, events []notification.Event) error {
	var offers []ports.OffersChanged
	for _, e := range events {
		var err error
		switch {
		case e.Offers != nil:
			offers = append(offers, ports.OffersChanged{At: e.At, OfferChange: *e.Offers})
		case e.Health != nil:
			err = i.handler.PricingHealth(ctx, e.At, *e.Health)
		case e.Status != nil, e.Issues != nil:
			err = i.listing(ctx, e)
		default:
			err = i.handler.FeedFinished(ctx, *e.Feed)
		}
		if err != nil {
			return err
		}
	}
	if len(offers) == 0 {
		return nil
	}
	return i.handler.OffersChanged(ctx, offers)
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
