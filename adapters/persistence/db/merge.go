package db

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/page"
)

// spot has a row's id and its value of the sort field: a string, an int64, or nil.
type spot struct {
	id int64
	at any
}

// spot parses a place in an order by the column; it returns nil for no place.
func (c Column) spot(key page.Key) (*spot, error) {
	if key == nil {
		return nil, nil //nolint:nilnil // the place before the first row
	}
	if len(key) != 2 {
		return nil, badPlace("its length")
	}
	at, err := c.value(key[0])
	if err != nil {
		return nil, err
	}
	id, ok := key[1].(int64)
	if !ok {
		return nil, badPlace("its id")
	}
	return &spot{id: id, at: at}, nil
}

// merger walks the rows with a value, or with nulls the rows without.
type merger struct {
	store  *Store
	groups Groups
	column Column
	query  Nearest
	nulls  bool
}

// Each read takes at least fewest rows of a group, unless the limit is smaller.
const fewest = 4

// merge reads the heads of all groups and emits rows up to the first place after which a group may
// have more rows. From there it continues with the groups that do.
func (m merger) merge(ctx context.Context, after *spot, limit int) ([]spot, error) {
	var out, ahead []spot
	if len(m.query.Groups) == 0 {
		found, err := m.read(ctx, nil, after, limit)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(found[0], m.compare)
		return found[0], nil
	}
	groups := m.query.Groups
	size := min(limit, max(fewest, 4*limit/max(len(groups), 1)))
	for len(groups) > 0 {
		found, err := m.read(ctx, groups, after, size)
		if err != nil {
			return nil, err
		}
		var more []string
		var end *spot
		for i, rows := range found {
			if len(rows) == size {
				more = append(more, groups[i])
				if last := rows[size-1]; end == nil || m.compare(last, *end) < 0 {
					end = &last
				}
			}
		}
		var left []spot
		for i, rows := range append(found, ahead) {
			for _, row := range rows {
				switch {
				case end == nil || m.compare(row, *end) <= 0:
					out = append(out, row)
				case i == len(found) || len(rows) < size:
					// Does not read an exhausted group again.
					left = append(left, row)
				}
			}
		}
		if len(out) >= limit || end == nil {
			break
		}
		groups, after, ahead = more, end, left
		size = min(limit, 2*size)
	}
	slices.SortFunc(out, m.compare)
	return out[:min(limit, len(out))], nil
}

// compare orders rows as the database does.
func (m merger) compare(a, b spot) int {
	order := cmp.Compare(a.id, b.id)
	switch x := a.at.(type) {
	case string:
		y, _ := b.at.(string)
		order = cmp.Or(strings.Compare(x, y), order)
	case int64:
		y, _ := b.at.(int64)
		order = cmp.Or(cmp.Compare(x, y), order)
	}
	if m.query.By.Desc {
		return -order
	}
	return order
}

// read fetches the next rows of each group, at most size of each.
func (m merger) read(ctx context.Context, groups []string, after *spot, size int) ([][]spot, error) {
	text, args := m.inner(after, size)
	switch {
	case len(groups) == 0:
		text = "SELECT 0, x.id, x.k FROM (" + text + ") AS x"
	case m.store.dialect == Postgres:
		text = "SELECT g.n - 1, x.id, x.k FROM json_array_elements_text(?::json) WITH ORDINALITY AS g(name, n)" +
			" CROSS JOIN LATERAL (" + text + ") AS x"
	default:
		// SQLite has no lateral join, but a table-valued function may depend on another table.
		text = "SELECT g.key, x.value ->> 0, x.value ->> 1 FROM json_each(?) AS g CROSS JOIN" +
			" json_each((SELECT json_group_array(json_array(id, k)) FROM (" + text + "))) AS x"
		text = strings.Replace(text, "g.name", "g.value", 1)
	}
	if len(groups) > 0 {
		list, err := json.Marshal(groups)
		if err != nil {
			return nil, fmt.Errorf("list the groups: %w", err)
		}
		args = append([]any{string(list)}, args...)
	}
	return m.spots(ctx, text, args, max(len(groups), 1))
}

// spots runs a statement that selects the number of a group, an id and a value.
func (m merger) spots(ctx context.Context, text string, args []any, groups int) ([][]spot, error) {
	rows, err := m.store.Read(ctx).QueryContext(ctx, text, args...)
	if err != nil {
		return nil, Fault(err)
	}
	defer func() { _ = rows.Close() }()
	out := make([][]spot, groups)
	for rows.Next() {
		var group int
		var p spot
		if err := rows.Scan(&group, &p.id, &p.at); err != nil {
			return nil, Fault(err)
		}
		p.at = plainValue(p.at)
		out[group] = append(out[group], p)
	}
	return out, Fault(rows.Err())
}

// inner selects the next rows, of the group g.name if there are groups.
func (m merger) inner(after *spot, size int) (text string, args []any) {
	k, way, sign := m.column.Expr, "", ">"
	if m.query.By.Desc {
		way, sign = " DESC", "<"
	}
	order := "t." + k + way + ", t.id" + way
	place, spot := "(t."+k+", t.id) "+sign+" (?, ?)", func() []any { return []any{after.at, after.id} }
	if k == "id" {
		order, place, spot = "t.id"+way, "t.id "+sign+" ?", func() []any { return []any{after.id} }
	}
	text = "SELECT t.id, t." + k + " AS k" + m.asked() + " FROM " + m.groups.Table + " AS t WHERE t.team_id = ? AND "
	if len(m.query.Groups) == 0 {
		text += m.groups.Walked
	} else {
		text += "t." + m.groups.Group + " = g.name"
	}
	args = []any{m.query.Team}
	switch {
	case m.nulls:
		text += " AND t." + k + " IS NULL"
	case m.column.Null:
		text += " AND t." + k + " IS NOT NULL"
	}
	switch {
	case after == nil:
	case m.nulls:
		text, args = text+" AND t.id "+sign+" ?", append(args, after.id)
	default:
		text, args = text+" AND "+place, append(args, spot()...)
	}
	for _, c := range m.query.Within {
		text, args = text+" AND "+c.Text, append(args, c.Args...)
	}
	return text + " ORDER BY " + order + " LIMIT ?", append(args, size)
}

// pass walks all rows, values before nulls, with one statement for each, and returns the rows that
// pass the conditions. The statement ends with the last wanted row.
func (m merger) pass(ctx context.Context, after *spot) (out []spot, enough bool, err error) {
	left := m.query.Most
	for _, nulls := range []bool{false, true} {
		switch {
		case nulls && (!m.column.Null || len(m.query.Within) > 0):
			return out, true, nil // bounds exclude nulls
		case !nulls && after != nil && after.at == nil:
			continue
		}
		m.nulls = nulls
		wanted := m.query.Limit - len(out)
		text, args := m.inner(after, left)
		conditions, more := Conditions(m.query.Where)
		found, err := m.spots(ctx, "SELECT 0, t.id, t.k FROM ("+text+") AS t WHERE "+conditions+m.again()+" LIMIT ?",
			append(append(slices.Clone(args), more...), wanted), 1)
		if err != nil {
			return nil, false, err
		}
		if out = append(out, found[0]...); len(found[0]) == wanted {
			return out, true, nil
		}
		var seen int
		err = m.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM ("+text+") AS t", args...).Scan(&seen)
		if left -= seen; err != nil || left <= 0 {
			return out, false, Fault(err)
		}
		after = nil
	}
	return out, true, nil
}

// again repeats the order of the walk, because Postgres may join a condition on other tables in
// another order. SQLite keeps the order, and would read all rows to sort them.
func (m merger) again() string {
	if m.store.dialect == SQLite {
		return ""
	}
	way := ""
	if m.query.By.Desc {
		way = " DESC"
	}
	if m.column.Expr == "id" {
		return " ORDER BY t.k" + way
	}
	return " ORDER BY t.k" + way + ", t.id" + way
}

// asked selects the columns that the conditions of a walk read.
func (m merger) asked() string {
	if len(m.query.Where) == 0 || len(m.query.Groups) > 0 {
		return ""
	}
	text := ""
	for _, column := range m.groups.Asked {
		text += ", t." + column
	}
	return text
}

// sift walks along the order in growing steps and returns the rows that pass the conditions.
func (m merger) sift(ctx context.Context, after *spot) (out []spot, enough bool, err error) {
	const first, largest = 250, 2000
	walked := 0
	for step := first; walked < m.query.Most; step = min(2*step, largest) {
		found, err := m.next(ctx, after, step)
		if err != nil {
			return nil, false, err
		}
		if len(found) > 0 {
			ids := make([]int64, len(found))
			for i, f := range found {
				ids[i] = f.id
			}
			kept, err := m.store.IDs(ctx, m.groups, append([]Condition{m.store.Among(m.query.Team, ids)}, m.query.Where...), step)
			if err != nil {
				return nil, false, err
			}
			passed := make(map[int64]bool, len(kept))
			for _, id := range kept {
				passed[id] = true
			}
			for _, f := range found {
				if passed[f.id] {
					out = append(out, f)
				}
			}
		}
		if len(out) >= m.query.Limit || len(found) < step {
			return out[:min(m.query.Limit, len(out))], true, nil
		}
		walked += len(found)
		after = &found[len(found)-1]
	}
	return out, false, nil
}

// next lists the rows after a place, rows with a value before nulls.
func (m merger) next(ctx context.Context, after *spot, limit int) (found []spot, err error) {
	if after == nil || after.at != nil {
		if found, err = m.merge(ctx, after, limit); err != nil {
			return nil, err
		}
		after = nil
	}
	// Bounds exclude nulls.
	if m.column.Null && len(found) < limit && len(m.query.Within) == 0 {
		m.nulls = true
		rest, err := m.merge(ctx, after, limit-len(found))
		if err != nil {
			return nil, err
		}
		found = append(found, rest...)
	}
	return found, nil
}
