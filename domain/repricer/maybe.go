package repricer

import "sellingassistant/domain/kernel/optional"

// Maybe is a value or nothing.
type Maybe[T any] = optional.Maybe[T]

// Some is a value that is there.
func Some[T any](v T) Maybe[T] { return optional.Some(v) }

// None is no value.
func None[T any]() Maybe[T] { return optional.None[T]() }

// Of reads a pointer: nil is None.
func Of[T any](p *T) Maybe[T] { return optional.Of(p) }

// Field is a member of a patch: absent (the zero value), null, or a value.
type Field[T any] struct {
	Set   bool
	Null  bool
	Value T
}

// Put is a field with a value.
func Put[T any](v T) Field[T] { return Field[T]{Set: true, Value: v} }

// Clear is a field that is null.
func Clear[T any]() Field[T] { return Field[T]{Set: true, Null: true} }

// given returns the value of a field that is neither absent nor null.
func (f Field[T]) given() (T, bool) { return f.Value, f.Set && !f.Null }

// over applies the field to a member with a default: absent keeps, null puts
// the default back.
func (f Field[T]) over(current, standard T) T {
	switch {
	case !f.Set:
		return current
	case f.Null:
		return standard
	}
	return f.Value
}

// overMaybe applies the field to a member that may be empty: null empties it.
func (f Field[T]) overMaybe(current Maybe[T]) Maybe[T] {
	switch {
	case !f.Set:
		return current
	case f.Null:
		return None[T]()
	}
	return Some(f.Value)
}
