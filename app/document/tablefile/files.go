package tablefile

import (
	"bytes"
	"context"

	documentapp "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/tablefile"
)

// Files stores table files with the other documents of a team.
type Files struct{ documents *documentapp.Documents }

// NewFiles makes the port of contexts that read table files.
func NewFiles(d *documentapp.Documents) *Files { return &Files{d} }

var _ ports.Files = (*Files)(nil)

// kept has the type of the document, and names the work in the refusal of other files.
type kept struct {
	kind document.Type
	work string
}

var purposes = map[ports.Purpose]kept{
	ports.Import:    {document.Other, "An import"},
	ports.PriceList: {document.PriceList, "A price list"},
}

// Receive discards a refused file.
func (f *Files) Receive(ctx context.Context, who caller.Caller, p ports.Purpose, sent ports.File) (ports.Received, error) {
	as := purposes[p]
	file, err := f.documents.Receive(ctx, who, documentapp.File{
		Name: sent.Name, Declared: sent.Declared, Content: sent.Content,
	})
	if refusal, ok := fault.As(err); ok && refusal.Message == document.Unsupported().Message {
		return nil, noTable(as.work)
	}
	if err != nil {
		return nil, err
	}
	if !file.Media().Table() {
		content, err := file.Bytes()
		if err == nil && !columned(file.Media(), content) {
			err = noTable(as.work)
		}
		if err != nil {
			file.Discard()
			return nil, err
		}
	}
	return &received{f.documents, who, documentapp.Upload{File: file, Type: &as.kind, OnDuplicate: documentapp.ReturnExisting}}, nil
}

// columned reports a table, or a text with separators of columns in its first line. Amazon
// and tools for sellers give tables with tabs the ending .txt.
func columned(m document.Media, content []byte) bool {
	if m != document.TXT {
		return m.Table()
	}
	head := document.Unicode(content[:min(len(content), firstLine)])
	if document.Interchange(head) {
		return false
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return bytes.ContainsAny(line, "\t;|") || bytes.Count(line, []byte(",")) > 1
}

// firstLine bounds the bytes that are searched for separators. It is even, for UTF-16.
const firstLine = 64 << 10

// noTable refuses a file of another kind.
func noTable(work string) error {
	return fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType, work+" is a CSV, TSV or XLSX file.").At("/file")
}

// received has a file that may be stored.
type received struct {
	documents *documentapp.Documents
	who       caller.Caller
	upload    documentapp.Upload
}

// Bytes returns the content, before Keep.
func (r *received) Bytes() ([]byte, error) { return r.upload.File.Bytes() }

// Keep stores the bytes, outside of a transaction.
func (r *received) Keep(ctx context.Context) error { return r.documents.Keep(ctx, r.who, r.upload) }

// Store stores the document, or returns an existing document with the same bytes.
func (r *received) Store(ctx context.Context) (int64, error) {
	up, err := r.documents.Upload(ctx, r.who, r.upload)
	if err != nil {
		return 0, err
	}
	return int64(up.Document.ID()), nil
}

// Discard removes bytes that were not kept.
func (r *received) Discard() { r.upload.File.Discard() }

// Content reads the whole file of a document, which is no larger than an upload.
func (f *Files) Content(ctx context.Context, team id.Team, one int64) ([]byte, error) {
	doc, content, err := f.documents.Content(ctx, caller.Caller{Team: team}, document.ID(one))
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return nil, fault.New(fault.Rule, fault.CodeNotFound, "The document does not exist.")
	case err != nil:
		return nil, err
	case !columned(doc.Snapshot().Media, content):
		return nil, fault.New(fault.Rule, fault.CodeNotSupported, "The document is no CSV, TSV or XLSX file.")
	}
	return content, nil
}
