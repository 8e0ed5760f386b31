// Package check checks the bounds of a request's members and lists every wrong member.
package check

import (
	"errors"
	"slices"
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

// Faults collects the faults of a value that do not depend on stored data: single members, and
// members that contradict each other.
type Faults struct{ items, together []fault.Item }

// Add adds a fault of a single member.
func (f *Faults) Add(code fault.Code, pointer, message string) {
	f.items = append(f.items, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// Err returns nil, or one Invalid fault that lists every invalid member, or else one fault of the
// rule that lists the contradicting members.
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

// Rule makes a fault for a rule over several members or the stored state.
func Rule(code fault.Code, pointer, message string) *fault.Error {
	return fault.New(fault.Rule, code, message).At(pointer)
}

// Required requires a member.
func (f *Faults) Required(pointer string, there bool) {
	if !there {
		f.Add(fault.CodeRequired, pointer, "is required")
	}
}

// Needed requires a member that another member depends on.
func (f *Faults) Needed(pointer string, there bool, by string) {
	if !there {
		f.Clash(fault.CodeRequired, pointer, "is required by "+by)
	}
}

// Clash notes a member that excludes another.
func (f *Faults) Clash(code fault.Code, pointer, message string) {
	f.together = append(f.together, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// NotNull refuses null on a member that has no default.
func NotNull[T any](f *Faults, pointer string, v optional.Field[T]) {
	if v.Set && v.Null {
		f.Add(fault.CodeNullNotAllowed, pointer, "must not be null")
	}
}

// Word refuses a word that is not on its list.
func Word[T words.Closed[T]](f *Faults, pointer string, v T) {
	if !words.Known(v) {
		f.Add(fault.CodeNotAllowed, pointer, words.Choices[T]())
	}
}

// FieldWord works like Word for a member of a patch.
func FieldWord[T words.Closed[T]](f *Faults, pointer string, field optional.Field[T]) {
	if v, ok := field.Given(); ok {
		Word(f, pointer, v)
	}
}

// WordOver works like FieldWord for a member that has a default, laid over the current word.
func WordOver[T words.Closed[T]](f *Faults, pointer string, field optional.Field[T], current T) T {
	NotNull(f, pointer, field)
	FieldWord(f, pointer, field)
	return field.Maybe().Or(current)
}

// Words refuses unknown and repeated words, so that a list is no longer than the words there are.
func Words[T words.Closed[T]](f *Faults, pointer string, list []T) {
	var zero T
	Entries(f, pointer, list, len(zero.Words()), func(at string, v T) (T, bool) { Word(f, at, v); return v, true })
}

// Texts limits the length of a list and the form of its texts, each at most once.
func Texts(f *Faults, pointer string, list []string, longest int, form func(string) bool, message string) {
	Entries(f, pointer, list, longest, func(at, v string) (string, bool) {
		if !form(v) {
			f.Add(fault.CodeInvalid, at, message)
			return v, false
		}
		return v, true
	})
}

// Marketplaces limits the length of a list and accepts known marketplaces only, each at most once.
func Marketplaces(f *Faults, pointer string, list []marketplace.ID, longest int) {
	Entries(f, pointer, list, longest, func(at string, v marketplace.ID) (marketplace.ID, bool) { return v, Marketplace(f, at, v) })
}

// Marketplace requires a known marketplace and reports whether it is known.
func Marketplace(f *Faults, pointer string, v marketplace.ID) bool {
	_, ok := marketplace.ByID(v)
	if !ok {
		f.Add(fault.CodeNotAllowed, pointer, "is not a known marketplace")
	}
	return ok
}

// Entries checks each entry of a list; of two good entries with the same key the second is wrong.
func Entries[T any, K comparable](f *Faults, pointer string, list []T, longest int, good func(at string, v T) (K, bool)) {
	if !NoMore(f, pointer, len(list), longest) {
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

// NoMore limits the length of a list.
func NoMore(f *Faults, pointer string, n, longest int) bool {
	if n > longest {
		f.Add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(longest)+" entries")
	}
	return n <= longest
}

// Int limits a number to its bounds, both included.
func Int(f *Faults, pointer string, v, least, most int) {
	if v < least || v > most {
		f.Add(fault.CodeOutOfRange, pointer, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
}

// FieldInt works like Int for a member of a patch.
func FieldInt(f *Faults, pointer string, field optional.Field[int], least, most int) {
	if v, ok := field.Given(); ok {
		Int(f, pointer, v, least, most)
	}
}

var hundred = money.MustParsePercent("100")

// FieldPositive requires an amount above 0.
func FieldPositive(f *Faults, pointer string, field optional.Field[money.Amount]) {
	if v, ok := field.Given(); ok && !v.Positive() {
		f.Add(fault.CodeOutOfRange, pointer, "must be above 0")
	}
}

// NotNegative requires an amount of at least 0.
func NotNegative(f *Faults, pointer string, v money.Amount) {
	if v.Cmp(money.Amount{}) < 0 {
		f.Add(fault.CodeOutOfRange, pointer, "must not be below 0")
	}
}

// FieldNotNegative works like NotNegative for a member of a patch.
func FieldNotNegative(f *Faults, pointer string, field optional.Field[money.Amount]) {
	if v, ok := field.Given(); ok {
		NotNegative(f, pointer, v)
	}
}

// FieldShare requires a percentage above 0 and at most 100.
func FieldShare(f *Faults, pointer string, field optional.Field[money.Percent]) {
	if v, ok := field.Given(); ok && (v.Cmp(money.Percent{}) <= 0 || v.Cmp(hundred) > 0) {
		f.Add(fault.CodeOutOfRange, pointer, "must be above 0 and at most 100")
	}
}

// Line requires a text on one line, not blank, of at most so many characters, and returns it
// without the spaces at its ends.
func Line(f *Faults, pointer string, field optional.Field[string], longest int) optional.Field[string] {
	out, good := text(f, pointer, field, longest)
	if good && strings.ContainsFunc(field.Value, unicode.IsControl) {
		f.Add(fault.CodeInvalid, pointer, "must not have control characters")
	}
	return out
}

// Text works like Line for a text of any number of lines.
func Text(f *Faults, pointer string, field optional.Field[string], longest int) optional.Field[string] {
	out, _ := text(f, pointer, field, longest)
	return out
}

func text(f *Faults, pointer string, field optional.Field[string], longest int) (out optional.Field[string], good bool) {
	given, ok := field.Given()
	field.Value = strings.TrimSpace(given)
	switch {
	case !ok:
	case field.Value == "":
		f.Add(fault.CodeInvalid, pointer, "must not be empty")
	case utf8.RuneCountInString(given) > longest:
		f.Add(fault.CodeTooLong, pointer, "must have at most "+strconv.Itoa(longest)+" characters")
	default:
		good = true
	}
	return field, good
}

// Form works like Line for a text of a form, such as an e-mail address.
func Form(f *Faults, pointer string, field optional.Field[string], longest int, fits func(string) bool, what string) optional.Field[string] {
	out := Line(f, pointer, field, longest)
	if v, ok := out.Given(); ok && v != "" && !fits(v) {
		f.Add(fault.CodeInvalid, pointer, "must be "+what)
	}
	return out
}

// Lines limits the length of a list to texts on one line, each at most once in any letter case. It
// returns the list without the spaces at the ends of the texts.
func Lines(f *Faults, pointer string, list []string, most, longest int) []string {
	out := make([]string, len(list))
	Entries(f, pointer, list, most, func(at, v string) (string, bool) {
		i := slices.Index(list, v)
		out[i] = Line(f, at, optional.Put(v), longest).Value
		return strings.ToLower(out[i]), true
	})
	return out
}

// FieldPercent requires a percentage from 0 to 100, both included.
func FieldPercent(f *Faults, pointer string, field optional.Field[money.Percent]) {
	if v, ok := field.Given(); ok && (v.Cmp(money.Percent{}) < 0 || v.Cmp(hundred) > 0) {
		f.Add(fault.CodeOutOfRange, pointer, "must be from 0 to 100")
	}
}

// FieldCurrency requires the code of a currency.
func FieldCurrency(f *Faults, pointer string, field optional.Field[money.Currency]) {
	if v, ok := field.Given(); ok && !v.Known() {
		f.Add(fault.CodeInvalid, pointer, "must be an ISO 4217 code of three capitals, such as EUR")
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

// IsEmail reports whether s has the form of an e-mail address.
func IsEmail(s string) bool {
	local, host, ok := strings.Cut(s, "@")
	return ok && local != "" && len(local) <= 64 && host != "" && !strings.ContainsFunc(s, unicode.IsSpace) &&
		!strings.ContainsAny(host, "@") && !strings.ContainsAny(s, `<>(),;:\"`)
}

// IsPhone reports whether s has the form of a telephone number.
func IsPhone(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789+-()./ xX#*") == ""
}

// IsWebAddress reports whether s has the form of an address on the web, with one of the schemes. It
// checks only the form, because addresses are shown and not fetched.
func IsWebAddress(s string, schemes ...string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains(schemes, scheme) && host != "" && !strings.ContainsAny(s, " \"<>\\^`{|}") && !strings.ContainsAny(host, "@?#")
}

// IsASIN reports whether s has the form of an ASIN.
func IsASIN(s string) bool { return only(s, 10, 10, capitalOrDigit) }

// IsSKU reports whether s can be a SKU.
func IsSKU(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= 40 && Printable(s) && strings.TrimSpace(s) == s
}

// ErrShape reports a stored record that no rule could have made.
var ErrShape = errors.New("stored record has an impossible shape")
