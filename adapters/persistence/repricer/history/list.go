package history

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/history"
)

// changeOrder also takes the time of changes: entries do not change, except by their prices.
var changeOrder = db.Keyset{
	Columns: map[string]db.Column{"created_at": {Expr: "created_at"}, "updated_at": {Expr: "created_at"}}, ID: "id",
}

// mostMerged limits the values of a filter that are read singly.
const mostMerged = 12

func (c *Changes) List(ctx context.Context, team id.Team, f history.ChangeFilter, r page.Request) (page.Page[entry], error) {
	f = windowed(f, r.Window)
	found, err := c.fetch(ctx, team, f, r)
	if err != nil {
		return page.Page[entry]{}, err
	}
	out, err := db.PageOf(found, r, func(e entry) (entry, error) { return e, nil }, func(e entry, field string) any {
		if field == "id" {
			return int64(e.ID)
		}
		return db.Micros(e.CreatedAt)
	})
	if err != nil || !r.Count {
		return out, err
	}
	var total int64
	if err := narrow(c.from(ctx, team, span{}, f), changeWants(f)).ColumnExpr("count(*)").Scan(ctx, &total); err != nil {
		return page.Page[entry]{}, db.Fault(err)
	}
	out.Total = &total
	return out, nil
}

// windowed adds a window to a filter. Times are whole microseconds, so the last time before another
// is a microsecond earlier.
func windowed(f history.ChangeFilter, w page.Window) history.ChangeFilter {
	f.IDs = w.IDs
	for _, from := range []*time.Time{w.CreatedFrom, w.UpdatedFrom} {
		if from != nil && (f.From == nil || from.After(*f.From)) {
			f.From = from
		}
	}
	for _, before := range []*time.Time{w.CreatedTo, w.UpdatedTo} {
		if before != nil && (f.To == nil || !before.After(*f.To)) {
			f.To = new(before.Add(-time.Microsecond))
		}
	}
	return f
}

// fetch reads the entries of a page and one more.
func (c *Changes) fetch(ctx context.Context, team id.Team, f history.ChangeFilter, r page.Request) ([]entry, error) {
	spans, err := c.spans(ctx, team, f, r)
	if err != nil {
		return nil, err
	}
	var found []entry
	for _, s := range spans {
		part := r
		part.Limit = r.Limit - len(found)
		q, err := c.listed(ctx, team, s, f, part)
		if err != nil {
			return nil, err
		}
		rows, err := q.Rows(ctx) //nolint:rowserrcheck // Collect does
		next, err := changeRows.Collect(db.RowsOf(rows), err)
		if err != nil {
			return nil, err
		}
		if found = append(found, next...); len(found) > r.Limit {
			break
		}
	}
	return found, nil
}

// want matches any of some values of a column.
type want struct {
	column string
	values []any
}

// changeWants returns the filter's conditions, the most selective first. Each column has an index
// in the order of time.
func changeWants(f history.ChangeFilter) []want {
	var out []want
	ends, outcomes := endsOf(f.Outcomes)
	for _, w := range []want{
		{"id", anys(f.IDs)},
		{"product_id", anys(f.Products)}, {"sku", anys(f.SKUs)}, {"asin", anys(f.ASINs)}, {"ended", ends},
		{"reason", anys(f.Reasons)}, {"strategy_id", anys(f.Strategies)}, {"decided_by", anys(f.Triggers)},
		{"action", anys(f.Verdicts)}, {"marketplace_id", anys(f.Marketplaces)}, {"outcome", outcomes},
	} {
		if len(w.values) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// endsOf returns the values of the column ended that find outcomes. It also returns the outcomes if
// these values are not enough, because all open outcomes share one value.
func endsOf(list []history.Outcome) (ends, outcomes []any) {
	for _, o := range list {
		if word := any(ended(o)); !slices.Contains(ends, word) {
			ends = append(ends, word)
		}
		if o.Open() {
			outcomes = anys(list)
		}
	}
	return ends, outcomes
}

// anys returns the values of a filter without duplicates, because a page merges one list per value.
func anys[T comparable](list []T) []any {
	out := make([]any, 0, len(list))
	for i, v := range list {
		if !slices.Contains(list[:i], v) {
			out = append(out, v)
		}
	}
	return out
}

// from selects the team's entries within a span and the filter's times.
func (c *Changes) from(ctx context.Context, team id.Team, s span, f history.ChangeFilter) *bun.SelectQuery {
	q := c.store.Read(ctx).NewSelect().TableExpr("repricer_changes").Where("team_id = ?", int64(team))
	if s.from != nil {
		q = q.Where("created_at >= ?", *s.from)
	}
	if s.before != nil {
		q = q.Where("created_at < ?", *s.before)
	}
	if f.From != nil {
		q = q.Where("created_at >= ?", db.Micros(*f.From))
	}
	if f.To != nil {
		q = q.Where("created_at <= ?", db.Micros(*f.To))
	}
	return q
}

func narrow(q *bun.SelectQuery, wants []want) *bun.SelectQuery {
	for _, w := range wants {
		if len(w.values) == 1 {
			q = q.Where(w.column+" = ?", w.values[0])
		} else {
			q = q.Where(w.column+" IN (?)", bun.List(w.values))
		}
	}
	return q
}

// listed returns the statement of a page. An index has the entries of a value in the order of time,
// but not the entries of several values. So if all filters have several values, it merges a page
// for each value of a filter.
func (c *Changes) listed(ctx context.Context, team id.Team, s span, f history.ChangeFilter, r page.Request) (*bun.SelectQuery, error) {
	wants := changeWants(f)
	lead := leading(wants)
	if lead < 0 {
		return c.store.Keyset(changeOrder, narrow(c.from(ctx, team, s, f).ColumnExpr(changeRows.Columns("")), wants), r)
	}
	parts, texts := make([]any, 0, len(wants[lead].values)), make([]string, 0, len(wants[lead].values))
	for i, v := range wants[lead].values {
		rest := append([]want{{wants[lead].column, []any{v}}}, wants[:lead]...)
		part, err := c.store.Keyset(changeOrder, narrow(c.from(ctx, team, s, f).ColumnExpr(changeRows.Columns("")), append(rest, wants[lead+1:]...)), r)
		if err != nil {
			return nil, err
		}
		parts, texts = append(parts, part), append(texts, "SELECT * FROM (?) AS p"+strconv.Itoa(i))
	}
	all := c.store.Read(ctx).NewSelect().ColumnExpr(changeRows.Columns("")).
		TableExpr("("+strings.Join(texts, " UNION ALL ")+") AS merged", parts...)
	return c.store.Keyset(changeOrder, all, r)
}

// leading returns the index of the filter to read value by value, -1 if there is no such filter.
func leading(wants []want) int {
	lead := -1
	for i, w := range wants {
		switch {
		case len(w.values) == 1:
			return -1
		case lead < 0 && len(w.values) <= mostMerged:
			lead = i
		}
	}
	return lead
}
