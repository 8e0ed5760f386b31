package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sellingassistant/domain/kernel/fault"
)

const (
	// maxDepth bounds the nesting of a body.
	maxDepth = 32
	// maxItems bounds the faults of one answer.
	maxItems = 100
)

// reader walks a JSON body once: syntax, depth, duplicate members, characters
// and the schema. It collects the faults of the schema and stops at the first
// fault of the syntax.
type reader struct {
	b     []byte
	i     int
	path  []step
	items []fault.Item
	edits []edit
	stop  string // the sentence of a fault of the syntax
}

// step is one part of the way to a value: a member or an index.
type step struct {
	name  []byte
	index int
}

// edit replaces a string of the body by its composed form.
type edit struct {
	from, to int
	text     []byte
}

// Read checks a body. It returns the body to decode, which differs from the
// one given when a text had to be brought to NFC.
func Read(body []byte, n *Node) (checked []byte, items []fault.Item, err *fault.Error) {
	r := reader{b: body}
	r.space()
	if r.i == len(r.b) {
		return nil, []fault.Item{{Code: fault.CodeRequired, Message: msgRequired}}, nil
	}
	if r.value(n, 0) {
		if r.space(); r.i != len(r.b) {
			r.malformed("The body has text after its JSON value.")
		}
	}
	if r.stop != "" {
		return nil, nil, fault.New(fault.Invalid, fault.CodeMalformedBody, r.stop)
	}
	return r.edited(), r.items, nil
}

func (r *reader) malformed(sentence string) bool {
	if r.stop == "" {
		r.stop = sentence
	}
	return false
}

func (r *reader) broken() bool { return r.malformed("The body is not one valid JSON value.") }

// fault notes a fault of the value at the current path and reports whether to go on.
func (r *reader) fault(code fault.Code, message string) bool {
	if code == "" {
		return true
	}
	r.items = append(r.items, fault.Item{Code: code, Message: message, Pointer: r.pointer()})
	return len(r.items) < maxItems
}

func (r *reader) pointer() string {
	var b strings.Builder
	for _, s := range r.path {
		b.WriteByte('/')
		if s.name == nil {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		for _, c := range Clip(string(s.name)) {
			switch c {
			case '~':
				b.WriteString("~0")
			case '/':
				b.WriteString("~1")
			default:
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

func (r *reader) push(s step) { r.path = append(r.path, s) }
func (r *reader) pop()        { r.path = r.path[:len(r.path)-1] }

func (r *reader) space() {
	for r.i < len(r.b) {
		switch r.b[r.i] {
		case ' ', '\t', '\n', '\r':
			r.i++
		default:
			return
		}
	}
}

// value reads one value; a nil node takes anything. It reports whether to go on.
func (r *reader) value(n *Node, depth int) bool {
	if r.i >= len(r.b) {
		return r.broken()
	}
	switch c := r.b[r.i]; {
	case c == '{':
		return r.object(n, depth+1)
	case c == '[':
		return r.array(n, depth+1)
	case c == '"':
		return r.text(n)
	case c == '-' || c >= '0' && c <= '9':
		return r.number(n)
	case c == 't':
		return r.word("true") && (n.takes(kindBoolean) || r.wrong(n))
	case c == 'f':
		return r.word("false") && (n.takes(kindBoolean) || r.wrong(n))
	case c == 'n':
		return r.word("null") && (n == nil || n.nullable || n.kind == kindAny || r.fault(fault.CodeNullNotAllowed, msgNull))
	}
	return r.broken()
}

// takes reports whether a value of the kind can be held against the node.
func (n *Node) takes(k kind) bool { return n == nil || n.kind == k || n.kind == kindAny }

// wrong notes that a value has another type than its schema.
func (r *reader) wrong(n *Node) bool { return r.fault(fault.CodeWrongType, kindText[n.kind]) }

func (r *reader) word(w string) bool {
	if !bytes.HasPrefix(r.b[r.i:], []byte(w)) {
		return r.broken()
	}
	r.i += len(w)
	return true
}

func (r *reader) number(n *Node) bool {
	from := r.i
	if r.b[r.i] == '-' {
		r.i++
	}
	if whole := r.digits(); whole == 0 || whole > 1 && r.b[r.i-whole] == '0' {
		return r.broken()
	}
	if r.i < len(r.b) && r.b[r.i] == '.' {
		r.i++
		if r.digits() == 0 {
			return r.broken()
		}
	}
	if r.i < len(r.b) && (r.b[r.i] == 'e' || r.b[r.i] == 'E') {
		r.i++
		if r.i < len(r.b) && (r.b[r.i] == '+' || r.b[r.i] == '-') {
			r.i++
		}
		if r.digits() == 0 {
			return r.broken()
		}
	}
	switch {
	case n == nil || n.kind == kindAny:
		return true
	case n.kind == kindNumber || n.kind == kindInteger || n.kind == kindID:
		return r.fault(n.checkNumber(r.b[from:r.i]))
	}
	return r.wrong(n)
}

func (r *reader) digits() int {
	from := r.i
	for r.i < len(r.b) && r.b[r.i] >= '0' && r.b[r.i] <= '9' {
		r.i++
	}
	return r.i - from
}

func (r *reader) text(n *Node) bool {
	from := r.i
	text, ok := r.str()
	if !ok {
		return false
	}
	if text.bad != "" {
		return r.fault(fault.CodeInvalid, text.bad)
	}
	if text.edited {
		r.edits = append(r.edits, edit{from, r.i, text.b})
	}
	switch {
	case n == nil || n.kind == kindAny:
		return true
	case n.kind == kindString || n.kind == kindID:
		return r.fault(n.checkText(text.b))
	}
	return r.wrong(n)
}

// str is a decoded string.
type str struct {
	b      []byte
	edited bool   // b is the composed form of what stands in the body
	bad    string // why the text is refused
}

// str reads a string. Plain ASCII is returned as it stands in the body.
func (r *reader) str() (str, bool) {
	r.i++
	from := r.i
	plain := true
	for ; r.i < len(r.b); r.i++ {
		switch c := r.b[r.i]; {
		case c == '"':
			raw := r.b[from:r.i]
			r.i++
			if plain {
				return str{b: raw}, true
			}
			return r.decode(raw)
		case c < ' ':
			return str{}, r.malformed("The body has a control character inside a string.")
		case c == '\\':
			plain = false
			r.i++
		case c >= 0x7f:
			plain = false
		}
	}
	return str{}, r.broken()
}

// decode resolves the escapes of a string and checks its characters.
func (r *reader) decode(raw []byte) (str, bool) {
	if !utf8.Valid(raw) {
		return str{}, r.malformed("The body is not valid UTF-8.")
	}
	text := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		var lone, ok bool
		if text, lone, ok = unescape(raw); !ok {
			return str{}, r.broken()
		}
		if lone {
			return str{b: text, bad: "must not contain half of a surrogate pair"}, true
		}
	}
	if bytes.ContainsFunc(text, forbidden) {
		return str{b: text, bad: msgControl}, true
	}
	if !norm.NFC.IsNormal(text) {
		return str{b: norm.NFC.Bytes(text), edited: true}, true
	}
	return str{b: text}, true
}

func (r *reader) array(n *Node, depth int) bool {
	if depth > maxDepth {
		return r.malformed("The body is nested deeper than 32 levels.")
	}
	if !n.takes(kindArray) {
		if !r.wrong(n) {
			return false
		}
		n = nil
	}
	var items *Node
	limit := 0
	if n != nil && n.kind == kindArray {
		items = n.items
		if n.maxItems != nil {
			limit = *n.maxItems
		}
	}
	count := 0
	r.i++
	if r.space(); r.i < len(r.b) && r.b[r.i] == ']' {
		r.i++
	} else {
		for {
			if limit > 0 && count == limit {
				items = nil // one fault says enough about the entries beyond
			}
			r.push(step{index: count})
			r.space()
			if !r.value(items, depth) {
				return false
			}
			r.pop()
			count++
			more, ok := r.next(']')
			if !ok {
				return false
			}
			if !more {
				break
			}
		}
	}
	if n == nil || n.kind != kindArray {
		return true
	}
	return r.fault(n.checkCount(count))
}

// next reads the comma or the end after an entry.
func (r *reader) next(end byte) (more, ok bool) {
	r.space()
	if r.i >= len(r.b) {
		return false, r.broken()
	}
	switch r.b[r.i] {
	case ',':
		r.i++
		return true, true
	case end:
		r.i++
		return false, true
	}
	return false, r.broken()
}

// edited puts the composed texts in their places.
func (r *reader) edited() []byte {
	if len(r.edits) == 0 {
		return r.b
	}
	slices.SortFunc(r.edits, func(a, b edit) int { return a.from - b.from })
	out := make([]byte, 0, len(r.b))
	at := 0
	for _, e := range r.edits {
		text, _ := json.Marshal(string(e.text)) // a string always can be
		out = append(append(out, r.b[at:e.from]...), text...)
		at = e.to
	}
	return append(out, r.b[at:]...)
}
