package imports

import (
	"context"
	"io"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// File is a file as a client sends it.
type File struct {
	// Name and Declared are what the client says about it.
	Name, Declared string
	Content        io.Reader
}

// Files keeps the files of imports as documents.
type Files interface {
	// Receive reads a file and settles its kind; nothing of it is stored yet. What is no table is Unsupported
	// unsupported_media_type, an empty file Rule empty_file.
	Receive(ctx context.Context, who caller.Caller, f File) (Received, error)
	// Content is the file of a document. One that does not exist is Rule not_found.
	Content(ctx context.Context, team id.Team, document int64) ([]byte, error)
}

// Received is a file that may be stored.
type Received interface {
	// Bytes are the content, before it is kept.
	Bytes() ([]byte, error)
	// Keep stores the bytes, outside of a transaction, and Store the document; the one that has the same bytes is taken where there
	// is one. Both refuse what the plan has no room for: Rule storage_limit.
	Keep(ctx context.Context) error
	Store(ctx context.Context) (document int64, err error)
	// Discard removes what was not kept.
	Discard()
}

// Tables reads the files of imports. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the sheet and below the header that are wanted, else below the row with most headers of
	// the kind.
	Survey(ctx context.Context, content []byte, k imports.Kind, w imports.Wanted) (imports.Table, error)
	// Lines calls line for each row of a mapped table with something in it, in their order.
	Lines(ctx context.Context, content []byte, m imports.Mapping, line func(imports.Line) error) error
}
