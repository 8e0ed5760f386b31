package schema

import (
	"unicode/utf16"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
)

// maxNamed is how many members a schema may name.
const maxNamed = 256

// seenNames are the members an object has had so far. Named members are told
// by their bit; the others by their names.
type seenNames struct {
	bits   [maxNamed / 64]uint64
	others map[string]bool
	count  int
}

func (s *seenNames) has(index int) bool { return s.bits[index>>6]&(1<<(index&63)) != 0 }

// again notes a member and reports whether it was there before.
func (s *seenNames) again(m *member, name []byte) bool {
	if m != nil {
		before := s.has(m.index)
		s.bits[m.index>>6] |= 1 << (m.index & 63)
		return before
	}
	if s.others == nil {
		s.others = map[string]bool{}
	}
	before := s.others[string(name)]
	s.others[string(name)] = true
	return before
}

func (r *reader) object(n *Node, depth int) bool {
	if depth > maxDepth {
		return r.malformed("The body is nested deeper than 32 levels.")
	}
	if !n.takes(kindObject) {
		if !r.wrong(n) {
			return false
		}
		n = nil
	}
	if n != nil && n.kind == kindAny {
		n = nil
	}
	var seen seenNames
	r.i++
	if r.space(); r.i < len(r.b) && r.b[r.i] == '}' {
		r.i++
		return r.ended(n, &seen)
	}
	for {
		if r.space(); r.i >= len(r.b) || r.b[r.i] != '"' {
			return r.broken()
		}
		name, ok := r.str()
		if !ok {
			return false
		}
		if r.space(); r.i >= len(r.b) || r.b[r.i] != ':' {
			return r.broken()
		}
		r.i++
		r.space()
		r.push(step{name: orEmpty(name.b)})
		if !r.member(n, &seen, name, depth) {
			return false
		}
		r.pop()
		more, ok := r.next('}')
		if !ok {
			return false
		}
		if !more {
			return r.ended(n, &seen)
		}
	}
}

// orEmpty keeps the empty name apart from an index.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// member reads the value of a member whose name has been read.
func (r *reader) member(n *Node, seen *seenNames, name str, depth int) bool {
	var m *member
	var value *Node
	if n != nil {
		m = n.members[string(name.b)]
	}
	switch {
	case seen.again(m, name.b):
		if !r.fault(fault.CodeDuplicateMember, msgTwice) {
			return false
		}
	case m != nil:
		seen.count++
		value = m.node
	case n != nil && !n.extraAllowed:
		if !r.fault(fault.CodeUnknownMember, msgUnknown) {
			return false
		}
	case name.bad != "":
		if !r.fault(fault.CodeInvalid, name.bad) {
			return false
		}
	case n != nil:
		seen.count++
		value = n.extra
	}
	return r.value(value, depth)
}

// ended checks what can be told only of a whole object.
func (r *reader) ended(n *Node, seen *seenNames) bool {
	if n == nil {
		return true
	}
	missing := false
	for _, m := range n.required {
		if seen.has(m.index) {
			continue
		}
		missing = true
		r.push(step{name: []byte(m.name)})
		ok := r.fault(fault.CodeRequired, msgRequired)
		if r.pop(); !ok {
			return false
		}
	}
	switch {
	case n.minMembers != nil && seen.count < *n.minMembers && !missing:
		return r.fault(fault.CodeTooFew, atLeast(*n.minMembers, "member"))
	case n.maxMembers != nil && seen.count > *n.maxMembers:
		return r.fault(fault.CodeTooMany, atMost(*n.maxMembers, "member"))
	}
	return true
}

// unescape resolves the escapes of a string. lone tells of half a surrogate
// pair, ok is false for an escape JSON does not have.
func unescape(raw []byte) (text []byte, lone, ok bool) {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' {
			out = append(out, c)
			continue
		}
		i++
		switch raw[i] {
		case '"', '\\', '/':
			out = append(out, raw[i])
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			u, good := hex4(raw[i+1:])
			if !good {
				return nil, false, false
			}
			i += 4
			if utf16.IsSurrogate(u) {
				pair := rune(utf8.RuneError)
				if len(raw) > i+2 && raw[i+1] == '\\' && raw[i+2] == 'u' {
					if low, good := hex4(raw[i+3:]); good {
						pair = utf16.DecodeRune(u, low)
					}
				}
				if pair == utf8.RuneError {
					lone = true
				} else {
					i += 6
				}
				u = pair
			}
			out = utf8.AppendRune(out, u)
		default:
			return nil, false, false
		}
	}
	return out, lone, true
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
