package document_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/edi"
	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/persistence/document"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/adapters/sheet"
	app "sellingassistant/app/document"
	"sellingassistant/app/document/parse"
	domain "sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/jobs"
)

// table has an invoice of two lines as CSV.
const table = "Invoice number,INV-881\nSKU,Description,Quantity,Unit price,Total\nA-77,Steel bottle,24,12.50,300.00\nA-78,Mug,7,50.00,350.00\n"

// text has an invoice as a page of text.
const text = "Invoice 7\n\nCode   Item      Qty   Price   Amount\nA-1    Mug        10    3.00    30.00\nA-2    Cup         5    2.00    10.00\nTotal                            40.00\n"

var textFile = strings.NewReader(text)

// unread parses nothing: it runs a function and returns an error.
type unread struct {
	err  error
	then func()
}

func (u unread) Read(context.Context, parse.File) (parse.Result, error) {
	if u.then != nil {
		u.then()
	}
	return parse.Result{}, u.err
}

// reader reads with the parser, the program's own for nil.
func (w *world) reader(t *testing.T, parser app.Parser) (*app.Reader, ports.Readings) {
	t.Helper()
	on, ok := w.tx.(record.Engine)
	require.True(t, ok)
	if parser == nil {
		parser = &parse.Parser{Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read}
	}
	docs, readings := document.NewDocuments(on), document.NewReadings(on)
	parts := app.ReaderParts{
		Documents: docs, Readings: readings, Blobs: w.blobs, Parser: parser, Queue: w.queue, Tx: w.tx, Clock: w.clock,
	}
	if w.heard != nil {
		parts.Events = w.heard
	}
	return app.NewReader(parts), readings
}

// work runs the jobs that wait, once each.
func (w *world) work(t *testing.T, parser app.Parser) error {
	t.Helper()
	r, _ := w.reader(t, parser)
	return w.queue.Work(t.Context(), r.Handlers()...)
}

func (w *world) uploaded(t *testing.T, name, content string, edit func(*app.Upload)) domain.ID {
	t.Helper()
	out, err := w.send(t.Context(), w.app, us, name, []byte(content), edit)
	require.NoError(t, err)
	return out.Document.ID()
}

func (w *world) seen(t *testing.T, docID domain.ID) domain.Snapshot {
	t.Helper()
	d, err := w.app.Get(t.Context(), us, docID)
	require.NoError(t, err)
	return d.Snapshot()
}

func TestUploadsAreRead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "invoice.csv", table, func(u *app.Upload) { u.Type = ptr(domain.Invoice) })
		require.NoError(t, w.work(t, nil))
		require.Empty(t, w.queue.Waiting())
		s := w.seen(t, docID)
		require.Equal(t, domain.Ready, s.Status)
		require.True(t, s.HasParsedData)
		require.Equal(t, 2, s.Summary.Lines)
		require.Equal(t, 2, s.Summary.LinesVerified)
		require.Equal(t, domain.LastReading{Run: 1, Method: "table", ParserVersion: "1", StartedAt: t0, FinishedAt: t0, Lines: 2,
			LinesVerified: 2, PreviewVersion: 1, Problems: []string{}}, *s.LastReading)

		_, readings := w.reader(t, nil)
		stored, err := readings.Find(t.Context(), team, docID)
		require.NoError(t, err)
		require.Equal(t, s.Claims, stored.Claim)
		require.Equal(t, domain.Invoice, stored.Type)
		require.Equal(t, reading.Table, stored.Method)
		require.Len(t, stored.Checks, 3)
		lines, err := readings.Lines(t.Context(), team, docID, stored.Claim, 0, 0)
		require.NoError(t, err)
		require.Len(t, lines, 2)
		require.Equal(t, "A-77", lines[0].SupplierSKU)
		price, _ := lines[0].UnitPrice.Get()
		require.Equal(t, "12.50", price.String(), "figures keep their decimals")
		second, err := readings.Lines(t.Context(), team, docID, stored.Claim, 1, 1)
		require.NoError(t, err)
		require.Equal(t, lines[1:], second)

		_, err = readings.Find(t.Context(), foreign, docID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		none, err := readings.Lines(t.Context(), foreign, docID, stored.Claim, 0, 0)
		require.NoError(t, err)
		require.Empty(t, none)
	})
}

func TestAStoredReadingIsWhatWasRead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.insert(t, fresh(t, team, 1, t0)).ID()
		_, readings := w.reader(t, nil)
		r, err := (&parse.Parser{Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read}).Read(t.Context(), parse.File{
			Media: domain.TXT, Content: textFile, Size: int64(textFile.Len()),
		})
		require.NoError(t, err)
		require.NotEmpty(t, r.Lines)
		require.True(t, r.Lines[0].Box.Known())
		r.Lines[0].FieldConfidence = map[string]domain.Confidence{"quantity": 5_000}
		require.NoError(t, readings.AddLines(t.Context(), team, docID, 1, r.Lines))
		require.NoError(t, readings.AddLines(t.Context(), team, docID, 2, r.Lines), "another claim")
		published := ports.StoredReading{Team: team, Document: docID, Claim: 2, Type: r.Type, Reading: r.Reading}
		require.NoError(t, readings.Publish(t.Context(), published, r.Words, r.Text+"\x00"))
		found, err := readings.Find(t.Context(), team, docID)
		require.NoError(t, err)
		require.Empty(t, found.Lines)
		found.Lines, err = readings.Lines(t.Context(), team, docID, 2, 0, 0)
		require.NoError(t, err)
		require.Equal(t, r.Header, found.Header)
		require.Equal(t, r.Layout, found.Layout)
		require.Equal(t, r.Checks, found.Checks)
		want := r.Lines[0]
		want.Problems = append([]reading.Problem{}, want.Problems...)
		require.Equal(t, want, found.Lines[0])
		gone, err := readings.Lines(t.Context(), team, docID, 1, 0, 0)
		require.NoError(t, err)
		require.Empty(t, gone)
	})
}

func TestAFileThatCannotBeReadFails(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		require.NoError(t, w.work(t, unread{err: &ports.ReadError{Code: domain.OverLimits}}))
		require.Empty(t, w.queue.Waiting())
		s := w.seen(t, docID)
		require.Equal(t, domain.Failed, s.Status)
		require.Equal(t, domain.OverLimits, *s.Failure)
		require.Equal(t, "none", s.LastReading.Method)

		_, err := w.app.Update(t.Context(), us, app.Update{ID: docID, Status: ptr(domain.Uploaded)})
		require.NoError(t, err)
		require.NoError(t, w.work(t, nil))
		s = w.seen(t, docID)
		require.Equal(t, domain.Ready, s.Status)
		require.Equal(t, 2, s.LastReading.Run)
	})
}

func TestAStorageThatIsAwayIsNoLoss(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		for range 5 {
			require.Error(t, w.work(t, unread{err: fault.New(fault.Unavailable, fault.CodeStorageUnavailable, "away")}))
			s := w.seen(t, docID)
			require.Equal(t, domain.Uploaded, s.Status)
			require.Equal(t, 0, s.Losses)
		}
		require.NoError(t, w.work(t, nil))
		require.Equal(t, domain.Ready, w.seen(t, docID).Status)
	})
}

func TestAFileThatEndsItsWorkersFails(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		for range 3 {
			require.Error(t, w.work(t, unread{err: errors.New("gone without a word")}))
			require.Equal(t, domain.Processing, w.seen(t, docID).Status)
		}
		require.NoError(t, w.work(t, unread{err: errors.New("is not read a fourth time")}))
		s := w.seen(t, docID)
		require.Equal(t, domain.Failed, s.Status)
		require.Equal(t, domain.WorkerLost, *s.Failure)
		require.Empty(t, w.queue.Waiting())
	})
}

func TestADocumentIsDeletedWhileItIsRead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		require.NoError(t, w.work(t, unread{then: func() { require.NoError(t, w.app.Delete(t.Context(), us, docID, nil)) }}))
		require.Empty(t, w.queue.Waiting(), "the job is done")
		_, err := w.docs.Find(t.Context(), team, docID)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		killed := w.insert(t, fresh(t, team, 9, t0)).ID()
		w.change(t, team, killed, state(processing))
		require.NoError(t, w.app.Delete(t.Context(), us, killed, nil))
		w.clock.move(domain.Lease + time.Second)
		r, readings := w.reader(t, nil)
		require.NoError(t, r.Recover(t.Context()))
		require.Empty(t, w.queue.Waiting(), "nobody reads it again")
		_, err = readings.Find(t.Context(), team, docID)
		require.Error(t, err, "nothing of it was stored")
	})
}

func TestACancelledReadingFails(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := w.reader(t, unread{err: context.Canceled, then: cancel})
		job := w.queue.Waiting()[0].CancelledBy(func() bool { return true })
		require.ErrorIs(t, r.Read(ctx, job), context.Canceled)
		s := w.seen(t, docID)
		require.Equal(t, domain.Failed, s.Status)
		require.Equal(t, domain.ParserTimeout, *s.Failure)
	})
}

func TestAStoppedProcessLeavesTheReadingToAnother(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "a.csv", table, nil)
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := w.reader(t, unread{err: context.Canceled, then: cancel})
		require.Error(t, r.Read(ctx, w.queue.Waiting()[0]))
		s := w.seen(t, docID)
		require.Equal(t, domain.Uploaded, s.Status)
		require.Equal(t, 0, s.Losses)
	})
}

func TestDocumentsWithoutAJobAreFound(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		never := w.insert(t, fresh(t, team, 1, t0)).ID()
		left := w.insert(t, fresh(t, foreign, 2, t0)).ID()
		w.change(t, foreign, left, state(processing))
		r, _ := w.reader(t, nil)
		require.NoError(t, r.Recover(t.Context()))
		require.Empty(t, w.queue.Waiting(), "they have not waited for long")
		w.clock.move(domain.Lease + time.Second)
		require.NoError(t, r.Recover(t.Context()))
		require.Len(t, w.queue.Waiting(), 2)
		require.Equal(t, domain.Uploaded, w.seen(t, never).Status)
		d, err := w.docs.Find(t.Context(), foreign, left)
		require.NoError(t, err)
		require.Equal(t, domain.Uploaded, d.Snapshot().Status)
		require.Equal(t, 1, d.Snapshot().Losses)
	})
}

func TestAnotherTypeJudgesTheLinesAgain(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "list.csv", "SKU,Description,Unit price\nA-77,Steel bottle,12.50\nA-78,Mug,50.00\n", func(u *app.Upload) { u.Type = ptr(domain.PriceList) })
		require.NoError(t, w.work(t, nil))
		_, readings := w.reader(t, nil)
		problems := func() []reading.Problem {
			stored, err := readings.Find(t.Context(), team, docID)
			require.NoError(t, err)
			lines, err := readings.Lines(t.Context(), team, docID, stored.Claim, 0, 1)
			require.NoError(t, err)
			return lines[0].Problems
		}
		require.Empty(t, problems())
		for i, c := range []struct {
			to   domain.Type
			want []reading.Problem
		}{
			{domain.Invoice, []reading.Problem{reading.ProblemOf(reading.MissingQuantity)}},
			{domain.PriceList, []reading.Problem{}},
		} {
			_, err := w.app.Update(t.Context(), us, app.Update{ID: docID, Changes: domain.Changes{Type: &c.to}})
			require.NoError(t, err)
			require.NoError(t, w.work(t, nil))
			require.Equal(t, c.want, problems())
			s := w.seen(t, docID)
			require.Equal(t, domain.Ready, s.Status)
			require.Equal(t, i+2, s.LastReading.PreviewVersion)
			require.Equal(t, 1, s.LastReading.Run)
		}
	})
}

func TestOneReadingWaitsForAnother(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.uploaded(t, "a.csv", table, nil)
		second := w.uploaded(t, "b.csv", table+"A-79,Cup,1,1.00,1.00\n", nil)
		var r *app.Reader
		r, _ = w.reader(t, unread{err: &ports.ReadError{Code: domain.Unreadable}, then: func() {
			_, later := jobs.IsLater(r.Read(t.Context(), w.queue.Waiting()[1]))
			require.True(t, later)
		}})
		require.NoError(t, r.Read(t.Context(), w.queue.Waiting()[0]))
		require.Equal(t, domain.Uploaded, w.seen(t, second).Status)
	})
}

func TestTotalsAreAmounts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docID := w.uploaded(t, "invoice.txt", text, nil)
		require.NoError(t, w.work(t, nil))
		s := w.seen(t, docID)
		require.Equal(t, domain.Ready, s.Status)
		require.Equal(t, domain.Invoice, s.Type)
		require.Equal(t, money.MustParse("40"), *s.Summary.Total)
		require.Equal(t, "7", *s.ReferenceNumber)
	})
}
