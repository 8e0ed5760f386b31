package imports

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Respelled reports whether a spreadsheet can have written the second text in place of the first:
// 123 for 00123, 1.00E+05 for 1E5, a date for 3-4, zeros after the fifteenth digit, an apostrophe
// before a formula, or its error.
func Respelled(was, is string) bool {
	was, is = bare(was), bare(is)
	switch {
	case was == is:
		return true
	case strings.IndexAny(was, "=+-@") == 0 && strings.HasPrefix(is, "#"):
		return true // an error of the formula
	}
	return sameNumber(was, is) || sameDay(was, is)
}

func bare(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "'") }

var numeric = regexp.MustCompile(`^[-+]?([0-9]+)(?:[.,]([0-9]+))?(?:[eE]([-+]?[0-9]{1,3}))?$`)

// Spreadsheets keep this many digits.
const shown = 15

// sameNumber compares a number with its rounded form. An exponent follows the digits that are left.
func sameNumber(was, is string) bool {
	a, b := numeric.FindStringSubmatch(was), numeric.FindStringSubmatch(is)
	if a == nil || b == nil {
		return false
	}
	x, _ := new(big.Rat).SetString(strings.Replace(was, ",", ".", 1))
	y, _ := new(big.Rat).SetString(strings.Replace(is, ",", ".", 1))
	if x.Cmp(y) == 0 {
		return true
	}
	digits := shown
	if b[3] != "" {
		digits = len(strings.TrimLeft(b[1]+b[2], "0"))
	} else if significant(a[1]+a[2]) <= shown {
		return false
	}
	// A form with an exponent is rounded to its last digit, other forms are cut after the fifteenth
	// digit.
	size := new(big.Rat).Abs(y)
	unit := big.NewRat(1, 1)
	ten := big.NewRat(10, 1)
	for size.Cmp(new(big.Rat).Mul(unit, ten)) >= 0 {
		unit.Mul(unit, ten)
	}
	for size.Sign() > 0 && size.Cmp(unit) < 0 {
		unit.Quo(unit, ten)
	}
	for range max(digits, 1) - 1 {
		unit.Quo(unit, ten)
	}
	if b[3] != "" {
		unit.Quo(unit, big.NewRat(2, 1))
	}
	return new(big.Rat).Abs(new(big.Rat).Sub(x, y)).Cmp(unit) <= 0
}

func significant(digits string) int { return len(strings.Trim(digits, "0")) }

// Months by the beginnings of their names, in the languages of the marketplaces.
var months = map[string]int{
	"jan": 1, "ene": 1, "gen": 1, "feb": 2, "fév": 2, "fev": 2, "mar": 3, "mär": 3, "mrz": 3, "mrt": 3,
	"apr": 4, "avr": 4, "abr": 4, "may": 5, "mai": 5, "mei": 5, "mag": 5, "maj": 5, "jun": 6, "jui": 6, "giu": 6,
	"jul": 7, "lug": 7, "aug": 8, "aoû": 8, "ago": 8,
	"sep": 9, "set": 9, "oct": 10, "okt": 10, "ott": 10, "nov": 11, "dec": 12, "dez": 12, "déc": 12, "dic": 12,
}

var dateParts = regexp.MustCompile(`[0-9]+|\pL+`)

// dated reads a text that spreadsheets take for a day: two or three numbers or names of months.
func dated(s string) []int {
	s, _, _ = strings.Cut(s, "T")
	parts := dateParts.FindAllString(s, -1)
	if len(parts) < 2 || len(parts) > 3 || strings.Trim(dateParts.ReplaceAllString(s, ""), " ./-") != "" {
		return nil
	}
	var out []int
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			name := []rune(strings.ToLower(p))
			if len(name) < 3 || months[string(name[:3])] == 0 {
				return nil
			}
			n = months[string(name[:3])]
		}
		if n > 99 {
			n %= 100
		}
		out = append(out, n)
	}
	return out
}

// sameDay reports whether a date has all numbers of a SKU that looks like a date. The year that a
// spreadsheet adds does not count.
func sameDay(was, is string) bool {
	a, b := dated(was), dated(is)
	if a == nil || len(b) < len(a) {
		return false
	}
	for _, n := range a {
		at := slices.Index(b, n)
		if at < 0 {
			return false
		}
		b = slices.Delete(b, at, at+1)
	}
	return true
}
