package db

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// Kind names the type of a column as a Postgres array type.
type Kind string

// The kinds of columns that a Batch can have.
const (
	Numbers Kind = "bigint[]"
	Texts   Kind = "text[]"
	Flags   Kind = "boolean[]"
	// Bytes have their value in Cell.S.
	Bytes Kind = "bytea[]"
)

// Cell has one value of a row: null (the zero value), or a value in the member for its column's
// kind. Cells compare with ==.
type Cell struct {
	Known bool
	N     int64
	S     string
	B     bool
}

// Arg returns the cell as a separate argument.
func (c Cell) Arg(k Kind) any {
	switch {
	case !c.Known:
		return nil
	case k == Numbers:
		return c.N
	case k == Flags:
		return c.B
	case k == Bytes:
		return []byte(c.S)
	}
	return c.S
}

// Heading names a column of a Batch.
type Heading struct {
	Name string
	Kind Kind
}

// Batch passes many rows to one statement as a table, so the text is the same for every number of
// rows. Postgres gets an array per column, SQLite one JSON document.
type Batch []Heading

// From returns the table for a FROM clause, with the alias u. Its arguments are numbered from first
// on.
func (b Batch) From(d Dialect, first int) string {
	names, parts := make([]string, len(b)), make([]string, len(b))
	for i, h := range b {
		names[i] = h.Name
		if d == Postgres {
			parts[i] = "$" + strconv.Itoa(first+i) + "::" + string(h.Kind)
			continue
		}
		parts[i] = "line ->> " + strconv.Itoa(i)
		if h.Kind == Bytes { // JSON has bytes as hexadecimal digits
			parts[i] = "unhex(" + parts[i] + ")"
		}
		parts[i] += " AS " + h.Name
	}
	if d == Postgres {
		return "unnest(" + strings.Join(parts, ", ") + ") AS u(" + strings.Join(names, ", ") + ")"
	}
	// Unpacks each line of the document once, not once per column.
	return "(WITH lines(line) AS MATERIALIZED (SELECT value FROM json_each($" + strconv.Itoa(first) + "))" +
		" SELECT " + strings.Join(parts, ", ") + " FROM lines) AS u"
}

// Row returns the table of a single row, which needs no unpacking. Each column has an argument,
// numbered from first on.
func (b Batch) Row(d Dialect, first int) string {
	parts := make([]string, len(b))
	for i, h := range b {
		parts[i] = d.Argument(first+i, h.Kind) + " AS " + h.Name
	}
	return "(SELECT " + strings.Join(parts, ", ") + ") AS u"
}

// Argument names an argument for a single value of a kind, which Cell.Arg makes.
func (d Dialect) Argument(n int, k Kind) string {
	if d == Postgres {
		return "$" + strconv.Itoa(n) + "::" + strings.TrimSuffix(string(k), "[]")
	}
	return "$" + strconv.Itoa(n)
}

// RowArgs returns the arguments for Row.
func (b Batch) RowArgs(cells []Cell) []any {
	out := make([]any, len(b))
	for i, h := range b {
		out[i] = cells[i].Arg(h.Kind)
	}
	return out
}

// Args returns the arguments for the table.
func (b Batch) Args(d Dialect, rows int, at func(row, column int) Cell) ([]any, error) {
	if d == SQLite {
		doc, err := b.document(rows, at)
		return []any{doc}, err
	}
	out := make([]any, len(b))
	for c, h := range b {
		switch h.Kind {
		case Numbers:
			out[c] = pointers(rows, func(r int) (int64, bool) { v := at(r, c); return v.N, v.Known })
		case Texts:
			out[c] = pointers(rows, func(r int) (string, bool) { v := at(r, c); return v.S, v.Known })
		case Flags:
			out[c] = pointers(rows, func(r int) (bool, bool) { v := at(r, c); return v.B, v.Known })
		case Bytes:
			out[c] = pointers(rows, func(r int) ([]byte, bool) { v := at(r, c); return []byte(v.S), v.Known })
		}
	}
	return out, nil
}

// pointers makes an array in which nil means null. Without any value it returns nil, which has the
// same effect beside a column with values.
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

func (b Batch) document(rows int, at func(row, column int) Cell) (string, error) {
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
			case !v.Known:
				out = append(out, "null"...)
			case h.Kind == Numbers:
				out = strconv.AppendInt(out, v.N, 10)
			case h.Kind == Flags:
				out = strconv.AppendBool(out, v.B)
			case h.Kind == Bytes:
				out = append(out, '"')
				out = hex.AppendEncode(out, []byte(v.S))
				out = append(out, '"')
			default:
				s, err := json.Marshal(v.S)
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
