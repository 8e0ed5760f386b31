package schema

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
)

// errSetter says that a field has another type than at its registration.
var errSetter = errors.New("the field cannot be set")

// setter returns what puts a checked text of the parameter into a field of the type.
func (p *Param) setter(t reflect.Type) func(field reflect.Value, text string) error {
	if t.Implements(optionalType) {
		given, _ := t.FieldByName("Set")
		value, _ := t.FieldByName("Value")
		inner := p.setter(value.Type)
		return func(field reflect.Value, text string) error {
			field.FieldByIndex(given.Index).SetBool(true)
			return inner(field.FieldByIndex(value.Index), text)
		}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) && t.Kind() == reflect.Struct {
		return func(field reflect.Value, text string) error {
			u, ok := field.Addr().Interface().(json.Unmarshaler)
			if !ok {
				return errSetter
			}
			return u.UnmarshalJSON([]byte(text))
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(field reflect.Value, text string) error {
			field.SetString(text)
			return nil
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return func(field reflect.Value, text string) error {
			n, err := strconv.ParseInt(text, 10, 64)
			field.SetInt(n)
			return err
		}
	case reflect.Bool:
		return func(field reflect.Value, text string) error {
			field.SetBool(text == "true")
			return nil
		}
	case reflect.Slice:
		inner := p.setter(t.Elem())
		return func(field reflect.Value, text string) error {
			parts, _ := p.entries(text) // checked before
			list := reflect.MakeSlice(t, len(parts), len(parts))
			for i, part := range parts {
				if err := inner(list.Index(i), part); err != nil {
					return err
				}
			}
			field.Set(list)
			return nil
		}
	}
	panic("httpx: a parameter cannot be a " + t.String())
}
