package sellingassistant

import (
	"encoding/json"
	"fmt"
	"math/big"
	"mime"
	"os"
	"path/filepath"
)

// Decimal has an exact number as text, such as "19.99". An empty Decimal has no value.
type Decimal string

// Rat returns the number for exact calculations. It is nil for a text that is no number.
func (d Decimal) Rat() *big.Rat {
	r, _ := new(big.Rat).SetString(string(d)) // nil if it fails
	return r
}

// DecimalOf rounds a number to decimals.
func DecimalOf(r *big.Rat, decimals int) Decimal { return Decimal(r.FloatString(decimals)) }

// MarshalJSON refuses a text that is no number, also the empty text.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if !json.Valid([]byte(d)) || d.Rat() == nil {
		return nil, fmt.Errorf("%q is not a decimal number", string(d))
	}
	return []byte(d), nil
}

// UnmarshalJSON keeps the digits as they are.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, (*json.Number)(d))
}

// Nullable has a member of a change: a value, null to clear it, or nothing to keep it.
type Nullable[T any] struct {
	value *T
	set   bool
}

// Value sets a member.
func Value[T any](v T) Nullable[T] { return Nullable[T]{&v, true} }

// Null clears a member.
func Null[T any]() Nullable[T] { return Nullable[T]{nil, true} }

// Get returns the value, nil for null and for a member that is kept.
func (n Nullable[T]) Get() *T { return n.value }

// IsZero reports whether the member is kept.
func (n Nullable[T]) IsZero() bool { return !n.set }

// MarshalJSON writes the value or null. omitzero leaves out a member that is kept.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON distinguishes null from a member that is absent.
func (n *Nullable[T]) UnmarshalJSON(b []byte) error {
	n.value, n.set = nil, true
	return json.Unmarshal(b, &n.value)
}

// Ptr returns a pointer to a value, for members that may be absent.
func Ptr[T any](v T) *T { return &v }

// File has a file to send, or a received file.
type File struct {
	Name string
	// Type has the media type. Without it, the service looks at the content.
	Type    string
	Content []byte
}

// ReadFile reads a file to send.
func ReadFile(path string) (File, error) {
	content, err := os.ReadFile(path) //nolint:gosec // the caller chooses the file
	return File{Name: filepath.Base(path), Type: mime.TypeByExtension(filepath.Ext(path)), Content: content}, err
}
