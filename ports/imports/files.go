package imports

import (
	"context"
	"io"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// File has a file as a client sends it.
type File struct {
	// Name and Declared come from the client.
	Name, Declared string
	Content        io.Reader
}

// Files stores the files of imports as documents.
type Files interface {
	// Receive reads a file and determines its kind, without storing it. A file that is not a table
	// is Unsupported unsupported_media_type; an empty file is Rule empty_file.
	Receive(ctx context.Context, who caller.Caller, f File) (Received, error)
	// Content returns the file of a document. An absent document is Rule not_found.
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

// Tables reads the files of imports. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the wanted sheet and below the wanted header. Without a
	// wanted header it takes the row with the most headers of the kind.
	Survey(ctx context.Context, content []byte, k imports.Kind, w imports.Wanted) (imports.Table, error)
	// Lines calls line for each non-empty row of a mapped table, in order.
	Lines(ctx context.Context, content []byte, m imports.Mapping, line func(imports.Line) error) error
}
