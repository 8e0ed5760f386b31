package httpx

import (
	"context"
	"errors"
	"net/http"

	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/page"
)

// Exportable is embedded, in place of ListInput, in the inputs of lists that can be had as a table.
type Exportable struct {
	ListInput
	Format string `query:"format" enum:"json,csv,xlsx" default:"json" doc:"csv and xlsx answer all rows that pass as a table for spreadsheets, with the members of a row as columns; texts such as SKUs stay texts in xlsx. limit and count do not apply, and one table of a team is written at a time."`
}

// asTable returns the ending of the file, json for a page.
func (e Exportable) asTable() string { return e.Format }

// listing answers a page, or all pages as a table of that name.
func listing[T, B any](
	ctx context.Context, in any, name string, req page.Request, of func(T) B, list func(context.Context, page.Request) (page.Page[T], error),
) (*ListOut[B], error) {
	t, ok := in.(interface{ asTable() string })
	table := ok && t.asTable() != "json"
	if table {
		req.Limit, req.Count = sheet.ReadAtOnce, false
	}
	p, err := list(ctx, req)
	if err != nil {
		return nil, err
	}
	if table {
		return &ListOut[B]{table: name + "." + t.asTable(), rows: sheet.All(p, req, of, list)}, nil
	}
	return ListOf(ctx, p, req, of), nil
}

// sendTable sends a table. One that cannot be finished ends the connection: half a table must not look whole.
func (st *state) sendTable(a *answer) error {
	end, err := st.server.tables.Begin(st.who.Team)
	if err != nil {
		return err
	}
	defer end()
	st.limitHeaders(st.writer.Header())
	err = sheet.Send(st.writer, st.request, a.table, wire.Accepts(st.request.Header["Accept-Encoding"], "gzip"), a.rows)
	if err == nil {
		return nil
	}
	if st.gone = errors.Is(st.request.Context().Err(), context.Canceled); !st.gone {
		st.server.log.Error("a table was not sent whole", st.fields(err)...)
	}
	panic(http.ErrAbortHandler)
}
