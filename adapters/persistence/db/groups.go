package db

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"sellingassistant/domain/kernel/page"
)

// Groups lists a large table by filters on columns with few values, in many orders. These columns
// are combined into one column, the group. Each order has two indexes: (team_id, order, id) over
// the rows that Walked selects, which is fast when many rows match; and (team_id, group, order,
// id), from which a page is merged out of the heads of the matching groups. The cost is the same
// for ten rows or all, and for the first page and the last. Nulls are walked separately after all
// values, so one index serves both directions on both databases.
type Groups struct {
	Table string
	// Group names the column with equal values in all rows of a group.
	Group string
	// Walked selects the rows in the indexes (team_id, order, id), for lists over all of them.
	Walked string
	// Asked lists the columns, besides the id, that conditions read when all rows are walked.
	Asked []string
	// Columns maps the sortable fields to columns. The id alone is an order too; its indexes are
	// (team_id, id) and (team_id, group, id).
	Columns map[string]Column
}

// Condition has SQL text with ? for its arguments, as bun writes them.
type Condition struct {
	Text string
	Args []any
}

// Placed has the place of a row in a list. The next page may start after that place.
type Placed struct {
	ID  int64
	Key page.Key
}

// Nearest describes the rows to find: the first rows in an order, after a place.
type Nearest struct {
	Team int64
	// Groups names the groups to merge; empty walks all rows that Groups.Walked selects.
	Groups []string
	By     page.By
	// After gives the place to start after: the value of the field and the id.
	After page.Key
	Limit int
	// Within limits the value of the field.
	Within []Condition
	// Where filters further; rows that it rejects still count as walked.
	Where []Condition
	// Most limits the examined rows if there is a Where.
	Most int
}

// GroupsOf lists the groups of a team's rows, with one index lookup per group.
func (s *Store) GroupsOf(ctx context.Context, g Groups, team int64) ([]string, error) {
	rows, err := s.Hot(ctx).Query(ctx, "WITH RECURSIVE f(g) AS (SELECT min("+g.Group+") FROM "+g.Table+" WHERE team_id = $1"+
		" UNION ALL SELECT (SELECT min(t."+g.Group+") FROM "+g.Table+" AS t WHERE t.team_id = $1 AND t."+g.Group+" > f.g)"+
		" FROM f WHERE f.g IS NOT NULL) SELECT g FROM f WHERE g IS NOT NULL", team)
	if err != nil {
		return nil, Fault(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, Fault(err)
		}
		out = append(out, one)
	}
	return out, Fault(rows.Err())
}

// Nearest lists the groups' rows after a place, by one field and then by id in the same direction,
// nulls last. It gives up after examining n.Most rows, and returns false with the rows found. A
// place that does not fit the order is a fault with code invalid_cursor.
func (s *Store) Nearest(ctx context.Context, g Groups, n Nearest) ([]Placed, bool, error) {
	column, ok := g.Columns[n.By.Field]
	if !ok {
		return nil, false, fmt.Errorf("db: no column for the field %q", n.By.Field)
	}
	after, err := column.spot(n.After)
	if err != nil {
		return nil, false, err
	}
	m := merger{store: s, groups: g, column: column, query: n}
	var found []spot
	switch {
	case len(n.Where) == 0:
		found, err = m.next(ctx, after, n.Limit)
	case len(n.Groups) == 0:
		found, ok, err = m.pass(ctx, after)
	default:
		found, ok, err = m.sift(ctx, after)
	}
	if err != nil {
		return nil, false, err
	}
	out := make([]Placed, len(found))
	for i, f := range found {
		out[i] = Placed{ID: f.id, Key: page.Key{f.at, f.id}}
	}
	return out, ok, nil
}

// Sorted lists the rows that pass the conditions, in the order and after the place of the request,
// one more than asked for. It finds all rows first and then sorts them, so the filters should leave
// few.
func (s *Store) Sorted(ctx context.Context, g Groups, where []Condition, r page.Request) ([]Placed, error) {
	behind, order, after, err := Keyset{Columns: g.Columns, ID: "id"}.parts(s.dialect, r.Order, r.After, func(int) string { return "?" })
	if err != nil {
		return nil, err
	}
	columns := make([]string, len(r.Order)+1)
	for i, by := range r.Order {
		columns[i] = g.Columns[by.Field].Expr
	}
	columns[len(r.Order)] = "id"
	conditions, args := Conditions(where)
	// Neither database optimises across a limit, so the outer order does not make it walk an index.
	fence := "OFFSET 0"
	if s.dialect == SQLite {
		fence = "LIMIT -1"
	}
	text := "SELECT " + strings.Join(columns, ", ") + " FROM (SELECT " + strings.Join(distinct(columns), ", ") + " FROM " + g.Table +
		" AS t WHERE " + conditions + " " + fence + ") AS found"
	if behind != "" {
		text, args = text+" WHERE "+behind, append(args, after...)
	}
	return s.Places(ctx, text+" ORDER BY "+order+" LIMIT ?", append(args, r.Limit+1)...)
}

// Apart lists the rows that pass the conditions as Sorted does, from two sets of rows with indexes
// of their own. It reads the first rows of each set in order.
func (s *Store) Apart(
	ctx context.Context, g Groups, sets [2]string, where []Condition, r page.Request,
) ([]Placed, error) {
	after, order, args, err := s.KeysetWhere(Keyset{Columns: g.Columns, ID: "id"}, r)
	if err != nil {
		return nil, err
	}
	columns := make([]string, len(r.Order)+1)
	for i, by := range r.Order {
		columns[i] = g.Columns[by.Field].Expr
	}
	columns[len(r.Order)] = "id"
	if after != "" {
		where = append(slices.Clip(where), Condition{Text: after, Args: args})
	}
	conditions, args := Conditions(where)
	var parts []string
	var all []any
	for i, set := range sets {
		parts = append(parts, "SELECT * FROM (SELECT "+strings.Join(distinct(columns), ", ")+" FROM "+g.Table+
			" AS t WHERE "+set+" AND "+conditions+" ORDER BY "+order+" LIMIT ?) AS p"+strconv.Itoa(i))
		all = append(append(all, args...), r.Limit+1)
	}
	return s.Places(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM ("+strings.Join(parts, " UNION ALL ")+
		") AS apart ORDER BY "+order+" LIMIT ?", append(all, r.Limit+1)...)
}

// Places reads the rows of a statement that selects the columns of an order and
// then the id.
func (s *Store) Places(ctx context.Context, text string, args ...any) ([]Placed, error) {
	rows, err := s.Read(ctx).QueryContext(ctx, text, args...)
	if err != nil {
		return nil, Fault(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, Fault(err)
	}
	var out []Placed
	places := make([]any, len(columns))
	for rows.Next() {
		key := make(page.Key, len(columns))
		for i := range key {
			places[i] = &key[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, Fault(err)
		}
		for i, v := range key {
			key[i] = plainValue(v)
		}
		id, _ := key[len(key)-1].(int64)
		out = append(out, Placed{ID: id, Key: key})
	}
	return out, Fault(rows.Err())
}

// plainValue converts a scanned value to the form in a page.Key: bytes become a string.
func plainValue(v any) any {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return v
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// IDs lists the ids of at most limit rows that pass the conditions, in any order.
func (s *Store) IDs(ctx context.Context, g Groups, where []Condition, limit int) ([]int64, error) {
	conditions, args := Conditions(where)
	rows, err := s.Read(ctx).QueryContext(ctx, "SELECT t.id FROM "+g.Table+" AS t WHERE "+conditions+" LIMIT ?", append(args, limit)...)
	if err != nil {
		return nil, Fault(err)
	}
	defer func() { _ = rows.Close() }()
	var out []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, Fault(err)
		}
		out = append(out, id)
	}
	return out, Fault(rows.Err())
}

// Among selects those rows t of the team that have one of the ids.
func (s *Store) Among(team int64, ids []int64) Condition {
	of := s.dialect.Checked("t.team_id") + " = ? AND "
	if s.dialect == Postgres {
		// Postgres parses one array faster than a thousand numbers.
		return Condition{Text: of + "t.id = ANY(?::bigint[])", Args: []any{team, pgdialect.Array(ids)}}
	}
	return Condition{Text: of + "t.id IN (?)", Args: []any{team, bun.List(ids)}}
}

// Conditions joins conditions by AND.
func Conditions(where []Condition) (text string, args []any) {
	parts := make([]string, len(where))
	for i, c := range where {
		parts[i] = c.Text
		args = append(args, c.Args...)
	}
	return strings.Join(parts, " AND "), args
}
