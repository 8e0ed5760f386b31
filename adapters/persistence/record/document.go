package record

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/versioned"
)

// Document is a column with all members of a value, in the form of versioned.Plain.
// What lists filter and sort by has columns of its own beside it.
type Document[V any] struct{ V V }

// DocumentOf wraps a value.
func DocumentOf[V any](v V) Document[V] { return Document[V]{v} }

// Value writes the document.
func (d Document[V]) Value() (driver.Value, error) {
	return db.JSONOf(versioned.Plain(d.V)).Value()
}

// Scan reads the document.
func (d *Document[V]) Scan(src any) error {
	var text db.JSON[json.RawMessage]
	if err := text.Scan(src); err != nil {
		return err
	}
	var v V
	d.V = v
	return fill(text.V, reflect.ValueOf(&d.V).Elem())
}

// Key is how texts are compared that are unique in a team: in any letter case, with
// any number of spaces between words.
func Key(text string) string { return db.Fold(strings.Join(strings.Fields(text), " ")) }

// fill reads a member of a document. Null leaves it as it is.
func fill(text json.RawMessage, to reflect.Value) (err error) {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	switch is := to.Addr().Interface().(type) {
	case interface{ Fill() any }:
		return fill(text, reflect.ValueOf(is.Fill()).Elem())
	case *money.Amount:
		*is, err = money.Parse(string(text))
		return err
	case *money.Percent:
		*is, err = money.ParsePercent(string(text))
		return err
	case *money.Rate:
		*is, err = money.ParseRate(string(text))
		return err
	case *asin.ASIN:
		if string(text) == `""` {
			return nil
		}
		return parsed(text, is, asin.Parse)
	case *gtin.Code:
		if string(text) == `""` {
			return nil
		}
		return parsed(text, is, gtin.Parse)
	case *decimal.Decimal:
		return parsed(text, is, decimal.Parse)
	case *date.Date:
		return parsed(text, is, date.Parse)
	case *time.Time:
		return parsed(text, is, func(s string) (time.Time, error) { return time.Parse(time.RFC3339Nano, s) })
	}
	switch to.Kind() {
	case reflect.Struct:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			return fmt.Errorf("read a document: %w", err)
		}
		for i := range to.NumField() {
			name := versioned.Member(to.Type().Field(i).Name)
			if err := fill(members[name], to.Field(i)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	case reflect.Slice:
		var entries []json.RawMessage
		if err := json.Unmarshal(text, &entries); err != nil {
			return fmt.Errorf("read a document: %w", err)
		}
		to.Set(reflect.MakeSlice(to.Type(), len(entries), len(entries)))
		for i, entry := range entries {
			if err := fill(entry, to.Index(i)); err != nil {
				return err
			}
		}
		return nil
	default:
		return json.Unmarshal(text, to.Addr().Interface())
	}
}

func parsed[T any](text json.RawMessage, to *T, parse func(string) (T, error)) error {
	var s string
	err := json.Unmarshal(text, &s)
	if err == nil {
		*to, err = parse(s)
	}
	return err
}
