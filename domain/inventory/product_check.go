package inventory

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// productFaults collects what is wrong with the members of a product or of its
// matches, each by itself.
type productFaults struct{ items []fault.Item }

func (f *productFaults) add(code fault.Code, pointer, message string) {
	f.items = append(f.items, fault.Item{Code: code, Message: message, Pointer: pointer})
}

// err is nil or one Invalid fault that lists every member that is wrong.
func (f *productFaults) err() error { return f.of(fault.Invalid, fault.CodeValidationFailed) }

func (f *productFaults) of(kind fault.Kind, code fault.Code) error {
	if len(f.items) == 0 {
		return nil
	}
	first := f.items[0]
	e := fault.New(kind, code, strings.TrimSpace(fault.Name(first.Pointer)+" "+first.Message)).At(first.Pointer)
	e.Errors = f.items
	return e
}

func (f *productFaults) text(pointer, s string, longest int) {
	switch {
	case strings.TrimSpace(s) == "":
		f.add(fault.CodeInvalid, pointer, "must not be empty")
	case utf8.RuneCountInString(s) > longest:
		f.add(fault.CodeTooLong, pointer, "must have at most "+strconv.Itoa(longest)+" characters")
	case strings.ContainsFunc(s, unicode.IsControl):
		f.add(fault.CodeInvalid, pointer, "must not have control characters")
	}
}

func (f *productFaults) fieldText(pointer string, field optional.Field[string], longest int) {
	if v, ok := field.Given(); ok {
		f.text(pointer, v, longest)
	}
}

func (f *productFaults) number(pointer string, v, least, most int) {
	if v < least || v > most {
		f.add(fault.CodeOutOfRange, pointer, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
}

func (f *productFaults) fieldNumber(pointer string, field optional.Field[int], least, most int) {
	if v, ok := field.Given(); ok {
		f.number(pointer, v, least, most)
	}
}

func (f *productFaults) count(pointer string, n, most int) bool {
	if n > most {
		f.add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(most)+" entries")
	}
	return n <= most
}

// httpsAddress reports whether s is an address of the form https://host/…
// without spaces. The domain does not know URLs any closer: the address is shown
// and never fetched.
func httpsAddress(s string) bool {
	host, _, _ := strings.Cut(strings.TrimPrefix(s, "https://"), "/")
	return strings.HasPrefix(s, "https://") && host != "" && !strings.ContainsAny(s, " \"<>\\^`{|}") &&
		!strings.ContainsAny(host, "@?#")
}

// cloneList copies a list; what comes out is never nil.
func cloneList[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }
