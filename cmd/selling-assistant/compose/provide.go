package compose

import (
	"reflect"
	"time"

	"go.uber.org/fx"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/ports/cache"
	"sellingassistant/ports/clock"
)

// as provides the result of a constructor as the port P.
func as[P any](constructor any) any { return fx.Annotate(constructor, fx.As(new(P))) }

// method provides the function type P of a port: bind takes it from the result of a constructor.
// Other results of the constructor, such as an error, stay.
func method[T, P any](constructor any, bind func(T) P) any {
	build := reflect.ValueOf(constructor)
	var in, out []reflect.Type
	for i := range build.Type().NumIn() {
		in = append(in, build.Type().In(i))
	}
	for i := range build.Type().NumOut() {
		out = append(out, build.Type().Out(i))
	}
	out[0] = reflect.TypeFor[P]()
	return reflect.MakeFunc(reflect.FuncOf(in, out, false), func(given []reflect.Value) []reflect.Value {
		made := build.Call(given)
		made[0] = reflect.ValueOf(bind(made[0].Interface().(T)))
		return made
	}).Interface()
}

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

// caches returns a constructor of a cache in memory that keeps size values for a life.
func caches[K comparable, V any](life time.Duration, size int) any {
	return func(c clock.Clock) cache.Cache[K, V] { return expiring.New[K, V](c, life, size) }
}
