package spapi

import (
	"bytes"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/govalues/decimal"
)

// IsName accepts 1 to most bytes of text without control characters.
func IsName(s string, most int) bool {
	return s != "" && len(s) <= most && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// maxList bounds a list of words.
const maxList = 50

// WordsOf cleans and bounds a list of words.
func WordsOf(list []string) []string {
	var out []string
	for _, word := range list[:min(len(list), maxList)] {
		if word = Clean(word); word != "" {
			out = append(out, word)
		}
	}
	return out
}

// CountOr reads a count from 0 to a thousand million, or returns other.
func CountOr[N ~string](n N, other int64) int64 {
	v, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil || v < 0 || v > 1_000_000_000 {
		return other
	}
	return v
}

// NumberIn reads a JSON number; nil for null.
func NumberIn(b []byte) (*decimal.Decimal, error) {
	if bytes.Equal(b, []byte("null")) {
		return nil, nil
	}
	d, err := decimal.Parse(string(b))
	if err != nil {
		return nil, ErrNotJSON
	}
	d = d.Trim(0)
	return &d, nil
}

// AvailableNow returns nil for an unknown word.
func AvailableNow(word string) *bool {
	now := word == "NOW"
	if !now && word != "FUTURE_WITHOUT_DATE" && word != "FUTURE_WITH_DATE" {
		return nil
	}
	return &now
}

// timeForms lists Amazon's time formats: with seconds, without seconds, and dates.
var timeForms = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", time.DateOnly}

// TimeIn returns nil if the text is missing or not a time.
func TimeIn(text string) *time.Time {
	for _, form := range timeForms {
		if at, err := time.Parse(form, text); err == nil {
			at = at.UTC()
			return &at
		}
	}
	return nil
}

// Moment formats a time with Z, because some decoders turn the plus sign of an offset into a space.
func Moment(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
