package record

import (
	"context"
	"reflect"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

// Records stores the records of one kind. Every method takes part in the transaction of its
// context. Another team's record and a removed record count as missing.
type Records[R, S any] struct {
	*Lines[R, S]
	rows Rows
}

// New opens the records of a kind.
func New[R, S any](on Engine, t Table[R, S]) *Records[R, S] {
	lines := Describe(t)
	return &Records[R, S]{lines, on.Open(lines.info)}
}

// Find returns a record. An absent record is fault.Missing.
func (r *Records[R, S]) Find(ctx context.Context, team id.Team, record int64) (S, error) {
	f, ok := r.rows.(finder)
	if !ok {
		return one(r.Named(ctx, team, []int64{record}))
	}
	var row R
	var none S
	for i, to := range r.places(&row, []int{r.info.Team, r.info.PK[0]}) {
		*to.(*int64) = [...]int64{int64(team), record}[i]
	}
	switch found, err := f.find(ctx, team, record, r.places(&row, r.info.Found)); {
	case err != nil:
		return none, r.failed("find", err)
	case !found:
		return none, fault.Missing()
	}
	return r.table.Snapshot(&row)
}

// FindLocked returns a record and locks it until the transaction ends.
func (r *Records[R, S]) FindLocked(ctx context.Context, team id.Team, record int64) (S, error) {
	return one(r.Lock(ctx, team, []int64{record}))
}

func one[S any](found []S, err error) (S, error) {
	var none S
	switch {
	case err != nil:
		return none, err
	case len(found) == 0:
		return none, fault.Missing()
	}
	return found[0], nil
}

// Lock returns the records with these ids, ascending, and locks them until the transaction ends.
// The fixed order prevents deadlocks.
func (r *Records[R, S]) Lock(ctx context.Context, team id.Team, ids []int64) ([]S, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.Select(ctx, Query{Team: team, IDs: ids, Lock: true})
}

// Locks in share mode: other transactions may share the lock.
func (r *Records[R, S]) Hold(ctx context.Context, team id.Team, ids []int64) ([]S, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.Select(ctx, Query{Team: team, IDs: ids, Lock: true, Share: true})
}

// Named returns the records with these ids, ascending, without a lock.
func (r *Records[R, S]) Named(ctx context.Context, team id.Team, ids []int64) ([]S, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.Select(ctx, Query{Team: team, IDs: ids})
}

// WithRemoved returns the records with these ids, ascending, also removed records, with the times
// of their removal by id.
func (r *Records[R, S]) WithRemoved(ctx context.Context, team id.Team, ids []int64) ([]S, map[int64]time.Time, error) {
	if len(ids) == 0 {
		return nil, nil, nil
	}
	found, removed, err := r.selected(ctx, Query{Team: team, Where: []Condition{In("id", ids)}, Removed: true})
	gone := map[int64]time.Time{}
	for i, at := range removed {
		if n, ok := r.place(found[i], "id").(int64); ok && !at.IsZero() {
			gone[n] = at
		}
	}
	return found, gone, err
}

// Select returns the records of a query, by default in the order of their ids.
func (r *Records[R, S]) Select(ctx context.Context, q Query) ([]S, error) {
	found, _, err := r.selected(ctx, q)
	return found, err
}

// selected also returns when each record was removed, if the query includes removed records.
func (r *Records[R, S]) selected(ctx context.Context, q Query) (found []S, removed []time.Time, err error) {
	rows, err := r.rows.Select(ctx, q)
	if !q.Removed || !r.info.Removable {
		found, err = r.collect(rows, err, max(q.Limit, len(q.IDs)))
		return found, nil, err
	}
	var row R
	at, _ := r.info.Columns[r.info.place(removedColumn)].at(reflect.ValueOf(&row).Elem()).(**int64)
	err = db.TryEach(rows, err)(func() error {
		s, err := r.table.Snapshot(&row)
		var when time.Time
		if at != nil && *at != nil {
			when = db.FromMicros(**at)
		}
		found, removed = append(found, s), append(removed, when)
		return err
	}, r.places(&row, r.info.Reads(q))...)
	return found, removed, r.failed("read", err)
}

// First returns the record with the smallest id that matches. ok is false without a match.
func (r *Records[R, S]) First(ctx context.Context, q Query) (found S, ok bool, err error) {
	q.Limit = 1
	all, err := r.Select(ctx, q)
	if err != nil || len(all) == 0 {
		return found, false, err
	}
	return all[0], true, nil
}

// Keyed returns the live records that share their key with a given record.
func (r *Records[R, S]) Keyed(ctx context.Context, team id.Team, like []S, lock bool) ([]S, error) {
	if len(like) == 0 {
		return nil, nil
	}
	cells, err := r.cells(like, r.info.Key)
	if err != nil {
		return nil, err
	}
	return r.Select(ctx, Query{Team: team, Keys: cells, Lock: lock})
}

// Page returns a page of the records that fit all conditions.
func (r *Records[R, S]) Page(ctx context.Context, team id.Team, where []Condition, req page.Request) (page.Page[S], error) {
	where = append(slices.Clip(where), r.info.within(req.Window)...)
	var rows []S
	var removed []time.Time
	for _, part := range r.info.parts(req) {
		if part.Limit = req.Limit + 1 - len(rows); part.Limit <= 0 {
			break
		}
		part.Team, part.Where, part.Removed = team, append(part.Where, where...), req.Window.Removed
		more, gone, err := r.selected(ctx, part)
		if err != nil {
			return page.Page[S]{}, err
		}
		rows, removed = append(rows, more...), append(removed, gone...)
	}
	out, err := db.PageOf(rows, req, func(s S) (S, error) { return s, nil }, r.place)
	if removed != nil {
		out.Removed = removed[:len(out.Items)]
	}
	if err != nil || !req.Count {
		return out, err
	}
	n, err := r.rows.Count(ctx, "", Query{Team: team, Where: where, Removed: req.Window.Removed})
	out.Total = new(n[0])
	return out, r.failed("count", err)
}

// place returns a record's value of a sort field.
func (r *Records[R, S]) place(s S, field string) any {
	row := r.table.Row(s)
	c := r.info.Columns[r.info.Sort(field)]
	cell, err := c.cell(reflect.ValueOf(&row).Elem())
	if err != nil || !cell.Known {
		return nil
	}
	return cell.Arg(c.Kind)
}

// Count counts the records that fit all conditions.
func (r *Records[R, S]) Count(ctx context.Context, team id.Team, where ...Condition) (int64, error) {
	n, err := r.CountBy(ctx, team, "", where...)
	return n[0], err
}

// CountBy counts records for each value of a column. Values without records are left out.
func (r *Records[R, S]) CountBy(ctx context.Context, team id.Team, column string, where ...Condition) (map[int64]int64, error) {
	n, err := r.rows.Count(ctx, column, Query{Team: team, Where: where})
	return n, r.failed("count", err)
}

// Insert stores new records and returns their ids, in order. An id is 0 if the key is taken. All
// ids are 0 if the store assigns no ids.
func (r *Records[R, S]) Insert(ctx context.Context, records ...S) ([]int64, error) {
	if len(records) == 0 {
		return nil, nil
	}
	columns := r.info.New()
	cells, err := r.cells(records, columns)
	if err != nil {
		return nil, err
	}
	ids, err := r.rows.Insert(ctx, columns, cells)
	return ids, r.failed("insert", err)
}

// Save stores changed records. If a record is absent, or has changed since it was loaded, it
// returns db.ErrNotLoaded. That error must end the transaction.
func (r *Records[R, S]) Save(ctx context.Context, records ...S) error {
	return r.update(ctx, r.info.Saved, r.info.Version >= 0, records)
}

// SaveOnly works like Save, and writes only the given columns, the version among them. Each
// further column costs a value for each row, and the upkeep of its indexes.
func (r *Records[R, S]) SaveOnly(ctx context.Context, columns []int, records ...S) error {
	return r.update(ctx, columns, r.info.Version >= 0, records)
}

// SaveOver stores changed records as Save does. stored has their stored states. It writes few
// columns where the others stay, since each written column costs the upkeep of its indexes. A
// single record may be written as late as the next statement of the transaction, which then returns
// the error.
func (r *Records[R, S]) SaveOver(ctx context.Context, stored []S, records ...S) error {
	columns := r.narrowest(stored, records)
	rows, ok := r.rows.(deferring)
	if !ok || len(records) != 1 {
		return r.update(ctx, columns, r.info.Version >= 0, records)
	}
	cells, err := r.cells(records, append(r.info.named(), columns...))
	if err != nil {
		return err
	}
	return rows.updateLater(ctx, columns, r.info.Version >= 0, cells, func(n int64, err error) error {
		return r.failed("save", db.Written(n, 1, err))
	})
}

// Update stores some columns of records, whatever their versions are.
func (r *Records[R, S]) Update(ctx context.Context, columns []int, records ...S) error {
	return r.update(ctx, columns, false, records)
}

func (r *Records[R, S]) update(ctx context.Context, columns []int, versioned bool, records []S) error {
	if len(records) == 0 {
		return nil
	}
	all := append(r.info.named(), columns...)
	cells, err := r.cells(records, all)
	if err != nil {
		return err
	}
	n, err := r.rows.Update(ctx, columns, versioned, cells)
	return r.failed("save", db.Written(n, len(records), err))
}

// Remove marks records as removed, which changes them. An absent record is db.ErrNotLoaded.
func (r *Records[R, S]) Remove(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	columns := []string{removedColumn}
	if r.info.has(changedColumn) {
		columns = append(columns, changedColumn)
	}
	cells := Cells{Width: 2 + len(columns)}
	for _, n := range ids {
		cells.All = append(cells.All, number(int64(team)), number(n))
		for range columns {
			cells.All = append(cells.All, number(db.Micros(at)))
		}
	}
	n, err := r.rows.Update(ctx, r.info.Named(columns...), false, cells)
	return r.failed("remove", db.Written(n, len(ids), err))
}

func number(n int64) db.Cell { return db.Cell{Known: true, N: n} }

// Drop deletes the records that fit all conditions permanently and returns their number.
func (r *Records[R, S]) Drop(ctx context.Context, team id.Team, where ...Condition) (int64, error) {
	n, err := r.rows.Drop(ctx, Query{Team: team, Where: where})
	return n, r.failed("drop", err)
}

// Restored turns the result of Find into an aggregate.
func Restored[S, T any](restore func(S) (T, error)) func(S, error) (T, error) {
	return func(s S, err error) (T, error) {
		if err != nil {
			var none T
			return none, err
		}
		return restore(s)
	}
}

// RestoredAll turns the results of Lock into aggregates.
func RestoredAll[S, T any](restore func(S) (T, error)) func([]S, error) ([]T, error) {
	return func(all []S, err error) ([]T, error) {
		if err != nil {
			return nil, err
		}
		out := make([]T, len(all))
		for i, s := range all {
			if out[i], err = restore(s); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// RestoredPage turns a page of snapshots into a page of aggregates.
func RestoredPage[S, T any](restore func(S) (T, error)) func(page.Page[S], error) (page.Page[T], error) {
	return func(p page.Page[S], err error) (page.Page[T], error) {
		items, err := RestoredAll(restore)(p.Items, err)
		return page.With(p, items), err
	}
}
