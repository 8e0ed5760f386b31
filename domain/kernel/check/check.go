// Package check checks the bounds of a request's members and lists every one that is wrong.
package check

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
)

// Faults collects what is wrong with a value independent of stored data: single members, and
// members that contradict each other.
type Faults struct{ items, together []fault.Item }

// Add adds a fault of a single member.
func (f *Faults) Add(code fault.Code, pointer, message string) {
	f.items = append(f.items, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// Err is nil, or one Invalid fault that lists every member that is wrong, or
// else one fault of the rule that lists the members which do not go together.
func (f *Faults) Err(broken fault.Code) error {
	switch {
	case len(f.items) > 0:
		return listed(fault.Invalid, fault.CodeValidationFailed, f.items)
	case len(f.together) > 0:
		return listed(fault.Rule, broken, f.together)
	}
	return nil
}

func listed(kind fault.Kind, code fault.Code, items []fault.Item) error {
	first := items[0]
	e := fault.New(kind, code, strings.TrimSpace(fault.Name(first.Pointer)+" "+first.Message)).At(first.Pointer)
	e.Errors = items
	return e
}

// Rule makes a fault of a rule over several members or the stored state.
func Rule(code fault.Code, pointer, message string) *fault.Error {
	return fault.New(fault.Rule, code, message).At(pointer)
}

// Required asks for a member.
func (f *Faults) Required(pointer string, there bool) {
	if !there {
		f.Add(fault.CodeRequired, pointer, "is required")
	}
}

// Needed asks for a member that another one cannot do without.
func (f *Faults) Needed(pointer string, there bool, by string) {
	if !there {
		f.Clash(fault.CodeRequired, pointer, "is required by "+by)
	}
}

// Clash notes a member that does not go with another.
func (f *Faults) Clash(code fault.Code, pointer, message string) {
	f.together = append(f.together, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// NotNull refuses null on a member that has no default.
func NotNull[T any](f *Faults, pointer string, v optional.Field[T]) {
	if v.Set && v.Null {
		f.Add(fault.CodeNullNotAllowed, pointer, "must not be null")
	}
}

// Word holds a word to its list.
func Word[T words.Closed[T]](f *Faults, pointer string, v T) {
	if !words.Known(v) {
		f.Add(fault.CodeNotAllowed, pointer, words.Choices[T]())
	}
}

// FieldWord is Word for a member of a patch.
func FieldWord[T words.Closed[T]](f *Faults, pointer string, field optional.Field[T]) {
	if v, ok := field.Given(); ok {
		Word(f, pointer, v)
	}
}

// Words holds a list to its words, each at most once, so that the list is
// no longer than the words there are.
func Words[T words.Closed[T]](f *Faults, pointer string, list []T) {
	var zero T
	Entries(f, pointer, list, len(zero.Words()), func(at string, v T) (T, bool) { Word(f, at, v); return v, true })
}

// Texts holds a list to a length and a form, each text at most once.
func Texts(f *Faults, pointer string, list []string, longest int, form func(string) bool, message string) {
	Entries(f, pointer, list, longest, func(at, v string) (string, bool) {
		if !form(v) {
			f.Add(fault.CodeInvalid, at, message)
			return v, false
		}
		return v, true
	})
}

// Marketplaces holds a list to a length and to known marketplaces, each at most once.
func Marketplaces(f *Faults, pointer string, list []marketplace.ID, longest int) {
	Entries(f, pointer, list, longest, func(at string, v marketplace.ID) (marketplace.ID, bool) { return v, Marketplace(f, at, v) })
}

// Marketplace asks for a known marketplace and reports whether it is one.
func Marketplace(f *Faults, pointer string, v marketplace.ID) bool {
	_, ok := marketplace.ByID(v)
	if !ok {
		f.Add(fault.CodeNotAllowed, pointer, "is not a known marketplace")
	}
	return ok
}

// Entries looks at each entry of a list; of two good ones with the same key the
// second is wrong.
func Entries[T any, K comparable](f *Faults, pointer string, list []T, longest int, good func(at string, v T) (K, bool)) {
	if len(list) > longest {
		f.Add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(longest)+" entries")
		return
	}
	seen := make(map[K]bool, len(list))
	for i, v := range list {
		at := Item(pointer, i)
		key, ok := good(at, v)
		if ok && seen[key] {
			f.Add(fault.CodeInvalid, at, "is named twice")
		}
		seen[key] = true
	}
}

// Int holds a number to its bounds, both included.
func Int(f *Faults, pointer string, v, least, most int) {
	if v < least || v > most {
		f.Add(fault.CodeOutOfRange, pointer, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
}

// FieldInt is Int for a member of a patch.
func FieldInt(f *Faults, pointer string, field optional.Field[int], least, most int) {
	if v, ok := field.Given(); ok {
		Int(f, pointer, v, least, most)
	}
}

var hundred = money.MustParsePercent("100")

// FieldPositive holds an amount to above 0.
func FieldPositive(f *Faults, pointer string, field optional.Field[money.Amount]) {
	if v, ok := field.Given(); ok && !v.Positive() {
		f.Add(fault.CodeOutOfRange, pointer, "must be above 0")
	}
}

// NotNegative holds an amount to 0 and above.
func NotNegative(f *Faults, pointer string, v money.Amount) {
	if v.Cmp(money.Amount{}) < 0 {
		f.Add(fault.CodeOutOfRange, pointer, "must not be below 0")
	}
}

// FieldNotNegative is NotNegative for a member of a patch.
func FieldNotNegative(f *Faults, pointer string, field optional.Field[money.Amount]) {
	if v, ok := field.Given(); ok {
		NotNegative(f, pointer, v)
	}
}

// FieldShare holds a percentage to above 0 and at most 100.
func FieldShare(f *Faults, pointer string, field optional.Field[money.Percent]) {
	if v, ok := field.Given(); ok && (v.Cmp(money.Percent{}) <= 0 || v.Cmp(hundred) > 0) {
		f.Add(fault.CodeOutOfRange, pointer, "must be above 0 and at most 100")
	}
}

// Item points at an entry of a list.
func Item(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }

// Printable reports whether s is text without control characters.
func Printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}

// only reports whether s has least to most characters, all of them allowed.
func only(s string, least, most int, allowed func(byte) bool) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := range len(s) {
		if !allowed(s[i]) {
			return false
		}
	}
	return true
}

func capital(c byte) bool        { return c >= 'A' && c <= 'Z' }
func capitalOrDigit(c byte) bool { return capital(c) || c >= '0' && c <= '9' }

// IsSellerID reports whether s has the form of a seller id.
func IsSellerID(s string) bool { return only(s, 1, 32, capitalOrDigit) }

// IsCountry reports whether s has the form of a country code.
func IsCountry(s string) bool { return only(s, 2, 2, capital) }

// IsASIN reports whether s has the form of an ASIN.
func IsASIN(s string) bool { return only(s, 10, 10, capitalOrDigit) }

// IsSKU reports whether s can be a SKU.
func IsSKU(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= 40 && Printable(s) && strings.TrimSpace(s) == s
}

// ErrShape is a stored record that no rule could have made.
var ErrShape = errors.New("stored record has an impossible shape")
