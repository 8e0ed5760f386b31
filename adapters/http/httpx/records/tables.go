package records

import (
	"context"
	"fmt"
	"net/http"
	"path"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// saysTables ends the description of a list.
const saysTables = "\n\nAs a table: GET %[1]s.csv and %[1]s.xlsx."

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
	show  func(T) B
	list  func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error)
}

// TablesOf registers the tables of a list, and returns the list's operation with a text about them.
// asked answers a call of the list that asks for a table; it returns nil if the call asks for a
// page.
func TablesOf[I listing, T, B any](k Kind, op httpx.Operation, sorts Sortable, show func(T) B, example B,
	list func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error),
) (said httpx.Operation, asked func(ctx context.Context, who caller.Caller, input *I) (*PageOut, error)) {
	shown, err := sheet.Example(example)
	if err != nil {
		panic("records: " + op.ID + ": " + err.Error())
	}
	t := wholeList[I, T, B]{path.Base(k.Path), sorts, show, list}
	t.register(k, op, shown)
	op.Description += fmt.Sprintf(saysTables, k.Path)
	return op, func(ctx context.Context, who caller.Caller, input *I) (*PageOut, error) {
		as := (*input).form(ctx)
		if as == asPage {
			return nil, nil //nolint:nilnil // a page has no file
		}
		file, err := t.whole(ctx, who, input, as)
		if err != nil {
			return nil, err
		}
		return &PageOut{table: *file}, nil
	}
}

// whole reads all rows as a file with the given ending.
func (t wholeList[I, T, B]) whole(ctx context.Context, who caller.Caller, input *I, ending string) (*sheet.File, error) {
	req, err := (*input).Page(ctx, t.sorts)
	if err != nil {
		return nil, err
	}
	if req.Window.Removed {
		return nil, httpx.BadParameter("include_deleted", fault.CodeNotAllowed, "is not for tables, which have no deleted_at")
	}
	read := func(ctx context.Context, req page.Request) (page.Page[T], error) { return t.list(ctx, who, input, req) }
	return sheet.Whole(ctx, t.name+"."+ending, req, t.show, read)
}

func (t wholeList[I, T, B]) register(k Kind, list httpx.Operation, example string) {
	for _, form := range sheet.Forms {
		op := list
		op.ID, op.Summary, op.Description = form.Texts(list.ID, list.Summary)
		op.Status, op.Without, op.Content, op.Expand = http.StatusOK, sheet.Without, form.Content(example), nil
		httpx.Register(k.Router, k.operation(op, http.MethodGet, "."+form.Ending),
			func(ctx context.Context, who caller.Caller, input *I) (*sheet.File, error) {
				return t.whole(ctx, who, input, form.Ending)
			})
	}
}
