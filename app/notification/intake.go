// Package notification provides the use cases of Amazon's notifications: receiving them, and
// subscribing to them.
package notification

import (
	"context"
	"errors"
	"maps"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gather"
	"sellingassistant/domain/notification"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/notification"
	"sellingassistant/ports/tx"
)

const (
	// maxTries bounds how often a message is tried before it is given up.
	maxTries = 5
	// retryAfter delays the retry of a message that failed.
	retryAfter = time.Minute
	// keptFor bounds how long a failed message can be inspected.
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
	desk    *gather.Desk[*parcel]
}

func NewIntake(source ports.Source, reader ports.Reader, events ports.Events, handler ports.Handler, watch ports.Watch,
	run tx.Runner, clk clock.Clock,
) *Intake {
	return &Intake{source: source, reader: reader, events: events, handler: handler, watch: watch, tx: run, clock: clk, desk: gather.NewDesk[*parcel](storers)}
}

// received has a message that was understood.
type received struct {
	message ports.Message
	event   notification.Event
}

// Take waits for messages and processes them. It stores and hands on the event of a message in one
// transaction, and acknowledges the message only then. A failed message is delivered again, and
// moved aside after five tries. The error comes from a queue or a store that is away; the messages
// are then delivered again later.
//
// Take may run several times side by side.
func (i *Intake) Take(ctx context.Context) error {
	messages, err := i.source.Receive(ctx)
	if err != nil {
		return err
	}
	var read parcel
	failed := map[string]error{}
	for _, m := range messages {
		e, err := i.reader(m.Body)
		if err != nil {
			failed[m.Handle] = err
			continue
		}
		read.all = append(read.all, received{m, e})
	}
	i.handIn(ctx, &read)
	maps.Copy(failed, read.failed)
	away := read.away
	var done, buried, back []ports.Message
	for _, m := range messages {
		reason, bad := failed[m.Handle]
		switch {
		case read.stored[m.Handle]:
			done = append(done, m)
		case !bad:
		case m.Tries < maxTries:
			i.watch.Took("", ports.Postponed)
			back = append(back, m)
		default:
			if err := i.bury(ctx, m, reason); err != nil {
				away = err
				continue
			}
			buried = append(buried, m)
		}
	}
	return errors.Join(away, i.ack(ctx, append(done, buried...)), i.nack(ctx, back))
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

// unavailable distinguishes an unreachable store from a message that cannot be stored.
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

// Sweep deletes event ids and failed messages older than seven days.
func (i *Intake) Sweep(ctx context.Context) (int64, error) {
	return i.events.Sweep(ctx, i.clock.Now().Add(-keptFor))
}
