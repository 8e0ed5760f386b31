package compose

import (
	"reflect"

	"go.uber.org/fx"
)

// as provides the result of a constructor as the port P.
func as[P any](constructor any) any { return fx.Annotate(constructor, fx.As(new(P))) }

// routes adds a context's operations to the routes of the server.
func routes(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"routes"`)))
}

// rawRoute adds the rawRoutes of a constructor to their group.
func rawRoute(constructor any) any {
	return fx.Annotate(constructor, fx.ResultTags(`group:"raw"`))
}

// filled returns a constructor of T, a struct with the parts of a use case. It fills each field by
// its type from the graph. So the fields are listed once, beside the use case.
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
