package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	fastjson "github.com/goccy/go-json"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Micros converts a time to the form of both databases: microseconds since 1970 in UTC.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// FromMicros converts a stored value to a time in UTC.
func FromMicros(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// NullMicros converts a time for a column that may be null.
func NullMicros(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	m := Micros(*t)
	return &m
}

// FromNullMicros converts the value of a column that may be null.
func FromNullMicros(micros *int64) *time.Time {
	if micros == nil {
		return nil
	}
	t := FromMicros(*micros)
	return &t
}

// MicrosOrZero stores the zero time as 0, which sorts before any other.
func MicrosOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return Micros(t)
}

// FromMicrosOrZero reverses MicrosOrZero.
func FromMicrosOrZero(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return FromMicros(micros)
}

// JSON stores a value as a JSON document. It works in bun rows and in the arguments and results of
// Hot. Null reads as the zero value.
type JSON[T any] struct{ V T }

// JSONOf wraps a value.
func JSONOf[T any](v T) JSON[T] { return JSON[T]{v} }

func (j JSON[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(j.V)
	if err != nil {
		return nil, fmt.Errorf("store a document: %w", err)
	}
	return string(b), nil
}

// Scan implements sql.Scanner: drivers give documents as text or as bytes.
func (j *JSON[T]) Scan(src any) error {
	var zero T
	j.V = zero
	var b []byte
	switch v := src.(type) {
	case nil:
		return nil
	case string:
		b = []byte(v)
	case []byte:
		b = v
	default:
		return fmt.Errorf("read a document: unexpected type %T", src)
	}
	return j.read(b)
}

// read parses a document with a library that needs a quarter of the time of the standard library.
// Reading rows spends much of its time here.
func (j *JSON[T]) read(document []byte) error {
	var v T
	if err := fastjson.Unmarshal(document, &v); err != nil {
		return fmt.Errorf("read a document: %w", err)
	}
	j.V = v
	return nil
}

// Text removes the characters that Postgres does not store: NUL and invalid UTF-8.
func Text(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "") }

// Fold prepares text for a search that ignores letter case. The stored search column and the
// searched text both go through it, because the databases' own rules differ.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return cases.Fold().String(norm.NFC.String(s))
}

// ascii reports whether a text has only ASCII, so that lower case is all that folding does.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

var likeEscaper = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// LikeContains returns a bun condition and its argument for "the folded column col contains q". In
// a text for Hot write "col LIKE $n ESCAPE '!'".
func LikeContains(col, q string) (condition, pattern string) {
	return col + " LIKE ? ESCAPE '!'", LikePattern(q)
}

// LikePattern returns only the argument of LikeContains.
func LikePattern(q string) string { return "%" + likeEscaper.Replace(Fold(q)) + "%" }

// IDsIn returns a condition for Hot: col is in a list of ids, passed as argument n and made by
// IDsArg. The text is the same for every length of the list.
func (s *Store) IDsIn(col string, n int) string {
	if s.dialect == Postgres {
		return col + " = ANY($" + strconv.Itoa(n) + ")"
	}
	return col + " IN (SELECT value FROM json_each($" + strconv.Itoa(n) + "))"
}

// IDsArg makes the argument for IDsIn.
func (s *Store) IDsArg(ids []int64) any {
	if s.dialect == Postgres {
		if ids == nil {
			return []int64{}
		}
		return ids
	}
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']'))
}
