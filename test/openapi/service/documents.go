package service

import (
	"fmt"
	"strings"
	"testing"

	documentapp "sellingassistant/app/document"
	"sellingassistant/ports/jobs"
)

// Document uploads a small file of that name, with the name in its content.
func (m *Team) Document(t testing.TB, name string) int64 {
	t.Helper()
	return m.Upload(t, name, "sku,quantity,price\n"+name+",1,2.50\n")
}

// Upload uploads a file.
func (m *Team) Upload(t testing.TB, name, content string) int64 {
	t.Helper()
	ctx, docs := t.Context(), m.service.Operator.Documents
	file, err := docs.Receive(ctx, m.Who(), documentapp.File{
		Name: name, Content: strings.NewReader(content),
	})
	if err != nil {
		t.Fatalf("receive a document: %v", err)
	}
	defer file.Discard()
	upload := documentapp.Upload{File: file, OnDuplicate: documentapp.Allow}
	if err := docs.Keep(ctx, m.Who(), upload); err != nil {
		t.Fatalf("keep a document: %v", err)
	}
	up, err := docs.Upload(ctx, m.Who(), upload)
	if err != nil {
		t.Fatalf("upload a document: %v", err)
	}
	return int64(up.Document.ID())
}

// ReadDocument uploads a document with one line and further content, and reads it.
func (m *Team) ReadDocument(t testing.TB, name string, more ...string) int64 {
	t.Helper()
	number := m.Upload(t, name, "sku,quantity,price\n"+name+",1,2.50\n"+strings.Join(more, ""))
	m.Read(t, number)
	return number
}

// Read reads an uploaded document.
func (m *Team) Read(t testing.TB, document int64) {
	t.Helper()
	job := jobs.Job{Team: m.ID, Args: fmt.Appendf(nil, `{"document":%d}`, document)}
	// A busy reader postpones the job, and tests have no workers that run it later.
	m.service.reading.Lock()
	defer m.service.reading.Unlock()
	if err := m.service.Operator.Reader.Read(t.Context(), job); err != nil {
		t.Fatalf("read a document: %v", err)
	}
}
