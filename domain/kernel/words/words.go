// Package words models closed lists of words: the values that a text member may have.
package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// Closed describes a closed list of words: a type with values that are known beforehand. Words
// lists all of them, the default first if it exists. It is the only list of the type; test/arch
// finds constants that it misses.
type Closed[T any] interface {
	~string
	Words() []T
}

// Of lists the values of a closed list. Callers may change the result.
func Of[T Closed[T]]() []T {
	var zero T
	return zero.Words()
}

// Parse reads a value of an enum: Parse[Mode]("auto"). An unknown value, also in another letter
// case, is an Invalid fault.
func Parse[T Closed[T]](s string) (T, error) {
	v := T(s)
	if Known(v) {
		return v, nil
	}
	return v, fault.New(fault.Invalid, fault.CodeValidationFailed, Choices[T]())
}

// Known reports whether a word is on its list.
func Known[T Closed[T]](v T) bool { return slices.Contains(v.Words(), v) }

// Choices lists the words in a sentence.
func Choices[T Closed[T]]() string {
	var b strings.Builder
	b.WriteString("must be one of ")
	var zero T
	for i, w := range zero.Words() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}
