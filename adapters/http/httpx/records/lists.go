package records

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/sheet"
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
	if httpx.Nested(ctx) || httpx.Accepts(ctx, openapi.JSON) || httpx.Accepts(ctx, "*/*") {
		return asPage
	}
	for _, f := range sheet.Forms {
		if httpx.Accepts(ctx, f.Media()) {
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
		req.After, err = httpx.PlaceOf(ctx, order, l.Cursor)
	}
	return req, err
}

func (s Sortable) parse(text string) ([]page.By, error) {
	var order []page.By
	for word := range strings.SplitSeq(text, ",") {
		field, desc := strings.CutPrefix(word, "-")
		switch {
		case !slices.Contains(s.Fields, field):
			return nil, httpx.BadParameter("sort", fault.CodeNotAllowed, "must name only: "+strings.Join(s.Fields, ", "))
		case slices.ContainsFunc(order, func(b page.By) bool { return b.Field == field }):
			return nil, httpx.BadParameter("sort", fault.CodeInvalid, "must name a field once")
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

// Shown returns the body. Removed records get the member deleted_at, which live records lack.
func (o *ListOut[T]) Shown() (any, error) {
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
		next := httpx.CursorOf(ctx, req.Order, p.Next)
		out.Body.Meta.NextCursor = &next
		out.Link = httpx.NextLink(ctx, "cursor", next)
	}
	return out
}

// PlainPage has a page without an envelope, for the classic groups.
type PlainPage[T any] struct {
	PageOut
	Body T
}

// AnswerPage answers a page without an envelope, converted by show. next returns the value of the
// parameter for the following page, "" on the last page.
func AnswerPage[I, T, B any](
	parameter string, next func(T) string, show func(T) B, ask httpx.Ask[I, T],
) httpx.Handler[I, PlainPage[B]] {
	return func(ctx context.Context, who caller.Caller, input *I) (*PlainPage[B], error) {
		found, err := ask(ctx, who, input)
		if err != nil {
			return nil, err
		}
		return &PlainPage[B]{PageOut: PageOut{Link: httpx.NextLink(ctx, parameter, next(found))}, Body: show(found)}, nil
	}
}
