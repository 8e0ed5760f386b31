package tablefile

import (
	"context"
	"io"

	documentapp "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Files stores table files as documents of one type.
type Files struct {
	Documents *documentapp.Documents
	Type      document.Type
	// Names the work in the refusal of other files: "An import".
	What string
}

// Receive discards a refused file.
func (f Files) Receive(ctx context.Context, who caller.Caller, name, declared string, content io.Reader) (*Received, error) {
	file, err := f.Documents.Receive(ctx, who, documentapp.File{Name: name, Declared: declared, Content: content})
	if refusal, ok := fault.As(err); ok && refusal.Message == document.Unsupported().Message {
		return nil, f.noTable()
	}
	if err != nil {
		return nil, err
	}
	if !file.Media().Table() {
		file.Discard()
		return nil, f.noTable()
	}
	return &Received{f.Documents, who, documentapp.Upload{File: file, Type: &f.Type, OnDuplicate: documentapp.ReturnExisting}}, nil
}

// noTable refuses a file of another kind.
func (f Files) noTable() error {
	return fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType, f.What+" is a CSV, TSV or XLSX file.").At("/file")
}

// Received has a file that may be stored.
type Received struct {
	documents *documentapp.Documents
	who       caller.Caller
	upload    documentapp.Upload
}

// Bytes returns the content, before Keep.
func (r *Received) Bytes() ([]byte, error) { return r.upload.File.Bytes() }

// Keep stores the bytes, outside of a transaction.
func (r *Received) Keep(ctx context.Context) error { return r.documents.Keep(ctx, r.who, r.upload) }

// Store stores the document, or returns an existing document with the same bytes.
func (r *Received) Store(ctx context.Context) (int64, error) {
	up, err := r.documents.Upload(ctx, r.who, r.upload)
	if err != nil {
		return 0, err
	}
	return int64(up.Document.ID()), nil
}

// Discard removes bytes that were not kept.
func (r *Received) Discard() { r.upload.File.Discard() }

// Content reads the whole file of a document, which is no larger than an upload.
func (f Files) Content(ctx context.Context, team id.Team, one int64) ([]byte, error) {
	doc, content, err := f.Documents.Content(ctx, caller.Caller{Team: team}, document.ID(one))
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return nil, fault.New(fault.Rule, fault.CodeNotFound, "The document does not exist.")
	case err != nil:
		return nil, err
	case !doc.Snapshot().Media.Table():
		return nil, fault.New(fault.Rule, fault.CodeNotSupported, "The document is no CSV, TSV or XLSX file.")
	}
	return content, nil
}
