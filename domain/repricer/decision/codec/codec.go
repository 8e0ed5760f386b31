// Package codec reads and writes values as bytes, by the same description for both directions, so
// that they cannot differ.
package codec

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// Bounds of the values that Reading accepts.
const (
	maxText  = 256
	maxList  = 1_000
	maxBytes = 1 << 20
	maxCount = 1_000_000_000
)

// Codec reads or writes values in their order. Writing changes no value, because it may be shared.
type Codec struct {
	buf     []byte // written so far, or left to read
	reading bool
	bad     bool
}

// Writing returns a codec that writes values, with capacity for so many bytes.
func Writing(room int) Codec { return Codec{buf: make([]byte, 0, room)} }

// Reading reads the bytes of Writing.
func Reading(b []byte) Codec {
	c := Codec{buf: b, reading: true}
	if len(b) > maxBytes {
		c.Fail()
	}
	return c
}

// Bytes returns the bytes written so far.
func (c *Codec) Bytes() []byte { return c.buf }

// Reads reports whether values are read, not written.
func (c *Codec) Reads() bool { return c.reading }

// Complete reports whether all bytes were read, and each was part of a value.
func (c *Codec) Complete() bool { return !c.bad && len(c.buf) == 0 }

// Fail ends reading, because Writing would not have written the bytes.
func (c *Codec) Fail() { c.bad, c.buf = true, nil }

// Number codes a whole number.
func (c *Codec) Number(n *int64) {
	if !c.reading {
		c.buf = binary.AppendVarint(c.buf, *n)
		return
	}
	v, size := binary.Varint(c.buf)
	if size <= 0 {
		c.Fail()
		return
	}
	*n, c.buf = v, c.buf[size:]
}

// Flag codes true or false.
func (c *Codec) Flag(b *bool) {
	n := int64(0)
	if *b {
		n = 1
	}
	if c.Number(&n); !c.reading {
		return
	}
	if n != 0 && n != 1 {
		c.Fail()
	}
	*b = n == 1
}

// Text codes a text of at most 256 bytes.
func (c *Codec) Text(s *string) {
	n := int64(len(*s))
	c.Number(&n)
	switch {
	case !c.reading:
		c.buf = append(c.buf, *s...)
	case n < 0 || n > maxText || n > int64(len(c.buf)):
		c.Fail()
	default:
		*s, c.buf = string(c.buf[:n]), c.buf[n:]
	}
}

// count writes the length of a list before it, or reads it.
func (c *Codec) count(n int) int {
	long := int64(n)
	c.Number(&long)
	if c.bad || long < 0 || long > maxList && c.reading {
		c.Fail()
		return 0
	}
	return int(long)
}

// Int codes a count, which has a bound.
func (c *Codec) Int(n *int) {
	long := int64(*n)
	if c.Number(&long); !c.reading {
		return
	}
	if exact.Magnitude(long) > maxCount {
		c.Fail()
	}
	*n = int(long)
}

// units reads or writes ten-thousandths of an amount or a percentage.
func (c *Codec) units(n int64) int64 {
	if c.Number(&n); c.reading && exact.Magnitude(n) > exact.Most {
		c.Fail()
	}
	return n
}

// Amount codes an amount of money.
func (c *Codec) Amount(a *money.Amount) {
	if n := c.units(a.Units()); c.reading {
		*a = money.FromUnits(n)
	}
}

// Percent codes a percentage.
func (c *Codec) Percent(p *money.Percent) {
	if n := c.units(p.Units()); c.reading {
		*p = money.PercentFromUnits(n)
	}
}

// Rate codes an exchange rate.
func (c *Codec) Rate(r *money.Rate) {
	if n := c.units(r.Units()); c.reading {
		*r = money.RateFromUnits(n)
	}
}

// Moment keeps a time to the nanosecond, in UTC.
func (c *Codec) Moment(t *time.Time) {
	seconds, nanos := t.Unix(), int64(t.Nanosecond())
	c.Number(&seconds)
	c.Number(&nanos)
	if !c.reading {
		return
	}
	if nanos < 0 || nanos >= int64(time.Second) || seconds < minSecond || seconds > maxSecond {
		c.Fail()
		return
	}
	*t = time.Unix(seconds, nanos).UTC()
}

// The years 1 to 9999.
var (
	minSecond = time.Time{}.Unix()
	maxSecond = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()
)

// Word codes a word of a closed list. Reading accepts any text.
func Word[T ~string](c *Codec, w *T) {
	s := string(*w)
	if c.Text(&s); c.reading {
		*w = T(s)
	}
}

// Maybe reads or writes whether there is a value, and the value.
func Maybe[T any](c *Codec, m *optional.Maybe[T], value func(*Codec, *T)) {
	v, there := m.Get()
	c.Flag(&there)
	if !there || c.bad {
		return
	}
	if value(c, &v); c.reading {
		*m = optional.Some(v)
	}
}

// Pointer codes a member that may be nil.
func Pointer[T any](c *Codec, p **T, value func(*Codec, *T)) {
	there := *p != nil
	c.Flag(&there)
	if !there || c.bad {
		return
	}
	if c.reading {
		*p = new(T)
	}
	value(c, *p)
}

// List codes a list in its order.
func List[T any](c *Codec, l *[]T, value func(*Codec, *T)) {
	n := c.count(len(*l))
	if !c.reading {
		for i := range *l {
			value(c, &(*l)[i])
		}
		return
	}
	*l = nil
	for range n {
		var v T
		if value(c, &v); c.bad {
			return
		}
		*l = append(*l, v)
	}
}

// Set codes a list in any order: its entries are written sorted by their bytes. Duplicates stay,
// because two offers may be equal.
func Set[T any](c *Codec, l *[]T, value func(*Codec, *T)) {
	if c.reading {
		List(c, l, value)
		return
	}
	if len(*l) == 0 {
		c.count(0)
		return
	}
	scratch := Codec{buf: make([]byte, 0, 64*len(*l))}
	ends := make([]int, len(*l))
	for i := range *l {
		value(&scratch, &(*l)[i])
		ends[i] = len(scratch.buf)
	}
	entries, from := make([][]byte, len(*l)), 0
	for i, end := range ends {
		entries[i], from = scratch.buf[from:end], end
	}
	slices.SortFunc(entries, bytes.Compare)
	c.count(len(entries))
	for _, e := range entries {
		c.buf = append(c.buf, e...)
	}
}

// Words codes a set of words.
func Words[T ~string](c *Codec, l *[]T) { Set(c, l, Word[T]) }
