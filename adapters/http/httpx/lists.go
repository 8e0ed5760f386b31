package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/cursor"
	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

// ListInput adds paging and sorting to the input of a list, which has its filters besides.
type ListInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Rows of a page."`
	Cursor string `query:"cursor" maxLength:"4096" doc:"Where the page starts: meta.next_cursor of the page before. Only good for the same filters and sort."`
	Sort   string `query:"sort" maxLength:"200" doc:"Fields to sort by, comma separated, a minus before a field for descending. Ties are broken by id; unset values come last."`
	Count  bool   `query:"count" doc:"Whether to count the rows of all pages into meta.total."`
	// Format has no published parameter, only a sentence in the description of the operation: client
	// generators find no list type for an answer with several media types.
	Format string `query:"format" enum:"json,csv,xlsx" default:"json" unpublished:"true"`
}

// RecordInput adds the filters of all lists of records to ListInput. Page returns them in the
// window of the request.
type RecordInput struct {
	ListInput
	WindowInput
	IncludeDeleted bool `query:"include_deleted" doc:"Whether to list deleted records too. They have deleted_at, which live records lack."`
}

// WindowInput has the filters on members that all records have.
type WindowInput struct {
	IDs []body.ID `query:"ids" maxItems:"200" doc:"Any of these records."`
	MadeInput
	UpdatedFrom body.Opt[body.Instant] `query:"updated_from" doc:"Changed at this time or later. Records that never change count when they were made."`
	UpdatedTo   body.Opt[body.Instant] `query:"updated_to" doc:"Changed before this time, or before this day."`
}

// MadeInput has the filters on the time when rows were made, for lists of other rows than records.
type MadeInput struct {
	CreatedFrom body.Opt[body.Instant] `query:"created_from" doc:"Made at this time or later. A day means its beginning in UTC."`
	CreatedTo   body.Opt[body.Instant] `query:"created_to" doc:"Made before this time, or before this day."`
}

// Made returns the filters.
func (in MadeInput) Made() page.Window {
	return page.Window{CreatedFrom: moment(in.CreatedFrom), CreatedTo: moment(in.CreatedTo)}
}

func moment(o body.Opt[body.Instant]) *time.Time {
	return optional.Map(o.Field, body.Instant.Time).Ptr()
}

// Window returns the filters.
func (in WindowInput) Window() page.Window {
	w := in.Made()
	w.UpdatedFrom, w.UpdatedTo = moment(in.UpdatedFrom), moment(in.UpdatedTo)
	if len(in.IDs) > 0 {
		w.IDs = body.Numbers[int64](in.IDs)
	}
	return w
}

// Window returns the filters, and whether removed records are listed.
func (in RecordInput) Window() page.Window {
	w := in.WindowInput.Window()
	w.Removed = in.IncludeDeleted
	return w
}

// Page reads the sort, the cursor and the window. It returns the faults of ListInput.
func (in RecordInput) Page(ctx context.Context, s Sortable) (page.Request, error) {
	req, err := in.ListInput.Page(ctx, s)
	req.Window = in.Window()
	return req, err
}

// sorts adds the sort fields of all records.
func (RecordInput) sorts(fields []string) []string {
	for _, field := range []string{"created_at", "updated_at", "id"} {
		if !slices.Contains(fields, field) {
			fields = append(slices.Clip(fields), field)
		}
	}
	return fields
}

// asPage names the form of a list that is not a table.
const asPage = "json"

// sorts returns the sort fields of a list unchanged.
func (ListInput) sorts(fields []string) []string { return fields }

// form returns the ending of the table that the call asks for by format or Accept, or asPage.
func (l ListInput) form(ctx context.Context) string {
	if l.Format != "" && l.Format != asPage {
		return l.Format
	}
	st := stateOf(ctx)
	accept := st.request.Header["Accept"]
	if st.expands || wire.Accepts(accept, openapi.JSON) || wire.Accepts(accept, "*/*") {
		return asPage
	}
	for _, f := range sheet.Forms {
		if wire.Accepts(accept, f.Media()) {
			return f.Ending
		}
	}
	return asPage
}

// Sortable lists the sort fields of a list.
type Sortable struct {
	// Fields lists the words allowed in sort.
	Fields []string
	// Default applies to a call without a sort, in the form of the parameter.
	Default string
}

// Page reads the sort and the cursor. It returns an Invalid fault for a sort that is not allowed,
// or a cursor of another list, filter or sort.
func (l ListInput) Page(ctx context.Context, s Sortable) (page.Request, error) {
	text := l.Sort
	if text == "" {
		text = s.Default
	}
	order, err := s.parse(text)
	if err != nil {
		return page.Request{}, err
	}
	req := page.Request{Limit: l.Limit, Order: order, Count: l.Count}
	if req.Limit == 0 {
		req.Limit = page.DefaultLimit
	}
	if l.Cursor != "" {
		st := stateOf(ctx)
		req.After, err = cursor.Open(st.server.cursorKey, st.binding(order), l.Cursor, len(order)+1)
	}
	return req, err
}

func (s Sortable) parse(text string) ([]page.By, error) {
	var order []page.By
	for word := range strings.SplitSeq(text, ",") {
		field, desc := strings.CutPrefix(word, "-")
		switch {
		case !slices.Contains(s.Fields, field):
			return nil, BadParameter("sort", fault.CodeNotAllowed, "must name only: "+strings.Join(s.Fields, ", "))
		case slices.ContainsFunc(order, func(b page.By) bool { return b.Field == field }):
			return nil, BadParameter("sort", fault.CodeInvalid, "must name a field once")
		}
		order = append(order, page.By{Field: field, Desc: desc})
	}
	return order, nil
}

// PageOut has the headers of a page, or the table of the list instead of the page.
type PageOut struct {
	Link string `header:"Link" doc:"The address of the following page with rel=next; absent on the last page."`
	ETag string `header:"ETag" doc:"A digest of the page, for If-None-Match."`
	// table replaces the page if it has rows.
	table sheet.File
}

// AsTable returns the file name and the rows of the table; nil rows for a page.
func (o *PageOut) AsTable() (name string, rows sheet.Rows) { return o.table.AsTable() }

// ListOut has a page of a list.
type ListOut[T any] struct {
	PageOut
	Body body.List[T]
	// removed has the times of Page.Removed.
	removed []time.Time
}

// shown returns the body. Removed records get the member deleted_at, which live records lack.
func (o *ListOut[T]) shown() (any, error) {
	if !slices.ContainsFunc(o.removed, func(at time.Time) bool { return !at.IsZero() }) {
		return &o.Body, nil
	}
	out := &body.List[json.RawMessage]{Data: make([]json.RawMessage, len(o.Body.Data)), Meta: o.Body.Meta}
	for i, row := range o.Body.Data {
		text, err := body.JSON(row)
		if err != nil {
			return nil, err
		}
		if at := o.removed[i]; !at.IsZero() {
			text = fmt.Appendf(bytes.TrimSuffix(text, []byte("}")), `,"deleted_at":%q}`, body.TimeOf(at))
		}
		out.Data[i] = text
	}
	return out, nil
}

// ListOf makes the output of a page.
func ListOf[D, T any](ctx context.Context, p page.Page[D], req page.Request, conv func(D) T) *ListOut[T] {
	out := &ListOut[T]{
		Body:    body.List[T]{Data: make([]T, len(p.Items)), Meta: body.ListMeta{Limit: req.Limit, Total: p.Total}},
		removed: p.Removed,
	}
	for i, d := range p.Items {
		out.Body.Data[i] = conv(d)
	}
	if p.Next != nil {
		st := stateOf(ctx)
		next := cursor.Seal(st.server.cursorKey, st.binding(req.Order), p.Next)
		out.Body.Meta.NextCursor = &next
		out.Link = NextLink(ctx, "cursor", next)
	}
	return out
}

// Bind ties the cursors of the running call to a text too, such as the version of the listed
// records. Call it before Page.
func Bind(ctx context.Context, text string) { stateOf(ctx).bound = text }

// binding returns the text that a cursor is valid for: operation, team, filters and sort. Limit and
// count may change from page to page.
func (st *state) binding(order []page.By) string {
	var b strings.Builder
	b.WriteString(st.op.ID)
	b.WriteByte('\n')
	b.WriteString(strconv.FormatInt(int64(st.who.Team), 10))
	for _, by := range order {
		b.WriteByte('\n')
		if by.Desc {
			b.WriteByte('-')
		}
		b.WriteString(by.Field)
	}
	b.WriteByte('\n')
	b.WriteString(schema.Canonical(st.query, "cursor", "limit", "count", "sort"))
	b.WriteByte('\n')
	b.WriteString(st.bound)
	return b.String()
}

// NextLink returns the header Link of the following page: the address of this call with another
// value of the parameter; "" without a value. It never contains the key, which was removed from the
// query at the start of the call.
func NextLink(ctx context.Context, parameter, value string) string {
	if value == "" {
		return ""
	}
	st, q := stateOf(ctx), url.Values{}
	for _, p := range st.query {
		if p.Name != parameter {
			q.Add(p.Name, p.Value)
		}
	}
	q.Set(parameter, value)
	return "<" + st.server.baseURL(st.request) + st.request.URL.EscapedPath() + "?" + q.Encode() + `>; rel="next"`
}

// PlainPage has a page without an envelope, for the classic groups.
type PlainPage[T any] struct {
	PageOut
	Body T
}

// AnswerPage answers a page without an envelope, converted by show. next returns the value of the
// parameter for the following page, "" on the last page.
func AnswerPage[I, T, B any](
	parameter string, next func(T) string, show func(T) B, ask Ask[I, T],
) Handler[I, PlainPage[B]] {
	return func(ctx context.Context, who caller.Caller, input *I) (*PlainPage[B], error) {
		found, err := ask(ctx, who, input)
		if err != nil {
			return nil, err
		}
		return &PlainPage[B]{PageOut: PageOut{Link: NextLink(ctx, parameter, next(found))}, Body: show(found)}, nil
	}
}

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
func TablesOf[I listing, T, B any](k Records, op Operation, sorts Sortable, show func(T) B, example B,
	list func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error),
) (said Operation, asked func(ctx context.Context, who caller.Caller, input *I) (*PageOut, error)) {
	shown, err := sheet.Example(example)
	if err != nil {
		panic("httpx: " + op.ID + ": " + err.Error())
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
		return nil, BadParameter("include_deleted", fault.CodeNotAllowed, "is not for tables, which have no deleted_at")
	}
	read := func(ctx context.Context, req page.Request) (page.Page[T], error) { return t.list(ctx, who, input, req) }
	return sheet.Whole(ctx, t.name+"."+ending, req, t.show, read)
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
