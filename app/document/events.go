package document

import (
	"context"

	"sellingassistant/domain/document"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
)

// ended writes the event of a document that became ready, or failed. A nil log takes nothing.
func ended(ctx context.Context, log event.Log, before document.Status, doc document.Snapshot) error {
	types := map[document.Status]kernel.Type{document.Ready: kernel.DocumentReady, document.Failed: kernel.DocumentFailed}
	t, ends := types[doc.Status]
	if log == nil || !ends || doc.Status == before {
		return nil
	}
	return log.Write(ctx, event.Event{
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
