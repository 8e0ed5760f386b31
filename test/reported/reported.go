// Package reported keeps the events that use cases report, for their tests.
package reported

import (
	"context"
	"fmt"
	"sync"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/event"
)

// Log keeps events in the order of their reports.
type Log struct {
	mu  sync.Mutex
	all []event.Event
}

var _ event.Log = (*Log)(nil)

// Write keeps events. An event that differs from the published sample of its type is an error.
func (l *Log) Write(_ context.Context, events ...event.Event) error {
	for _, e := range events {
		if err := Check(e); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, events...)
	return nil
}

// Check compares an event with the sample of its type: it names a record and a version if the
// sample does, and it has no further details. A breaker may stop many rows, and then names none.
func Check(e event.Event) error {
	kind, known := webhook.KindOf(e.Type)
	if !known {
		return fmt.Errorf("no sample of %s", e.Type)
	}
	sample := kind.Example.Part
	if kind.Frequent {
		sample = kind.Example.Changes[0]
	}
	for name := range e.Details {
		if _, ok := sample.Details[name]; !ok {
			return fmt.Errorf("the sample of %s has no detail %s", e.Type, name)
		}
	}
	recorded := e.Record.Known() || e.Type == kernel.RepricerBreakerTripped
	if sample.Record.Known() && !recorded || sample.Version.Known() && !e.Version.Known() {
		return fmt.Errorf("the sample of %s has a record or a version, the event has none", e.Type)
	}
	return nil
}

// Take returns the kept events, and forgets them.
func (l *Log) Take() []event.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.all
	l.all = nil
	return out
}

// Types returns the types of the kept events, and forgets the events.
func (l *Log) Types() (out []kernel.Type) {
	for _, e := range l.Take() {
		out = append(out, e.Type)
	}
	return out
}
