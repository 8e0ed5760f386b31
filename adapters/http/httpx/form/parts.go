package form

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/fault"
)

// JSON checks text parts of this name as a member of that name in a JSON body of type T, and
// decodes that body. The fault for a text without JSON names the expected content.
func JSON[T any](name, what string) func(text string) (T, error) {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	t := reflect.TypeFor[T]()
	node := schema.NewCompiler(registry).Compile(registry.Schema(t, false, name), name)
	return func(text string) (T, error) {
		var out T
		if !json.Valid([]byte(text)) {
			message := "must be JSON text with " + what
			return out, schema.Invalid([]fault.Item{{Code: fault.CodeInvalid, Message: message, Pointer: "/" + name}})
		}
		checked, items, err := schema.Read([]byte(`{"`+name+`":`+text+`}`), node)
		switch {
		case err != nil:
			return out, err
		case len(items) > 0:
			return out, schema.Invalid(items)
		}
		return out, schema.Decode(checked, reflect.ValueOf(&out).Elem())
	}
}

// Unknown refuses a part of a form that is not in known, and suggests a similar name. shown is
// the name in the answer.
func Unknown(shown string, known []string) *fault.Error {
	return httpx.BadParameter(shown, fault.CodeUnknownMember, "is not accepted"+schema.DidYouMean(shown, known))
}
