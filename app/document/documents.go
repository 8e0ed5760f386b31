package document

import (
	"context"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
)

// Documents provides the use cases of documents.
type Documents struct {
	store   ports.Documents
	usage   ports.Usage
	quota   ports.Quota
	blobs   ports.Blobs
	sniffer ports.Sniffer
	targets ports.Targets
	links   ports.Links
	marks   marks.Marks
	imports *Imports
	queue   jobs.Queue
	tx      tx.Runner
	clock   clock.Clock
	// events takes the events of uploads and of missing files. Nil stays silent.
	events event.Log
}

// Reporting returns the same use cases, which report events.
func (d *Documents) Reporting(events event.Log) *Documents {
	reporting := *d
	reporting.events = events
	return &reporting
}

func New(store ports.Documents, usage ports.Usage, quota ports.Quota, blobs ports.Blobs, sniffer ports.Sniffer,
	targets ports.Targets, links ports.Links, marks marks.Marks, imports *Imports, queue jobs.Queue, runner tx.Runner, clk clock.Clock,
) *Documents {
	return &Documents{store: store, usage: usage, quota: quota, blobs: blobs, sniffer: sniffer, targets: targets,
		links: links, marks: marks, imports: imports, queue: queue, tx: runner, clock: clk}
}

// Get returns one document of the caller's team.
func (d *Documents) Get(ctx context.Context, who caller.Caller, docID document.ID) (*document.Document, error) {
	doc, err := d.store.Find(ctx, who.Team, docID)
	if err != nil {
		return nil, err
	}
	return d.seenOne(ctx, who.Team, doc)
}

// List returns a page of the team's documents.
func (d *Documents) List(ctx context.Context, who caller.Caller, f document.Filter, req page.Request) (page.Page[*document.Document], error) {
	found, err := d.store.List(ctx, who.Team, f, req)
	if err != nil {
		return found, err
	}
	found.Items, err = d.seen(ctx, who.Team, found.Items...)
	return found, err
}

// Update changes one document for a user.
type Update struct {
	ID document.ID
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
	document.Changes
	// Status has the wanted status, nil to leave it.
	Status *document.Status
}

// Update changes the description of a document and then its status. Another mapping sends the
// document back to be read again, unless the status is given. Without a change nothing is stored.
// Faults: not_found for a missing document, precondition_failed for a version other than IfMatch,
// not_found with a pointer for unknown targets, and the faults of the document's rules.
func (d *Documents) Update(ctx context.Context, who caller.Caller, in Update) (*document.Document, error) {
	return tx.Value(ctx, d.tx, func(ctx context.Context) (*document.Document, error) {
		found, err := d.store.Lock(ctx, who.Team, []document.ID{in.ID})
		if err != nil {
			return nil, err
		}
		doc, err := edit.One(found, in.IfMatch)
		if err != nil {
			return nil, err
		}
		if in.Targets != nil {
			places, added := doc.NewTargets(*in.Targets)
			if err := d.known(ctx, who, places, added); err != nil {
				return nil, err
			}
		}
		now, before := d.clock.Now(), doc.Snapshot()
		if err := doc.Describe(in.Changes, now); err != nil {
			return nil, err
		}
		if in.Status == nil && doc.Snapshot().Mapping != before.Mapping {
			in.Status = new(document.Uploaded)
		}
		if in.Status != nil {
			if err := d.move(ctx, who, doc, *in.Status, now); err != nil {
				return nil, err
			}
		}
		if doc.Changed() {
			if err := d.store.Save(ctx, []*document.Document{doc}); err != nil {
				return nil, err
			}
		}
		after := doc.Snapshot()
		again := after.Status == document.Uploaded && before.Status != document.Uploaded
		if again || after.Type != before.Type && after.Status == document.Ready && after.HasParsedData {
			if err := enqueue(ctx, d.queue, after); err != nil {
				return nil, err
			}
		}
		// All steps that may fail come before the commit.
		return d.seenOne(ctx, who.Team, doc)
	})
}

// move sets the status that a user asks for. Ready takes back the records that the import of an
// applied document wrote.
func (d *Documents) move(ctx context.Context, who caller.Caller, doc *document.Document, to document.Status, now time.Time) error {
	if to == document.Ready && doc.Snapshot().Status == document.Applied {
		return d.imports.takeBack(ctx, who, doc, now)
	}
	return doc.SetStatus(to, now)
}

// Delete hides one document; a reading in progress ends without effect. Faults: not_found for a
// missing document, precondition_failed for a version other than ifMatch.
func (d *Documents) Delete(ctx context.Context, who caller.Caller, docID document.ID, ifMatch *int64) error {
	return edit.Alone(d.delete(ctx, who, edit.This(docID), ifMatch))
}

// DeleteMany hides documents and answers one result per id, in order. A document that Delete
// refuses fails alone.
func (d *Documents) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[document.ID]) ([]edit.Result[document.ID], error) {
	return d.delete(ctx, who, in, nil)
}

func (d *Documents) delete(ctx context.Context, who caller.Caller, in edit.Many[document.ID], ifMatch *int64) ([]edit.Result[document.ID], error) {
	now := d.clock.Now()
	return edit.Bulk[document.ID, *document.Document]{
		Lock: func(ctx context.Context, ids []document.ID) ([]*document.Document, error) {
			return d.store.Lock(ctx, who.Team, ids)
		},
		Verb: func(doc *document.Document) (edit.Outcome, error) { return edit.Deleted, doc.Delete(now) },
		Write: func(ctx context.Context, gone []*document.Document) error {
			var freed int64
			for _, doc := range gone {
				freed += doc.Snapshot().FileSize
			}
			if err := d.store.Save(ctx, gone); err != nil {
				return err
			}
			if err := d.marks.Forget(ctx, who.Team, mark.Document, numbers(gone), now); err != nil {
				return err
			}
			return d.usage.Add(ctx, who.Team, -freed)
		},
	}.Run(ctx, d.tx, in, ifMatch)
}

// deletedBytesKept bounds how long the bytes of a deleted document stay.
const deletedBytesKept = 30 * 24 * time.Hour
