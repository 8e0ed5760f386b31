package record

import (
	"bytes"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"sellingassistant/adapters/persistence/db"
)

// Document is a column with all members of a value, in the form of versioned.Plain but without those that are null.
// What lists filter and sort by has columns of its own beside it.
type Document[V any] struct{ V V }

// DocumentOf wraps a value.
func DocumentOf[V any](v V) Document[V] { return Document[V]{v} }

// Value writes the document.
func (d Document[V]) Value() (driver.Value, error) {
	text, err := planOf(reflect.TypeFor[V]()).write(nil, reflect.ValueOf(&d.V).Elem())
	if err != nil {
		return nil, fmt.Errorf("store a document: %w", err)
	}
	return string(text), nil
}

// readers are used again: each document of a list is read by one.
var readers = sync.Pool{New: func() any {
	return &reader{Decoder: jsontext.NewDecoder(&bytes.Buffer{})}
}}

// reader reads a document from memory.
type reader struct {
	*jsontext.Decoder
	text bytes.Buffer
}

// Scan reads the document.
func (d *Document[V]) Scan(src any) error {
	var v V
	d.V = v
	r := readers.Get().(*reader) //nolint:forcetypeassert // the pool makes them
	defer readers.Put(r)
	r.text.Reset()
	switch text := src.(type) {
	case nil:
		return nil
	case string:
		r.text.WriteString(text)
	case []byte:
		r.text.Write(text)
	default:
		return fmt.Errorf("read a document: unexpected type %T", src)
	}
	if r.text.Len() == 0 {
		return nil
	}
	// What is stored is our own, and Postgres has checked it.
	r.Decoder.Reset(&r.text, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := planOf(reflect.TypeFor[V]()).read(r.Decoder, reflect.ValueOf(&d.V).Elem()); err != nil {
		return fmt.Errorf("read a document: %w", err)
	}
	return nil
}

// Key is how texts are compared that are unique in a team: in any letter case, with
// any number of spaces between words.
func Key(text string) string { return db.Fold(strings.Join(strings.Fields(text), " ")) }
