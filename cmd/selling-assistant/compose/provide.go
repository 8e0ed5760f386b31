package compose

import (
	"reflect"

	"go.uber.org/fx"
)

// as has what a constructor makes stand behind the port P.
func as[P any](constructor any) any { return fx.Annotate(constructor, fx.As(new(P))) }

// routes puts a context's operations into the group the server is made of.
func routes(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"routes"`)))
}

// rawRoute puts what a constructor makes, rawRoutes, into their group.
func rawRoute(constructor any) any {
	return fx.Annotate(constructor, fx.ResultTags(`group:"raw"`))
}

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
