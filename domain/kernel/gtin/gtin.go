// Package gtin reads the codes under the bars of a product: UPC, EAN, GTIN-14 and the numbers of
// books.
//
// All of them are GTINs: the last digit checks the others. A shorter code is a longer code without
// its leading zeros, so codes are compared by their Key of 14 digits.
package gtin

import (
	"errors"
	"strings"
)

// The errors of texts that are no code.
var (
	ErrForm       = errors.New("must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters")
	ErrCheckDigit = errors.New("has a wrong check digit")
	ErrRounded    = errors.New("is a rounded number (8.80E+12): a spreadsheet has dropped its digits")
)

// Kind names a code by its length.
type Kind string

// The kinds.
const (
	EAN8   Kind = "EAN-8"
	UPC    Kind = "UPC"
	EAN    Kind = "EAN"
	GTIN14 Kind = "GTIN-14"
)

// Code has a code with a valid check digit. The zero Code is no code.
type Code struct{ digits string }

// Parse reads 8, 12, 13 or 14 digits with a fitting check digit; spaces and hyphens do not count.
// The ISBN of ten characters becomes its EAN, and eight digits that only fit as a UPC-E become
// their UPC. Anything else is ErrForm or ErrCheckDigit.
func Parse(s string) (Code, error) {
	s = separators.Replace(s)
	if len(s) == 10 {
		return parseISBN10(s)
	}
	if !allDigits(s) {
		return Code{}, ErrForm
	}
	switch len(s) {
	case 8, 12, 13, 14:
	default:
		return Code{}, ErrForm
	}
	if fits(s) {
		return Code{s}, nil
	}
	if upc, ok := expand(s); ok {
		return upc, nil
	}
	return Code{}, ErrCheckDigit
}

// Mend works like Parse for codes that may have been numbers in a spreadsheet and have lost their
// leading zeros. A UPC gets up to three zeros back, an EAN-8 and an ISBN of ten characters a single
// zero, if the check digit then fits. repaired reports that. If two kinds of code fit, no zero is
// added. The code may also end in ".0", or begin with the apostrophe that marks a text. A rounded
// code is ErrRounded, because its digits are lost.
func Mend(s string) (c Code, repaired bool, err error) {
	s = strings.TrimSuffix(strings.TrimPrefix(separators.Replace(s), "'"), ".0")
	if c, err = Parse(s); err == nil {
		return c, false, nil
	}
	if rounded(s) {
		return Code{}, false, ErrRounded
	}
	var found []Code
	switch n := len(s); {
	case n >= 9 && n <= 11 && allDigits(s) && fits("000"[:12-n]+s):
		found = append(found, Code{"000"[:12-n] + s})
	case n == 7 && allDigits(s) && fits("0"+s):
		found = append(found, Code{"0" + s})
	}
	if len(s) == 9 {
		if book, fault := parseISBN10("0" + s); fault == nil {
			found = append(found, book)
		}
	}
	if len(found) == 1 {
		return found[0], true, nil
	}
	return Code{}, false, err
}

// rounded reports a number in the spreadsheets' notation for long numbers.
func rounded(s string) bool {
	mantissa, exponent, ok := strings.Cut(strings.ToUpper(s), "E")
	mantissa, exponent = strings.Replace(mantissa, ".", "", 1), strings.TrimPrefix(exponent, "+")
	return ok && mantissa != "" && exponent != "" && allDigits(mantissa) && allDigits(exponent)
}

// separators do not count.
var separators = strings.NewReplacer(" ", "", "-", "")

// MustParse works like Parse for literals; it panics on a fault.
func MustParse(s string) Code {
	c, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return c
}

// String returns the code in as many digits as it was written with.
func (c Code) String() string { return c.digits }

// Kind returns the kind of the code.
func (c Code) Kind() Kind {
	switch len(c.digits) {
	case 8:
		return EAN8
	case 12:
		return UPC
	case 13:
		return EAN
	}
	return GTIN14
}

// Key returns the code in 14 digits, equal for all ways to write it.
func (c Code) Key() string { return strings.Repeat("0", 14-len(c.digits)) + c.digits }

// EAN returns the code in 13 digits; false for a GTIN-14 that does not begin with 0.
func (c Code) EAN() (Code, bool) {
	key := c.Key()
	return Code{key[1:]}, key[0] == '0'
}

// UPC returns the code in 12 digits; it returns false for a longer code.
func (c Code) UPC() (Code, bool) {
	key := c.Key()
	return Code{key[2:]}, key[:2] == "00"
}

// FromUPCE returns the UPC that the eight digits are short for, and false if they are no UPC-E. A
// code may be an EAN-8 as well.
func (c Code) FromUPCE() (Code, bool) { return expand(c.digits) }

// Unit returns the item inside a case, from a GTIN-14 that begins with 1 to 8; false for all
// others. Case and unit are never the same item.
func (c Code) Unit() (Code, bool) {
	if len(c.digits) != 14 || c.digits[0] < '1' || c.digits[0] > '8' {
		return Code{}, false
	}
	body := c.digits[1:13]
	return Code{body + string(checkDigit(body))}, true
}

// parseISBN10 reads nine digits and a check character, which may be X.
func parseISBN10(s string) (Code, error) {
	body := s[:9]
	last := s[9]
	if last == 'x' {
		last = 'X'
	}
	if !allDigits(body) || last != 'X' && (last < '0' || last > '9') {
		return Code{}, ErrForm
	}
	if checkISBN(body) != last {
		return Code{}, ErrCheckDigit
	}
	return Code{"978" + body + string(checkDigit("978"+body))}, nil
}

// expand writes a UPC-E out: its sixth digit says where the omitted zeros belong. N d1…d6 C becomes
// twelve digits with the same check digit.
func expand(s string) (Code, bool) {
	if len(s) != 8 || !allDigits(s) || s[0] > '1' {
		return Code{}, false
	}
	n, d, check := s[:1], s[1:7], s[7:]
	var upc string
	switch d[5] {
	case '0', '1', '2':
		upc = n + d[:2] + d[5:] + "0000" + d[2:5]
	case '3':
		upc = n + d[:3] + "00000" + d[3:5]
	case '4':
		upc = n + d[:4] + "00000" + d[4:5]
	default:
		upc = n + d[:5] + "0000" + d[5:]
	}
	return Code{upc + check}, fits(upc + check)
}

func fits(s string) bool { return checkDigit(s[:len(s)-1]) == s[len(s)-1] }

// checkDigit returns the check digit of a GTIN: from the right, its digits have the weights 3, 1,
// 3, 1, …
func checkDigit(body string) byte {
	sum, weight := 0, 3
	for i := len(body) - 1; i >= 0; i-- {
		sum += int(body[i]-'0') * weight
		weight = 4 - weight
	}
	return byte('0' + (10-sum%10)%10)
}

// checkISBN returns the check character of an ISBN of ten characters: its digits have the weights
// 10, 9, … 2.
func checkISBN(body string) byte {
	sum := 0
	for i := range len(body) {
		sum += int(body[i]-'0') * (10 - i)
	}
	if rest := (11 - sum%11) % 11; rest < 10 {
		return byte('0' + rest)
	}
	return 'X'
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
