package document

import (
	"context"

	"sellingassistant/domain/document"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
)

// report writes the event of a document that is ready or has failed.
func (c *claimed) report(ctx context.Context, before document.Status, doc document.Snapshot) error {
	types := map[document.Status]kernel.Type{document.Ready: kernel.DocumentReady, document.Failed: kernel.DocumentFailed}
	t, ended := types[doc.Status]
	if c.Events == nil || !ended || doc.Status == before {
		return nil
	}
	return c.Events.Write(ctx, event.Event{
		Team: doc.Team, Type: t, Record: optional.Some(int64(doc.ID)), Version: optional.Some(doc.Version),
		Changed: []string{"status"},
		Details: map[string]string{"status_before": string(before), "status": string(doc.Status)},
	})
}

// uploaded writes the event of a new document.
func (d *Documents) uploaded(ctx context.Context, doc document.Snapshot) error {
	if d.events == nil {
		return nil
	}
	return d.events.Write(ctx, event.Event{
		Team: doc.Team, Type: kernel.DocumentUploaded, Record: optional.Some(int64(doc.ID)),
		Version: optional.Some(doc.Version),
	})
}
