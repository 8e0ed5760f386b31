// Package reported keeps the events that use cases report, for their tests.
package reported

import (
	"context"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/ports/event"
)

// Log keeps events in the order of their reports.
type Log struct{ All []event.Event }

var _ event.Log = (*Log)(nil)

// Write keeps events.
func (l *Log) Write(_ context.Context, events ...event.Event) error {
	l.All = append(l.All, events...)
	return nil
}

// Take returns the kept events, and forgets them.
func (l *Log) Take() []event.Event {
	out := l.All
	l.All = nil
	return out
}

// Types returns the types of the kept events, and forgets the events.
func (l *Log) Types() (out []kernel.Type) {
	for _, e := range l.Take() {
		out = append(out, e.Type)
	}
	return out
}
