package feetable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/words"
)

// node has a value of a file with its path. A value of another shape panics with a shapeError,
// which read recovers.
type node struct {
	path  string
	value any
}

type shapeError struct{ error }

func parse(name string, text []byte) (n node, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n.path = name
	if err := d.Decode(&n.value); err != nil {
		return n, fmt.Errorf("%s: %w", name, err)
	}
	if d.More() {
		return n, fmt.Errorf("%s: more than one value", name)
	}
	return n, nil
}

func (n node) fail(format string, args ...any) {
	panic(shapeError{fmt.Errorf("%s: "+format, append([]any{n.path}, args...)...)})
}

func (n node) object() map[string]any {
	o, ok := n.value.(map[string]any)
	if !ok {
		n.fail("must be an object")
	}
	return o
}

// only refuses members with other names.
func (n node) only(names ...string) {
	for _, name := range n.keys() {
		if !slices.Contains(names, name) {
			n.fail("unknown member %s", name)
		}
	}
}

func (n node) keys() []string { return slices.Sorted(maps.Keys(n.object())) }

func (n node) has(name string) bool { return n.object()[name] != nil }

func (n node) at(name string) node {
	v, ok := n.object()[name]
	if !ok {
		n.fail("%s is missing", name)
	}
	return node{n.path + "." + name, v}
}

func (n node) list() []node {
	l, ok := n.value.([]any)
	if !ok {
		n.fail("must be a list")
	}
	out := make([]node, len(l))
	for i, v := range l {
		out[i] = node{fmt.Sprintf("%s[%d]", n.path, i), v}
	}
	return out
}

// row reads a list of exactly so many values.
func (n node) row(length int) []node {
	l := n.list()
	if len(l) != length {
		n.fail("must have %d values", length)
	}
	return l
}

func (n node) text() string {
	s, ok := n.value.(string)
	if !ok || s == "" {
		n.fail("must be a text")
	}
	return s
}

func (n node) texts() []string {
	var out []string
	for _, v := range n.list() {
		out = append(out, v.text())
	}
	return out
}

func (n node) null() bool { return n.value == nil }

// exact reads a number that is not below 0.
func (n node) exact() *big.Rat {
	number, ok := n.value.(json.Number)
	if !ok || len(number) > 20 || strings.ContainsAny(number.String(), "eE") {
		n.fail("must be a number")
	}
	r, ok := new(big.Rat).SetString(number.String())
	if !ok || r.Sign() < 0 {
		n.fail("must be a number that is not below 0")
	}
	return r
}

// counted reads a number in units, so many to 1; a rest is an error.
func (n node) counted(units int64) int64 {
	r := n.exact()
	r.Mul(r, big.NewRat(units, 1))
	if !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > math.MaxInt64/1000 {
		n.fail("has too many digits")
	}
	return r.Num().Int64()
}

// amount reads ten-thousandths, at most a million.
func (n node) amount() int64 {
	const most = 1_000_000 * 10_000
	a := n.counted(10_000)
	if a > most {
		n.fail("must be at most 1000000")
	}
	return a
}

// share reads a rate from 0 to 1 in millionths.
func (n node) share() int64 {
	rate := n.counted(1_000_000)
	if rate > 1_000_000 {
		n.fail("must be at most 1")
	}
	return rate
}

func (n node) date() date.Date {
	d, err := date.Parse(n.text())
	if err != nil {
		n.fail("%v", err)
	}
	return d
}

func word[T words.Closed[T]](n node) T {
	w, err := words.Parse[T](n.text())
	if err != nil {
		n.fail("%s", words.Choices[T]())
	}
	return w
}

// prose reads the numbers of a sentence in a fixed form.
func (n node) prose(form string, numbers ...*int64) {
	into := make([]any, len(numbers))
	for i := range numbers {
		into[i] = numbers[i]
	}
	said := make([]any, len(numbers))
	_, err := fmt.Sscanf(n.text(), form, into...)
	for i := range numbers {
		said[i] = *numbers[i]
	}
	if err != nil || fmt.Sprintf(form, said...) != n.text() {
		n.fail("must be of the form %q", form)
	}
}
