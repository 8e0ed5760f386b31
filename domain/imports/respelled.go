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
// before a formula, or its error. So are 10:30:00 for 10:30, 0.05 for 5%, 1000 for 1,000, WAHR for
// TRUE, and question marks for letters that a file cannot have.
func Respelled(was, is string) bool {
	was, is = bare(was), bare(is)
	switch {
	case was == is:
		return true
	case strings.IndexAny(was, "=+-@") == 0 && strings.HasPrefix(is, "#"):
		return true // an error of the formula
	}
	return sameNumber(was, is) || sameNumber(grouped.Replace(was), is) && thousands.MatchString(was) ||
		sameShare(was, is) || sameDay(was, is) || sameTime(was, is) || sameTruth(was, is) || lacking(was, is)
}

// thousands matches a number with groups of thousands.
var thousands = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:,[0-9]{3})+$|^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$`)

var grouped = strings.NewReplacer(",", "", ".", "")

// sameShare compares a percentage with the share that a spreadsheet makes of it.
func sameShare(was, is string) bool {
	rate, percent := strings.CutSuffix(was, "%")
	if !percent || !numeric.MatchString(rate) || !numeric.MatchString(is) {
		return false
	}
	x, _ := new(big.Rat).SetString(strings.Replace(rate, ",", ".", 1))
	y, _ := new(big.Rat).SetString(strings.Replace(is, ",", ".", 1))
	return x.Cmp(y.Mul(y, big.NewRat(100, 1))) == 0
}

var clock = regexp.MustCompile(`^([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: ?([AaPp])\.?[Mm]\.?)?$`)

// sameTime compares times of a day.
func sameTime(was, is string) bool {
	a, b := timed(was), timed(is)
	return a >= 0 && a == b
}

// timed counts the seconds of a day, -1 for other texts.
func timed(s string) int {
	m := clock.FindStringSubmatch(s)
	if m == nil {
		return -1
	}
	hours, _ := strconv.Atoi(m[1])
	minutes, _ := strconv.Atoi(m[2])
	seconds, _ := strconv.Atoi(m[3])
	if m[4] != "" {
		hours %= 12
	}
	if strings.EqualFold(m[4], "p") {
		hours += 12
	}
	return (hours*60+minutes)*60 + seconds
}

// truths lists true and false in the languages of spreadsheets.
var truths = [][]string{
	{"true", "wahr", "vrai", "verdadero", "vero", "waar", "prawda", "verdadeiro", "sant"},
	{"false", "falsch", "faux", "falso", "onwaar", "fałsz", "falskt"},
}

func sameTruth(was, is string) bool {
	return slices.ContainsFunc(truths, func(words []string) bool {
		return slices.Contains(words, strings.ToLower(was)) && slices.Contains(words, strings.ToLower(is))
	})
}

// lacking compares texts if the second has question marks for letters that Windows-1252 lacks.
func lacking(was, is string) bool {
	var b strings.Builder
	for _, r := range was {
		switch {
		case r > 0xFFFF:
			b.WriteString("??") // two units of UTF-16
		case r > 0xFF && !strings.ContainsRune("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ", r):
			b.WriteByte('?')
		default:
			b.WriteRune(r)
		}
	}
	return b.String() == is
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
