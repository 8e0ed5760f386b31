package versioned

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Number has an exact number in an audit line.
type Number string

// MarshalJSON writes the digits as they are.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// Plain returns a value as audit lines have it: a struct by its members' names in snake case,
// amounts and percentages as exact numbers, days and times as texts, and null for unknown values.
// Members tagged `member:"-"` are left out: other records keep them. The names are published, so a
// rename of a member shows in audit answers.
func Plain(v any) any {
	switch is := v.(type) {
	case interface{ Any() (any, bool) }:
		if inner, ok := is.Any(); ok {
			return Plain(inner)
		}
		return nil
	case time.Time:
		return is.UTC().Format(time.RFC3339Nano)
	case interface {
		Units() int64
		String() string
	}:
		return Number(is.String())
	case fmt.Stringer:
		return is.String()
	}
	switch value := reflect.ValueOf(v); value.Kind() {
	case reflect.String:
		return strings.ReplaceAll(value.String(), "\x00", "") // Postgres stores no NUL
	case reflect.Slice:
		out := make([]any, value.Len())
		for i := range out {
			out[i] = Plain(value.Index(i).Interface())
		}
		return out
	case reflect.Struct:
		return Members(v)
	}
	return v
}

// Members returns the members of a struct, each converted by Plain.
func Members(v any) map[string]any {
	value := reflect.ValueOf(v)
	out := make(map[string]any, value.NumField())
	for i := range value.NumField() {
		f := value.Type().Field(i)
		if f.Tag.Get("member") != "-" {
			out[Member(f.Name)] = Plain(value.Field(i).Interface())
		}
	}
	return out
}

// plurals lists words in capitals with a small plural s.
var plurals = strings.NewReplacer("GTINs", "Gtins", "IDs", "Ids")

// members caches the names of fields.
var members sync.Map

// Member returns the name of a struct's field in snake case: DefaultTaxID becomes default_tax_id,
// TagIDs tag_ids, GTINs gtins.
func Member(field string) string {
	if known, ok := members.Load(field); ok {
		if name, ok := known.(string); ok {
			return name
		}
	}
	name := snake(field)
	members.Store(field, name)
	return name
}

func snake(field string) string {
	var b strings.Builder
	runes := []rune(plurals.Replace(field))
	for i, r := range runes {
		starts := i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if starts {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
