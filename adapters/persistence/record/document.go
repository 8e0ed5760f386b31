package record

import (
	"bytes"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"

	"sellingassistant/adapters/persistence/db"
)

// Document stores a value as JSON, by the names that its package declares with DeclareDocument.
// Lists filter and sort by other columns.
type Document[V any] struct{ V V }

// DocumentOf wraps a value.
func DocumentOf[V any](v V) Document[V] { return Document[V]{v} }

// Value writes the document.
func (d Document[V]) Value() (driver.Value, error) {
	text, err := json.Marshal(&d.V, forms())
	if err != nil {
		return nil, fmt.Errorf("store a document: %w", err)
	}
	return string(withoutNUL(text)), nil
}

// Scan reads the document.
func (d *Document[V]) Scan(src any) error {
	var v V
	d.V = v
	var text []byte
	switch src := src.(type) {
	case nil:
	case string:
		text = []byte(src)
	case []byte:
		text = src
	default:
		return fmt.Errorf("read a document: unexpected type %T", src)
	}
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, &d.V, forms()); err != nil {
		return readLeniently(reflect.TypeFor[V](), text, err, func(text []byte) error {
			d.V = v
			return json.Unmarshal(text, &d.V, forms())
		})
	}
	return nil
}

// withoutNUL removes the character that Postgres does not store.
func withoutNUL(text []byte) []byte {
	nul := []byte(`\u0000`)
	if !bytes.Contains(text, nul) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch {
		case bytes.HasPrefix(text[i:], nul):
			i += len(nul) - 1
		case text[i] == '\\': // with the character after it
			out = append(out, text[i], text[i+1])
			i++
		default:
			out = append(out, text[i])
		}
	}
	return out
}

// Key returns the form in which texts that are unique in a team are compared: it ignores letter
// case and extra spaces between words.
func Key(text string) string { return db.Fold(strings.Join(strings.Fields(text), " ")) }
