// Package sheet shows records of answers as rows of a table for spreadsheets, and sends such tables.
package sheet

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Table has a column for each member of a record: members of an object are named behind the object, texts and numbers of a list share a
// cell. Lists of objects and objects with free names have none.
type Table struct{ columns []column }

type column struct {
	name string
	at   []int
	list bool
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// Of is the table of records of a type, which is a struct that has JSON names.
func Of(t reflect.Type) *Table {
	out := &Table{}
	out.add(t, "", nil)
	return out
}

func (t *Table) add(of reflect.Type, before string, at []int) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		path, shape := append(slices.Clone(at), i), f.Type
		if shape.Kind() == reflect.Pointer {
			shape = shape.Elem()
		}
		object := shape.Kind() == reflect.Struct && !marshals(shape)
		switch {
		case f.Anonymous && name == "" && object:
			t.add(shape, before, path)
		case !f.IsExported() || name == "" || name == "-":
		case object:
			t.add(shape, before+name+".", path)
		case shape.Kind() == reflect.Slice && !marshals(shape):
			if item := shape.Elem(); item.Kind() != reflect.Struct && item.Kind() != reflect.Pointer || marshals(item) {
				t.columns = append(t.columns, column{before + name, path, true})
			}
		case shape.Kind() != reflect.Map && shape.Kind() != reflect.Interface:
			t.columns = append(t.columns, column{before + name, path, false})
		}
	}
}

func marshals(t reflect.Type) bool {
	return t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler)
}

// Names are the names of the columns, in the order of an answer.
func (t *Table) Names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

// Row has the cells of a record. What is null or absent is empty.
func (t *Table) Row(record any) ([]string, error) {
	row := make([]string, len(t.columns))
	for i, c := range t.columns {
		v, known := at(reflect.ValueOf(record), c.at)
		if !known {
			continue
		}
		values := []reflect.Value{v}
		if c.list {
			values = values[:0]
			for n := range v.Len() {
				values = append(values, v.Index(n))
			}
		}
		var cells []string
		for _, v := range values {
			text, err := cell(v)
			if err != nil {
				return nil, err
			}
			cells = append(cells, text)
		}
		row[i] = strings.Join(cells, " | ")
	}
	return row, nil
}

// at finds a value below pointers, none of which may be nil.
func at(v reflect.Value, path []int) (reflect.Value, bool) {
	for _, i := range path {
		v = v.Field(i)
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
	}
	return v, true
}

// cell is a value as JSON writes it, a text without its quotes.
func cell(v reflect.Value) (string, error) {
	written, err := json.Marshal(v.Interface())
	if err != nil || string(written) == "null" {
		return "", err
	}
	if written[0] != '"' {
		return string(written), nil
	}
	var text string
	if err := json.Unmarshal(written, &text); err != nil {
		return "", err
	}
	return harmless(text), nil
}

// harmless keeps a spreadsheet from taking a text for a formula. The mark is taken off again where tables are read.
func harmless(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		return "'" + text
	}
	return text
}
