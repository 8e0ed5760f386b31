package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"

	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

// saysTables ends the description of a list.
const saysTables = "\n\nAs a table: GET %[1]s.csv and %[1]s.xlsx. format=csv, format=xlsx and the header Accept answer the same."

// listing constrains the input of a list: ListInput or RecordInput, embedded beside its filters.
type listing interface {
	Page(ctx context.Context, s Sortable) (page.Request, error)
	sorts(fields []string) []string
	form(ctx context.Context) string
}

// wholeList answers all rows of a list as a table.
type wholeList[I listing, T, B any] struct {
	name  string
	sorts Sortable
	of    func(T) B
	list  func(ctx context.Context, who caller.Caller, in *I, req page.Request) (page.Page[T], error)
}

// TablesOf registers the tables of a list, and returns the list's operation with a text about them.
// asked answers a call of the list that asks for a table; it returns nil if the call asks for a page.
func TablesOf[I listing, T, B any](k Records, op Operation, sorts Sortable, of func(T) B, example B,
	list func(ctx context.Context, who caller.Caller, in *I, req page.Request) (page.Page[T], error),
) (said Operation, asked func(ctx context.Context, who caller.Caller, in *I) (*PageOut, error)) {
	shown, err := sheet.Example(example)
	if err != nil {
		panic("httpx: " + op.ID + ": " + err.Error())
	}
	t := wholeList[I, T, B]{path.Base(k.Path), sorts, of, list}
	t.register(k, op, shown)
	op.Description += fmt.Sprintf(saysTables, k.Path)
	return op, func(ctx context.Context, who caller.Caller, in *I) (*PageOut, error) {
		as := (*in).form(ctx)
		if as == asPage {
			return nil, nil //nolint:nilnil // a page has no file
		}
		file, err := t.whole(ctx, who, in, as)
		if err != nil {
			return nil, err
		}
		return &PageOut{table: *file}, nil
	}
}

// whole reads all rows as a file with the given ending.
func (t wholeList[I, T, B]) whole(ctx context.Context, who caller.Caller, in *I, ending string) (*sheet.File, error) {
	req, err := (*in).Page(ctx, t.sorts)
	if err != nil {
		return nil, err
	}
	req.Window.Removed = false
	return sheet.Whole(ctx, t.name+"."+ending, req, t.of, func(ctx context.Context, req page.Request) (page.Page[T], error) {
		return t.list(ctx, who, in, req)
	})
}

func (t wholeList[I, T, B]) register(k Records, list Operation, example string) {
	for _, form := range sheet.Forms {
		op := list
		op.ID, op.Summary, op.Description = form.Texts(list.ID, list.Summary)
		op.Status, op.without, op.content, op.Expand = http.StatusOK, sheet.Without, form.Content(example), nil
		Register(k.Router, k.operation(op, http.MethodGet, "."+form.Ending),
			func(ctx context.Context, who caller.Caller, input *I) (*sheet.File, error) {
				return t.whole(ctx, who, input, form.Ending)
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
