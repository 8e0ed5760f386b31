package db

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// The rows of hot statements are mostly whole numbers, texts, flags and
// documents, and a list has thousands of such values. The drivers find out anew
// for each of them how to convert it, which costs more than the conversion; so
// these types are read directly here and all others are left to the drivers.

// scanner is a document column: JSON of any type.
type scanner interface{ read(document []byte) error }

// cells stand between database/sql and the places of a row. They are used
// again for each row of a result.
type cells struct {
	all    []cell
	places []any
}

// cell takes one value for its place.
type cell struct{ place any }

var spareCells = sync.Pool{New: func() any { return new(cells) }}

// scanRow reads a single row of database/sql.
func scanRow(row *sql.Row, places []any) error {
	c, _ := spareCells.Get().(*cells)
	err := row.Scan(c.over(places)...)
	clear(c.all) // the places are the caller's
	clear(c.places)
	spareCells.Put(c)
	return err
}

// over returns what database/sql is to scan into.
func (c *cells) over(places []any) []any {
	if len(c.all) < len(places) {
		c.all, c.places = make([]cell, len(places)), make([]any, len(places))
	}
	for i, place := range places {
		switch place.(type) {
		case *int64, *string, *bool, **int64, **string:
			c.all[i].place = place
			c.places[i] = &c.all[i]
		default:
			c.places[i] = place
		}
	}
	return c.places[:len(places)]
}

// What is not of the usual type goes through database/sql's own rules.
func (c *cell) Scan(src any) error {
	switch place := c.place.(type) {
	case *int64:
		if v, ok := src.(int64); ok {
			*place = v
			return nil
		}
		return convert(place, src)
	case *string:
		if v, ok := src.(string); ok {
			*place = v
			return nil
		}
		return convert(place, src)
	case *bool:
		switch v := src.(type) {
		case bool:
			*place = v
			return nil
		case int64:
			if v == 0 || v == 1 {
				*place = v == 1
				return nil
			}
		}
		return convert(place, src)
	case **int64:
		return pointer(place, src)
	case **string:
		return pointer(place, src)
	}
	return fmt.Errorf("unexpected place %T", c.place)
}

func pointer[T any](place **T, src any) error {
	if src == nil {
		*place = nil
		return nil
	}
	made := new(T)
	*place = made
	if v, ok := src.(T); ok {
		*made = v
		return nil
	}
	return convert(made, src)
}

// convert is database/sql's own conversion.
func convert[T any](place *T, src any) error {
	if src == nil {
		return fmt.Errorf("null for a %T", *place)
	}
	var n sql.Null[T]
	err := n.Scan(src)
	*place = n.V
	return err
}

// scanPgx reads the current row of a result of pgx.
func scanPgx(rows pgx.Rows, places []any) error {
	fields, values := rows.FieldDescriptions(), rows.RawValues()
	if len(fields) != len(places) || len(values) != len(places) {
		return rows.Scan(places...) // it says what is wrong
	}
	for i, place := range places {
		if ok, err := scanValue(&fields[i], values[i], place); err != nil {
			return fmt.Errorf("column %s: %w", fields[i].Name, err)
		} else if ok {
			continue
		}
		if err := rows.Conn().TypeMap().Scan(fields[i].DataTypeOID, fields[i].Format, values[i], place); err != nil {
			return fmt.Errorf("column %s: %w", fields[i].Name, err)
		}
	}
	return nil
}

// scanValue reads a value if both its type and its place are of the usual ones.
func scanValue(f *pgconn.FieldDescription, value []byte, place any) (bool, error) {
	switch place := place.(type) {
	case *int64:
		return wholeNumber(f, value, place)
	case **int64:
		if value == nil {
			*place = nil
			return true, nil
		}
		made := new(int64)
		*place = made
		return wholeNumber(f, value, made)
	case *string:
		if value == nil || !isText(f.DataTypeOID) {
			return false, nil
		}
		*place = string(value)
		return true, nil
	case **string:
		if value == nil {
			*place = nil
			return true, nil
		}
		if !isText(f.DataTypeOID) {
			return false, nil
		}
		made := string(value)
		*place = &made
		return true, nil
	case *bool:
		if len(value) != 1 || f.DataTypeOID != pgtype.BoolOID {
			return false, nil
		}
		*place = value[0] == 1 || value[0] == 't'
		return true, nil
	case scanner:
		if value == nil || f.Format != pgx.TextFormatCode || f.DataTypeOID != pgtype.JSONBOID && f.DataTypeOID != pgtype.JSONOID {
			return false, nil
		}
		return true, place.read(value)
	}
	return false, nil
}

func wholeNumber(f *pgconn.FieldDescription, value []byte, place *int64) (bool, error) {
	switch f.DataTypeOID {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
	default:
		return false, nil
	}
	if value == nil {
		return false, nil
	}
	if f.Format == pgx.TextFormatCode {
		n, err := strconv.ParseInt(string(value), 10, 64)
		*place = n
		return true, err
	}
	switch len(value) {
	case 2:
		*place = int64(int16(binary.BigEndian.Uint16(value)))
	case 4:
		*place = int64(int32(binary.BigEndian.Uint32(value)))
	case 8:
		*place = int64(binary.BigEndian.Uint64(value))
	default:
		return false, nil
	}
	return true, nil
}

func isText(oid uint32) bool {
	return oid == pgtype.TextOID || oid == pgtype.VarcharOID || oid == pgtype.BPCharOID
}
