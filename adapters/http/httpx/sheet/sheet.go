// Package sheet shows records of answers as rows of a table for spreadsheets, and sends such tables.
package sheet

import (
	"encoding/json"
	"reflect"
	"regexp"
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
	// A spreadsheet must not read a code as a number, a date or a formula.
	code bool
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
				t.columns = append(t.columns, column{before + name, path, true, false})
			}
		case shape.Kind() != reflect.Map && shape.Kind() != reflect.Interface:
			t.columns = append(t.columns, column{before + name, path, false, codes[name]})
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
			text, err := cell(v, c.code && !c.list)
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
func cell(v reflect.Value, code bool) (string, error) {
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
	if code && spoiled.MatchString(text) && len(text) <= maxFormula && !strings.ContainsAny(text, "\t\r\n") {
		return `="` + strings.ReplaceAll(text, `"`, `""`) + `"`, nil
	}
	return harmless(text), nil
}

// A spreadsheet has to leave these members as they are, because they name records.
var codes = map[string]bool{
	"sku": true, "supplier_sku": true, "seller_sku": true, "asin": true, "fnsku": true,
	"ean": true, "upc": true, "gtin": true,
}

// spoiled matches codes that a spreadsheet rewrites: they do not begin with a letter, look
// like a day such as MAR-1, or have a meaning for it.
var spoiled = regexp.MustCompile(`^\PL|^(?i)(?:true|false|wahr|falsch|vrai|faux)$|^(?i)(?:` +
	`jan|feb|f[ée]v|m[aä]r|mrz|mrt|a[pvb]r|ma[yijg]|mei|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|o[ck]t|ott|nov|` +
	`de[cz]|d[ée]c|dic|ene|gen)\pL*[ ./-]?\d`)

// A text in a formula has at most so many bytes.
const maxFormula = 255

// harmless keeps a spreadsheet from taking a text for a formula. The mark is taken off again where tables are read.
func harmless(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		return "'" + text
	}
	return text
}
