package repricer

import (
	"encoding/json"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
)

// kind is the type of a column, in the words of a Postgres array.
type kind string

const (
	numbers kind = "bigint[]"
	texts   kind = "text[]"
	flags   kind = "boolean[]"
)

// cell is one value of a row: null, or what its column's kind says.
type cell struct {
	known bool
	n     int64
	s     string
	b     bool
}

// arg is the cell as an argument by itself.
func (c cell) arg(k kind) any {
	switch {
	case !c.known:
		return nil
	case k == numbers:
		return c.n
	case k == flags:
		return c.b
	}
	return c.s
}

// heading names a column of a batch.
type heading struct {
	name string
	kind kind
}

// batch hands many rows to one statement, as a table: the text is the same
// for every number of rows. Postgres gets an array per column, SQLite one
// document.
type batch []heading

// from is the table with the alias u, to stand in a FROM. Its arguments are
// numbered from first on.
func (b batch) from(d db.Dialect, first int) string {
	names, parts := make([]string, len(b)), make([]string, len(b))
	for i, h := range b {
		names[i] = h.name
		if d == db.Postgres {
			parts[i] = "$" + strconv.Itoa(first+i) + "::" + string(h.kind)
		} else {
			parts[i] = "line ->> " + strconv.Itoa(i) + " AS " + h.name
		}
	}
	if d == db.Postgres {
		return "unnest(" + strings.Join(parts, ", ") + ") AS u(" + strings.Join(names, ", ") + ")"
	}
	// Each line is taken out of the document once, not once per column.
	return "(WITH lines(line) AS MATERIALIZED (SELECT value FROM json_each($" + strconv.Itoa(first) + "))" +
		" SELECT " + strings.Join(parts, ", ") + " FROM lines) AS u"
}

// args are the arguments for the table.
func (b batch) args(d db.Dialect, rows int, at func(row, column int) cell) ([]any, error) {
	if d == db.SQLite {
		doc, err := b.document(rows, at)
		return []any{doc}, err
	}
	out := make([]any, len(b))
	for c, h := range b {
		switch h.kind {
		case numbers:
			out[c] = pointers(rows, func(r int) (int64, bool) { v := at(r, c); return v.n, v.known })
		case texts:
			out[c] = pointers(rows, func(r int) (string, bool) { v := at(r, c); return v.s, v.known })
		case flags:
			out[c] = pointers(rows, func(r int) (bool, bool) { v := at(r, c); return v.b, v.known })
		}
	}
	return out, nil
}

// pointers makes an array in which null is nil. It is nil itself when nothing
// else is in it, which comes to the same beside a column with values.
func pointers[T any](n int, at func(int) (T, bool)) []*T {
	var values []T
	var out []*T
	for i := range n {
		v, known := at(i)
		if !known {
			continue
		}
		if out == nil {
			values, out = make([]T, n), make([]*T, n)
		}
		values[i] = v
		out[i] = &values[i]
	}
	return out
}

func (b batch) document(rows int, at func(row, column int) cell) (string, error) {
	out := make([]byte, 0, rows*len(b)*8)
	out = append(out, '[')
	for r := range rows {
		if r > 0 {
			out = append(out, ',')
		}
		for c, h := range b {
			if c == 0 {
				out = append(out, '[')
			} else {
				out = append(out, ',')
			}
			v := at(r, c)
			switch {
			case !v.known:
				out = append(out, "null"...)
			case h.kind == numbers:
				out = strconv.AppendInt(out, v.n, 10)
			case h.kind == flags:
				out = strconv.AppendBool(out, v.b)
			default:
				s, err := json.Marshal(v.s)
				if err != nil {
					return "", err
				}
				out = append(out, s...)
			}
		}
		out = append(out, ']')
	}
	return string(append(out, ']')), nil
}
