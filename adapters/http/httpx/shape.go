package httpx

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// shape is the pair of types of an operation.
type shape struct {
	in, out reflect.Type
	// fresh makes an empty input.
	fresh func() any
}

func shapeOf[I, O any]() shape {
	return shape{in: reflect.TypeFor[I](), out: reflect.TypeFor[O](), fresh: func() any { return new(I) }}
}

var (
	uploadType    = reflect.TypeFor[Upload]()
	timeType      = reflect.TypeFor[time.Time]()
	optionalType  = reflect.TypeFor[optional]()
	resolverType  = reflect.TypeFor[huma.Resolver]()
	resolver2Type = reflect.TypeFor[huma.ResolverWithPath]()
	bytesType     = reflect.TypeFor[[]byte]()
)

// fieldsOf calls visit for the exported fields of a struct, those of embedded
// structs included, with their index path.
func fieldsOf(t reflect.Type, at []int, visit func(f reflect.StructField, index []int)) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int{}, at...), i)
		switch {
		case f.Anonymous && f.Type != uploadType && f.Type != valuesType && f.Type.Kind() == reflect.Struct:
			fieldsOf(f.Type, index, visit)
		case f.IsExported():
			visit(f, index)
		}
	}
}

// outputs is where the parts of an answer stand in an output type.
type outputs struct {
	headers []outHeader
	status  int // field of the status, -1 for none
	body    int // field of the body, -1 for none
	raw     bool
}

type outHeader struct {
	name  string
	index []int
}

// outputsOf finds the parts of an answer and describes the headers.
func outputsOf(t reflect.Type, doc map[string]*huma.Param) outputs {
	o := outputs{status: -1, body: -1}
	fieldsOf(t, nil, func(f reflect.StructField, index []int) {
		name := f.Tag.Get("header")
		switch {
		case name != "":
			if f.Type.Kind() != reflect.String {
				panic(fmt.Sprintf("httpx: header %s of %s is not a string", name, t))
			}
			o.headers = append(o.headers, outHeader{http.CanonicalHeaderKey(name), index})
			if name == "Content-Type" {
				return // the document says it with the body
			}
			doc[name] = &huma.Param{Description: f.Tag.Get("doc"), Schema: &huma.Schema{Type: huma.TypeString}}
		case f.Name == "Status" && f.Type.Kind() == reflect.Int && len(index) == 1:
			o.status = index[0]
		case f.Name == "Body" && len(index) == 1:
			o.body, o.raw = index[0], f.Type == bytesType
		default:
			panic(fmt.Sprintf("httpx: field %s of output %s is neither header, Status nor Body", f.Name, t))
		}
	})
	return o
}

// riskyInput lists what a request body type must not have because absence,
// null or exactness would be lost on the way.
func riskyInput(t reflect.Type) []string {
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
		if reflect.PointerTo(ft).Implements(resolverType) || reflect.PointerTo(ft).Implements(resolver2Type) {
			found = append(found, at+": resolvers are not run")
		}
	})
	return found
}

// riskyOutput lists what an answer body type must not have: every member of a
// record is always there. Only whole objects may be left out, as the record
// and the error of a bulk row are.
func riskyOutput(t reflect.Type) []string {
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

// walkBody visits the members of a body type, nested ones included.
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
	if provides(t) {
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

var providerType = reflect.TypeFor[huma.SchemaProvider]()

// provides reports whether a type describes itself.
func provides(t reflect.Type) bool {
	return t.Implements(providerType) || reflect.PointerTo(t).Implements(providerType)
}

// allowNull publishes that pointers in answers may be null, which huma leaves
// out for types that describe themselves and for objects.
func allowNull(r huma.Registry, t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		allowNull(r, t.Elem(), seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] || provides(t) || t == timeType {
		return
	}
	seen[t] = true
	s := r.Schema(t, false, "")
	walkFields(t, func(f reflect.StructField) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[name]
		if f.Type.Kind() == reflect.Pointer && p != nil && !strings.Contains(options, "omit") {
			s.Properties[name] = orNull(p)
		}
		allowNull(r, f.Type, seen)
	})
	s.PrecomputeMessages()
}

func walkFields(t reflect.Type, visit func(f reflect.StructField)) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Anonymous && f.Tag.Get("json") == "" && f.Type.Kind() == reflect.Struct:
			walkFields(f.Type, visit)
		case f.IsExported():
			visit(f)
		}
	}
}

func orNull(s *huma.Schema) *huma.Schema {
	if s.Ref == "" {
		c := *s
		c.Nullable = true
		return &c
	}
	return &huma.Schema{Description: s.Description, OneOf: []*huma.Schema{{Ref: s.Ref}, {Type: "null"}}}
}

func itoa(n int) string { return strconv.Itoa(n) }
