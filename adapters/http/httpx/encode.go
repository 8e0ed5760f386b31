package httpx

import (
	"bytes"
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// encoder appends a value as JSON, exactly as encoding/json does without the
// escapes for HTML. It is put together once per type at the registration, so
// that an answer is written without looking at types again. What it does not
// know it leaves to encoding/json.
type encoder func(b []byte, v reflect.Value) ([]byte, error)

// measured is an amount or a percentage in ten-thousandths.
type measured interface{ units() int64 }

func (m Money) units() int64           { return m.amount.Units() }
func (m PositiveMoney) units() int64   { return m.amount.Units() }
func (p Percent) units() int64         { return p.percent.Units() }
func (p PositivePercent) units() int64 { return p.percent.Units() }

var (
	measuredType  = reflect.TypeFor[measured]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
	textType      = reflect.TypeFor[encoding.TextMarshaler]()
	numberType    = reflect.TypeFor[json.Number]()
)

// encoderOf makes the encoder of a type. within has the structs it is part of:
// one that contains itself is left to encoding/json.
func encoderOf(t reflect.Type, within ...reflect.Type) encoder {
	switch p := reflect.PointerTo(t); {
	case t.Implements(measuredType) && t.Kind() == reflect.Struct:
		return encodeMeasured
	case p.Implements(marshalerType), p.Implements(textType), t == numberType:
		return encodeOther
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(b, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(b, v.Int(), 10), nil }
	case reflect.Float64:
		return encodeFloat
	case reflect.String:
		return encodeString
	case reflect.Pointer:
		return pointerEncoder(encoderOf(t.Elem(), within...))
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return encodeOther
		}
		return sliceEncoder(encoderOf(t.Elem(), within...))
	case reflect.Struct:
		return structEncoder(t, within)
	}
	return encodeOther
}

// encodeOther leaves the value to encoding/json.
func encodeOther(b []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() && v.Kind() != reflect.Pointer {
		v = v.Addr() // methods of the pointer count, too
	}
	buf := bytes.NewBuffer(b)
	e := json.NewEncoder(buf)
	e.SetEscapeHTML(false)
	err := e.Encode(v.Interface())
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

func encodeMeasured(b []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		v = v.Addr() // a pointer in an interface needs no memory
	}
	m, ok := v.Interface().(measured)
	if !ok {
		return encodeOther(b, v)
	}
	return appendUnits(b, m.units()), nil
}

// appendUnits writes ten-thousandths as a number without zeros at its end.
func appendUnits(b []byte, units int64) []byte {
	const decimals, factor = 4, 10_000
	whole, rest := units/factor, units%factor
	if units < 0 {
		b, whole, rest = append(b, '-'), -whole, -rest
	}
	b = strconv.AppendInt(b, whole, 10)
	if rest == 0 {
		return b
	}
	at := len(b)
	b = strconv.AppendInt(b, factor+rest, 10)
	b[at] = '.' // in the place of the 1 that kept the zeros
	for at += decimals; b[at] == '0'; at-- {
		b = b[:at]
	}
	return b
}

func encodeFloat(b []byte, v reflect.Value) ([]byte, error) {
	f := v.Float()
	if abs := math.Abs(f); f != 0 && (abs < 1e-6 || abs >= 1e21) || math.IsNaN(f) {
		return encodeOther(b, v)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64), nil
}

func encodeString(b []byte, v reflect.Value) ([]byte, error) {
	s := v.String()
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return encodeOther(b, reflect.ValueOf(s))
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"'), nil
}

func pointerEncoder(inner encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return inner(b, v.Elem())
	}
}

func sliceEncoder(inner encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = inner(b, v.Index(i)); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
}

// written is a member of an object.
type written struct {
	index  int
	name   []byte // quoted, with the colon
	encode encoder
	unless bool // left out where it is a nil pointer
}

func structEncoder(t reflect.Type, within []reflect.Type) encoder {
	for _, outer := range within {
		if outer == t {
			return encodeOther
		}
	}
	within = append(within[:len(within):len(within)], t)
	var members []written
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			return encodeOther // whose members win is for encoding/json to say
		case !f.IsExported() || name == "-" && options == "":
			continue
		case name == "" || name == "-" || strings.ContainsAny(name, `"\<>&`):
			return encodeOther
		case options != "" && (options != "omitempty" || f.Type.Kind() != reflect.Pointer):
			return encodeOther
		}
		members = append(members, written{
			index: i, name: append(quote(name), ':'), encode: encoderOf(f.Type, within...), unless: options != "",
		})
	}
	return func(b []byte, v reflect.Value) ([]byte, error) {
		b = append(b, '{')
		start := len(b)
		for i := range members {
			m := &members[i]
			field := v.Field(m.index)
			if m.unless && field.IsNil() {
				continue
			}
			if len(b) > start {
				b = append(b, ',')
			}
			b = append(b, m.name...)
			var err error
			if b, err = m.encode(b, field); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	}
}
