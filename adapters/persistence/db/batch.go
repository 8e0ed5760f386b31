package db

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// Kind is the type of a column, in the words of a Postgres array.
type Kind string

// The kinds of columns that a Batch can have.
const (
	Numbers Kind = "bigint[]"
	Texts   Kind = "text[]"
	Flags   Kind = "boolean[]"
	// Bytes stand in the S of a cell.
	Bytes Kind = "bytea[]"
)

// Cell is one value of a row: null (the zero value), or what its column's kind
// says. It compares with ==.
type Cell struct {
	Known bool
	N     int64
	S     string
	B     bool
}

// Arg is the cell as a separate argument.
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

// Batch hands many rows to one statement, as a table: the text is the same
// for every number of rows. Postgres gets an array per column, SQLite one
// document.
type Batch []Heading

// From is the table with the alias u, to stand in a FROM. Its arguments are
// numbered from first on.
func (b Batch) From(d Dialect, first int) string {
	names, parts := make([]string, len(b)), make([]string, len(b))
	for i, h := range b {
		names[i] = h.Name
		if d == Postgres {
			parts[i] = "$" + strconv.Itoa(first+i) + "::" + string(h.Kind)
			continue
		}
		parts[i] = "line ->> " + strconv.Itoa(i)
		if h.Kind == Bytes { // a document has them as hexadecimal digits
			parts[i] = "unhex(" + parts[i] + ")"
		}
		parts[i] += " AS " + h.Name
	}
	if d == Postgres {
		return "unnest(" + strings.Join(parts, ", ") + ") AS u(" + strings.Join(names, ", ") + ")"
	}
	// Each line is taken out of the document once, not once per column.
	return "(WITH lines(line) AS MATERIALIZED (SELECT value FROM json_each($" + strconv.Itoa(first) + "))" +
		" SELECT " + strings.Join(parts, ", ") + " FROM lines) AS u"
}

// Args are the arguments for the table.
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
