package document

import (
	"context"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// recovered bounds the documents of a run of RecoverJob.
const recovered = 200

// Recover asks again for documents that wait, or have been read, for longer than a lease: the job
// was cancelled, or given up, or never made.
func (r *Reader) Recover(ctx context.Context) error {
	found, err := r.Documents.Unread(ctx, r.Clock.Now().Add(-document.Lease), recovered)
	if err != nil {
		return err
	}
	for _, one := range found {
		if err := r.Tx.InTx(ctx, func(ctx context.Context) error { return r.recover(ctx, one) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) recover(ctx context.Context, one ports.Unread) error {
	doc, err := r.lock(ctx, one.Team, one.Document)
	if err != nil || doc == nil {
		return err
	}
	now, before := r.Clock.Now(), doc.Snapshot().Status
	if before == document.Processing && !doc.Leased(now) {
		if err := doc.LoseWorker(now); err != nil {
			return err
		}
		if err := r.Documents.Save(ctx, []*document.Document{doc}); err != nil {
			return err
		}
		if err := ended(ctx, r.Events, before, doc.Snapshot()); err != nil {
			return err
		}
	}
	if s := doc.Snapshot(); s.Status == document.Uploaded {
		return enqueue(ctx, r.Queue, s)
	}
	return nil
}
