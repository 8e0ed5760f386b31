package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/versioned"
)

// plan says how values of a type are written in documents and read from them. It is made once for each type, since a price list of 250,000
// rows is to be counted again in 10 seconds (go run ./tools/bench/pricelist) and each row is a document: with encoding/json, which reads a
// document once for each of its levels, reading took longer than counting.
type plan struct {
	// write appends a value, which can be addressed; nothing for one that is not known.
	write func(to []byte, v reflect.Value) ([]byte, error)
	// read fills in a value. Null leaves it as it is.
	read func(from *jsontext.Decoder, v reflect.Value) error
}

var plans sync.Map

func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan) //nolint:forcetypeassert // nothing else is stored
	}
	p := &plan{writing(t), reading(t)}
	plans.Store(t, p)
	return p
}

// what versioned.Plain asks values for.
type (
	maybe  interface{ Any() (any, bool) }
	filler interface{ Fill() any }
	exact  interface {
		Units() int64
		String() string
	}
)

func is[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// at is a value in an interface. A pointer to it needs no copy.
func at(v reflect.Value) any {
	if v.CanAddr() {
		return v.Addr().Interface()
	}
	return v.Interface()
}

func writing(t reflect.Type) func(to []byte, v reflect.Value) ([]byte, error) {
	switch {
	case is[maybe](t):
		return func(to []byte, v reflect.Value) ([]byte, error) {
			inner, ok := at(v).(maybe).Any() //nolint:forcetypeassert // its type is
			if !ok {
				return to, nil
			}
			of := reflect.ValueOf(inner)
			return planOf(of.Type()).write(to, of)
		}
	case t == reflect.TypeFor[time.Time]():
		return func(to []byte, v reflect.Value) ([]byte, error) {
			when, _ := v.Interface().(time.Time)
			return append(when.UTC().AppendFormat(append(to, '"'), time.RFC3339Nano), '"'), nil
		}
	case is[exact](t):
		return func(to []byte, v reflect.Value) ([]byte, error) {
			return append(to, at(v).(exact).String()...), nil //nolint:forcetypeassert // its type is
		}
	case is[fmt.Stringer](t):
		return func(to []byte, v reflect.Value) ([]byte, error) {
			return quoted(to, at(v).(fmt.Stringer).String()), nil //nolint:forcetypeassert // its type is
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(to []byte, v reflect.Value) ([]byte, error) { return quoted(to, v.String()), nil }
	case reflect.Slice:
		return writingList(t)
	case reflect.Struct:
		return writingMembers(t)
	case reflect.Bool:
		return func(to []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(to, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(to []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(to, v.Int(), 10), nil }
	default:
		return func(to []byte, v reflect.Value) ([]byte, error) {
			text, err := json.Marshal(v.Interface())
			if string(text) == "null" {
				return to, err
			}
			return append(to, text...), err
		}
	}
}

// quoted is a text as Postgres stores it: without NUL, broken characters replaced.
func quoted(to []byte, text string) []byte {
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	to, _ = jsontext.AppendQuote(to, text) // the error is that characters were replaced
	return to
}

func writingList(t reflect.Type) func(to []byte, v reflect.Value) ([]byte, error) {
	one := sync.OnceValue(func() *plan { return planOf(t.Elem()) })
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		to = append(to, '[')
		for i := range v.Len() {
			if i > 0 {
				to = append(to, ',')
			}
			before := len(to)
			if to, err = one().write(to, v.Index(i)); err != nil {
				return to, err
			}
			if len(to) == before {
				to = append(to, "null"...)
			}
		}
		return append(to, ']'), nil
	}
}

// member is one field of a struct and how documents store it.
type member struct {
	at    int
	start []byte // its name as it is written
	plan  func() *plan
}

func membersOf(t reflect.Type, wanted func(f reflect.StructField) bool) (out []member) {
	for i := range t.NumField() {
		if f := t.Field(i); wanted(f) {
			out = append(out, member{
				i, append(quoted(nil, versioned.Member(f.Name)), ':'), sync.OnceValue(func() *plan { return planOf(f.Type) }),
			})
		}
	}
	return out
}

func writingMembers(t reflect.Type) func(to []byte, v reflect.Value) ([]byte, error) {
	members := membersOf(t, func(f reflect.StructField) bool { return f.Tag.Get("member") != "-" })
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		to = append(to, '{')
		begun := len(to)
		for _, m := range members {
			before := len(to)
			if before > begun {
				to = append(to, ',')
			}
			to = append(to, m.start...)
			named := len(to)
			if to, err = m.plan().write(to, v.Field(m.at)); err != nil {
				return to, err
			}
			if len(to) == named {
				to = to[:before]
			}
		}
		return append(to, '}'), nil
	}
}

// reading has nulls passed by.
func reading(t reflect.Type) func(from *jsontext.Decoder, v reflect.Value) error {
	read := readingKnown(t)
	return func(from *jsontext.Decoder, v reflect.Value) error {
		if from.PeekKind() == 'n' {
			return from.SkipValue()
		}
		return read(from, v)
	}
}

func readingKnown(t reflect.Type) func(from *jsontext.Decoder, v reflect.Value) error {
	switch t {
	case reflect.TypeFor[money.Amount]():
		return parsed(money.Parse)
	case reflect.TypeFor[money.Percent]():
		return parsed(money.ParsePercent)
	case reflect.TypeFor[money.Rate]():
		return parsed(money.ParseRate)
	case reflect.TypeFor[asin.ASIN]():
		return parsed(orZero(asin.Parse))
	case reflect.TypeFor[gtin.Code]():
		return parsed(orZero(gtin.Parse))
	case reflect.TypeFor[decimal.Decimal]():
		return parsed(decimal.Parse)
	case reflect.TypeFor[date.Date]():
		return parsed(date.Parse)
	case reflect.TypeFor[time.Time]():
		return parsed(func(s string) (time.Time, error) { return time.Parse(time.RFC3339Nano, s) })
	}
	switch {
	case is[filler](reflect.PointerTo(t)):
		return func(from *jsontext.Decoder, v reflect.Value) error {
			inner := reflect.ValueOf(v.Addr().Interface().(filler).Fill()).Elem() //nolint:forcetypeassert // its type is
			return planOf(inner.Type()).read(from, inner)
		}
	case is[json.Unmarshaler](reflect.PointerTo(t)):
		return readingValue
	}
	switch t.Kind() {
	case reflect.Struct:
		return readingMembers(t)
	case reflect.Slice:
		return readingList(t)
	case reflect.String:
		return func(from *jsontext.Decoder, v reflect.Value) error {
			s, err := text(from)
			v.SetString(s)
			return err
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(from *jsontext.Decoder, v reflect.Value) error {
			s, err := text(from)
			if err != nil {
				return err
			}
			n, err := strconv.ParseInt(s, 10, t.Bits())
			v.SetInt(n)
			return err
		}
	default:
		return readingValue
	}
}

func readingValue(from *jsontext.Decoder, v reflect.Value) error {
	value, err := from.ReadValue()
	if err != nil {
		return err
	}
	return json.Unmarshal(value, v.Addr().Interface())
}

// text is the next text without its quotes, or the digits of a number.
func text(from *jsontext.Decoder) (string, error) {
	token, err := from.ReadToken()
	return token.String(), err
}

func parsed[T any](parse func(string) (T, error)) func(from *jsontext.Decoder, v reflect.Value) error {
	return func(from *jsontext.Decoder, v reflect.Value) error {
		s, err := text(from)
		if err != nil {
			return err
		}
		to, _ := v.Addr().Interface().(*T)
		*to, err = parse(s)
		return err
	}
}

// orZero reads no text as the value that is not known.
func orZero[T any](parse func(string) (T, error)) func(string) (T, error) {
	return func(s string) (v T, err error) {
		if s == "" {
			return v, nil
		}
		return parse(s)
	}
}

func readingList(t reflect.Type) func(from *jsontext.Decoder, v reflect.Value) error {
	one := sync.OnceValue(func() *plan { return planOf(t.Elem()) })
	return func(from *jsontext.Decoder, v reflect.Value) error {
		if _, err := from.ReadToken(); err != nil {
			return err
		}
		list := reflect.MakeSlice(t, 0, 0)
		for from.PeekKind() != ']' {
			list = reflect.Append(list, reflect.Zero(t.Elem()))
			if err := one().read(from, list.Index(list.Len()-1)); err != nil {
				return err
			}
		}
		v.Set(list)
		_, err := from.ReadToken()
		return err
	}
}

func readingMembers(t reflect.Type) func(from *jsontext.Decoder, v reflect.Value) error {
	byName := map[string]member{}
	for _, m := range membersOf(t, func(reflect.StructField) bool { return true }) {
		byName[versioned.Member(t.Field(m.at).Name)] = m
	}
	return func(from *jsontext.Decoder, v reflect.Value) error {
		if _, err := from.ReadToken(); err != nil {
			return err
		}
		for from.PeekKind() != '}' {
			name, err := from.ReadValue()
			if err != nil {
				return err
			}
			m, ok := byName[string(name[1:len(name)-1])]
			if !ok {
				if err := from.SkipValue(); err != nil {
					return err
				}
				continue
			}
			if err := m.plan().read(from, v.Field(m.at)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err := from.ReadToken()
		return err
	}
}
