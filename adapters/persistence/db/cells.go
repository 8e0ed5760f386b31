package db

import (
	"time"

	"sellingassistant/domain/kernel/optional"
)

// NumberCell is a cell that is a number and not null.
func NumberCell(n int64) Cell { return Cell{Known: true, N: n} }

// TextCell is a cell that is a text and not null.
func TextCell(s string) Cell { return Cell{Known: true, S: s} }

// MomentCell is a cell that is a time and not null.
func MomentCell(t time.Time) Cell { return NumberCell(Micros(t)) }

// MaybeNumberCell is a number, or null for None.
func MaybeNumberCell[T any](m optional.Maybe[T], to func(T) int64) Cell {
	v, ok := m.Get()
	if !ok {
		return Cell{}
	}
	return NumberCell(to(v))
}

// MaybeTextCell is a text, or null for None.
func MaybeTextCell[T ~string](m optional.Maybe[T]) Cell {
	s, ok := m.Get()
	return Cell{Known: ok, S: string(s)}
}

// MaybeMomentCell is a time, or null for None.
func MaybeMomentCell(m optional.Maybe[time.Time]) Cell { return MaybeNumberCell(m, Micros) }
