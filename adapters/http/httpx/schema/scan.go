package schema

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
)

// slack sets how many entries beyond their bound are still read. A list that is a little too long
// then gets all its faults.
const slack = 100

const (
	// longText sets how many bytes of a text are read beyond its bound.
	longText = 1 << 10
	// bytesPerCharacter bounds the bytes that may become one character: four escapes composed to
	// one character.
	bytesPerCharacter = 24
	// longEscape has the length of two escapes that form one character.
	longEscape = 12
)

// Scan scans a body while it arrives. It stops as soon as the body must be refused: slightly beyond
// the bound of a list, an object or a text, or at too deep nesting.
type Scan struct {
	root    place
	at      int // position of the scan
	from    int // start of the current string
	most    int // bound of the bytes of the current string, -1 for all
	escape  int // start of the last escape
	quoted  bool
	escaped bool
	bare    int // bytes outside of strings, lists and objects

	levels [maxDepth]level
	depth  int
	strays int // entries where no entries are allowed

	enough bool
	deep   bool // stopped because of too deep nesting
}

// place says how a value is checked: by a node, not at all, or refused.
type place struct {
	node  *Node
	stray bool
}

// most bounds the bytes of a text that are read here, -1 for all.
func (p place) most() int {
	n := p.node
	switch {
	case p.stray:
	case n == nil || n.kind == kindAny:
		return -1
	case n.kind == kindString && n.maxLength != nil:
		return longText + bytesPerCharacter**n.maxLength
	case n.kind == kindString && n.enum == nil && n.format == "":
		return -1
	}
	return longText
}

// level has an open list or object.
type level struct {
	place
	object bool
	naming bool // the next string names a member
	next   place
	count  int
}

// NewScan starts the scan of a body of this schema; a nil node accepts anything.
func NewScan(n *Node) *Scan { return &Scan{root: place{node: n}} }

// Enough continues the scan over a longer part of the body, and reports whether the body can be
// refused already.
func (s *Scan) Enough(body []byte) bool {
	for ; s.at < len(body) && !s.enough; s.at++ {
		c := body[s.at]
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted && c == '\\':
			s.escaped, s.escape = true, s.at
		case s.quoted && c == '"':
			s.quoted = false
			s.named(body[s.from : s.at+1])
		case s.quoted:
			if s.enough = s.most >= 0 && s.at-s.from > s.most && utf8.RuneStart(c) && s.at-s.escape >= longEscape; s.enough {
				return true
			}
		case c == '"':
			s.quoted, s.from, s.most = true, s.at, s.longest()
		case c == '{' || c == '[':
			if s.enough = s.depth == maxDepth; s.enough {
				s.deep = true
				return true
			}
			s.open(c == '{')
		case s.depth == 0:
			if c > ' ' {
				s.bare++
			}
			if s.enough = s.bare > longText && s.root.most() >= 0; s.enough {
				return true
			}
		case c == '}' || c == ']':
			s.depth--
		case c == ':':
			s.levels[s.depth-1].naming = false
		case c == ',':
			if s.enough = s.full(); s.enough {
				return true
			}
		}
	}
	return s.enough
}

// open begins a list or an object.
func (s *Scan) open(object bool) {
	at := s.root
	if s.depth > 0 {
		at = s.levels[s.depth-1].next
	}
	l := level{place: at, object: object, naming: object}
	want := kindArray
	if object {
		want = kindObject
	}
	switch n := at.node; {
	case n == nil:
	case n.kind == kindAny:
		l.node = nil
	case n.kind != want:
		l.place = place{stray: true}
	case !object:
		l.next.node = n.items
	}
	if l.node == nil {
		l.next = l.place
	}
	s.levels[s.depth] = l
	s.depth++
}

// longest bounds the bytes that are read of a string beginning here, -1 for all.
func (s *Scan) longest() int {
	if s.depth == 0 {
		return s.root.most()
	}
	l := &s.levels[s.depth-1]
	switch {
	case !l.naming:
		return l.next.most()
	case l.node == nil && !l.stray || l.node != nil && l.node.extraAllowed:
		return -1
	}
	return longText
}

// named records the name of a member, before its value.
func (s *Scan) named(quoted []byte) {
	if s.depth == 0 {
		return
	}
	l := &s.levels[s.depth-1]
	n := l.node
	if !l.naming || n == nil {
		return
	}
	m := n.members[string(quoted[1:len(quoted)-1])]
	if m == nil && json.Valid(quoted) {
		m = n.members[string(decode(quoted).b)]
	}
	switch {
	case m != nil:
		l.next = place{node: m.node}
	case n.extraAllowed:
		l.next = place{node: n.extra}
	default:
		l.next = place{stray: true}
	}
}

// full counts an entry that has ended with a comma, and reports whether no more entries need to be
// read.
func (s *Scan) full() bool {
	l := &s.levels[s.depth-1]
	l.naming = l.object
	l.count++
	n, most := l.node, -1
	switch {
	case l.stray:
		s.strays++
		return s.strays > slack
	case n == nil:
	case n.kind == kindArray && n.maxItems != nil:
		most = *n.maxItems
	case n.kind == kindObject && !n.extraAllowed:
		most = len(n.members)
	case n.kind == kindObject && n.maxMembers != nil:
		most = *n.maxMembers
	}
	return most >= 0 && l.count > most+slack
}

// Read checks a scanned body. It returns the body to decode, in which texts are in NFC and whole
// numbers in digits. If the scan stopped early, it returns only the faults found so far.
func (s *Scan) Read(body []byte) (checked []byte, items []fault.Item, err *fault.Error) {
	s.Enough(body)
	if s.deep {
		return nil, nil, malformedAt(body, "The body is nested deeper than 32 levels", s.at)
	}
	r := reader{b: body, whole: len(body)}
	if s.enough {
		r.b, r.whole = s.closed(body[:s.at]), s.at
	}
	if r.space(); r.i == len(r.b) {
		return nil, []fault.Item{{Code: fault.CodeRequired, Message: msgRequired}}, nil
	}
	if sentence, at := malformed(r.b); sentence != "" {
		return nil, nil, malformedAt(r.b, sentence, at)
	}
	r.value(s.root.node)
	return r.edited(), r.items, nil
}

// closed returns the beginning of a body with all open strings, lists and objects closed.
func (s *Scan) closed(body []byte) []byte {
	out := bytes.Clone(body)
	if s.quoted {
		out = append(out, '"')
		if s.depth > 0 && s.levels[s.depth-1].naming {
			out = append(out, ":0"...)
		}
	}
	for i := s.depth - 1; i >= 0; i-- {
		if s.levels[i].object {
			out = append(out, '}')
		} else {
			out = append(out, ']')
		}
	}
	return out
}
