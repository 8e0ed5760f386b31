package openapi

import (
	"reflect"
	"strings"
	"time"

	"sellingassistant/adapters/http/httpx/body"

	"github.com/danielgtaylor/huma/v2"
)

var timeType = reflect.TypeFor[time.Time]()

// allowNull publishes that pointers in answers may be null, which huma leaves
// out for types that describe themselves and for objects.
func (d *Document) allowNull(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		d.allowNull(t.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	if d.nulls[t] || body.Provides(t) || t == timeType {
		return
	}
	d.nulls[t] = true
	s := d.Registry().Schema(t, false, "")
	walkFields(t, func(f reflect.StructField) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[name]
		if f.Type.Kind() == reflect.Pointer && p != nil && !strings.Contains(options, "omit") {
			s.Properties[name] = orNull(p)
		}
		d.allowNull(f.Type)
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
