// Package asin models Amazon's identifier of a product.
package asin

import (
	"strings"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
)

// ASIN has Amazon's ten-character product identifier, in capitals.
type ASIN struct{ value string }

// Parse reads ten letters or digits, ignoring letter case. Anything else is an Invalid fault that
// names the parameter asin.
func Parse(s string) (ASIN, error) {
	if len(s) != 10 {
		return ASIN{}, notAnASIN()
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return ASIN{}, notAnASIN()
		}
	}
	return ASIN{strings.ToUpper(s)}, nil
}

// Recognise reads a text without a label: B0 and eight letters or digits, or the ISBN of a book
// with a fitting check digit.
func Recognise(s string) (ASIN, bool) {
	a, err := Parse(s)
	if err != nil {
		return ASIN{}, false
	}
	if strings.HasPrefix(a.value, "B0") {
		return a, true
	}
	_, err = gtin.Parse(a.value)
	return a, err == nil
}

// MustParse works like Parse for literals; it panics on a fault.
func MustParse(s string) ASIN {
	a, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return a
}

// String returns the identifier.
func (a ASIN) String() string { return a.value }

func notAnASIN() error {
	const rule = "must be 10 letters or digits"
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, "asin "+rule).In("asin")
	e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: rule, Parameter: "asin"}}
	return e
}
