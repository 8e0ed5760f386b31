// Package optional provides values that may be missing, and the members of a patch, which may be
// absent, null or a value.
package optional

// Maybe has a value or nothing. Unlike a pointer it is copied with its struct and compares with ==.
// So a snapshot never shares memory with its aggregate, and one comparison finds any change.
type Maybe[T any] struct {
	value T
	known bool
}

// Some returns a known value.
func Some[T any](v T) Maybe[T] { return Maybe[T]{value: v, known: true} }

// None returns an absent value.
func None[T any]() Maybe[T] { return Maybe[T]{} }

// Of reads a pointer; nil becomes an absent value.
func Of[T any](p *T) Maybe[T] {
	if p == nil {
		return Maybe[T]{}
	}
	return Some(*p)
}

// Get returns the value and whether it is known.
func (m Maybe[T]) Get() (T, bool) { return m.value, m.known }

// Known reports whether there is a value.
func (m Maybe[T]) Known() bool { return m.known }

// Or returns the value, or other if it is absent.
func (m Maybe[T]) Or(other T) T {
	if m.known {
		return m.value
	}
	return other
}

// Ptr returns a pointer to a copy of the value, nil if it is absent.
func (m Maybe[T]) Ptr() *T {
	if !m.known {
		return nil
	}
	v := m.value
	return &v
}

// Any works like Get for readers of values of every type.
func (m Maybe[T]) Any() (any, bool) { return m.value, m.known }

// Fill makes the value known, and returns where it is, for stores that read it.
func (m *Maybe[T]) Fill() any {
	m.known = true
	return &m.value
}

// Convert applies to to a known value, and keeps an absent value absent.
func Convert[T, U any](m Maybe[T], to func(T) U) Maybe[U] {
	if !m.known {
		return None[U]()
	}
	return Some(to(m.value))
}

// Field has a member of a patch: absent (the zero value), null, or a value.
type Field[T any] struct {
	Set   bool
	Null  bool
	Value T
}

// Put returns a field with a value.
func Put[T any](v T) Field[T] { return Field[T]{Set: true, Value: v} }

// FieldOf returns a field with the value; it is absent if the value is.
func FieldOf[T any](m Maybe[T]) Field[T] { return Field[T]{Set: m.known, Value: m.value} }

// Clear returns a field that is null.
func Clear[T any]() Field[T] { return Field[T]{Set: true, Null: true} }

// Given returns the value of a field that is neither absent nor null.
func (f Field[T]) Given() (T, bool) { return f.Value, f.Set && !f.Null }

// Ptr returns a pointer to a copy of the value, nil for absent and for null.
func (f Field[T]) Ptr() *T { return f.Maybe().Ptr() }

// Maybe returns the value of a field that is neither absent nor null.
func (f Field[T]) Maybe() Maybe[T] {
	if v, ok := f.Given(); ok {
		return Some(v)
	}
	return Maybe[T]{}
}

// IsZero reports absence.
func (f Field[T]) IsZero() bool { return !f.Set }

// Over applies the field to a member that may be empty: absent keeps the value, null clears it.
func (f Field[T]) Over(current Maybe[T]) Maybe[T] {
	if !f.Set {
		return current
	}
	return f.Maybe()
}

// OverDefault applies the field to a member with a default: absent keeps the value, null restores
// the default.
func (f Field[T]) OverDefault(current, standard T) T {
	if !f.Set {
		return current
	}
	return f.Maybe().Or(standard)
}

// Map returns the field with its value converted.
func Map[A, B any](f Field[A], convert func(A) B) Field[B] {
	out := Field[B]{Set: f.Set, Null: f.Null}
	if v, ok := f.Given(); ok {
		out.Value = convert(v)
	}
	return out
}

// Merge applies an object's patch member by member; null restores the whole default.
func Merge[P, V any](p Field[P], current, standard V, over func(P, V) V) V {
	patch, ok := p.Given()
	switch {
	case ok:
		return over(patch, current)
	case p.Set:
		return standard
	}
	return current
}
