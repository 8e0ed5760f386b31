// Package document_test tests every store of documents, with the use cases and the HTTP adapter on
// top.
package document_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/filelink"
	memory "sellingassistant/adapters/memory/record"
	"sellingassistant/adapters/persistence/db"
	persistence "sellingassistant/adapters/persistence/document"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/adapters/sniff"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/document"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
	"sellingassistant/test/jobs"
	"sellingassistant/test/reported"
	"sellingassistant/test/stores"
)

const (
	team    id.Team = 7
	foreign id.Team = 8
)

var (
	t0     = time.Date(2026, 3, 20, 9, 41, 7, 120_000, time.UTC)
	us     = caller.Caller{Team: team, User: 1, Key: 1, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}
	others = caller.Caller{Team: foreign, User: 2, Key: 2, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}
)

// world has a store with everything around it.
type world struct {
	docs  ports.Documents
	usage ports.Usage
	tx    tx.Runner
	blobs blob.Store
	dir   string
	clock *clockAt
	known *records
	queue *jobs.Queue
	app   *app.Documents
	// nil for the memory store
	db *db.Store
	// heard keeps the events of readings and of missing files, unless it is nil.
	heard *reported.Log
}

// each runs a test on every store.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		m := memory.New()
		test(t, newWorld(t, m, nil))
	})
	databases(t, test)
}

// databases runs a test on the databases only.
func databases(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		test(t, newWorld(t, record.On(s), s))
	})
}

func newWorld(t *testing.T, on record.Engine, s *db.Store) *world {
	t.Helper()
	dir := t.TempDir()
	blobs, err := blob.Open(t.Context(), dir, "")
	require.NoError(t, err)
	docs, usage := persistence.NewDocuments(on), persistence.NewUsage(on)
	w := &world{docs: docs, usage: usage, tx: on, blobs: blobs, dir: dir, clock: &clockAt{now: t0}, known: &records{}, db: s}
	w.queue = jobs.New(w.clock.Now)
	w.app = w.appWith(fixedQuota(10 << 20).Bytes)
	return w
}

func (w *world) appWith(quota ports.Quota) *app.Documents {
	links, err := filelink.New(filelink.Key{ID: "k1", Secret: secret.New(strings.Repeat("s", 32))})
	if err != nil {
		panic(err)
	}
	return app.New(w.docs, w.usage, quota, w.blobs, sniff.New().Sniff, w.known.Known, links, unmarked{}, nil, w.queue, w.tx, w.clock)
}

// clockAt stops until a test moves it.
type clockAt struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clockAt) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clockAt) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// records has the existing targets.
type records struct{ targets []document.Target }

func (r *records) Known(_ context.Context, of id.Team, targets []document.Target) ([]bool, error) {
	known := make([]bool, len(targets))
	for i, t := range targets {
		for _, have := range r.targets {
			known[i] = known[i] || (of == team && have.Same(t))
		}
	}
	return known, nil
}

func ptr[T any](v T) *T { return &v }

func digest(n int) document.Digest { return document.Digest(fmt.Sprintf("%064x", n)) }

// fresh makes a new document; edit may change the upload.
func fresh(t *testing.T, team id.Team, n int, at time.Time) *document.Document {
	t.Helper()
	d, err := document.New(document.Upload{Team: team, Name: fmt.Sprintf("file %03d.pdf", n), Media: document.PDF,
		FileSize: int64(1000 + n), SHA256: digest(n)}, at)
	require.NoError(t, err)
	return d
}

func (w *world) insert(t *testing.T, d *document.Document) *document.Document {
	t.Helper()
	stored, err := w.docs.Insert(t.Context(), d)
	require.NoError(t, err)
	return stored
}

// change loads a document, runs the verbs on it and saves it.
func (w *world) change(t *testing.T, team id.Team, docID document.ID, verbs ...func(d *document.Document) error) document.Snapshot {
	t.Helper()
	d, err := w.docs.Find(t.Context(), team, docID)
	require.NoError(t, err)
	for _, verb := range verbs {
		require.NoError(t, verb(d))
	}
	require.NoError(t, w.docs.Save(t.Context(), []*document.Document{d}))
	return d.Snapshot()
}

// state changes a document by edit, as its store would find it.
func state(edit func(s *document.Snapshot)) func(d *document.Document) error {
	return func(d *document.Document) error {
		s := d.Snapshot()
		edit(&s)
		s.Version++
		made, err := document.Restore(s)
		if err == nil {
			*d = *made
		}
		return err
	}
}

// processing makes a document that a worker reads.
func processing(s *document.Snapshot) {
	s.Status, s.LeaseUntil, s.Claims = document.Processing, ptr(t0.Add(5*time.Minute)), s.Claims+1
}

// failed makes a document that could not be read.
func failed(code document.FailureCode) func(s *document.Snapshot) {
	return func(s *document.Snapshot) { s.Status, s.LeaseUntil, s.Failure = document.Failed, nil, &code }
}

// read makes a document with all findings.
func read(s *document.Snapshot) {
	s.Status, s.Type, s.Claims, s.HasParsedData, s.PageCount = document.Ready, document.Invoice, 1, true, ptr(2)
	s.AI = &document.Guess{Type: document.Invoice, Confidence: 9700}
	s.Classifier = &document.Classifier{Method: document.ByRules, Version: "1",
		Candidates: []document.Guess{{Type: document.Invoice, Confidence: 9700}, {Type: document.Receipt, Confidence: 200}}}
	s.Supplier = &document.Supplier{ID: 5, Name: "Example «Supply»", Confidence: 9900}
	s.ReferenceNumber = ptr("INV-881")
	s.LastReading = &document.LastReading{Run: 2, Method: "pdf", ParserVersion: "1", StartedAt: t0, FinishedAt: t0.Add(2 * time.Second),
		PagesRead: 2, Lines: 3, LinesVerified: 2, PreviewVersion: 1, Problems: []string{"no_text_layer"}}
	s.Summary = &document.Summary{Lines: 3, LinesVerified: 2, Total: ptr(money.MustParse("-925.0001")), Currency: ptr(money.Currency("USD")), IssueDate: ptr("2026-03-20")}
}

// send uploads bytes through the use cases.
func (w *world) send(ctx context.Context, docs *app.Documents, who caller.Caller, name string, content []byte, edit func(*app.Upload)) (app.Uploaded, error) {
	file, err := docs.Receive(ctx, who, app.File{Name: name, Content: bytes.NewReader(content)})
	if err != nil {
		return app.Uploaded{}, err
	}
	defer file.Discard()
	upload := app.Upload{File: file}
	if edit != nil {
		edit(&upload)
	}
	if err := docs.Keep(ctx, who, upload); err != nil {
		return app.Uploaded{}, err
	}
	return docs.Upload(ctx, who, upload)
}

// fixedQuota gives every team the same quota in bytes.
type fixedQuota int64

func (q fixedQuota) Bytes(context.Context, id.Team) (int64, error) { return int64(q), nil }

// unmarked has no notes.
type unmarked struct{ marks.Marks }

func (unmarked) Of(context.Context, id.Team, mark.Kind, []int64) (map[int64]mark.Marks, error) {
	return nil, nil
}

func (unmarked) Forget(context.Context, id.Team, mark.Kind, []int64, time.Time) error { return nil }
