package httpx

import "reflect"

// Encoder appends values of a type as JSON in the way answers are written. It is
// for programs that are measured beside the service.
func Encoder[T any]() func(b []byte, v *T) ([]byte, error) {
	encode := encoderOf(reflect.TypeFor[T]())
	return func(b []byte, v *T) ([]byte, error) { return encode(b, reflect.ValueOf(v).Elem()) }
}
