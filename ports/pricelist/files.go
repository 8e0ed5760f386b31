package pricelist

import (
	"context"
	"io"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// File is a file as a client sends it.
type File struct {
	// Name and Declared are what the client says about it.
	Name, Declared string
	Content        io.Reader
}

// Files keeps the files of lists as documents of the type price_list.
type Files interface {
	// Receive reads a file and settles its kind; nothing of it is stored yet. Errors of the content come back as they are, what is no table is Unsupported unsupported_media_type, an
	// empty file Rule empty_file.
	Receive(ctx context.Context, who caller.Caller, f File) (Received, error)
	// Content is the file of a document. One that does not exist is Rule not_found, one that is no table Rule not_supported.
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

// Tables reads the files of lists. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the sheet and below the header that are wanted.
	Survey(ctx context.Context, content []byte, w pricelist.Wanted) (pricelist.Table, error)
	// Rows calls row for each row of a mapped table that names a product or a cost, in their order.
	// A sign of several currencies, such as $, means the currency of the list where it can.
	Rows(
		ctx context.Context, content []byte, m pricelist.Mapping, list money.Currency, row func(in pricelist.Input) error,
	) error
}
