// Package record keeps records in memory, by the same descriptions of tables as
// the databases, for tests of use cases without infrastructure.
package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

// Store is all tables. One transaction runs at a time, and what is outside of it
// waits for it.
type Store struct {
	mu     sync.Mutex
	tables map[string]table
	// last are the highest ids given; one that is rolled back is not given again.
	last   map[string]int64
	onCall func(call string) error
}

// table has rows by their place. A row is never changed, only replaced.
type table map[int64][]db.Cell

// New makes an empty store.
func New() *Store {
	return &Store{tables: map[string]table{}, last: map[string]int64{}, onCall: func(string) error { return nil }}
}

// OnCall has f see every call before it does anything, as "documents Find"; an
// error of f is the answer of the call.
func (s *Store) OnCall(f func(call string) error) { s.onCall = f }

// Open implements record.Engine.
func (s *Store) Open(t *record.Info) record.Rows {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[t.Name] == nil {
		s.tables[t.Name] = table{}
	}
	return rows{s, t}
}

type inTx struct{ store *Store }

// InTx undoes what fn did when it fails or panics.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	defer s.enter(ctx)()
	before := make(map[string]table, len(s.tables))
	for name, t := range s.tables {
		before[name] = maps.Clone(t)
	}
	done := false
	defer func() {
		if !done || err != nil {
			s.tables = before
		}
	}()
	err = fn(context.WithValue(ctx, inTx{s}, true))
	done = true
	return err
}

// InLazyTx is InTx: nothing here waits for a disk.
func (s *Store) InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.InTx(ctx, fn)
}

// enter takes the lock unless the transaction of ctx has it.
func (s *Store) enter(ctx context.Context) (leave func()) {
	if ctx.Value(inTx{s}) != nil {
		return func() {}
	}
	s.mu.Lock()
	return s.mu.Unlock
}

// rows are the rows of one table.
type rows struct {
	store *Store
	info  *record.Info
}

// call runs one call with the lock taken.
func (r rows) call(ctx context.Context, verb string, f func(t table) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer r.store.enter(ctx)()
	if err := r.store.onCall(r.info.Name + " " + verb); err != nil {
		return err
	}
	return f(r.store.tables[r.info.Name])
}

func (r rows) value(row []db.Cell) func(column string) db.Cell {
	return func(column string) db.Cell { return row[r.info.Named(column)[0]] }
}

// fitting are the rows of a query, in the order of their places.
func (r rows) fitting(t table, q record.Query) [][]db.Cell {
	where := record.All(q.Where...)
	var out [][]db.Cell
	for _, at := range slices.Sorted(maps.Keys(t)) {
		row := t[at]
		removed := r.info.Removable && r.value(row)("deleted_at").Known
		if q.Team > 0 && row[r.info.Team].N != int64(q.Team) || removed && !q.Removed || where.Text != "" && !where.Holds(r.value(row)) {
			continue
		}
		out = append(out, row)
	}
	return out
}

// of are the conditions of the rows with these ids.
func (r rows) of(ids []int64) record.Condition {
	return record.In(r.info.Columns[r.info.PK[0]].Name, ids)
}

// Find implements record.Rows.
func (r rows) Find(ctx context.Context, team id.Team, named int64, places []any) (found bool, err error) {
	err = r.call(ctx, "Find", func(t table) error {
		all := r.fitting(t, record.Query{Team: team, Where: []record.Condition{r.of([]int64{named})}})
		if found = len(all) == 1; !found {
			return nil
		}
		one := r.read(all)
		one.Next()
		return one.Scan(places...)
	})
	return found, err
}

// Named implements record.Rows.
func (r rows) Named(ctx context.Context, team id.Team, ids []int64, lock bool) (out db.Rows, err error) {
	verb := "Named"
	if lock {
		verb = "Lock"
	}
	err = r.call(ctx, verb, func(t table) error {
		out = r.read(r.fitting(t, record.Query{Team: team, Where: []record.Condition{r.of(ids)}}))
		return nil
	})
	return out, err
}

// Keyed implements record.Rows.
func (r rows) Keyed(ctx context.Context, team id.Team, keys record.Cells, _ bool) (out db.Rows, err error) {
	err = r.call(ctx, "Keyed", func(t table) error {
		var found [][]db.Cell
		for _, row := range r.fitting(t, record.Query{Team: team}) {
			for i := range keys.Rows() {
				if r.same(row, func(c int) db.Cell { return keys.At(i, c) }) {
					found = append(found, row)
					break
				}
			}
		}
		out = r.read(found)
		return nil
	})
	return out, err
}

// same reports whether a row has a key.
func (r rows) same(row []db.Cell, key func(c int) db.Cell) bool {
	for i, c := range r.info.Key {
		if row[c] != key(i) {
			return false
		}
	}
	return true
}

// Select implements record.Rows.
func (r rows) Select(ctx context.Context, q record.Query) (out db.Rows, err error) {
	err = r.call(ctx, "Select", func(t table) error {
		found := r.fitting(t, q)
		slices.SortStableFunc(found, func(a, b []db.Cell) int { return compare(q.Order, r.key(q.Order, a), r.key(q.Order, b)) })
		if q.After != nil {
			found = slices.DeleteFunc(found, func(row []db.Cell) bool { return compare(q.Order, r.key(q.Order, row), q.After) <= 0 })
		}
		if q.Limit > 0 {
			found = found[:min(q.Limit, len(found))]
		}
		out = r.read(found)
		return nil
	})
	return out, err
}

// key is the place of a row in an order.
func (r rows) key(order []page.By, row []db.Cell) page.Key {
	var key page.Key
	add := func(c int) {
		if c >= 0 {
			key = append(key, row[c].Arg(r.info.Columns[c].Kind))
		}
	}
	for _, by := range order {
		add(r.info.Sort(by.Field))
	}
	add(r.info.ID)
	return key
}

// compare orders keys: nil comes last in both directions, and the id breaks ties
// in the direction of the last field.
func compare(order []page.By, a, b page.Key) int {
	for i := range a {
		c := 0
		switch x := a[i].(type) {
		case nil:
			if b[i] != nil {
				return 1
			}
			continue
		case string:
			y, ok := b[i].(string)
			if !ok {
				return -1
			}
			c = strings.Compare(x, y)
		case int64:
			y, ok := b[i].(int64)
			if !ok {
				return -1
			}
			c = cmp.Compare(x, y)
		}
		if len(order) > 0 && order[min(i, len(order)-1)].Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// Count implements record.Rows.
func (r rows) Count(ctx context.Context, q record.Query) (n int64, err error) {
	err = r.call(ctx, "Count", func(t table) error {
		n = int64(len(r.fitting(t, q)))
		return nil
	})
	return n, err
}

// CountBy implements record.Rows.
func (r rows) CountBy(ctx context.Context, column string, q record.Query) (map[int64]int64, error) {
	out := map[int64]int64{}
	return out, r.call(ctx, "Count", func(t table) error {
		for _, row := range r.fitting(t, q) {
			if v := r.value(row)(column); v.Known {
				out[v.N]++
			}
		}
		return nil
	})
}

// Insert implements record.Rows.
func (r rows) Insert(ctx context.Context, columns []int, in record.Cells) ([]int64, error) {
	ids := make([]int64, in.Rows())
	return ids, r.call(ctx, "Insert", func(t table) error {
		for i := range ids {
			row := make([]db.Cell, len(r.info.Columns))
			for c, column := range columns {
				row[column] = in.At(i, c)
			}
			if len(r.info.Key) > 0 && slices.ContainsFunc(r.fitting(t, record.Query{Team: id.Team(row[r.info.Team].N)}), func(have []db.Cell) bool {
				return r.same(have, func(c int) db.Cell { return row[r.info.Key[c]] })
			}) {
				continue
			}
			r.store.last[r.info.Name]++
			at := r.store.last[r.info.Name]
			if r.info.ID >= 0 {
				ids[i], row[r.info.ID] = at, db.Cell{Known: true, N: at}
			}
			t[at] = row
		}
		return nil
	})
}

// Update implements record.Rows.
func (r rows) Update(ctx context.Context, columns []int, versioned bool, in record.Cells) (n int64, err error) {
	by := in.Width - len(columns)
	err = r.call(ctx, "Update", func(t table) error {
		for i := range in.Rows() {
			for at, have := range t {
				if r.info.Removable && r.value(have)("deleted_at").Known || !r.named(have, in, i) {
					continue
				}
				row := slices.Clone(have)
				for c, column := range columns {
					row[column] = in.At(i, by+c)
				}
				if versioned && have[r.info.Version].N >= row[r.info.Version].N {
					continue
				}
				t[at] = row
				n++
			}
		}
		return nil
	})
	return n, err
}

// named reports whether row i names a stored row by team and primary key.
func (r rows) named(have []db.Cell, in record.Cells, i int) bool {
	for c, column := range append([]int{r.info.Team}, r.info.PK...) {
		if have[column] != in.At(i, c) {
			return false
		}
	}
	return true
}

// Remove implements record.Rows.
func (r rows) Remove(ctx context.Context, team id.Team, ids []int64, when int64) (n int64, err error) {
	err = r.call(ctx, "Remove", func(t table) error {
		for _, have := range r.fitting(t, record.Query{Team: team, Where: []record.Condition{r.of(ids)}}) {
			row := slices.Clone(have)
			row[r.info.Named("deleted_at")[0]] = db.Cell{Known: true, N: when}
			t[row[r.info.ID].N] = row
			n++
		}
		return nil
	})
	return n, err
}

// Drop implements record.Rows.
func (r rows) Drop(ctx context.Context, q record.Query) (n int64, err error) {
	err = r.call(ctx, "Drop", func(t table) error {
		gone := r.fitting(t, q)
		maps.DeleteFunc(t, func(_ int64, have []db.Cell) bool {
			return slices.ContainsFunc(gone, func(row []db.Cell) bool { return slices.Equal(row, have) })
		})
		n = int64(len(gone))
		return nil
	})
	return n, err
}

// cursor reads rows as a database does.
type cursor struct {
	info *record.Info
	left [][]db.Cell
	row  []db.Cell
}

func (r rows) read(all [][]db.Cell) *cursor { return &cursor{info: r.info, left: all} }

func (c *cursor) Next() bool {
	if len(c.left) == 0 {
		return false
	}
	c.row, c.left = c.left[0], c.left[1:]
	return true
}

func (c *cursor) Err() error { return nil }

func (c *cursor) Close() { c.left = nil }

func (c *cursor) Scan(places ...any) error {
	var errs []error
	for i, column := range c.info.Read {
		errs = append(errs, scan(c.row[column], c.info.Columns[column].Kind, places[i]))
	}
	return errors.Join(errs...)
}

func scan(cell db.Cell, kind db.Kind, place any) error {
	switch to := place.(type) {
	case *int64:
		*to = cell.N
	case *string:
		*to = cell.S
	case *bool:
		*to = cell.B
	case *[]byte:
		if *to = nil; cell.Known {
			*to = []byte(cell.S)
		}
	case **int64:
		*to = pointer(cell.Known, cell.N)
	case **string:
		*to = pointer(cell.Known, cell.S)
	case **bool:
		*to = pointer(cell.Known, cell.B)
	case interface{ Scan(any) error }:
		return to.Scan(cell.Arg(kind))
	default:
		return fmt.Errorf("no column is scanned to a %T", place)
	}
	return nil
}

func pointer[T any](known bool, v T) *T {
	if !known {
		return nil
	}
	return &v
}
