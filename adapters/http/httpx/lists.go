package httpx

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/cursor"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// ListInput adds paging and sorting to the input of a list, which has its filters besides.
type ListInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Rows of a page."`
	Cursor string `query:"cursor" maxLength:"4096" doc:"Where the page starts: meta.next_cursor of the page before. Only good for the same filters and sort."`
	Sort   string `query:"sort" maxLength:"200" doc:"Fields to sort by, comma separated, a minus before a field for descending. Ties are broken by id; unset values come last."`
	Count  bool   `query:"count" doc:"Whether to count the rows of all pages into meta.total."`
}

// asPage names the form of a list that is not a table.
const asPage = "json"

func (ListInput) asTable() string { return asPage }

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

// ListOut has a page of a list, or its table.
type ListOut[T any] struct {
	Link string `header:"Link" doc:"The address of the following page with rel=next; absent on the last page."`
	Body body.List[T]
	// table replaces Body if it has rows.
	table sheet.File
}

// AsTable returns the file name and the rows of the table; nil rows for a page.
func (o *ListOut[T]) AsTable() (name string, rows sheet.Rows) { return o.table.AsTable() }

// ListOf makes the output of a page.
func ListOf[D, T any](ctx context.Context, p page.Page[D], req page.Request, conv func(D) T) *ListOut[T] {
	out := &ListOut[T]{Body: body.List[T]{Data: make([]T, len(p.Items)), Meta: body.ListMeta{Limit: req.Limit, Total: p.Total}}}
	for i, d := range p.Items {
		out.Body.Data[i] = conv(d)
	}
	if p.Next != nil {
		st := stateOf(ctx)
		next := cursor.Seal(st.server.cursorKey, st.binding(req.Order), p.Next)
		out.Body.Meta.NextCursor = &next
		out.Link = "<" + st.nextAddress(next) + `>; rel="next"`
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

// nextAddress returns the address of this call with another cursor. It never contains the key,
// which was removed from the query at the start of the call.
func (st *state) nextAddress(cursor string) string {
	q := url.Values{}
	for _, p := range st.query {
		if p.Name != "cursor" {
			q.Add(p.Name, p.Value)
		}
	}
	q.Set("cursor", cursor)
	return st.server.baseURL(st.request) + st.request.URL.EscapedPath() + "?" + q.Encode()
}
