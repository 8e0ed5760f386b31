package schema

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// The sentences of faults. They follow the name of a member: "limits.min_price must be a number".
const (
	msgControl  = "must not contain control characters"
	msgUTF8     = "must be valid UTF-8"
	msgNull     = "must not be null"
	msgRequired = "is required"
	msgUnknown  = "is not accepted"
	msgTwice    = "is given twice"
)

// kindText maps kinds to the sentence of a wrong type.
var kindText = map[kind]string{
	kindObject: "must be an object", kindArray: "must be a list, in square brackets", kindString: "must be a string",
	kindNumber: "must be a number", kindInteger: "must be a whole number", kindBoolean: "must be true or false",
	kindID: "must be an id, a positive whole number",
}

func atMost(n int, unit string) string {
	return fmt.Sprintf("must have at most %d %s", n, plural(n, unit))
}

func atLeast(n int, unit string) string {
	return fmt.Sprintf("must have at least %d %s", n, plural(n, unit))
}

func plural(n int, unit string) string {
	switch {
	case n == 1:
		return unit
	case strings.HasSuffix(unit, "y"):
		return strings.TrimSuffix(unit, "y") + "ies"
	}
	return unit + "s"
}

// checkNumber checks a JSON number against its schema and returns "" without a fault.
func (n *Node) checkNumber(token []byte) (fault.Code, string) {
	var code fault.Code
	var msg string
	switch {
	case n.kind == kindID:
		return checkID(token)
	case n.kind == kindInteger:
		code, msg = n.checkInteger(token)
	case n.decimal:
		code, msg = n.checkDecimal(string(token))
	case n.rate:
		if _, err := money.ParseRate(string(token)); err != nil {
			return fault.CodeOutOfRange, money.ErrRate.Error()
		}
	case n.price:
		if _, err := money.ParsePrice(string(token)); errors.Is(err, money.ErrRange) {
			return fault.CodeOutOfRange, "must be from 0 to 9999999999.9999"
		} else if err != nil {
			return fault.CodeOutOfRange, err.Error()
		}
	default:
		v, err := strconv.ParseFloat(string(token), 64)
		if err != nil {
			return fault.CodeOutOfRange, "is too large"
		}
		code, msg = n.checkRange(func(bound float64) int { return cmp.Compare(v, bound) })
	}
	if code == "" && n.enum != nil {
		return n.checkEnum(n.plain(token))
	}
	return code, msg
}

// plain writes a number as it is decoded: whole numbers have neither a point nor an exponent.
func (n *Node) plain(token []byte) []byte {
	if n.kind == kindInteger || n.kind == kindID {
		token, _ = plainWhole(token)
	}
	return token
}

func checkID(token []byte) (fault.Code, string) {
	plain, whole := plainWhole(token)
	if !whole {
		return fault.CodeWrongType, kindText[kindID]
	}
	if id, err := strconv.ParseInt(string(plain), 10, 64); err != nil || id < 1 {
		return fault.CodeOutOfRange, "must be between 1 and 9223372036854775807"
	}
	return "", ""
}

// checkIDText checks the text form of an id, "12".
func checkIDText(text []byte) (fault.Code, string) {
	if len(text) == 0 || text[0] == '0' || len(text) > 19 || len(bytes.Trim(text, "0123456789")) > 0 {
		return fault.CodeInvalid, kindText[kindID]
	}
	return checkID(text)
}

func (n *Node) checkInteger(token []byte) (fault.Code, string) {
	plain, whole := plainWhole(token)
	if !whole {
		return fault.CodeWrongType, kindText[kindInteger]
	}
	v, err := strconv.ParseInt(string(plain), 10, n.bits)
	if err != nil {
		return fault.CodeOutOfRange, "must be a " + strconv.Itoa(n.bits) + "-bit whole number"
	}
	return n.checkRange(func(bound float64) int { return cmp.Compare(float64(v), bound) })
}

func (n *Node) checkDecimal(token string) (fault.Code, string) {
	a, err := money.Parse(token)
	switch {
	case err == nil:
	case errors.Is(err, money.ErrScale):
		return fault.CodeInvalid, money.ErrScale.Error()
	default:
		// A valid JSON number that money.Parse cannot read has an exponent that is far too large.
		return fault.CodeOutOfRange, money.ErrRange.Error()
	}
	return n.checkRange(func(bound float64) int {
		return a.Cmp(money.FromUnits(int64(math.Round(bound * 10_000))))
	})
}

func (n *Node) checkRange(compare func(bound float64) int) (fault.Code, string) {
	switch {
	case n.min != nil && compare(*n.min) < 0:
		return fault.CodeOutOfRange, "must be at least " + figure(*n.min)
	case n.aboveMin != nil && compare(*n.aboveMin) <= 0:
		return fault.CodeOutOfRange, "must be greater than " + figure(*n.aboveMin)
	case n.max != nil && compare(*n.max) > 0:
		return fault.CodeOutOfRange, "must be at most " + figure(*n.max)
	case n.belowMax != nil && compare(*n.belowMax) >= 0:
		return fault.CodeOutOfRange, "must be less than " + figure(*n.belowMax)
	}
	return "", ""
}

func figure(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// checkText checks a decoded string against its schema and returns "" without a fault.
func (n *Node) checkText(text []byte) (fault.Code, string) {
	if n.kind == kindID {
		return checkIDText(text)
	}
	if n.enum != nil {
		return n.checkEnum(text)
	}
	if n.minLength != nil || n.maxLength != nil {
		length := utf8.RuneCount(text)
		switch {
		case n.minLength != nil && length < *n.minLength:
			if length == 0 {
				return fault.CodeOutOfRange, "must not be empty"
			}
			return fault.CodeOutOfRange, atLeast(*n.minLength, "character")
		case n.maxLength != nil && length > *n.maxLength:
			return fault.CodeTooLong, atMost(*n.maxLength, "character")
		}
	}
	if n.pattern != nil && !n.pattern.Match(text) {
		return fault.CodeInvalid, n.patternText
	}
	switch n.format {
	case "date-time":
		_, err := time.Parse(time.RFC3339Nano, string(text))
		if _, wrong := time.Parse(time.DateOnly, string(text)); err != nil && n.alsoDay && wrong == nil {
			return "", ""
		}
		if err != nil {
			return fault.CodeInvalid, "must be a time such as 2026-01-31T09:30:00Z"
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, string(text)); err != nil {
			return fault.CodeInvalid, "must be a date such as 2026-01-31"
		}
	}
	return "", ""
}

func (n *Node) checkEnum(token []byte) (fault.Code, string) {
	if _, ok := n.enum[string(token)]; !ok {
		return fault.CodeNotAllowed, "must be one of: " + n.enumText
	}
	return "", ""
}

// checkCount checks the length of a list against its schema.
func (n *Node) checkCount(length int) (fault.Code, string) {
	switch {
	case n.minItems != nil && length < *n.minItems:
		return fault.CodeTooFew, atLeast(*n.minItems, "entry")
	case n.maxItems != nil && length > *n.maxItems:
		return fault.CodeTooMany, atMost(*n.maxItems, "entry")
	}
	return "", ""
}
