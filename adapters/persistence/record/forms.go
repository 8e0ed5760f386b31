package record

import (
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// writers and readers have a function for each type with its own form.
var (
	writers []*json.Marshalers
	readers []*json.Unmarshalers
)

// form adds the form of a type.
func form[T any](write func(to *jsontext.Encoder, v T) error, read func(from *jsontext.Decoder, v T) error) {
	writers, readers = append(writers, json.MarshalToFunc(write)), append(readers, json.UnmarshalFromFunc(read))
}

// forms returns the options to write and read documents. Its first call must come after all
// declarations. Duplicate names are not checked, because the program writes no duplicates.
var forms = sync.OnceValue(func() json.Options {
	mustBeDeclared()
	numeric(money.Parse)
	numeric(money.ParsePercent)
	numeric(money.ParseRate)
	text(orZero(asin.Parse))
	text(orZero(gtin.Parse))
	text(decimal.Parse)
	text(date.Parse)
	form(func(to *jsontext.Encoder, v *time.Time) error {
		quoted := v.UTC().AppendFormat(append(to.AvailableBuffer(), '"'), time.RFC3339Nano)
		return to.WriteValue(append(quoted, '"'))
	}, parsed(func(s string) (time.Time, error) { return time.Parse(time.RFC3339Nano, s) }))
	// Most members have these types. The generic way over the interface takes half as long again.
	form(writeMaybe[string], readMaybe[*optional.Maybe[string]])
	form(writeMaybe[int64], readMaybe[*optional.Maybe[int64]])
	form(writeMaybe[bool], readMaybe[*optional.Maybe[bool]])
	form(writeMaybe[money.Amount], readMaybe[*optional.Maybe[money.Amount]])
	form(writeMaybe[money.Percent], readMaybe[*optional.Maybe[money.Percent]])
	form(writeAnyMaybe, readMaybe[maybe])
	return json.JoinOptions(
		json.WithMarshalers(json.JoinMarshalers(writers...)), json.WithUnmarshalers(json.JoinUnmarshalers(readers...)),
		json.Deterministic(true), json.RejectUnknownMembers(true),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
	)
})

// Every optional.Maybe implements both interfaces.
type (
	maybe interface {
		filler
		Any() (any, bool)
	}
	filler interface{ Fill() any }
)

// writeMaybe writes an absent value as null, as in lists. Absent members are left out by the tag
// omitzero.
func writeMaybe[T any](to *jsontext.Encoder, v *optional.Maybe[T]) error {
	if known, ok := v.Get(); ok {
		return json.MarshalEncode(to, &known)
	}
	return to.WriteToken(jsontext.Null)
}

func writeAnyMaybe(to *jsontext.Encoder, v maybe) error {
	if known, ok := v.Any(); ok {
		return json.MarshalEncode(to, known)
	}
	return to.WriteToken(jsontext.Null)
}

func readMaybe[M filler](from *jsontext.Decoder, v M) error {
	if from.PeekKind() == 'n' {
		return from.SkipValue()
	}
	return json.UnmarshalDecode(from, v.Fill())
}

// numeric stores an exact number as a JSON number.
func numeric[T interface{ String() string }](parse func(string) (T, error)) {
	form(func(to *jsontext.Encoder, v *T) error {
		return to.WriteValue(append(to.AvailableBuffer(), (*v).String()...))
	}, parsed(parse))
}

// text stores a value as a JSON string.
func text[T interface{ String() string }](parse func(string) (T, error)) {
	form(func(to *jsontext.Encoder, v *T) error { return to.WriteToken(jsontext.String((*v).String())) }, parsed(parse))
}

// parsed reads a string or a number. Null becomes the zero value.
func parsed[T any](parse func(string) (T, error)) func(from *jsontext.Decoder, v *T) error {
	return func(from *jsontext.Decoder, v *T) error {
		token, err := from.ReadToken()
		if err != nil || token.Kind() == 'n' {
			return err
		}
		*v, err = parse(token.String())
		return err
	}
}

// orZero reads an empty text as the zero value.
func orZero[T any](parse func(string) (T, error)) func(string) (T, error) {
	return func(s string) (v T, err error) {
		if s == "" {
			return v, nil
		}
		return parse(s)
	}
}
