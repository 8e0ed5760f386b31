// Package columns names the columns of tables that users bring.
package columns

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"

	"sellingassistant/domain/kernel/fault"
)

// Decimal is the decimal sign of a table.
type Decimal string

// The decimal signs. Auto is that of each column's own figures.
const (
	Auto  Decimal = "auto"
	Dot   Decimal = "dot"
	Comma Decimal = "comma"
)

// Words lists them, the default first.
func (Decimal) Words() []Decimal { return []Decimal{Auto, Dot, Comma} }

// Sign is "." or ",", and for Auto that of the column itself.
func (d Decimal) Sign(own string) string {
	switch d {
	case Dot:
		return "."
	case Comma:
		return ","
	}
	return own
}

// Fold writes a text in small letters with a space for each run of anything else than letters and digits.
func Fold(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// Fingerprint is equal for tables with the same header.
func Fingerprint(headers []string) string {
	names := make([]string, len(headers))
	for i, h := range headers {
		names[i] = Fold(h)
	}
	sum := sha256.Sum256([]byte(strings.Join(names, "\x1f")))
	return hex.EncodeToString(sum[:])
}

// Place finds the column that a caller names by the text of its header, its letter or its number from 1, and counts from 0. The text of
// a header that stands twice names none.
func Place(headers []string, name string) (int, *fault.Error) {
	found := -1
	for at, h := range headers {
		if h == "" || Fold(h) != Fold(name) {
			continue
		}
		if found >= 0 {
			return 0, fault.New(fault.Rule, fault.CodeValidationFailed, "Two columns have this header: name the column by its letter.")
		}
		found = at
	}
	if found >= 0 {
		return found, nil
	}
	at, ok := letters(name)
	if n, err := strconv.Atoi(name); err == nil {
		at, ok = n-1, true
	}
	if !ok || at < 0 || at >= len(headers) {
		return 0, fault.New(fault.Rule, fault.CodeValidationFailed, "The file has no such column.")
	}
	return at, nil
}

// letters is the place of a column by its letters: A, B … Z, AA.
func letters(name string) (int, bool) {
	n := 0
	for _, r := range strings.ToUpper(name) {
		if r < 'A' || r > 'Z' || n > 1_000 {
			return 0, false
		}
		n = n*26 + int(r-'A') + 1
	}
	return n - 1, n > 0
}

// Letter names a column as spreadsheets do.
func Letter(at int) string {
	out := ""
	for n := at + 1; n > 0; n = (n - 1) / 26 {
		out = string(rune('A'+(n-1)%26)) + out
	}
	return out
}
