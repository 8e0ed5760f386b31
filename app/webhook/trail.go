package webhook

import (
	"context"

	"sellingassistant/domain/webhook"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/event"
)

// Trail writes an audit trail, and reports the events that follow from its lines.
type Trail struct {
	audit.Log
	events event.Log
}

// NewTrail returns a trail that also reports events.
func NewTrail(log audit.Log, events event.Log) *Trail { return &Trail{log, events} }

// Write appends lines to the audit trail.
func (t *Trail) Write(ctx context.Context, entries ...audit.Entry) error {
	if err := t.Log.Write(ctx, entries...); err != nil {
		return err
	}
	var events []event.Event
	for _, e := range entries {
		line := webhook.Line{
			Record: e.Record, Verb: e.Verb, ID: e.RecordID, Version: e.Version, Marketplace: string(e.Marketplace),
		}
		if len(e.Changes) > 0 {
			line.Changes = make(map[string]webhook.Change, len(e.Changes))
		}
		if s, known := e.Subject.Get(); known {
			line.Marketplace = string(s.Marketplace.Or(""))
		}
		for member, c := range e.Changes {
			line.Changes[member] = webhook.Change{Old: c.Old, New: c.New}
		}
		for _, h := range line.Happenings() {
			events = append(events, event.Event{
				Team: e.Team, Type: h.Type, Record: h.Data.Record, Version: h.Data.Version,
				Changed: h.Data.Changed, Details: h.Data.Details,
			})
		}
	}
	return t.events.Write(ctx, events...)
}
