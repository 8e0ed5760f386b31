package httpx

import (
	"context"
	"errors"
	"net/http"
	"path"

	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

// Exportable replaces ListInput in lists with tables. Format is not a published parameter, because
// client generators find no list type for an answer of several media types.
type Exportable struct {
	ListInput
	Format string `query:"format" enum:"json,csv,xlsx" default:"json" unpublished:"true"`
}

// asTable returns the file ending of the table, or json for a page.
func (e Exportable) asTable() string { return e.Format }

// saysTables ends the description of a list that can be answered as a table.
const saysTables = "\n\nAs a table: GET %[1]s.csv and %[1]s.xlsx. format=csv and format=xlsx answer the same."

// ListedBy accepts inputs that embed ListInput or Exportable.
type ListedBy interface {
	Page(ctx context.Context, s Sortable) (page.Request, error)
	asTable() string
}

// Tables registers the tables of a list with an answer of its own. The texts follow from the list.
func Tables[I ListedBy, T, B any](k Records, list Operation, sorts Sortable, show func(T) B, record B,
	read func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error),
) {
	example, err := sheet.Example(record)
	if err != nil {
		panic("httpx: " + list.ID + ": " + err.Error())
	}
	file := whole[I](k, sorts, show, read)
	for _, form := range sheet.Forms {
		op := list
		op.ID, op.Summary, op.Description = form.Texts(list.ID, list.Summary)
		op.Status, op.without, op.content = http.StatusOK, sheet.Without, form.Content(example)
		Register(k.Router, k.operation(op, http.MethodGet, "."+form.Ending),
			func(ctx context.Context, who caller.Caller, input *I) (*sheet.File, error) {
				return file(ctx, who, input, form.Ending)
			})
	}
}

// whole returns a function that reads all rows of a list as a file with an ending.
func whole[I ListedBy, T, B any](k Records, sorts Sortable, show func(T) B,
	read func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error),
) func(ctx context.Context, who caller.Caller, input *I, ending string) (*sheet.File, error) {
	return func(ctx context.Context, who caller.Caller, input *I, ending string) (*sheet.File, error) {
		req, err := (*input).Page(ctx, sorts)
		if err != nil {
			return nil, err
		}
		next := func(ctx context.Context, req page.Request) (page.Page[T], error) { return read(ctx, who, input, req) }
		return sheet.Whole(ctx, path.Base(k.Path)+"."+ending, req, show, next)
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
