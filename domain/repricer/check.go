package repricer

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// faults collects what is wrong with a value by itself, whatever is stored:
// with a member alone, and with members that do not go together.
type faults struct{ items, together []fault.Item }

func (f *faults) add(code fault.Code, pointer, message string) {
	f.items = append(f.items, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// err is nil, or one Invalid fault that lists every member that is wrong, or
// else one fault of the rule that lists the members which do not go together.
func (f *faults) err(broken fault.Code) error {
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

// rule makes a fault of a rule over several members or the stored state.
func rule(code fault.Code, pointer, message string) *fault.Error {
	return fault.New(fault.Rule, code, message).At(pointer)
}

func (f *faults) required(pointer string, there bool) {
	if !there {
		f.add(fault.CodeRequired, pointer, "is required")
	}
}

// needed asks for a member that another one cannot do without.
func (f *faults) needed(pointer string, there bool, by string) {
	if !there {
		f.clash(fault.CodeRequired, pointer, "is required by "+by)
	}
}

// clash notes a member that does not go with another.
func (f *faults) clash(code fault.Code, pointer, message string) {
	f.together = append(f.together, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// notNull refuses null on a member that has no default.
func notNull[T any](f *faults, pointer string, v Field[T]) {
	if v.Set && v.Null {
		f.add(fault.CodeNullNotAllowed, pointer, "must not be null")
	}
}

func checkWord[T word[T]](f *faults, pointer string, v T) {
	if !known(v) {
		f.add(fault.CodeNotAllowed, pointer, choices[T]())
	}
}

func fieldWord[T word[T]](f *faults, pointer string, field Field[T]) {
	if v, ok := field.Given(); ok {
		checkWord(f, pointer, v)
	}
}

// checkWords holds a list to its words, each at most once, so that the list is
// no longer than the words there are.
func checkWords[T word[T]](f *faults, pointer string, list []T) {
	var zero T
	if len(list) > len(zero.words()) {
		f.add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(len(zero.words()))+" entries")
		return
	}
	seen := make(map[T]bool, len(list))
	for i, v := range list {
		checkWord(f, item(pointer, i), v)
		if seen[v] {
			f.add(fault.CodeInvalid, item(pointer, i), "is named twice")
		}
		seen[v] = true
	}
}

// checkTexts holds a list to a length and a form, each text at most once.
func checkTexts(f *faults, pointer string, list []string, longest int, form func(string) bool, message string) {
	if len(list) > longest {
		f.add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(longest)+" entries")
		return
	}
	seen := make(map[string]bool, len(list))
	for i, v := range list {
		switch {
		case !form(v):
			f.add(fault.CodeInvalid, item(pointer, i), message)
		case seen[v]:
			f.add(fault.CodeInvalid, item(pointer, i), "is named twice")
		}
		seen[v] = true
	}
}

func checkMarketplaces(f *faults, pointer string, list []marketplace.ID) {
	if len(list) > MaxMarketplaces {
		f.add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(MaxMarketplaces)+" entries")
		return
	}
	seen := make(map[marketplace.ID]bool, len(list))
	for i, m := range list {
		if _, ok := marketplace.ByID(m); !ok {
			f.add(fault.CodeNotAllowed, item(pointer, i), "is not a known marketplace")
		} else if seen[m] {
			f.add(fault.CodeInvalid, item(pointer, i), "is named twice")
		}
		seen[m] = true
	}
}

func checkInt(f *faults, pointer string, v, least, most int) {
	if v < least || v > most {
		f.add(fault.CodeOutOfRange, pointer, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
}

func fieldInt(f *faults, pointer string, field Field[int], least, most int) {
	if v, ok := field.Given(); ok {
		checkInt(f, pointer, v, least, most)
	}
}

var (
	zeroAmount  money.Amount
	zeroPercent money.Percent
	hundred     = money.MustParsePercent("100")
)

func fieldPositive(f *faults, pointer string, field Field[money.Amount]) {
	if v, ok := field.Given(); ok && !v.Positive() {
		f.add(fault.CodeOutOfRange, pointer, "must be above 0")
	}
}

func checkNotNegative(f *faults, pointer string, v money.Amount) {
	if v.Cmp(zeroAmount) < 0 {
		f.add(fault.CodeOutOfRange, pointer, "must not be below 0")
	}
}

func fieldNotNegative(f *faults, pointer string, field Field[money.Amount]) {
	if v, ok := field.Given(); ok {
		checkNotNegative(f, pointer, v)
	}
}

// fieldShare holds a percentage to above 0 and at most 100.
func fieldShare(f *faults, pointer string, field Field[money.Percent]) {
	if v, ok := field.Given(); ok && (v.Cmp(zeroPercent) <= 0 || v.Cmp(hundred) > 0) {
		f.add(fault.CodeOutOfRange, pointer, "must be above 0 and at most 100")
	}
}

func item(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }

// printable reports whether s is text without control characters.
func printable(s string) bool {
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
func isSellerID(s string) bool   { return only(s, 1, 32, capitalOrDigit) }
func isCountry(s string) bool    { return only(s, 2, 2, capital) }
func isASIN(s string) bool       { return only(s, 10, 10, capitalOrDigit) }
func isSKU(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= 40 && printable(s) && strings.TrimSpace(s) == s
}
func cloneList[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }
