package compose

import "reflect"

// filled returns a constructor of T, a struct of what a use case works with: each
// field is what the graph has of its type. So the fields are listed once, beside
// the use case.
func filled[T any]() any {
	parts := reflect.TypeFor[T]()
	fields := make([]reflect.Type, parts.NumField())
	for i := range fields {
		fields[i] = parts.Field(i).Type
	}
	return reflect.MakeFunc(reflect.FuncOf(fields, []reflect.Type{parts}, false), func(found []reflect.Value) []reflect.Value {
		made := reflect.New(parts).Elem()
		for i, v := range found {
			made.Field(i).Set(v)
		}
		return []reflect.Value{made}
	}).Interface()
}
