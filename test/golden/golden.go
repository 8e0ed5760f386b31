// Package golden compares stored values with the text that an earlier version stored. A golden is
// testdata/golden/NAME.json in the package of the type: one value with every member, formatted for
// reading. Databases keep such texts, so members are added to a golden, and never renamed, changed
// or removed.
package golden

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

// Form writes and reads the stored form of a type. Read refuses unknown members and names them.
type Form[T any] struct {
	Write func(v T) ([]byte, error)
	Read  func(text []byte) (T, error)
}

// JSON returns the form of encoding/json.
func JSON[T any]() Form[T] {
	return Form[T]{
		Write: func(v T) ([]byte, error) { return json.Marshal(v) },
		Read: func(text []byte) (v T, err error) {
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			return v, d.Decode(&v)
		},
	}
}

// Check compares v, in the form of encoding/json, with the golden named like its type.
func Check[T any](t *testing.T, v T) {
	t.Helper()
	CheckForm(t, reflect.TypeFor[T]().Name(), v, JSON[T]())
}

// CheckForm requires that v sets every member and is written as the golden, and that the golden is
// read as v. Reading must refuse the golden with any member renamed, and must name the member. If
// the golden is missing, CheckForm writes it and fails this time.
func CheckForm[T any](t *testing.T, name string, v T, form Form[T]) {
	t.Helper()
	seen := members{}
	seen.of(reflect.ValueOf(v))
	require.Empty(t, seen.faults(), "%s: each member has a tag with its name, and a value", name)
	text, err := form.Write(v)
	require.NoError(t, err)
	stored := read(t, filepath.Join("testdata", "golden", name+".json"), text)
	require.Equal(t, string(stored), string(text), "%s is stored otherwise", name)
	back, err := form.Read(stored)
	require.NoError(t, err)
	require.Equal(t, v, back, "%s is read otherwise", name)
	for _, fault := range Renamed(stored, form) {
		t.Errorf("%s: %s", name, fault)
	}
}

// read returns the golden without spaces between its members.
func read(t *testing.T, path string, text []byte) []byte {
	t.Helper()
	laidOut, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		var b bytes.Buffer
		require.NoError(t, json.Indent(&b, text, "", "  "))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, append(b.Bytes(), '\n'), 0o644))
		t.Errorf("%s was missing and is written now: read it, then run the test again", path)
		return text
	}
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, laidOut))
	return b.Bytes()
}

// Renamed renames each member of a text, in turn. It returns the trials that lost the value without
// an error that names the member. The keys of a map are data, so they are kept.
func Renamed[T any](text []byte, form Form[T]) (faults []string) {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return faults
		}
		if kind, n := d.StackIndex(d.StackDepth()); kind != '{' || n%2 == 0 || token.Kind() != '"' {
			continue
		}
		end := int(d.InputOffset())
		renamed := token.String() + "_renamed"
		trial := bytes.Join([][]byte{text[:end-1], text[end-1:]}, []byte("_renamed"))
		switch v, err := form.Read(trial); {
		case err == nil:
			if kept, err := form.Write(v); err != nil || !bytes.Contains(kept, []byte(`"`+renamed+`"`)) {
				faults = append(faults, fmt.Sprintf("%s is skipped at %s", renamed, d.StackPointer()))
			}
		case !strings.Contains(err.Error(), renamed):
			faults = append(faults, fmt.Sprintf("%s at %s is refused without its name: %v", renamed, d.StackPointer(),
				err))
		}
	}
}

// members maps the fields of all structs of a value to whether any value sets them.
type members map[string]bool

func (m members) faults() (out []string) {
	for name, set := range m {
		if !set {
			out = append(out, name)
		}
	}
	return out
}

func (m members) of(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			m.of(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			m.of(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			m.of(v.MapIndex(key))
		}
	case reflect.Struct:
		m.ofFields(v)
	}
}

// ofFields leaves out types that write themselves.
func (m members) ofFields(v reflect.Value) {
	t := v.Type()
	pointer := reflect.PointerTo(t)
	if pointer.Implements(reflect.TypeFor[json.Marshaler]()) ||
		pointer.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
		case name == "":
			m[t.String()+"."+f.Name+" has no tag"] = false
		default:
			key := t.String() + "." + f.Name + " has no value"
			m[key] = m[key] || !v.Field(i).IsZero()
		}
		m.of(v.Field(i))
	}
}
