package decision

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// inputVersion is the first byte of every encoding. An input of another version was made for other
// rules and is not decided again.
const inputVersion = 3

// Bounds of what is decoded.
const (
	maxInputText  = 256
	maxInputList  = 1_000
	maxInputBytes = 1 << 20
	maxInputCount = 1_000_000_000
)

// ErrInput says that bytes are not an encoded input of this version.
var ErrInput = errors.New("not an encoded input of this version")

// Digest is the SHA-256 of an encoded input.
type Digest [sha256.Size]byte

// Encode writes an input in its canonical form: inputs that can only give the same decision, such
// as those with reordered offers, have the same bytes. Strategy names are left out, and of the
// schedule only the window in force is encoded.
func (in Input) Encode() []byte {
	c := codec{buf: make([]byte, 0, 512+96*len(in.Offers))}
	c.input(&in)
	return c.buf
}

// Digest identifies the input.
func (in Input) Digest() Digest { return sha256.Sum256(in.Encode()) }

// DecodeInput decodes what Encode wrote. Bytes in any other form are ErrInput.
func DecodeInput(b []byte) (Input, error) {
	if len(b) > maxInputBytes {
		return Input{}, ErrInput
	}
	c := codec{buf: b, reading: true}
	var in Input
	c.input(&in)
	if c.bad || len(c.buf) != 0 || string(in.Encode()) != string(b) {
		return Input{}, ErrInput
	}
	return in, nil
}

// codec reads or writes the members in order. One description serves both directions, so that they
// cannot differ. Writing changes no member, because an input may be shared.
type codec struct {
	buf     []byte // written so far, or left to read
	reading bool
	bad     bool
}

func (c *codec) fail() { c.bad, c.buf = true, nil }

func (c *codec) number(n *int64) {
	if !c.reading {
		c.buf = binary.AppendVarint(c.buf, *n)
		return
	}
	v, size := binary.Varint(c.buf)
	if size <= 0 {
		c.fail()
		return
	}
	*n, c.buf = v, c.buf[size:]
}

func (c *codec) flag(b *bool) {
	n := int64(0)
	if *b {
		n = 1
	}
	if c.number(&n); !c.reading {
		return
	}
	if n != 0 && n != 1 {
		c.fail()
	}
	*b = n == 1
}

func (c *codec) text(s *string) {
	n := int64(len(*s))
	c.number(&n)
	switch {
	case !c.reading:
		c.buf = append(c.buf, *s...)
	case n < 0 || n > maxInputText || n > int64(len(c.buf)):
		c.fail()
	default:
		*s, c.buf = string(c.buf[:n]), c.buf[n:]
	}
}

// count writes the length of a list before it, or reads it.
func (c *codec) count(n int) int {
	long := int64(n)
	c.number(&long)
	if c.bad || long < 0 || long > maxInputList && c.reading {
		c.fail()
		return 0
	}
	return int(long)
}

func (c *codec) int(n *int) {
	long := int64(*n)
	if c.number(&long); !c.reading {
		return
	}
	if exact.Magnitude(long) > maxInputCount {
		c.fail()
	}
	*n = int(long)
}

// units reads or writes ten-thousandths of an amount or a percentage.
func (c *codec) units(n int64) int64 {
	if c.number(&n); c.reading && exact.Magnitude(n) > exact.Most {
		c.fail()
	}
	return n
}

func (c *codec) amount(a *money.Amount) {
	if n := c.units(a.Units()); c.reading {
		*a = money.FromUnits(n)
	}
}

func (c *codec) percent(p *money.Percent) {
	if n := c.units(p.Units()); c.reading {
		*p = money.PercentFromUnits(n)
	}
}

// moment keeps a time to the nanosecond, in UTC.
func (c *codec) moment(t *time.Time) {
	seconds, nanos := t.Unix(), int64(t.Nanosecond())
	c.number(&seconds)
	c.number(&nanos)
	if !c.reading {
		return
	}
	if nanos < 0 || nanos >= int64(time.Second) || seconds < minSecond || seconds > maxSecond {
		c.fail()
		return
	}
	*t = time.Unix(seconds, nanos).UTC()
}

// The years 1 to 9999.
var (
	minSecond = time.Time{}.Unix()
	maxSecond = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()
)

func wordOf[T ~string](c *codec, w *T) {
	s := string(*w)
	if c.text(&s); c.reading {
		*w = T(s)
	}
}

// maybe reads or writes whether there is a value, and the value.
func maybe[T any](c *codec, m *optional.Maybe[T], value func(*codec, *T)) {
	v, there := m.Get()
	c.flag(&there)
	if !there || c.bad {
		return
	}
	if value(c, &v); c.reading {
		*m = optional.Some(v)
	}
}

// pointer is maybe for a member that is nil where there is none.
func pointer[T any](c *codec, p **T, value func(*codec, *T)) {
	there := *p != nil
	c.flag(&there)
	if !there || c.bad {
		return
	}
	if c.reading {
		*p = new(T)
	}
	value(c, *p)
}

// list is a list whose order matters.
func list[T any](c *codec, l *[]T, value func(*codec, *T)) {
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

func texts[T ~string](c *codec, l *[]T) { set(c, l, wordOf[T]) }
