package document

import (
	"context"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

// Documents stores documents. Every method takes part in the transaction of ctx, if any. Another
// team's document and a deleted document count as unknown. An unreachable store is an Unavailable
// fault.
type Documents interface {
	// Find returns a document; an absent document is fault.Missing.
	Find(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error)
	// Lock returns the documents with these ids, ascending, and locks them until the transaction
	// ends. It leaves out missing documents. No ids, no documents.
	Lock(ctx context.Context, team id.Team, ids []document.ID) ([]*document.Document, error)
	// List returns a page of the documents that pass the filter.
	List(ctx context.Context, team id.Team, f document.Filter, req page.Request) (page.Page[*document.Document], error)
	// Live returns the ids of live documents of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// CountOf counts the live documents of each target of a kind, and leaves out targets without a
	// document. Without targets it does nothing.
	CountOf(ctx context.Context, team id.Team, kind document.TargetKind, targets []int64) (map[int64]int64, error)
	// SameBytes returns the oldest document with these bytes, 0 if there is no such document.
	SameBytes(ctx context.Context, team id.Team, sum document.Digest) (document.ID, error)
	// Insert stores a new document and returns it with its id.
	Insert(ctx context.Context, d *document.Document) (*document.Document, error)
	// Save stores changed documents, also deleted documents. A document that has changed in the
	// store since it was read is fault.StaleVersion. No documents, no work.
	Save(ctx context.Context, docs []*document.Document) error
	// InUse returns the sums that a document of the team still needs: a live document, or a
	// document deleted after the given time. Without sums it returns an empty list.
	InUse(ctx context.Context, team id.Team, sums []document.Digest, deletedAfter time.Time) ([]document.Digest, error)
	// Linked returns a document for a download link, including deleted documents; nil for an
	// unknown id. Check the signature before you show anything, because the link itself names the
	// team.
	Linked(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error)
	// Unread returns documents of all teams that wait to be read or are being read and have not
	// changed since a time, most at most.
	Unread(ctx context.Context, since time.Time, most int) ([]Unread, error)
}

// Attachment has a document of a target. Count counts all live documents of the target.
type Attachment struct {
	Target       int64
	Count        int64
	ID           document.ID
	Type         document.Type
	OriginalName string
	Deleted      bool
}

// Attachments reads the documents of targets. It reads the newest documents of each target of a
// kind, at most most of each, by target, also deleted documents. Without targets it does nothing.
type Attachments func(
	ctx context.Context, team id.Team, kind document.TargetKind, targets []int64, most int,
) ([]Attachment, error)

// Usage counts the bytes of a team's live documents.
type Usage interface {
	// Stored returns the bytes as they are now, without waiting for a lock.
	Stored(ctx context.Context, team id.Team) (int64, error)
	// Lock returns the bytes and makes other uploads of the team wait until the transaction ends,
	// so that each sees the bytes of the previous upload.
	Lock(ctx context.Context, team id.Team) (int64, error)
	// Add changes the count; bytes may be negative.
	Add(ctx context.Context, team id.Team, bytes int64) error
}

// Quota limits the storage of a team. It returns the most bytes that the team's live documents may
// have together.
type Quota func(ctx context.Context, team id.Team) (int64, error)
