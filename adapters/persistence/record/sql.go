package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
)

// On stores records in a database.
func On(s *db.Store) Engine { return onSQL{s} }

type onSQL struct{ *db.Store }

// Open prepares the texts of the statements that run on every call.
func (e onSQL) Open(t *Info) Rows {
	s := &sqlRows{store: e.Store, info: t}
	s.all = "SELECT " + t.Names("", t.Read) + " FROM " + t.Name + " WHERE TRUE" + s.live(" AND ")
	if t.Team < 0 {
		return s // a catalogue for all teams: nothing is found by id
	}
	from := " FROM " + t.Name + " WHERE " + t.Columns[t.Team].Name + " = $1" + s.live(" AND ")
	s.selected = "SELECT " + t.Names("", t.Read) + from
	if len(t.PK) == 1 {
		key := t.Columns[t.PK[0]].Name
		s.one = s.selected + " AND " + key + " = $2"
		s.found = "SELECT " + t.Names("", t.Found) + from + " AND " + key + " = $2"
		s.named = s.selected + " AND " + e.IDsIn(key, 2) + " ORDER BY " + key
	}
	if len(t.Key) > 0 {
		batch, on := t.Batch(t.Key), make([]string, len(t.Key))
		for i, h := range batch {
			on[i] = " AND t." + h.Name + " = u." + h.Name
		}
		// SQLite keeps the order of a cross join, so each key is looked up separately.
		s.keyed = "SELECT " + t.Names("t.", t.Read) + " FROM " + batch.From(e.Dialect(), 2) + " CROSS JOIN " + t.Name +
			" AS t WHERE t.team_id = $1" + strings.Join(on, "") + s.live(" AND t.") + " ORDER BY t.id"
	}
	return s
}

// sqlRows accesses the rows of a table in a database.
type sqlRows struct {
	store *db.Store
	info  *Info
	// all selects from all teams.
	all, selected, one, found, named, keyed string
}

// live returns the condition that excludes removed records.
func (s *sqlRows) live(before string) string {
	if !s.info.Removable {
		return ""
	}
	return before + removedColumn + " IS NULL"
}

func (s *sqlRows) find(ctx context.Context, team id.Team, record int64, places []any) (bool, error) {
	err := s.store.Hot(ctx).QueryRow(ctx, s.found, int64(team), record).Scan(places...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// byName selects records by their ids or keys.
func (s *sqlRows) byName(ctx context.Context, q Query) (db.Rows, error) {
	text, lock, args := s.named, s.lock(q), []any{int64(q.Team)}
	switch {
	case q.IDs == nil:
		keys, err := s.args(s.info.Key, q.Keys)
		if err != nil {
			return nil, err
		}
		if text, args = s.keyed, append(args, keys...); lock != "" {
			lock += " OF t"
		}
	case len(q.IDs) == 1:
		text, args = s.one, append(args, q.IDs[0])
	default:
		args = append(args, s.store.IDsArg(q.IDs))
	}
	return s.store.Hot(ctx).Query(ctx, text+lock, args...)
}

// lock returns the locking clause of a query.
func (s *sqlRows) lock(q Query) string {
	switch lock := s.store.ForUpdate(); {
	case !q.Lock || lock == "":
		return ""
	case q.Share:
		return " FOR SHARE"
	default:
		return lock
	}
}

// prepared runs a query with a text that does not depend on the values.
func (s *sqlRows) prepared(ctx context.Context, q Query) (db.Rows, error) {
	text, args := s.all, []any(nil)
	if q.Team > 0 {
		text, args = s.selected, []any{int64(q.Team)}
	}
	for _, c := range q.Where {
		switch {
		case c.Text == "":
		case c.column != "":
			args = append(args, s.store.IDsArg(c.ids))
			text += " AND " + s.store.IDsIn(c.column, len(args))
		default:
			text += " AND " + c.Text
			for _, arg := range c.Args {
				args = append(args, arg)
				text = strings.Replace(text, "?", "$"+strconv.Itoa(len(args)), 1)
			}
		}
	}
	return s.store.Hot(ctx).Query(ctx, text+" ORDER BY "+s.info.Names("", s.info.named())+s.lock(q), args...)
}

// Select prepares the statement of a list without a filter. With a filter, bun writes the values
// into the text: there are too many filters to prepare a text for each, and the planner sees the
// values.
func (s *sqlRows) Select(ctx context.Context, q Query) (db.Rows, error) {
	switch {
	case q.IDs != nil || q.Keys.All != nil:
		return s.byName(ctx, q)
	case q.Prepared:
		return s.prepared(ctx, q)
	}
	where, args := s.where(q)
	if len(args) == 1 && q.Team > 0 && s.info.ID >= 0 && !q.Lock && !q.Removed && q.Limit > 0 && len(q.Order) <= 1 {
		after, order, args, err := s.store.KeysetText(s.keyset(q), q.request(), 3)
		if err != nil {
			return nil, err
		}
		text := s.selected + strings.TrimPrefix(where, s.team()+s.live(" AND ")) + and(after) + " ORDER BY " + order +
			// SQLite prepares a statement again for each value of a bare LIMIT argument.
			" LIMIT $2 + 0"
		return s.store.Hot(ctx).Query(ctx, text, append([]any{int64(q.Team), int64(q.Limit)}, args...)...)
	}
	text, args, err := s.listed(q)
	if err != nil {
		return nil, err
	}
	return s.store.Rows(ctx, text+s.lock(q), args...)
}

func and(condition string) string {
	if condition == "" {
		return ""
	}
	return " AND " + condition
}

func (s *sqlRows) keyset(q Query) db.Keyset {
	if q.keyset != nil {
		return *q.keyset
	}
	return s.info.Keyset()
}

func (s *sqlRows) team() string { return s.info.Columns[s.info.Team].Name + " = ?" }

// where begins with the conditions on the team and on removed records.
func (s *sqlRows) where(q Query) (string, []any) {
	text, args := "TRUE", []any(nil)
	if q.Team != 0 {
		text, args = s.team(), []any{int64(q.Team)}
	}
	if !q.Removed {
		text += s.live(" AND ")
	}
	if all := All(q.Where...); all.Text != "" {
		text, args = text+" AND "+all.Text, append(args, all.Args...)
	}
	return text, args
}

func (s *sqlRows) Count(ctx context.Context, column string, q Query) (map[int64]int64, error) {
	where, args := s.where(q)
	by, group := "0", ""
	if column != "" {
		by, group = column, " AND "+column+" IS NOT NULL GROUP BY "+column
	}
	out := map[int64]int64{}
	var value, n int64
	err := db.Each(s.store.Rows(ctx, "SELECT "+by+", count(*) FROM "+s.info.Name+" WHERE "+where+group, args...))(
		func() { out[value] = n }, &value, &n)
	return out, err
}

// Insert stores many rows with one statement.
func (s *sqlRows) Insert(ctx context.Context, columns []int, rows Cells) ([]int64, error) {
	ids := make([]int64, rows.Rows())
	text := s.insertText(columns)
	if len(s.info.Key) > 0 && s.info.ID >= 0 {
		return ids, s.insertKeyed(ctx, text, columns, rows, ids)
	}
	args, err := s.args(columns, rows)
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

func (s *sqlRows) insertText(columns []int) string {
	text := s.info.Insert(s.store.Dialect(), columns...)
	if s.info.Refuse || len(s.info.Key) == 0 && s.info.ID >= 0 {
		return text
	}
	key := append([]int{s.info.Team}, s.info.Key...)
	return text + " ON CONFLICT (" + s.info.Names("", key) + ")" + s.live(" WHERE ") + " DO NOTHING"
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
	args, err := s.args(columns, sorted)
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

func (s *sqlRows) Drop(ctx context.Context, q Query) (int64, error) {
	where, args := s.where(q)
	result, err := s.store.Write(ctx).ExecContext(ctx, "DELETE FROM "+s.info.Name+" WHERE "+where, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// args returns the arguments of a batch of rows.
func (s *sqlRows) args(columns []int, rows Cells) ([]any, error) {
	return s.info.Batch(columns).Args(s.store.Dialect(), rows.Rows(), rows.At)
}
