package pricelist

import (
	"context"
	"io"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// File has a file as a client sends it.
type File struct {
	// Name and Declared come from the client.
	Name, Declared string
	Content        io.Reader
}

// Files stores the files of lists as documents of the type price_list.
type Files interface {
	// Receive reads a file and determines its kind, without storing it. Errors of the content are
	// returned unchanged. A file that is not a table is Unsupported unsupported_media_type; an
	// empty file is Rule empty_file.
	Receive(ctx context.Context, who caller.Caller, f File) (Received, error)
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

// Tables reads the files of lists. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the wanted sheet and below the wanted header.
	Survey(ctx context.Context, content []byte, w pricelist.Wanted) (pricelist.Table, error)
	// Rows calls row for each row of a mapped table that names a product or a cost, in order. If a
	// currency sign has several meanings, such as $, the currency of the list is preferred.
	Rows(
		ctx context.Context, content []byte, m pricelist.Mapping, list money.Currency, row func(in pricelist.Input) error,
	) error
}
