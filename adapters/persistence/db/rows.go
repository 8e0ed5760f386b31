package db

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/domain/kernel/fault"
)

// Each reads the rows of a statement into the places and calls take for each.
func Each(rows Rows, err error) func(take func(), places ...any) error {
	return func(take func(), places ...any) error {
		return TryEach(rows, err)(func() error { take(); return nil }, places...)
	}
}

// TryEach is Each that ends with the first error of take.
func TryEach(rows Rows, err error) func(take func() error, places ...any) error {
	return func(take func() error, places ...any) error {
		if err != nil {
			return Fault(err)
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(places...); err != nil {
				return Fault(err)
			}
			if err := take(); err != nil {
				return err
			}
		}
		return Fault(rows.Err())
	}
}

// ErrNotLoaded says that a record changed under its writer, which only a writer
// that did not load it locked can meet.
var ErrNotLoaded = errors.New("a record to be written was not loaded locked in this transaction")

// Absent makes fault.Missing of a record that is not there. Any other error goes
// through Fault.
func Absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, ErrNotLoaded) {
		return fault.Missing()
	}
	return Fault(err)
}

// Written holds the number of rows that a statement changed to those it was
// meant for.
func Written(n int64, want int, err error) error {
	switch {
	case err != nil:
		return Fault(err)
	case n != int64(want):
		return ErrNotLoaded
	}
	return nil
}

// Plain returns ids as numbers.
func Plain[T ~int64](ids []T) []int64 {
	out := make([]int64, len(ids))
	for i, v := range ids {
		out[i] = int64(v)
	}
	return out
}

// Rows runs a text that bun puts together, with ? for its arguments, in the
// transaction of ctx or outside one on a handle for reads.
func (s *Store) Rows(ctx context.Context, query string, args ...any) (Rows, error) {
	return wrapRows(s.Read(ctx).QueryContext(ctx, query, args...))
}
