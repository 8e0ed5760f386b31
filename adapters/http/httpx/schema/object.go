package schema

import (
	"maps"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// maxNamed bounds the members that a schema may name.
const maxNamed = 256

// seenNames records the members of an object so far: known members as bits, others by name.
type seenNames struct {
	bits   [maxNamed / 64]uint64
	others map[string]bool
	count  int
}

func (s *seenNames) has(index int) bool { return s.bits[index>>6]&(1<<(index&63)) != 0 }

// again records a member and reports whether it occurred before.
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

func (r *reader) object(n *Node) {
	if !n.takes(kindObject) {
		r.wrong(n)
		n = nil
	}
	if n != nil && n.kind == kindAny {
		n = nil
	}
	var seen seenNames
	for r.open(); r.b[r.i] != '}'; r.comma() {
		name := r.str()
		r.space()
		r.open() // after the colon
		r.push(step{name: name.b})
		r.member(n, &seen, name)
		r.pop()
	}
	r.i++
	if n != nil {
		r.lacks(n, &seen)
	}
}

// member reads the value of a member after its name.
func (r *reader) member(n *Node, seen *seenNames, name str) {
	var m *member
	var value *Node
	if n != nil {
		m = n.members[string(name.b)]
	}
	switch {
	case seen.again(m, name.b):
		r.fault(fault.CodeDuplicateMember, msgTwice)
	case m != nil:
		seen.count++
		value = m.node
	case n != nil && !n.extraAllowed:
		seen.count++ // an unknown member counts as a member
		r.unknown(n, name)
	case name.bad != "":
		seen.count++
		r.fault(fault.CodeInvalid, name.bad)
	case n != nil:
		seen.count++
		value = n.extra
	}
	r.value(value)
}

// unknown adds the fault of a member that the schema does not have.
func (r *reader) unknown(n *Node, name str) {
	if len(r.items) < maxItems {
		r.fault(fault.CodeUnknownMember, msgUnknown+DidYouMean(string(name.b), slices.Collect(maps.Keys(n.members))))
	}
}

// lacks checks rules about the whole object, such as required members.
func (r *reader) lacks(n *Node, seen *seenNames) {
	missing, whole := false, r.ended()
	for _, m := range n.required {
		if !whole || seen.has(m.index) {
			continue
		}
		missing = true
		r.push(step{name: []byte(m.name)})
		r.fault(fault.CodeRequired, msgRequired)
		r.pop()
	}
	switch {
	case whole && n.minMembers != nil && seen.count < *n.minMembers && !missing:
		r.fault(fault.CodeTooFew, n.tooFew())
	case n.maxMembers != nil && seen.count > *n.maxMembers:
		r.fault(fault.CodeTooMany, atMost(*n.maxMembers, "member"))
	}
}

// tooFew returns the message about the number of members, without counting the required members.
func (n *Node) tooFew() string {
	if len(n.required) == 0 || len(n.required) >= *n.minMembers {
		return atLeast(*n.minMembers, "member")
	}
	var names []string
	for _, m := range n.required {
		names = append(names, m.name)
	}
	return atLeast(*n.minMembers-len(n.required), "member") + " besides " + strings.Join(names, " and ")
}
