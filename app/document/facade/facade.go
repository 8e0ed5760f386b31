package facade

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/document"
)

// Facade answers questions about documents and the records that they are attached to.
type Facade struct {
	documents   ports.Documents
	attachments ports.Attachments
}

func New(d ports.Documents, a ports.Attachments) *Facade { return &Facade{d, a} }

// Live returns the ids of documents of the team that exist.
func (f *Facade) Live(ctx context.Context, team id.Team, documents []int64) ([]int64, error) {
	return f.documents.Live(ctx, team, documents)
}

// Count counts the live documents that are attached to records of a kind. Records without documents
// are left out.
func (f *Facade) Count(
	ctx context.Context, team id.Team, kind document.TargetKind, records []int64,
) (map[int64]int64, error) {
	return f.documents.CountOf(ctx, team, kind, records)
}

// movedAtOnce bounds the documents that are changed at once.
const movedAtOnce = 100

// MoveSuppliers replaces suppliers by another supplier on the live documents that are attached to
// them or were recognised as theirs. Call it in a transaction.
func (f *Facade) MoveSuppliers(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	for _, filter := range []document.Filter{
		{TargetKinds: []document.TargetKind{document.TargetSupplier}, TargetIDs: from}, {SupplierIDs: from},
	} {
		for moved := true; moved; {
			var err error
			if moved, err = f.moveSome(ctx, team, filter, from, into, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveSome changes the first documents of a filter and reports whether there were any.
func (f *Facade) moveSome(
	ctx context.Context, team id.Team, filter document.Filter, from []int64, into int64, at time.Time,
) (bool, error) {
	first := page.Request{Limit: movedAtOnce, Order: []page.By{{Field: "id"}}}
	found, err := f.documents.List(ctx, team, filter, first)
	if err != nil || len(found.Items) == 0 {
		return false, err
	}
	named := make([]document.ID, len(found.Items))
	for i, d := range found.Items {
		named[i] = d.ID()
	}
	locked, err := f.documents.Lock(ctx, team, named)
	if err != nil {
		return false, err
	}
	for _, d := range locked {
		if err := d.Reassign(document.TargetSupplier, from, into, at); err != nil {
			return false, err
		}
	}
	unchanged := func(d *document.Document) bool { return !d.Changed() }
	return true, f.documents.Save(ctx, slices.DeleteFunc(locked, unchanged))
}

// Attached reads the newest documents, at most most, of each record of a kind, deleted documents
// included. Records without documents are left out.
func (f *Facade) Attached(
	ctx context.Context, team id.Team, kind document.TargetKind, records []int64, most int,
) ([]ports.Attachment, error) {
	return f.attachments(ctx, team, kind, records, most)
}
