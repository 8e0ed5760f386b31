package httpx

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

var null = []byte("null")

// Field is a member of a request body that is absent, null or a value. Use it
// with `json:"name,omitzero"`.
type Field[T any] struct {
	// Set is true when the member is there, be it null or a value.
	Set bool
	// Null is true when the member is there and null.
	Null bool
	// Value is the value when the member is there and not null.
	Value T
}

// FieldOf is a field that holds a value, for examples and tests.
func FieldOf[T any](v T) Field[T] { return Field[T]{Set: true, Value: v} }

// NullField is a field that is there and null, for examples and tests.
func NullField[T any]() Field[T] { return Field[T]{Set: true, Null: true} }

// Pointer is nil for absent and for null, else the value.
func (f Field[T]) Pointer() *T {
	if !f.Set || f.Null {
		return nil
	}
	return &f.Value
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Field[T]) UnmarshalJSON(b []byte) error {
	f.Set = true
	if bytes.Equal(b, null) {
		f.Null = true
		return nil
	}
	return json.Unmarshal(b, &f.Value)
}

// MarshalJSON implements json.Marshaler.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if f.Null || !f.Set {
		return null, nil
	}
	return json.Marshal(f.Value)
}

// IsZero reports absence, for omitzero.
func (f Field[T]) IsZero() bool { return !f.Set }

// Schema implements huma.SchemaProvider.
func (Field[T]) Schema(r huma.Registry) *huma.Schema {
	s := inline[T](r)
	s.Nullable = true
	return s
}

func (Field[T]) optional() {}

// Opt is a member of a request body, or a query parameter, that is absent or a
// value; null is refused. Use it with `json:"name,omitzero"`.
type Opt[T any] struct {
	// Set is true when there is a value.
	Set   bool
	Value T
}

// OptOf is an Opt that holds a value, for examples and tests.
func OptOf[T any](v T) Opt[T] { return Opt[T]{Set: true, Value: v} }

// Pointer is nil for absent, else the value.
func (o Opt[T]) Pointer() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.Value)
}

// MarshalJSON implements json.Marshaler.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.Set {
		return null, nil
	}
	return json.Marshal(o.Value)
}

// IsZero reports absence, for omitzero.
func (o Opt[T]) IsZero() bool { return !o.Set }

// Schema implements huma.SchemaProvider.
func (Opt[T]) Schema(r huma.Registry) *huma.Schema { return inline[T](r) }

func (Opt[T]) optional() {}

// open marks the value as given and returns where a parameter puts it.
func (o *Opt[T]) open() reflect.Value {
	o.Set = true
	return reflect.ValueOf(&o.Value).Elem()
}

// optional is what Field and Opt have in common: absence is told apart from the zero value.
type optional interface{ optional() }

// opener is an optional parameter.
type opener interface{ open() reflect.Value }

// inline returns the schema of T as a copy, since the registry hands out the
// one it publishes and tags of a field change what they are given.
func inline[T any](r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	return &s
}

// ID is an identifier in a request: 12 and "12" are the same. It is written as a number.
type ID int64

// UnmarshalJSON implements json.Unmarshaler.
func (i *ID) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil || n < 1 {
		return &json.UnmarshalTypeError{Value: string(b), Type: reflect.TypeFor[ID]()}
	}
	*i = ID(n)
	return nil
}

// Schema implements huma.SchemaProvider.
func (ID) Schema(huma.Registry) *huma.Schema {
	one := 1.0
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeInteger, Format: "int64", Minimum: &one},
		{Type: huma.TypeString, Pattern: `^[1-9][0-9]{0,18}$`},
	}}
}

// Numbers are ids of a request in the words of a domain, in the order they were
// named; none are an empty list.
func Numbers[T ~int64](ids []ID) []T {
	out := make([]T, len(ids))
	for i, n := range ids {
		out[i] = T(n)
	}
	return out
}
