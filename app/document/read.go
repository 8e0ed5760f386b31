package document

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"time"

	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
)

const (
	// ReadJob reads a document.
	ReadJob = "document.read"
	// RecoverJob finds documents with a lost reading.
	RecoverJob = "document.recover"
	// readWithin stays below a lease, so that no claim has to be renewed.
	readWithin = document.Lease - time.Minute
	// endWithin bounds the last transaction of a run that was cancelled or stopped.
	endWithin = 3 * time.Second
	// busyPause delays a job while other documents are read, and turnWithin bounds its wait before
	// that. So short files follow each other at once, and long ones keep no other jobs waiting.
	busyPause  = time.Second
	turnWithin = busyPause / 20
	// bulkSize has the size in bytes above which files use a queue of their own, so that they do
	// not delay smaller files.
	bulkSize = 2 << 20
	// parserVersion names the rules of the readers, classifierVersion the rules of the guess.
	parserVersion     = "1"
	classifierVersion = "1"
)

type readArgs struct {
	Document document.ID `json:"document"`
}

// enqueue asks for a document to be read, in the transaction of ctx.
func enqueue(ctx context.Context, queue jobs.Queue, s document.Snapshot) error {
	args, err := json.Marshal(readArgs{s.ID})
	if err != nil {
		return err
	}
	r := jobs.Request{Kind: ReadJob, Team: s.Team, Args: args, Unique: strconv.FormatInt(int64(s.ID), 10)}
	if s.FileSize > bulkSize || s.Media.Picture() { // OCR takes long
		r.Queue = jobs.Bulk
	}
	_, err = queue.Enqueue(ctx, r)
	return err
}

// Parser reads files.
type Parser interface {
	Read(ctx context.Context, f parse.File) (parse.Result, error)
}

// ReaderParts has the dependencies of a Reader.
type ReaderParts struct {
	Documents ports.Documents
	Readings  ports.Readings
	Blobs     ports.Blobs
	Parser    Parser
	Queue     jobs.Queue
	Tx        tx.Runner
	Clock     clock.Clock
	// Layouts returns the layouts of the supplier who issued a document, or nil.
	Layouts func(ctx context.Context, doc document.Snapshot, issuer reading.Issuer) ([]reading.Layout, error)
	// AtOnce bounds the documents that are read at a time.
	AtOnce int
	// Events hears of documents that were read, or could not be; nil hears nothing.
	Events event.Log
}

// Reader reads the documents that were uploaded.
type Reader struct {
	ReaderParts
	slots chan struct{}
}

// NewReader returns a reader of at most AtOnce documents at a time; AtOnce is raised to at least 1.
func NewReader(p ReaderParts) *Reader {
	return &Reader{p, make(chan struct{}, max(1, p.AtOnce))}
}

// Handlers returns the jobs.
func (r *Reader) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: ReadJob, Timeout: readWithin, Run: r.Read},
		{Kind: RecoverJob, Run: func(ctx context.Context, _ jobs.Job) error { return r.Recover(ctx) }},
	}
}

// Periodic returns their schedule.
func (*Reader) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: RecoverJob, Every: time.Minute}}
}

// Read reads the document of a job, or judges its lines again if its type has changed.
func (r *Reader) Read(ctx context.Context, j jobs.Job) error {
	var args readArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	if !r.turn(ctx) {
		return jobs.Later(busyPause)
	}
	defer func() { <-r.slots }()
	work, err := r.claim(ctx, j, args.Document)
	if err != nil || work == nil {
		return err
	}
	found, err := work.read(ctx)
	if err == nil {
		err = work.publish(ctx, found)
	}
	if err == nil {
		return nil
	}
	return work.failed(ctx, err)
}

// turn takes a slot. It reports false if all stay busy.
func (r *Reader) turn(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, turnWithin)
	defer cancel()
	select {
	case r.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// claimed has a document that a job reads.
type claimed struct {
	*Reader
	job     jobs.Job
	doc     document.Snapshot
	ticket  int64
	started time.Time
}

// claim returns nil if there is nothing left to read. A document in processing belonged to an
// earlier run of this job: it was lost.
func (r *Reader) claim(ctx context.Context, j jobs.Job, docID document.ID) (*claimed, error) {
	return tx.Value(ctx, r.Tx, func(ctx context.Context) (*claimed, error) {
		doc, err := r.lock(ctx, j.Team, docID)
		if err != nil || doc == nil {
			return nil, err
		}
		now, before := r.Clock.Now(), doc.Snapshot().Status
		if before == document.Processing {
			if err := doc.LoseWorker(now); err != nil {
				return nil, err
			}
		}
		var work *claimed
		switch doc.Snapshot().Status {
		case document.Uploaded:
			ticket, err := doc.Claim(now)
			if err != nil {
				return nil, err
			}
			work = &claimed{r, j, doc.Snapshot(), ticket, now}
		case document.Ready:
			if err := r.rejudge(ctx, doc, now); err != nil {
				return nil, err
			}
		}
		if doc.Changed() {
			if err := r.Documents.Save(ctx, []*document.Document{doc}); err != nil {
				return nil, err
			}
		}
		if work != nil {
			return work, nil
		}
		if err := ended(ctx, r.Events, before, doc.Snapshot()); err != nil {
			return nil, err
		}
		return nil, j.Finish(ctx)
	})
}

// lock returns nil for a missing document.
func (r *Reader) lock(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error) {
	found, err := r.Documents.Lock(ctx, team, []document.ID{docID})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// rejudge concludes the stored lines for the type that the document has now.
func (r *Reader) rejudge(ctx context.Context, doc *document.Document, now time.Time) error {
	s := doc.Snapshot()
	if !s.HasParsedData {
		return nil
	}
	stored, err := r.Readings.Find(ctx, s.Team, s.ID)
	if err != nil || stored.Type == s.Type {
		return err
	}
	if stored.Lines, err = r.Readings.Lines(ctx, s.Team, s.ID, stored.Claim, 0, 0); err != nil {
		return err
	}
	stored.Type = s.Type
	stored.Conclude(s.Type)
	if err := r.Readings.Rejudge(ctx, stored); err != nil {
		return err
	}
	return doc.Reparse(stored.Verified(), codes(stored.Problems), now)
}

func codes(problems []reading.Problem) []string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = string(p.Code)
	}
	return list
}

func (c *claimed) read(ctx context.Context) (parse.Result, error) {
	bytesOf, err := c.Blobs.Open(ctx, ports.Ref{Team: c.doc.Team, Sum: c.doc.SHA256}, 0, -1)
	if err != nil {
		return parse.Result{}, err
	}
	content, err := whole(bytesOf, c.doc.FileSize)
	if err = errors.Join(err, bytesOf.Close()); err != nil {
		return parse.Result{}, err
	}
	f := parse.File{
		Media: c.doc.Media, Content: bytes.NewReader(content), Size: int64(len(content)), Mapping: c.doc.Mapping,
	}
	if c.Layouts != nil {
		f.Layouts = func(ctx context.Context, issuer reading.Issuer) ([]reading.Layout, error) {
			return c.Layouts(ctx, c.doc, issuer)
		}
	}
	if c.doc.TypeByUser {
		f.Type = &c.doc.Type
	}
	return c.Parser.Read(ctx, f)
}

// whole reads the bytes of a file into a buffer of its size, so that nothing is copied.
func whole(r io.Reader, size int64) ([]byte, error) {
	content := make([]byte, min(size, document.MaxFileSize))
	n, err := io.ReadFull(r, content)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return content[:n], err
}

// linesAtOnce bounds the lines that a transaction writes, so that long lists do not keep other
// writers waiting.
const linesAtOnce = 1_000

// publish stores the results of a reading, and ends the job with it.
func (c *claimed) publish(ctx context.Context, found parse.Result) error {
	for first := 0; first < len(found.Lines); first += linesAtOnce {
		err := c.Tx.InTx(ctx, func(ctx context.Context) error {
			return c.Readings.AddLines(ctx, c.doc.Team, c.doc.ID, c.ticket, found.Lines[first:min(first+linesAtOnce, len(found.Lines))])
		})
		if err != nil {
			return err
		}
	}
	return c.end(ctx, func(ctx context.Context, doc *document.Document, now time.Time) error {
		stored := ports.StoredReading{Team: c.doc.Team, Document: c.doc.ID, Claim: c.ticket, Type: found.Type, Reading: found.Reading}
		if err := c.Readings.Publish(ctx, stored, found.Words, found.Text); err != nil {
			return err
		}
		if err := doc.MarkReady(c.ticket, c.readingOf(found, now), now); err != nil {
			return err
		}
		// A user may have named a type meanwhile.
		return c.rejudge(ctx, doc, now)
	})
}

func (c *claimed) readingOf(found parse.Result, now time.Time) document.Reading {
	r := document.Reading{
		Guess: found.Guess, Classifier: document.Classifier{Method: found.By, Version: classifierVersion, Candidates: []document.Guess{}},
		ReferenceNumber: found.Header.InvoiceNumber,
		Last: document.LastReading{
			Method: string(found.Method), ParserVersion: parserVersion, StartedAt: c.started, FinishedAt: now,
			PagesRead: found.Pages, Lines: len(found.Lines), LinesVerified: found.Verified(), Problems: codes(found.Problems),
		},
	}
	if found.Guess != nil {
		r.Classifier.Candidates = append(r.Classifier.Candidates, *found.Guess)
	}
	if r.ReferenceNumber == "" {
		r.ReferenceNumber = found.Header.PONumber
	}
	if found.Pages > 0 {
		r.PageCount = &found.Pages
	}
	if len(found.Lines) > 0 {
		r.Summary = summaryOf(found.Reading)
	}
	return r
}

func summaryOf(r reading.Reading) *document.Summary {
	s := &document.Summary{Lines: len(r.Lines), LinesVerified: r.Verified()}
	if total, ok := r.Header.Total.Get(); ok {
		// A total of more decimals than amounts have is not shown.
		if amount, err := money.Parse(total.Trim(0).String()); err == nil {
			s.Total = &amount
		}
	}
	if r.Header.Currency != "" {
		s.Currency = &r.Header.Currency
	}
	if day, ok := r.Header.IssueDate.Get(); ok {
		text := day.String()
		s.IssueDate = &text
	}
	return s
}

// end changes the document and finishes the job in one transaction.
func (c *claimed) end(ctx context.Context, change func(ctx context.Context, doc *document.Document, now time.Time) error) error {
	return c.Tx.InTx(ctx, func(ctx context.Context) error {
		doc, err := c.lock(ctx, c.doc.Team, c.doc.ID)
		if err != nil {
			return err
		}
		if doc == nil {
			return c.job.Finish(ctx)
		}
		before := doc.Snapshot().Status
		if err := change(ctx, doc, c.Clock.Now()); err != nil {
			return err
		}
		if err := c.Documents.Save(ctx, []*document.Document{doc}); err != nil {
			return err
		}
		if err := ended(ctx, c.Events, before, doc.Snapshot()); err != nil {
			return err
		}
		return c.job.Finish(ctx)
	})
}
