package teamdata

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// kind names the form of a column's values in a line of an export.
type kind uint8

const (
	number kind = iota
	float
	flag
	text
	bytes
	// document has JSON as a text, because SQLite has no type of its own for it.
	document
)

// kinds maps the databases' names of types.
var kinds = map[string]kind{
	"bigint": number, "integer": number, "double precision": float, "boolean": flag, "text": text,
	"bytea": bytes, "blob": bytes, "jsonb": document,
}

// column describes a column that is written; the database computes the others.
type column struct {
	name string
	kind kind
}

// columns lists the columns of a table that are written.
func columns(ctx context.Context, from bun.IDB, d db.Dialect, table string) ([]column, error) {
	query := "SELECT name, lower(type) FROM pragma_table_info(?) ORDER BY cid"
	if d == db.Postgres {
		query = `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
			WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`
	}
	var list []column
	var name, kindName string
	rows, err := from.QueryContext(ctx, query, table) //nolint:rowserrcheck // TryEach does
	if err != nil {
		return nil, db.Fault(err)
	}
	err = db.TryEach(db.RowsOf(rows), nil)(func() error {
		k, known := kinds[kindName]
		if !known {
			return fmt.Errorf("the column %s.%s has the unknown type %s", table, name, kindName)
		}
		list = append(list, column{name, k})
		return nil
	}, &name, &kindName)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("the database has no table %s", table)
	}
	return list, err
}

// selected lists columns for a SELECT.
func selected(list []column, d db.Dialect) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.name
		if c.kind == document && d == db.Postgres {
			names[i] += "::text"
		}
	}
	return strings.Join(names, ", ")
}

// exportedValue converts a value of a driver to its form in a line: bytes become base64.
func (c column) exportedValue(v any) any {
	switch of := v.(type) {
	case []byte:
		if c.kind != bytes {
			return string(of)
		}
	case string:
		if c.kind == bytes {
			return []byte(of)
		}
	case int64:
		if c.kind == flag {
			return of != 0
		}
	}
	return v
}

// importedValue converts a member of a line to an argument of a statement.
func (c column) importedValue(v any) (any, error) {
	switch of := v.(type) {
	case nil:
		return nil, nil //nolint:nilnil // the value is null
	case json.Number:
		if c.kind == number {
			return of.Int64()
		}
		if c.kind == float {
			return of.Float64()
		}
	case bool:
		if c.kind == flag {
			return of, nil
		}
	case string:
		if c.kind == text || c.kind == document {
			return of, nil
		}
		if c.kind == bytes {
			return base64.StdEncoding.DecodeString(of)
		}
	}
	return nil, fmt.Errorf("the member %s has the value %v", c.name, v)
}
