// Package optional holds values that may be missing, and the members of a
// patch, which may be absent, null or a value.
package optional

// Maybe is a value or nothing. Unlike a pointer it is copied with its holder
// and compares with ==, so that a snapshot never shares memory with its
// aggregate and "has anything changed" is one comparison.
type Maybe[T any] struct {
	value T
	known bool
}

// Some is a value that is there.
func Some[T any](v T) Maybe[T] { return Maybe[T]{value: v, known: true} }

// None is no value.
func None[T any]() Maybe[T] { return Maybe[T]{} }

// Of reads a pointer: nil is None.
func Of[T any](p *T) Maybe[T] {
	if p == nil {
		return Maybe[T]{}
	}
	return Some(*p)
}

// Get returns the value and whether it is there.
func (m Maybe[T]) Get() (T, bool) { return m.value, m.known }

// Known reports whether there is a value.
func (m Maybe[T]) Known() bool { return m.known }

// Or returns the value, or other where there is none.
func (m Maybe[T]) Or(other T) T {
	if m.known {
		return m.value
	}
	return other
}

// Ptr returns a pointer to a copy of the value, nil where there is none.
func (m Maybe[T]) Ptr() *T {
	if !m.known {
		return nil
	}
	v := m.value
	return &v
}

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

// Given returns the value of a field that is neither absent nor null.
func (f Field[T]) Given() (T, bool) { return f.Value, f.Set && !f.Null }

// Over applies the field to a member that may be empty: absent keeps, null
// empties it.
func (f Field[T]) Over(current Maybe[T]) Maybe[T] {
	switch {
	case !f.Set:
		return current
	case f.Null:
		return None[T]()
	}
	return Some(f.Value)
}
