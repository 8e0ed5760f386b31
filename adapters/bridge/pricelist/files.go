package pricelist

import (
	"context"

	documentapp "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/pricelist"
)

// Files keeps the files of lists with the other documents of a team.
type Files struct{ documents *documentapp.Documents }

// NewFiles makes the bridge from document to price lists.
func NewFiles(d *documentapp.Documents) *Files { return &Files{d} }

var _ ports.Files = (*Files)(nil)

func isTable(m document.Media) bool {
	return m == document.CSV || m == document.TSV || m == document.XLSX
}

// Receive leaves nothing of a refused file.
func (f *Files) Receive(ctx context.Context, who caller.Caller, in ports.File) (ports.Received, error) {
	file, err := f.documents.Receive(ctx, who, documentapp.File{Name: in.Name, Declared: in.Declared, Content: in.Content})
	if err != nil {
		return nil, err
	}
	if !isTable(file.Media()) {
		file.Discard()
		return nil, fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType, "A price list is a CSV, TSV or XLSX file.")
	}
	kind := document.PriceList
	return &received{f.documents, who, documentapp.Upload{File: file, Type: &kind, OnDuplicate: documentapp.ReturnExisting}}, nil
}

type received struct {
	documents *documentapp.Documents
	who       caller.Caller
	upload    documentapp.Upload
}

func (r *received) Bytes() ([]byte, error) { return r.upload.File.Bytes() }

func (r *received) Keep(ctx context.Context) error { return r.documents.Keep(ctx, r.who, r.upload) }

func (r *received) Store(ctx context.Context) (int64, error) {
	up, err := r.documents.Upload(ctx, r.who, r.upload)
	if err != nil {
		return 0, err
	}
	return int64(up.Document.ID()), nil
}

func (r *received) Discard() { r.upload.File.Discard() }

// Content reads the whole file, which is no larger than an upload.
func (f *Files) Content(ctx context.Context, team id.Team, one int64) ([]byte, error) {
	doc, content, err := f.documents.Content(ctx, caller.Caller{Team: team}, document.ID(one))
	if err != nil {
		return nil, unknown(err, "The document does not exist.")
	}
	if !isTable(doc.Snapshot().Media) {
		return nil, fault.New(fault.Rule, fault.CodeNotSupported, "The document is no CSV, TSV or XLSX file.")
	}
	return content, nil
}
