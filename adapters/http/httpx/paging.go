package httpx

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx/cursor"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/page"
)

// Nested reports that the answer of the running call becomes part of another answer. Its lists are
// never tables.
func Nested(ctx context.Context) bool { return stateOf(ctx).expands }

// CursorOf writes a place in a list as the cursor of the running call.
func CursorOf(ctx context.Context, order []page.By, place page.Key) string {
	st := stateOf(ctx)
	return cursor.Seal(st.server.cursorKey, st.binding(order), place)
}

// PlaceOf reads a cursor. It returns an Invalid fault for a cursor of another list, filter or sort.
func PlaceOf(ctx context.Context, order []page.By, text string) (page.Key, error) {
	st := stateOf(ctx)
	return cursor.Open(st.server.cursorKey, st.binding(order), text, len(order)+1)
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
