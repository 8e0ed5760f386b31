// Package tablefile has the port that stores table files as documents of a team.
package tablefile

import (
	"context"
	"io"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// Purpose sets the type of the document that a file becomes.
type Purpose string

// The purposes.
const (
	Import    Purpose = "import"
	PriceList Purpose = "price_list"
)

// File has a file as a client sends it.
type File struct {
	// Name and Declared come from the client.
	Name, Declared string
	Content        io.Reader
}

// Files stores table files: CSV, TSV and XLSX.
type Files interface {
	// Receive reads a file and determines its kind, without storing it. Errors of the content are
	// returned unchanged. A file that is not a table is Unsupported unsupported_media_type; an
	// empty file is Rule empty_file.
	Receive(ctx context.Context, who caller.Caller, p Purpose, f File) (Received, error)
	// Content returns the file of a document. An absent document is Rule not_found; a document that
	// is not a table is Rule not_supported.
	Content(ctx context.Context, team id.Team, document int64) ([]byte, error)
}

// Received has a file that may be stored.
type Received interface {
	// Bytes returns the content, before Keep.
	Bytes() ([]byte, error)
	// Keep stores the bytes, outside of a transaction. Store stores the document, or returns an
	// existing document with the same bytes. Both return Rule storage_limit if the plan has not
	// enough storage.
	Keep(ctx context.Context) error
	Store(ctx context.Context) (document int64, err error)
	// Discard removes bytes that were not kept.
	Discard()
}
