// Package generate makes calls from the published document: valid calls, and calls that break it in
// exactly one known place. The same seed makes the same calls.
package generate

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// A body is built as a tree that can represent more than Go values: ordered members, repeated
// members, and texts that are not JSON.
type (
	// object has members in order.
	object []member
	// list has entries in order.
	list []*spot
	// raw has JSON text to be written unchanged.
	raw string
)

type member struct {
	name  string
	value *spot
}

// spot has a place in a body, so that its value can be replaced.
type spot struct {
	v  any // object, list, raw or string
	at string
}

func (s *spot) write(b *bytes.Buffer) {
	switch v := s.v.(type) {
	case object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoted(m.name))
			b.WriteByte(':')
			m.value.write(b)
		}
		b.WriteByte('}')
	case list:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			e.write(b)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(quoted(v))
	case raw:
		b.WriteString(string(v))
	}
}

func (s *spot) bytes() []byte {
	var b bytes.Buffer
	s.write(&b)
	return b.Bytes()
}

func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// below returns the pointer of a member or an entry.
func below(at, name string) string {
	return at + "/" + inPointer.Replace(name)
}

var inPointer = strings.NewReplacer("~", "~0", "/", "~1")

func entryOf(at string, i int) string { return at + "/" + strconv.Itoa(i) }

// copyOf copies a tree, for entries that are repeated.
func copyOf(s *spot, at string) *spot {
	out := &spot{at: at}
	switch v := s.v.(type) {
	case object:
		var o object
		for _, m := range v {
			o = append(o, member{m.name, copyOf(m.value, below(at, m.name))})
		}
		out.v = o
	case list:
		var l list
		for i, e := range v {
			l = append(l, copyOf(e, entryOf(at, i)))
		}
		out.v = l
	default:
		out.v = v
	}
	return out
}
