package body

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/optional"
)

var null = []byte("null")

// Field is a member of a request body that is absent, null or a value. Use it
// with `json:"name,omitzero"`.
type Field[T any] struct{ optional.Field[T] }

// FieldOf is a field that holds a value, for examples and tests.
func FieldOf[T any](v T) Field[T] { return Field[T]{optional.Put(v)} }

// NullField is a field that is there and null, for examples and tests.
func NullField[T any]() Field[T] { return Field[T]{optional.Clear[T]()} }

func (f *Field[T]) UnmarshalJSON(b []byte) error {
	f.Set = true
	if f.Null = bytes.Equal(b, null); f.Null {
		return nil
	}
	return json.Unmarshal(b, &f.Value)
}

func (f Field[T]) MarshalJSON() ([]byte, error) { return marshal(f.Field) }

func (Field[T]) Schema(r huma.Registry) *huma.Schema {
	s := inline[T](r)
	s.Nullable = true
	return s
}

func (Field[T]) optional() {}

// Opt is a member of a request body, or a query parameter, that is absent or a
// value; null is refused. Use it with `json:"name,omitzero"`.
type Opt[T any] struct{ optional.Field[T] }

// OptOf is an Opt that holds a value, for examples and tests.
func OptOf[T any](v T) Opt[T] { return Opt[T]{optional.Put(v)} }

func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.Value)
}

func (o Opt[T]) MarshalJSON() ([]byte, error) { return marshal(o.Field) }

func (Opt[T]) Schema(r huma.Registry) *huma.Schema { return inline[T](r) }

func (Opt[T]) optional() {}

// Optional is the common part of Field and Opt, which distinguish absence from the zero value.
// Their Set and Value are those of kernel optional.Field.
type Optional interface{ optional() }

// Provides reports whether a type describes itself.
func Provides(t reflect.Type) bool {
	provider := reflect.TypeFor[huma.SchemaProvider]()
	return t.Implements(provider) || reflect.PointerTo(t).Implements(provider)
}

func marshal[T any](f optional.Field[T]) ([]byte, error) {
	if v, ok := f.Given(); ok {
		return JSON(v)
	}
	return null, nil
}

// inline returns the schema of T as a copy, since the registry hands out the
// one it publishes and tags of a field change what they are given.
func inline[T any](r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	return &s
}

// AtLeastOne is embedded in the body of a change, which must have a member.
type AtLeastOne struct{}

// TransformSchema publishes it.
func (AtLeastOne) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinProperties = new(1)
	return s
}

// ID is an identifier in a request: 12 and "12" are the same. It is written as a number.
type ID int64

func (i *ID) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil || n < 1 {
		return &json.UnmarshalTypeError{Value: string(b), Type: reflect.TypeFor[ID]()}
	}
	*i = ID(n)
	return nil
}

func (ID) Schema(huma.Registry) *huma.Schema {
	one := 1.0
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeInteger, Format: "int64", Minimum: &one},
		{Type: huma.TypeString, Pattern: `^[1-9][0-9]{0,18}$`},
	}}
}

// AnyValue is an extension of schemas without a type, which let null pass too: in
// OpenAPI 3.0 that has to be said.
const AnyValue = "x-any-value"
