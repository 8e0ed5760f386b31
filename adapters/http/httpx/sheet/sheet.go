// Package sheet shows records of answers as rows of a table for spreadsheets, and sends such
// tables.
package sheet

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Table has a column for each member of a record. Members of an object get the name of the object
// as a prefix. Texts and numbers of a list share a cell. Lists of objects and objects with free
// names have no column.
type Table struct{ columns []column }

type column struct {
	name string
	at   []int
	list bool
	// A spreadsheet must not read a code as a number, a date or a formula.
	code bool
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// Of makes the table of records of a type, which is a struct with JSON names.
func Of(t reflect.Type) *Table {
	out := &Table{}
	out.add(t, "", nil)
	return out
}

func (t *Table) add(kind reflect.Type, before string, at []int) {
	for i := range kind.NumField() {
		f := kind.Field(i)
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
		case shape.Kind() != reflect.Map && shape.Kind() != reflect.Interface && !free(shape):
			t.columns = append(t.columns, column{before + name, path, false, codes[name]})
		}
	}
}

func marshals(t reflect.Type) bool {
	return t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler)
}

// free reports whether a type marshals itself and its published schema is an object.
func free(t reflect.Type) bool {
	p, ok := reflect.Zero(t).Interface().(huma.SchemaProvider)
	return ok && p.Schema(nil).Type == huma.TypeObject
}

// Names returns the names of the columns, in the order of an answer.
func (t *Table) Names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

// Cells returns the values of a record.
func (t *Table) Cells(record any) ([]Cell, error) {
	row := make([]Cell, len(t.columns))
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
		row[i].code = c.code && !c.list
		for _, v := range values {
			text, number, err := written(v)
			if err != nil {
				return nil, err
			}
			row[i].parts, row[i].number = append(row[i].parts, text), number && !c.list
		}
	}
	return row, nil
}

// Cell has a value of a record.
type Cell struct {
	// parts has the entries of a list, else one text.
	parts        []string
	number, code bool
}

func named(names []string) []Cell {
	row := make([]Cell, len(names))
	for i, n := range names {
		row[i].parts = []string{n}
	}
	return row
}

// spelled writes the cell so that a spreadsheet keeps the text unchanged.
func (c Cell) spelled() string {
	parts := make([]string, len(c.parts))
	for i, text := range c.parts {
		switch {
		case c.number:
			parts[i] = text
		case c.code && spoiled.MatchString(text) && len(text) <= maxFormula && !strings.ContainsAny(text, "\t\r\n"):
			parts[i] = `="` + strings.ReplaceAll(text, `"`, `""`) + `"`
		default:
			parts[i] = harmless(text)
		}
	}
	return strings.Join(parts, " | ")
}

// Row writes a record as text for spreadsheets.
func (t *Table) Row(record any) ([]string, error) {
	cells, err := t.Cells(record)
	return spelled(cells), err
}

func spelled(row []Cell) []string {
	texts := make([]string, len(row))
	for i, c := range row {
		texts[i] = c.spelled()
	}
	return texts
}

// at finds a value through pointers; it returns false at a nil pointer.
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

// written writes a value as JSON does, texts without quotes. Null is empty.
func written(v reflect.Value) (text string, number bool, err error) {
	value, err := json.Marshal(v.Interface())
	if err != nil || string(value) == "null" {
		return "", false, err
	}
	if value[0] != '"' {
		return string(value), true, nil
	}
	return text, false, json.Unmarshal(value, &text)
}

// Spreadsheets must leave these members unchanged, because they name records.
var codes = map[string]bool{
	"sku": true, "supplier_sku": true, "seller_sku": true, "asin": true, "fnsku": true,
	"ean": true, "upc": true, "gtin": true,
}

// spoiled matches codes that a spreadsheet rewrites. They do not begin with a letter, look like a
// day such as MAR-1, or have a special meaning.
var spoiled = regexp.MustCompile(`^\PL|^(?i)(?:true|false|wahr|falsch|vrai|faux)$|^(?i)(?:` +
	`jan|feb|f[ée]v|m[aä]r|mrz|mrt|a[pvb]r|ma[yijg]|mei|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|o[ck]t|ott|nov|` +
	`de[cz]|d[ée]c|dic|ene|gen)\pL*[ ./-]?\d`)

// maxFormula bounds the bytes of a text in a formula.
const maxFormula = 255

// harmless stops a spreadsheet from taking a text as a formula. Full-width signs begin a formula in
// some. The mark is removed again when tables are read.
func harmless(text string) string {
	if strings.IndexAny(text, "=+-@＝＋－＠\t\r\n") == 0 {
		return "'" + text
	}
	return text
}
