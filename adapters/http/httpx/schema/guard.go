package schema

import (
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

var (
	timeType      = reflect.TypeFor[time.Time]()
	optionalType  = reflect.TypeFor[body.Optional]()
	resolverType  = reflect.TypeFor[huma.Resolver]()
	resolver2Type = reflect.TypeFor[huma.ResolverWithPath]()
)

// resolves reports whether a type has a resolver of huma, which the request check does not run.
func resolves(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(resolverType) || p.Implements(resolver2Type)
}

// Risks applies RiskyInput to the Body of an input type, and RiskyOutput to the Body of an output
// type.
func Risks(input, output reflect.Type) []string {
	return append(bodyRisks(input, RiskyInput), bodyRisks(output, RiskyOutput)...)
}

func bodyRisks(t reflect.Type, guard func(reflect.Type) []string) []string {
	if resolves(t) {
		return []string{t.String() + ": resolvers are not run"}
	}
	body, ok := t.FieldByName("Body")
	if !ok {
		return nil
	}
	return guard(body.Type)
}

// RiskyInput lists the members of a request body type that would lose absence, null or exactness.
func RiskyInput(t reflect.Type) []string {
	var found []string
	walkBody(t, t.String(), map[reflect.Type]bool{}, func(f reflect.StructField, at string) {
		ft, tag := f.Type, f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		mayBeAbsent := strings.Contains(options, "omit") || f.Tag.Get("required") == "false"
		switch {
		case name == "":
			found = append(found, at+": no json name")
		case ft.Kind() == reflect.Pointer:
			found = append(found, at+": a pointer cannot tell absent from null; use Opt or Field")
		case ft.Kind() == reflect.Float32 || ft.Kind() == reflect.Float64:
			found = append(found, at+": a float is not exact; use Money or Percent")
		case ft == timeType:
			found = append(found, at+": use Time")
		case ft.Kind() == reflect.Interface:
			found = append(found, at+": an interface takes anything; use json.RawMessage where that is meant")
		case mayBeAbsent && !ft.Implements(optionalType) && ft.Kind() != reflect.Slice && ft.Kind() != reflect.Map:
			found = append(found, at+": absent and zero look the same; use Opt or Field")
		case !mayBeAbsent && ft.Implements(optionalType):
			found = append(found, at+": an Opt or Field needs omitzero, else it is required")
		case f.Tag.Get("default") != "":
			found = append(found, at+": a default is not filled in here; use Opt and say the default in doc")
		}
		if resolves(ft) {
			found = append(found, at+": resolvers are not run")
		}
	})
	return found
}

// RiskyOutput lists the members of an answer body type that could be missing or inexact. Every
// member of a record must always be present. Only whole objects may be omitted, such as the record
// and the error of a bulk row.
func RiskyOutput(t reflect.Type) []string {
	var found []string
	walkBody(t, t.String(), map[reflect.Type]bool{}, func(f reflect.StructField, at string) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		object := f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct
		switch {
		case name == "":
			found = append(found, at+": no json name")
		case strings.Contains(options, "omit") && !object:
			found = append(found, at+": would sometimes be missing")
		case f.Type == timeType || f.Type == reflect.PointerTo(timeType):
			found = append(found, at+": use Time")
		}
	})
	return found
}

// walkBody visits the members of a body type, including nested members.
func walkBody(t reflect.Type, at string, seen map[reflect.Type]bool, visit func(f reflect.StructField, at string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		walkBody(t.Elem(), at, seen, visit)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	if t.Implements(optionalType) {
		f, _ := t.FieldByName("Value")
		walkBody(f.Type, at, seen, visit)
		return
	}
	if body.Provides(t) {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Anonymous && f.Tag.Get("json") == "":
			walkBody(f.Type, at, seen, visit)
		case f.IsExported() && f.Tag.Get("json") != "-":
			visit(f, at+"."+f.Name)
			walkBody(f.Type, at+"."+f.Name, seen, visit)
		}
	}
}
