package db

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// Column describes a sortable field of a list.
type Column struct {
	// Expr has the SQL expression: a column, or an expression with an index.
	Expr string
	// Text says that values are texts, compared byte by byte on both databases. Other columns are
	// whole numbers.
	Text bool
	// Null says that the column may be null; nulls come last in both directions.
	Null bool
	// alone says that only nulls are left. Sorting by them has no effect, but selects an index
	// that begins with the column.
	alone bool
}

// Keyset builds the parts of a list statement that depend on order and place:
//
//	columns := map[string]db.Column{"created_at": {Expr: "d.created_at"}}
//	q := store.Read(ctx).NewSelect().Model(&rows).Where("d.team_id = ?", team)
//	q, err := store.Keyset(db.Keyset{Columns: columns, ID: "d.id"}, q, req)
//	… q.Scan(ctx) …
//	return db.PageOf(rows, req, row.document, func(r row, field string) any { … })
//
// The id breaks ties in the direction of the last field. So an index on (team_id, created_at, id)
// serves both directions.
type Keyset struct {
	Columns map[string]Column
	ID      string
}

// Keyset adds the condition, the order and the limit of a page to a bun select. The limit is one
// row more than asked for, see PageOf. A place that does not fit the order is a fault with code
// invalid_cursor. A field that is absent in Columns is an error of the program.
func (s *Store) Keyset(k Keyset, q *bun.SelectQuery, req page.Request) (*bun.SelectQuery, error) {
	where, orderBy, args, err := k.parts(s.dialect, req.Order, req.After, func(int) string { return "?" })
	if err != nil {
		return nil, err
	}
	if where != "" {
		q = q.Where(where, args...)
	}
	return q.OrderExpr(orderBy).Limit(int64(req.Limit) + 1), nil
}

// KeysetText returns the parts for a prepared text. where is "" on the first page, else a condition
// to put after AND, with arguments numbered from first on; order goes after ORDER BY.
func (s *Store) KeysetText(k Keyset, req page.Request, first int) (where, order string, args []any, err error) {
	return k.parts(s.dialect, req.Order, req.After, func(n int) string { return "$" + strconv.Itoa(first+n) })
}

// KeysetWhere returns the parts with bun's ? instead of numbered arguments, for statements with
// more parts than a select of bun has.
func (s *Store) KeysetWhere(k Keyset, req page.Request) (where, order string, args []any, err error) {
	return k.parts(s.dialect, req.Order, req.After, func(int) string { return "?" })
}

// Run reads a part of a page: the rows that pass Where, in an order and from a place on. An empty
// Where means all rows.
type Run struct {
	Keyset  Keyset
	Where   string
	Request page.Request
}

// Runs returns the parts of a page, to be read in order until it is full. An order by a nullable
// field has two parts: rows with a value, then rows without. So one index on (team_id, field, id)
// serves every page in both directions on both databases. Any other order has one part.
func (k Keyset) Runs(req page.Request) []Run {
	whole := []Run{{Keyset: k, Request: req}}
	if len(req.Order) == 0 || req.After != nil && len(req.After) != len(req.Order)+1 {
		return whole
	}
	first := req.Order[0]
	column, ok := k.Columns[first.Field]
	if !ok || !column.Null {
		return whole
	}
	run := func(c Column, where string, after page.Key) Run {
		r := Run{Keyset: Keyset{Columns: maps.Clone(k.Columns), ID: k.ID}, Where: column.Expr + where, Request: req}
		r.Keyset.Columns[first.Field], r.Request.After = c, after
		return r
	}
	with, without := column, column
	with.Null, without.alone = false, true
	if req.After != nil && req.After[0] == nil {
		return []Run{run(without, " IS NULL", req.After)}
	}
	return []Run{run(with, " IS NOT NULL", req.After), run(without, " IS NULL", nil)}
}

// term has one expression of an order and the value after which the page starts.
type term struct {
	expr      string
	desc      bool
	null      bool
	nullsLast bool
	arg       func() string
	// value has nil for null.
	value any
}

func (k Keyset) parts(d Dialect, order []page.By, after page.Key, place func(n int) string) (where, orderBy string, args []any, err error) {
	if after != nil && len(after) != len(order)+1 {
		return "", "", nil, badPlace("its length")
	}
	var terms []term
	unique := false
	for i, by := range order {
		column, ok := k.Columns[by.Field]
		if !ok && by.Field != "id" {
			return "", "", nil, fmt.Errorf("db: no column for the field %q", by.Field)
		}
		if by.Field == "id" {
			column, unique = Column{Expr: k.ID}, true
		}
		t := term{expr: column.Expr, desc: by.Desc, null: column.Null, nullsLast: column.Null && !column.alone}
		if column.Text && d == Postgres {
			t.expr += ` COLLATE "C"`
		}
		if after != nil {
			if t.value, err = column.value(after[i]); err != nil {
				return "", "", nil, err
			}
		}
		terms = append(terms, t)
		if unique {
			// Whatever follows cannot change the order.
			break
		}
	}
	if !unique {
		t := term{expr: k.ID, desc: len(terms) > 0 && terms[len(terms)-1].desc}
		if after != nil {
			if t.value, err = (Column{}).value(after[len(order)]); err != nil {
				return "", "", nil, err
			}
		}
		terms = append(terms, t)
	}
	orderBy = orderText(terms)
	if after == nil {
		return "", orderBy, nil, nil
	}
	for i := range terms {
		terms[i].arg = func() string {
			args = append(args, terms[i].value)
			return place(len(args) - 1)
		}
	}
	where = whereText(terms)
	return where, orderBy, args, nil
}

// value checks one value of a place, because places come from clients.
func (c Column) value(v any) (any, error) {
	switch v.(type) {
	case nil:
		if c.Null {
			return nil, nil
		}
	case string:
		if c.Text {
			return v, nil
		}
	case int64:
		if !c.Text {
			return v, nil
		}
	}
	return nil, badPlace("a value")
}

func badPlace(what string) error {
	return fault.New(fault.Invalid, fault.CodeInvalidCursor, "The cursor does not belong to this list.").
		Because(fmt.Errorf("%s does not fit the order", what))
}

func orderText(terms []term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = t.expr
		if t.desc {
			parts[i] += " DESC"
		}
		if t.nullsLast {
			// Adds NULLS LAST only where needed, because with it Postgres would not walk an index
			// of a column without nulls backwards.
			parts[i] += " NULLS LAST"
		}
	}
	return strings.Join(parts, ", ")
}

// whereText returns the condition "after the place".
func whereText(terms []term) string {
	if plain(terms) {
		return rowText(terms)
	}
	return nested(terms)
}

// nested returns a > x OR (a = x AND (b > y OR …)). It takes the arguments in the order of the
// text, as bun's ? needs.
func nested(terms []term) string {
	first := terms[0]
	beyond := first.beyond()
	if len(terms) == 1 {
		return beyond
	}
	tied := first.same() + " AND " + nested(terms[1:])
	if beyond == "" {
		return "(" + tied + ")"
	}
	return "(" + beyond + " OR (" + tied + "))"
}

// plain reports whether a single row comparison suffices, for which indexes work best.
func plain(terms []term) bool {
	for _, t := range terms {
		if t.null || t.desc != terms[0].desc {
			return false
		}
	}
	return true
}

func rowText(terms []term) string {
	left, right := make([]string, len(terms)), make([]string, len(terms))
	for i, t := range terms {
		left[i], right[i] = t.expr, t.arg()
	}
	return "(" + strings.Join(left, ", ") + ") " + terms[0].sign() + " (" + strings.Join(right, ", ") + ")"
}

func (t term) sign() string {
	if t.desc {
		return "<"
	}
	return ">"
}

// beyond returns the condition for rows after the value in this column. It returns "" after null,
// because nulls come last.
func (t term) beyond() string {
	switch {
	case t.value == nil:
		return ""
	case t.null:
		return "(" + t.expr + " " + t.sign() + " " + t.arg() + " OR " + t.expr + " IS NULL)"
	}
	return t.expr + " " + t.sign() + " " + t.arg()
}

func (t term) same() string {
	if t.value == nil {
		return t.expr + " IS NULL"
	}
	return t.expr + " = " + t.arg()
}

// PageOf makes a page of the rows fetched for req, at most one more than requested. value returns a
// row's value of a sort field, or of "id": a string, an int64 or nil.
func PageOf[R, T any](rows []R, req page.Request, item func(R) (T, error), value func(row R, field string) any) (page.Page[T], error) {
	var p page.Page[T]
	if len(rows) > req.Limit {
		rows = rows[:req.Limit]
		last := rows[len(rows)-1]
		for _, by := range req.Order {
			p.Next = append(p.Next, value(last, by.Field))
		}
		p.Next = append(p.Next, value(last, "id"))
	}
	p.Items = make([]T, len(rows))
	for i, row := range rows {
		var err error
		if p.Items[i], err = item(row); err != nil {
			return page.Page[T]{}, err
		}
	}
	return p, nil
}
