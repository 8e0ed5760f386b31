package inventory

import (
	"errors"

	"sellingassistant/adapters/persistence/db"
)

// each reads the rows of a statement into the places and calls take for each.
func each(rows db.Rows, err error) func(take func(), places ...any) error {
	return func(take func(), places ...any) error {
		if err != nil {
			return db.Fault(err)
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(places...); err != nil {
				return db.Fault(err)
			}
			take()
		}
		return db.Fault(rows.Err())
	}
}

// errNotLoaded says that a record changed under its writer, which only a writer
// that did not load it locked can meet.
var errNotLoaded = errors.New("inventory: a record to be written was not loaded locked in this transaction")

// written holds the number of rows that a statement changed to those it was
// meant for.
func written(n int64, want int, err error) error {
	switch {
	case err != nil:
		return db.Fault(err)
	case n != int64(want):
		return errNotLoaded
	}
	return nil
}

func plain[T ~int64](ids []T) []int64 {
	out := make([]int64, len(ids))
	for i, v := range ids {
		out[i] = int64(v)
	}
	return out
}
