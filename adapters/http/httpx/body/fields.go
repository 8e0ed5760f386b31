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

// Field takes a member of a request body that is absent, null or a value. Use it with
// `json:"name,omitzero"`.
type Field[T any] struct{ optional.Field[T] }

// FieldOf returns a field with a value, for examples and tests.
func FieldOf[T any](v T) Field[T] { return Field[T]{optional.Put(v)} }

// NullField returns a field that is present and null, for examples and tests.
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

// Opt takes a member of a request body, or a query parameter, that is absent or a value; null is
// refused. Use it with `json:"name,omitzero"`.
type Opt[T any] struct{ optional.Field[T] }

// OptOf returns an Opt with a value, for examples and tests.
func OptOf[T any](v T) Opt[T] { return Opt[T]{optional.Put(v)} }

func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.Value)
}

func (o Opt[T]) MarshalJSON() ([]byte, error) { return marshal(o.Field) }

func (Opt[T]) Schema(r huma.Registry) *huma.Schema { return inline[T](r) }

func (Opt[T]) optional() {}

// Optional groups Field and Opt, which distinguish absence from the zero value. Their Set and Value
// come from kernel optional.Field.
type Optional interface{ optional() }

// Provides reports whether a type describes its own schema.
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

// inline returns the schema of T as a copy. The registry returns its published schema, and the tags
// of a field would change it.
func inline[T any](r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	return &s
}

// AtLeastOne requires at least one member in the body of a change.
type AtLeastOne struct{}

// TransformSchema publishes the rule as minProperties 1.
func (AtLeastOne) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinProperties = new(1)
	return s
}

// ID takes an identifier in a request: 12 and "12" are the same. It is written as a number.
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
	number := 1.0
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeInteger, Format: "int64", Minimum: &number},
		{Type: huma.TypeString, Pattern: `^[1-9][0-9]{0,18}$`},
	}}
}

// AnyValue names the extension of schemas without a type, which also accept null. OpenAPI 3.0 needs
// this to be explicit.
const AnyValue = "x-any-value"
