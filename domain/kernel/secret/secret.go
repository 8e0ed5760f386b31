// Package secret keeps keys and tokens out of logs, answers and panics.
package secret

import "fmt"

// Mask replaces a secret in print.
const Mask = "***"

// Text has a string that prints as *** in every format and encoding.
type Text struct{ value string }

// New wraps a secret.
func New(value string) Text { return Text{value} }

// Reveal returns the secret itself. Every use is a place to review.
func (t Text) Reveal() string { return t.value }

// Empty reports whether there is nothing to hide.
func (t Text) Empty() bool { return t.value == "" }

// String returns the mask.
func (t Text) String() string { return Mask }

// Format prints the mask for every verb, %#v and %x included.
func (t Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Mask)) }

// MarshalText returns the mask, also in JSON.
func (t Text) MarshalText() ([]byte, error) { return []byte(Mask), nil }

// UnmarshalText reads the secret, for configuration.
func (t *Text) UnmarshalText(b []byte) error {
	t.value = string(b)
	return nil
}
