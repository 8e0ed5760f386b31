package db

import (
	"strings"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Member ties a column to the member of R that it holds, in both directions, so
// that reading and writing a row cannot name different columns.
type Member[R any] struct {
	Name string
	Kind Kind
	// Place is where the column is scanned to.
	Place func(*R) any
	// Value is what is written.
	Value func(*R) Cell
}

// Members make up a row, in the order in which they are selected.
type Members[R any] []Member[R]

// Names lists the columns for a SELECT or an INSERT, each behind the prefix.
func (m Members[R]) Names(prefix string) string {
	names := make([]string, len(m))
	for i, c := range m {
		names[i] = prefix + c.Name
	}
	return strings.Join(names, ", ")
}

// Places are where a row is scanned to.
func (m Members[R]) Places(row *R) []any {
	out := make([]any, len(m))
	for i, c := range m {
		out[i] = c.Place(row)
	}
	return out
}

// Batch is the table of many rows for one statement.
func (m Members[R]) Batch() Batch {
	out := make(Batch, len(m))
	for i, c := range m {
		out[i] = Heading{c.Name, c.Kind}
	}
	return out
}

// Args are the arguments of the Batch.
func (m Members[R]) Args(d Dialect, rows []R) ([]any, error) {
	return m.Batch().Args(d, len(rows), func(r, c int) Cell { return m[c].Value(&rows[r]) })
}

// Words is a member that is text and never null.
func Words[R any, T ~string](name string, at func(*R) *T) Member[R] {
	return Member[R]{
		Name: name, Kind: Texts,
		Place: func(r *R) any { return Word(at(r)) },
		Value: func(r *R) Cell { return Cell{Known: true, S: string(*at(r))} },
	}
}

// Whole is a member that is a whole number and never null.
func Whole[R any, T ~int | ~int64](name string, at func(*R) *T) Member[R] {
	return Member[R]{
		Name: name, Kind: Numbers,
		Place: func(r *R) any { return NumberTo(at(r), func(n int64) T { return T(n) }) },
		Value: func(r *R) Cell { return Cell{Known: true, N: int64(*at(r))} },
	}
}

// Flag is a member that is true or false.
func Flag[R any](name string, at func(*R) *bool) Member[R] {
	return Member[R]{
		Name: name, Kind: Flags,
		Place: func(r *R) any { return at(r) },
		Value: func(r *R) Cell { return Cell{Known: true, B: *at(r)} },
	}
}

// Stamp is a member that is a time and never null.
func Stamp[R any](name string, at func(*R) *time.Time) Member[R] {
	return Member[R]{
		Name: name, Kind: Numbers,
		Place: func(r *R) any { return Moment(at(r)) },
		Value: func(r *R) Cell { return Cell{Known: true, N: Micros(*at(r))} },
	}
}

// MaybeNumber is a member that is stored as a whole number or null.
func MaybeNumber[R, T any](name string, at func(*R) *optional.Maybe[T], of func(int64) T, to func(T) int64) Member[R] {
	return Member[R]{
		Name: name, Kind: Numbers,
		Place: func(r *R) any { return Number(at(r), of) },
		Value: func(r *R) Cell {
			v, ok := at(r).Get()
			if !ok {
				return Cell{}
			}
			return Cell{Known: true, N: to(v)}
		},
	}
}

// MaybeWhole is a member that is a whole number or null.
func MaybeWhole[R any, T ~int | ~int64](name string, at func(*R) *optional.Maybe[T]) Member[R] {
	return MaybeNumber(name, at, func(n int64) T { return T(n) }, func(v T) int64 { return int64(v) })
}

// MaybeAmount is a member that is an amount or null.
func MaybeAmount[R any](name string, at func(*R) *optional.Maybe[money.Amount]) Member[R] {
	return MaybeNumber(name, at, money.FromUnits, money.Amount.Units)
}
