package record

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"sellingassistant/adapters/persistence/db"
)

// Lines converts the rows of a kind for statements written by hand. It reads selected rows, and
// passes many rows to one statement as a table.
type Lines[R, S any] struct {
	table Table[R, S]
	info  *Info
}

// Describe reads the description of a kind.
func Describe[R, S any](t Table[R, S]) *Lines[R, S] { return &Lines[R, S]{t, infoOf(t)} }

// Info describes the table, for statements and conditions about its rows.
func (l *Lines[R, S]) Info() *Info { return l.info }

// Columns lists these columns, by default all that Collect reads, each with the prefix.
func (l *Lines[R, S]) Columns(prefix string, columns ...int) string {
	return l.info.Names(prefix, l.info.read(columns))
}

// Collect reads the rows of a statement that selects Columns.
func (l *Lines[R, S]) Collect(rows db.Rows, err error) ([]S, error) { return l.collect(rows, err, 0) }

// Row returns the places of Columns in a statement that selects other columns too, and the record
// that was scanned into them.
func (l *Lines[R, S]) Row(columns ...int) (places []any, record func() (S, error)) {
	row := new(R)
	return l.places(row, l.info.read(columns)), func() (S, error) { return l.table.Snapshot(row) }
}

// From returns the table u of many rows with these columns, by default all, for a FROM clause. Its
// arguments are numbered from first on.
func (l *Lines[R, S]) From(d db.Dialect, first int, columns ...int) string {
	return l.info.Batch(l.info.some(columns)).From(d, first)
}

// Args returns the arguments for the table of the same columns.
func (l *Lines[R, S]) Args(d db.Dialect, records []S, columns ...int) ([]any, error) {
	columns = l.info.some(columns)
	cells, err := l.cells(records, columns)
	if err != nil {
		return nil, err
	}
	return l.info.Batch(columns).Args(d, cells.Rows(), cells.At)
}

// Insertion inserts new rows by a prepared statement: a single row without unpacking.
type Insertion[R, S any] struct {
	lines        *Lines[R, S]
	d            db.Dialect
	single, many string
}

// Insertion returns the statement that inserts new rows. change may change its text.
func (l *Lines[R, S]) Insertion(d db.Dialect, change func(text string) string) Insertion[R, S] {
	columns := l.info.New()
	return Insertion[R, S]{l, d, change(l.info.InsertOne(d, columns...)), change(l.info.Insert(d, columns...))}
}

// Statement returns the text for these records, and its arguments.
func (i Insertion[R, S]) Statement(records []S) (text string, args []any, err error) {
	cells, err := i.lines.cells(records, i.lines.info.New())
	if err != nil {
		return "", nil, err
	}
	args, err = i.lines.info.insertArgs(i.d, i.lines.info.New(), cells)
	if len(records) == 1 {
		return i.single, args, err
	}
	return i.many, args, err
}

func (l *Lines[R, S]) collect(rows db.Rows, err error, most int) ([]S, error) {
	out := make([]S, 0, min(max(most, 0), 1000))
	if err := l.Each(rows, err)(func(s S) { out = append(out, s) }); err != nil {
		return nil, err
	}
	return out, nil
}

// Each reads as Collect, but passes each record to take instead of collecting them.
func (l *Lines[R, S]) Each(rows db.Rows, err error) func(take func(S)) error {
	return func(take func(S)) error {
		var row R
		return l.failed("read", db.TryEach(rows, err)(func() error {
			s, err := l.table.Snapshot(&row)
			if err == nil {
				take(s)
			}
			return err
		}, l.places(&row, l.info.Read)...))
	}
}

// places returns the pointers that columns are scanned to.
func (l *Lines[R, S]) places(row *R, columns []int) []any {
	v := reflect.ValueOf(row).Elem()
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = l.info.Columns[c].at(v)
	}
	return out
}

func (l *Lines[R, S]) cells(records []S, columns []int) (Cells, error) {
	out := Cells{Width: len(columns), All: make([]db.Cell, 0, len(records)*len(columns))}
	for _, s := range records {
		row := l.table.Row(s)
		v := reflect.ValueOf(&row).Elem()
		for _, c := range columns {
			cell, err := l.info.Columns[c].cell(v)
			if err != nil {
				return out, l.failed("write", err)
			}
			out.All = append(out.All, cell)
		}
	}
	return out, nil
}

// narrowest returns the first list of Narrow with all columns in which the records differ from
// their stored states, or Saved. A document counts as different.
func (l *Lines[R, S]) narrowest(stored, records []S) []int {
	differ := map[int]bool{}
	for i := range records {
		was, is := l.table.Row(stored[i]), l.table.Row(records[i])
		before, after := reflect.ValueOf(&was).Elem(), reflect.ValueOf(&is).Elem()
		for _, c := range l.info.Saved {
			to := &l.info.Columns[c]
			if to.JSON || cellOf(before.FieldByIndex(to.index)) != cellOf(after.FieldByIndex(to.index)) {
				differ[c] = true
			}
		}
	}
	for _, list := range l.info.narrow {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(differ)), func(c int) bool { return !slices.Contains(list, c) }) {
			return list
		}
	}
	return l.info.Saved
}

// failed adds the verb and the table to an error.
func (l *Lines[R, S]) failed(verb string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", verb, l.info.Name, db.Fault(err))
}
