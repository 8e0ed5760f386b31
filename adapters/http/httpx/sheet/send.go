package sheet

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

const (
	// ReadAtOnce sets how many rows of a table are read at once.
	ReadAtOnce = 500
	// within bounds the sending of a table, partWithin the sending of each part to a slow client.
	within, partWithin = 10 * time.Minute, time.Minute
	// byteOrderMark makes spreadsheets read a table as UTF-8.
	byteOrderMark = "\ufeff"
)

// Rows writes a list page by page.
type Rows func(ctx context.Context, to Writer) error

// Writer writes the rows of a file.
type Writer interface {
	// Write writes a row. The cells of the first row are column names.
	Write(row []Cell) error
	// Flush sends the rows written so far.
	Flush() error
}

// text writes rows as CSV for spreadsheets.
type text struct{ *csv.Writer }

func (t text) Write(row []Cell) error {
	return t.Writer.Write(spelled(row))
}

func (t text) Flush() error {
	t.Writer.Flush()
	return t.Error()
}

// All writes a list from its first page on. next reads the page of a request.
func All[T, B any](first page.Page[T], req page.Request, build func(T) B, next func(context.Context, page.Request) (page.Page[T], error)) Rows {
	return func(ctx context.Context, to Writer) error {
		table := Of(reflect.TypeFor[B]())
		if err := to.Write(named(table.Names())); err != nil {
			return err
		}
		for p := first; ; {
			for _, item := range p.Items {
				row, err := table.Cells(build(item))
				if err != nil {
					return err
				}
				if err := to.Write(row); err != nil {
					return err
				}
			}
			if err := to.Flush(); err != nil || p.Next == nil {
				return err
			}
			req.After = p.Next
			var err error
			if p, err = next(ctx, req); err != nil {
				return err
			}
		}
	}
}

// Example returns a table with one row.
func Example[B any](value B) (string, error) {
	var b strings.Builder
	only := page.Page[B]{Items: []B{value}}
	err := All(only, page.Request{}, func(b B) B { return b }, nil)(context.Background(), text{csv.NewWriter(&b)})
	return b.String(), err
}

// Running records the teams that are receiving a table.
type Running struct{ of sync.Map }

// Begin reserves the table of a team until end is called. It refuses a team while an earlier table
// is still being sent.
func (r *Running) Begin(team id.Team) (end func(), err error) {
	if _, running := r.of.LoadOrStore(team, true); running {
		return nil, fault.New(fault.Limited, fault.CodeRateLimited, "Another table of the team is being sent.").After(5 * time.Second)
	}
	return func() { r.of.Delete(team) }, nil
}

// Send sends a table; to a HEAD it sends only the headers. After an error, the sent part is
// incomplete.
func Send(w http.ResponseWriter, r *http.Request, name string, packed bool, rows Rows) error {
	ctx, cancel := context.WithTimeout(r.Context(), within)
	defer cancel()
	h := w.Header()
	workbook := strings.HasSuffix(name, ".xlsx")
	h.Set("Content-Type", "text/csv; charset=utf-8")
	if workbook {
		h.Set("Content-Type", Workbook)
		packed = false
	}
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Vary", "Accept-Encoding")
	out, done := io.Writer(patient{w}), func() error { return nil }
	if packed {
		h.Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(out)
		out, done = z, z.Close
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if workbook {
		return inWorkbook(ctx, out, rows)
	}
	_, err := io.WriteString(out, byteOrderMark)
	if err == nil {
		err = rows(ctx, text{csv.NewWriter(out)})
	}
	if err == nil {
		err = done()
	}
	return err
}

// patient extends the write deadline for each part sent to a client.
type patient struct{ http.ResponseWriter }

func (p patient) Write(b []byte) (int, error) {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(partWithin)) // no connection in tests
	return p.ResponseWriter.Write(b)
}
