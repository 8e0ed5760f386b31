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

// Decimal names the decimal sign of a table.
type Decimal string

// The decimal signs. Auto takes the sign of each column's own figures. The two signs themselves
// mean Dot and Comma.
const (
	Auto  Decimal = "auto"
	Dot   Decimal = "dot"
	Comma Decimal = "comma"

	point Decimal = "."
	comma Decimal = ","
)

// Words lists them, the default first.
func (Decimal) Words() []Decimal { return []Decimal{Auto, Dot, Comma, point, comma} }

// Plain writes a sign as a word; an absent sign is Auto.
func (d Decimal) Plain() Decimal {
	switch d {
	case point:
		return Dot
	case comma:
		return Comma
	case "":
		return Auto
	}
	return d
}

// Sign returns "." or ",", and for Auto the column's own sign.
func (d Decimal) Sign(own string) string {
	switch d.Plain() {
	case Dot:
		return "."
	case Comma:
		return ","
	}
	return own
}

// Open has a figure with two readings, because nothing in the file shows the decimal sign: 1.125
// may be 1125. Point and Comma have its readings by the two signs.
type Open struct{ Text, Point, Comma string }

// Sign takes the separator of the figure for its decimal sign.
func (o Open) Sign() string {
	if at := strings.LastIndexAny(o.Text, ".,"); at >= 0 {
		return o.Text[at : at+1]
	}
	return ""
}

// Figure writes a plain number as JSON does.
type Figure string

// MarshalJSON writes the number as it is.
func (f Figure) MarshalJSON() ([]byte, error) { return []byte(f), nil }

// Undecided refuses a column without a decimal sign.
func (o Open) Undecided(at int, header string) *fault.Error {
	name := header
	if name == "" {
		name = Letter(at)
	}
	return fault.Newf(fault.Rule, fault.CodeMappingRequired,
		"Column %s: %s is %s or %s. Nothing in the file shows its decimal sign: say with mapping.decimal which one it is.",
		name, o.Text, o.Point, o.Comma).At("/mapping/decimal").
		With("column", name).With("value", o.Text).With("readings", []Figure{Figure(o.Point), Figure(o.Comma)})
}

// Fold writes a text in small letters, with a space for each run of other characters than letters
// and digits.
func Fold(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// Parted writes the words of SupplierPartNo apart. It is empty for a text without such words.
func Parted(text string) string {
	var b strings.Builder
	var before rune
	found := false
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
			found = true
		}
		b.WriteRune(r)
		before = r
	}
	if !found {
		return ""
	}
	return b.String()
}

// Fingerprint returns equal texts for tables with the same header. Letter case and punctuation
// count.
func Fingerprint(headers []string) string {
	sum := sha256.Sum256([]byte(strings.Join(headers, "\x1f")))
	return hex.EncodeToString(sum[:])
}

// Place finds the column that a caller names by the text of its header, its letter or its number
// from 1, and counts from 0. A text that two headers share names no column.
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
		message := "The file has no such column. It has: " + listed(headers) + "."
		return 0, fault.New(fault.Rule, fault.CodeValidationFailed, message)
	}
	return at, nil
}

// listed names the first columns by letter and header: "A SKU, B Min price".
func listed(headers []string) string {
	const most, longest = 12, 40
	var out []string
	for at, h := range headers {
		if at == most {
			out = append(out, "…")
			break
		}
		if letters := []rune(h); len(letters) > longest {
			h = string(letters[:longest]) + "…"
		}
		out = append(out, strings.TrimSpace(Letter(at)+" "+h))
	}
	return strings.Join(out, ", ")
}

// letters returns the place of a column by its letters: A, B … Z, AA.
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
