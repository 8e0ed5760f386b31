package record

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Packages declare these when the program starts. Nothing is added later.
var (
	// kinds names documents in errors and reports.
	kinds = map[reflect.Type]string{}
	// names maps the domain's structs to the structs with the names of their members as json tags.
	names = map[reflect.Type]reflect.Type{}
)

// DeclareDocument declares a whole document, like DeclarePart. Errors and reports use kind as its
// name.
func DeclareDocument[V, R any](kind string, as func(*V) *R) {
	kinds[reflect.TypeFor[V]()] = kind
	DeclarePart(as)
}

// DeclarePart declares how documents name the members of V: by the json tags of R, a struct with
// the same fields. The pointer conversion as compiles only while the fields are the same. So nobody
// renames or adds a field of the domain without checking the stored names.
func DeclarePart[V, R any](as func(*V) *R) {
	t := reflect.TypeFor[V]()
	if names[t] != nil {
		panic(fmt.Sprintf("record: %v is declared twice", t))
	}
	names[t] = reflect.TypeFor[R]()
	form(
		func(to *jsontext.Encoder, v *V) error { return json.MarshalEncode(to, as(v)) },
		func(from *jsontext.Decoder, v *V) error { return json.UnmarshalDecode(from, as(v)) },
	)
}

// undeclared lists members that would be stored by the names of fields. Either they have no json
// tag, or their struct is not declared.
func undeclared(rows []reflect.Type) (found []string) {
	for _, row := range rows {
		for _, f := range reflect.VisibleFields(row) {
			name, part := f.Tag.Get("json"), inner(f.Type)
			if name == "" || name[0] == ',' || name != "-" && names[part] == nil && open(part) {
				found = append(found, row.String()+"."+f.Name)
			}
		}
	}
	slices.Sort(found)
	return found
}

// inner returns the type of the values in lists, maps and optional values.
func inner(t reflect.Type) reflect.Type {
	if maybe, ok := reflect.New(t).Interface().(filler); ok {
		return inner(reflect.TypeOf(maybe.Fill()).Elem())
	}
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		return inner(t.Elem())
	}
	return t
}

// mustBeDeclared panics at the program's first document if a name is missing.
func mustBeDeclared() {
	if found := undeclared(slices.Collect(maps.Values(names))); len(found) > 0 {
		panic(fmt.Sprintf("record: members would be stored by the names of their fields: %v", found))
	}
}

// open reports whether JSON would use the fields of a type.
func open(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && slices.ContainsFunc(reflect.VisibleFields(t), reflect.StructField.IsExported)
}
