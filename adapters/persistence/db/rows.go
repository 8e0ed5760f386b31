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

// TryEach works as Each, and ends with the first error of take.
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

// ErrNotLoaded reports that a record changed while it was written. It happens only to a writer that
// did not lock the record on load.
var ErrNotLoaded = errors.New("a record to be written was not loaded locked in this transaction")

// Absent turns "no such record" into fault.Missing. Any other error goes through Fault.
func Absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, ErrNotLoaded) {
		return fault.Missing()
	}
	return Fault(err)
}

// Written compares the number of changed rows with the wanted number.
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

// Rows runs a text that bun formats, with ? for its arguments, in the transaction of ctx or else on
// a read handle.
func (s *Store) Rows(ctx context.Context, query string, args ...any) (Rows, error) {
	return wrapRows(s.Read(ctx).QueryContext(ctx, query, args...))
}
