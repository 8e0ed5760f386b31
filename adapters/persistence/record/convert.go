package record

import "sellingassistant/domain/kernel/optional"

// Number converts an optional value for a column that may be null.
func Number[T any](m optional.Maybe[T], to func(T) int64) *int64 {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return new(to(v))
}

// Maybe converts the value of a column that may be null.
func Maybe[T any](n *int64, of func(int64) T) optional.Maybe[T] {
	if n == nil {
		return optional.None[T]()
	}
	return optional.Some(of(*n))
}

// Whole converts an optional whole number for a column that may be null.
func Whole[T ~int | ~int64](m optional.Maybe[T]) *int64 {
	return Number(m, func(v T) int64 { return int64(v) })
}

// MaybeWhole converts the whole number of a column that may be null.
func MaybeWhole[T ~int | ~int64](n *int64) optional.Maybe[T] {
	return Maybe(n, func(n int64) T { return T(n) })
}

// Text converts an optional text for a column that may be null.
func Text[T ~string](m optional.Maybe[T]) *string {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return new(string(v))
}

// MaybeText converts the text of a column that may be null.
func MaybeText[T ~string](s *string) optional.Maybe[T] {
	if s == nil {
		return optional.None[T]()
	}
	return optional.Some(T(*s))
}

// Units converts a pointer to an amount or percentage for a column.
func Units[T interface{ Units() int64 }](v *T) *int64 { return Number(optional.Of(v), T.Units) }

// FromUnits converts a column to a pointer to an amount or percentage.
func FromUnits[T any](n *int64, of func(int64) T) *T { return Maybe(n, of).Ptr() }
