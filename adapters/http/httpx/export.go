package httpx

import (
	"context"
	"errors"
	"net/http"

	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
)

// Exportable replaces ListInput in the inputs of lists that can also be answered as a table. Format
// is described in the text of the operation, not as a published parameter: client generators find
// no list type for an answer of several media types.
type Exportable struct {
	ListInput
	Format string `query:"format" enum:"json,csv,xlsx" default:"json" unpublished:"true"`
}

// asTable returns the file ending of the table, or json for a page.
func (e Exportable) asTable() string { return e.Format }

// saysTables ends the description of a list that can be answered as a table.
const saysTables = "\n\nAs a table: GET %[1]s.csv and %[1]s.xlsx. format=csv and format=xlsx answer the same."

// tablesOf registers the tables of a list. read returns all rows as a file with the given ending.
func tablesOf[I any](k Records, list Operation, example string,
	read func(ctx context.Context, who caller.Caller, input *I, ending string) (*sheet.File, error),
) {
	for _, form := range sheet.Forms {
		op := list
		op.ID, op.Summary, op.Description = form.Texts(list.ID, list.Summary)
		op.Status, op.without, op.content = http.StatusOK, sheet.Without, form.Content(example)
		Register(k.Router, k.operation(op, http.MethodGet, "."+form.Ending),
			func(ctx context.Context, who caller.Caller, input *I) (*sheet.File, error) {
				return read(ctx, who, input, form.Ending)
			})
	}
}

// sendTable sends a table. If it fails part way, it aborts the connection, so that half a table
// does not look complete.
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
