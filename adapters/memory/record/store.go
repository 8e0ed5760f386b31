// Package record stores records in memory, by the same descriptions of tables as the databases.
// Tests of use cases need no infrastructure with it.
package record

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/page"
)

// Store has all tables. One transaction runs at a time, and calls outside it wait for it.
type Store struct {
	mu     sync.Mutex
	tables map[string]table
	// last has the highest ids given. A rollback does not free an id.
	last   map[string]int64
	onCall func(call string) error
}

// table maps row numbers to rows. A row is never changed, only replaced.
type table map[int64][]db.Cell

// New makes an empty store.
func New() *Store {
	return &Store{tables: map[string]table{}, last: map[string]int64{}, onCall: func(string) error { return nil }}
}

// OnCall sets a function that sees every call first, as "documents Lock". An error of f becomes the
// error of the call.
func (s *Store) OnCall(f func(call string) error) { s.onCall = f }

// Open returns a table and makes it if necessary. It must not run together with other calls.
func (s *Store) Open(t *record.Info) record.Rows {
	if s.tables[t.Name] == nil {
		s.tables[t.Name] = table{}
	}
	return rows{s, t}
}

type inTx struct{ store *Store }

// InTx undoes the changes of fn if fn fails or panics.
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

// Lock does nothing, because a transaction has the store for itself.
func (s *Store) Lock(context.Context, string) error { return nil }

// enter takes the lock, unless the transaction of ctx has it.
func (s *Store) enter(ctx context.Context) (leave func()) {
	if ctx.Value(inTx{s}) != nil {
		return func() {}
	}
	s.mu.Lock()
	return s.mu.Unlock
}

// rows accesses the rows of a table.
type rows struct {
	store *Store
	info  *record.Info
}

// call runs f with the lock.
func (r rows) call(ctx context.Context, verb string, f func(t table)) error {
	defer r.store.enter(ctx)()
	if err := errors.Join(ctx.Err(), r.store.onCall(r.info.Name+" "+verb)); err != nil {
		return err
	}
	f(r.store.tables[r.info.Name])
	return nil
}

// taken reports whether another live row has this row's key.
func (r rows) taken(t table, row []db.Cell, but int64) bool {
	for at, have := range t {
		if at != but && !r.removed(have) && have[r.info.Team] == row[r.info.Team] &&
			!slices.ContainsFunc(r.info.Key, func(c int) bool { return have[c] != row[c] }) {
			return len(r.info.Key) > 0 || r.info.ID < 0
		}
	}
	return false
}

// duplicate returns the error of a taken key.
func (r rows) duplicate() error {
	key := append([]int{r.info.Team}, r.info.Key...)
	return &db.Unique{Table: r.info.Name, Columns: strings.Split(r.info.Names("", key), ", ")}
}

func (r rows) value(row []db.Cell) func(column string) db.Cell {
	return func(column string) db.Cell { return row[r.info.Named(column)[0]] }
}

func (r rows) removed(row []db.Cell) bool {
	return r.info.Removable && r.value(row)("deleted_at").Known
}

// fitting lists the row numbers of a query, ascending.
func (r rows) fitting(t table, q record.Query) []int64 {
	where := record.All(q.Where...)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t)), func(at int64) bool {
		row := t[at]
		return q.Team != 0 && row[r.info.Team].N != int64(q.Team) || r.removed(row) && !q.Removed ||
			where.Text != "" && !where.Holds(r.value(row)) ||
			q.IDs != nil && !slices.Contains(q.IDs, row[r.info.PK[0]].N) ||
			q.Keys.All != nil && !slices.ContainsFunc(q.Keys.Each(), func(key []db.Cell) bool { return same(row, r.info.Key, key) })
	})
}

// same reports whether columns of a stored row have these values.
func same(have []db.Cell, columns []int, values []db.Cell) bool {
	for i, c := range columns {
		if have[c] != values[i] {
			return false
		}
	}
	return true
}

func (r rows) Select(ctx context.Context, q record.Query) (db.Rows, error) {
	verb := "Select"
	if q.Lock {
		verb = "Lock"
	}
	out := &cursor{info: r.info, columns: r.info.Reads(q)}
	return out, r.call(ctx, verb, func(t table) {
		for _, at := range r.fitting(t, q) {
			if q.After == nil || compare(q.Order, r.key(q.Order, t[at]), cells(q.After)) > 0 {
				out.left = append(out.left, t[at])
			}
		}
		slices.SortStableFunc(out.left, func(a, b []db.Cell) int { return compare(q.Order, r.key(q.Order, a), r.key(q.Order, b)) })
		if q.Limit > 0 {
			out.left = out.left[:min(q.Limit, len(out.left))]
		}
	})
}

// key returns the position of a row in an order.
func (r rows) key(order []page.By, row []db.Cell) (key []db.Cell) {
	for _, by := range order {
		key = append(key, row[r.info.Sort(by.Field)])
	}
	return append(key, row[max(r.info.ID, 0)])
}

func cells(key page.Key) []db.Cell {
	out := make([]db.Cell, len(key))
	for i, v := range key {
		n, _ := v.(int64)
		text, _ := v.(string)
		out[i] = db.Cell{Known: v != nil, N: n, S: text}
	}
	return out
}

// compare orders keys. Nulls come last in both directions, and the id breaks ties in the direction
// of the last field.
func compare(order []page.By, a, b []db.Cell) int {
	for i := range a {
		c := cmp.Or(cmp.Compare(a[i].N, b[i].N), strings.Compare(a[i].S, b[i].S))
		switch desc := len(order) > 0 && order[min(i, len(order)-1)].Desc; {
		case a[i].Known != b[i].Known && a[i].Known:
			return -1
		case a[i].Known != b[i].Known:
			return 1
		case c != 0 && desc:
			return -c
		case c != 0:
			return c
		}
	}
	return 0
}

func (r rows) Count(ctx context.Context, column string, q record.Query) (map[int64]int64, error) {
	out := map[int64]int64{}
	return out, r.call(ctx, "Count", func(t table) {
		for _, at := range r.fitting(t, q) {
			if column == "" {
				out[0]++
			} else if v := r.value(t[at])(column); v.Known {
				out[v.N]++
			}
		}
	})
}

func (r rows) Insert(ctx context.Context, columns []int, in record.Cells) ([]int64, error) {
	ids := make([]int64, in.Rows())
	var refused error
	err := r.call(ctx, "Insert", func(t table) {
		for i, values := range in.Each() {
			row := make([]db.Cell, len(r.info.Columns))
			for c, column := range columns {
				row[column] = values[c]
			}
			if r.taken(t, row, 0) {
				if r.info.Refuse {
					refused = r.duplicate()
				}
				continue
			}
			r.store.last[r.info.Name]++
			at := r.store.last[r.info.Name]
			if r.info.ID >= 0 {
				ids[i], row[r.info.ID] = at, db.Cell{Known: true, N: at}
			}
			t[at] = row
		}
	})
	return ids, cmp.Or(err, refused)
}

func (r rows) Update(ctx context.Context, columns []int, versioned bool, in record.Cells) (n int64, err error) {
	by := append([]int{r.info.Team}, r.info.PK...)[:in.Width-len(columns)]
	var refused error
	err = r.call(ctx, "Update", func(t table) {
		for _, values := range in.Each() {
			for at, have := range t {
				if r.removed(have) || !same(have, by, values) {
					continue
				}
				row := slices.Clone(have)
				for c, column := range columns {
					row[column] = values[len(by)+c]
				}
				switch {
				case r.taken(t, row, at):
					refused = r.duplicate()
				case !versioned || have[r.info.Version].N < row[r.info.Version].N:
					t[at] = row
					n++
				}
			}
		}
	})
	return n, cmp.Or(err, refused)
}

func (r rows) Drop(ctx context.Context, q record.Query) (n int64, err error) {
	err = r.call(ctx, "Drop", func(t table) {
		gone := r.fitting(t, q)
		maps.DeleteFunc(t, func(at int64, _ []db.Cell) bool { return slices.Contains(gone, at) })
		n = int64(len(gone))
	})
	return n, err
}

// cursor reads rows like a database.
type cursor struct {
	info    *record.Info
	columns []int
	left    [][]db.Cell
	row     []db.Cell
}

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
	for i, column := range c.columns {
		if err := scan(c.row[column], c.info.Columns[column].Kind, places[i]); err != nil {
			return err
		}
	}
	return nil
}

// scan assigns a value to a place, as the drivers do.
func scan(cell db.Cell, kind db.Kind, place any) error {
	value := cell.Arg(kind)
	if to, ok := place.(sql.Scanner); ok {
		return to.Scan(value)
	}
	to := reflect.ValueOf(place).Elem()
	to.SetZero()
	if cell.Known && to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	if cell.Known {
		to.Set(reflect.ValueOf(value))
	}
	return nil
}
