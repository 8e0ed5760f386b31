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
type Field[T any] = optional.Field[T]

// Put is a field with a value.
func Put[T any](v T) Field[T] { return optional.Put(v) }

// Clear is a field that is null.
func Clear[T any]() Field[T] { return optional.Clear[T]() }
