package record

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
)

// Insert stores many rows with one statement.
func (s *sqlRows) Insert(ctx context.Context, columns []int, rows Cells) ([]int64, error) {
	ids, err := s.insert(ctx, columns, rows)
	if err != nil || rows.Rows() <= fewRows || s.info.Version < 0 {
		return ids, err
	}
	return ids, s.grown(ctx)
}

func (s *sqlRows) insert(ctx context.Context, columns []int, rows Cells) ([]int64, error) {
	ids := make([]int64, rows.Rows())
	text := s.insertText(columns, rows.Rows())
	if len(s.info.Key) > 0 && s.info.ID >= 0 {
		return ids, s.insertKeyed(ctx, text, columns, rows, ids)
	}
	args, err := s.info.insertArgs(s.store.Dialect(), columns, rows)
	if err != nil {
		return nil, err
	}
	if s.info.ID < 0 {
		_, err = s.store.Hot(ctx).Exec(ctx, text, args...)
		return ids, err
	}
	var made int64
	ids = ids[:0]
	err = db.Each(s.store.HotWrite(ctx).Query(ctx, text+" RETURNING id", args...))(func() { ids = append(ids, made) }, &made)
	// Both databases assign rising ids in the order of the rows, but may return them in another
	// order.
	slices.Sort(ids)
	return ids, err
}

func (s *sqlRows) insertText(columns []int, rows int) string {
	text := ""
	if rows == 1 {
		text = s.info.InsertOne(s.store.Dialect(), columns...)
	} else {
		text = s.info.Insert(s.store.Dialect(), columns...)
	}
	if s.info.Refuse || len(s.info.Key) == 0 && s.info.ID >= 0 {
		return text
	}
	key := append([]int{s.info.Team}, s.info.Key...)
	return text + " ON CONFLICT (" + s.info.Names("", key) + ")" + s.live(" WHERE ") + " DO NOTHING"
}

// insertArgs returns the arguments of InsertOne for a single row, and of Insert for more.
func (t *Info) insertArgs(d db.Dialect, columns []int, rows Cells) ([]any, error) {
	if rows.Rows() == 1 {
		return t.Batch(columns).RowArgs(rows.All), nil
	}
	return t.Batch(columns).Args(d, rows.Rows(), rows.At)
}

// insertKeyed inserts rows and leaves out rows with taken keys. It sorts the rows by key, because
// writers of the same keys wait for each other. The fixed order prevents deadlocks. With Refuse it
// keeps the given order.
func (s *sqlRows) insertKeyed(ctx context.Context, text string, columns []int, rows Cells, ids []int64) error {
	key := append([]int{s.info.Team}, s.info.Key...)
	keys, order := make([]string, len(ids)), make([]int, len(ids))
	for i := range ids {
		order[i] = i
		for _, c := range key {
			keys[i] += keyPart(rows.At(i, slices.Index(columns, c)))
		}
	}
	if !s.info.Refuse {
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(keys[a], keys[b]) })
	}
	sorted := Cells{Width: rows.Width, All: make([]db.Cell, 0, len(rows.All))}
	for _, i := range order {
		sorted.All = append(sorted.All, rows.row(i)...)
	}
	args, err := s.info.insertArgs(s.store.Dialect(), columns, sorted)
	if err != nil {
		return err
	}
	var made int64
	parts := make([]db.Cell, len(key))
	places := []any{&made}
	for i := range parts {
		places = append(places, cellPlace{&parts[i]})
	}
	given := make(map[string]int64, len(ids))
	err = db.Each(s.store.HotWrite(ctx).Query(ctx, text+" RETURNING id, "+s.info.Names("", key), args...))(func() {
		whole := ""
		for _, part := range parts {
			whole += keyPart(part)
		}
		given[whole] = made
	}, places...)
	for i := range ids {
		ids[i] = given[keys[i]]
		delete(given, keys[i]) // a key that is given twice is inserted once
	}
	return err
}

func keyPart(c db.Cell) string { return strconv.FormatInt(c.N, 10) + c.S + "\x00" }

// cellPlace scans a column of any kind.
type cellPlace struct{ to *db.Cell }

// Scan accepts the types that drivers return.
func (p cellPlace) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*p.to = db.Cell{}
	case int64:
		*p.to = db.Cell{Known: true, N: v}
	case string:
		*p.to = db.Cell{Known: true, S: v}
	case []byte:
		*p.to = db.Cell{Known: true, S: string(v)}
	default:
		return fmt.Errorf("read a key: unexpected type %T", src)
	}
	return nil
}

// Update takes for each column one value for all rows, or a value per row. Rows changed together
// differ in few columns, and the statement has to unpack values per row. $1 has the bit of each
// shared column.
func (s *sqlRows) Update(ctx context.Context, columns []int, versioned bool, rows Cells) (int64, error) {
	n, named := rows.Rows(), rows.Width-len(columns)
	if n == 1 {
		args := s.info.Batch(append(s.info.named(), columns...)).RowArgs(rows.All)
		return s.store.Hot(ctx).Exec(ctx, s.updateOne(columns, versioned), args...)
	}
	bits, values := int64(0), make([]any, len(columns))
	for i, c := range columns {
		first, same := rows.At(0, named+i), 1
		for same < n && rows.At(same, named+i) == first {
			same++
		}
		// The version also guards each row, so each brings its own.
		if same == n && c != s.info.Version {
			bits |= 1 << i
			values[i] = first.Arg(s.info.Columns[c].Kind)
		}
	}
	all := append(s.info.named(), columns...)
	batch, err := s.info.Batch(all).Args(s.store.Dialect(), n, func(r, c int) db.Cell {
		if c >= named && bits&(1<<(c-named)) != 0 {
			return db.Cell{}
		}
		return rows.At(r, c)
	})
	if err != nil {
		return 0, err
	}
	return s.store.Hot(ctx).Exec(ctx, s.updateText(all, columns, versioned), slices.Concat([]any{bits}, values, batch)...)
}

func (s *sqlRows) updateLater(
	ctx context.Context, columns []int, versioned bool, rows Cells, check func(affected int64, err error) error,
) error {
	args := s.info.Batch(append(s.info.named(), columns...)).RowArgs(rows.All)
	return s.store.Later(ctx, check, s.updateOne(columns, versioned), args...)
}

// updateOne returns the statement that changes a single row. Its arguments are the values of the
// columns that name the row, then of columns.
func (s *sqlRows) updateOne(columns []int, versioned bool) string {
	d, by := s.store.Dialect(), s.info.named()
	batch := s.info.Batch(append(s.info.named(), columns...))
	where, sets := make([]string, len(by)), make([]string, len(columns))
	for i := range batch {
		value := d.Argument(1+i, batch[i].Kind)
		if i < len(by) {
			where[i] = batch[i].Name + " = " + value
			continue
		}
		c := columns[i-len(by)]
		sets[i-len(by)] = batch[i].Name + " = " + s.info.cast(d, value, c)
		if versioned && c == s.info.Version {
			where = append(where, versionColumn+" < "+value)
		}
	}
	if len(by) > 1 {
		where[0] = d.Checked(where[0])
	}
	return "UPDATE " + s.info.Name + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND ") +
		s.live(" AND ")
}

func (s *sqlRows) updateText(all, columns []int, versioned bool) string {
	const firstValue = 2
	sets := make([]string, len(columns))
	for i, c := range columns {
		name := s.info.Columns[c].Name
		sets[i] = name + " = " + s.info.cast(s.store.Dialect(), fmt.Sprintf("CASE WHEN (CAST($1 AS BIGINT) & %d) <> 0 THEN $%d ELSE u.%s END", 1<<i, firstValue+i, name), c)
	}
	table := s.info.Name + "."
	var where []string
	for _, c := range s.info.named() {
		name := s.info.Columns[c].Name
		where = append(where, table+name+" = u."+name)
	}
	if len(where) > 1 {
		where[0] = s.store.Dialect().Checked(where[0])
	}
	if versioned {
		where = append(where, table+versionColumn+" < u."+versionColumn)
	}
	return "UPDATE " + s.info.Name + " SET " + strings.Join(sets, ", ") + " FROM " +
		s.info.Batch(all).From(s.store.Dialect(), firstValue+len(columns)) +
		" WHERE " + strings.Join(where, " AND ") + s.live(" AND "+table)
}
