package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
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

// reader walks a body of valid JSON once. It checks duplicate members, characters and the schema,
// and collects the faults.
type reader struct {
	b     []byte
	i     int
	whole int // bytes after this only close open lists and objects
	path  []step
	items []fault.Item
	edits []edit
}

// step has one part of the path to a value: a member or an index.
type step struct {
	name  []byte
	index int
}

// edit replaces a value of the body: a string by its composed form, a whole number by its digits.
type edit struct {
	from, to int
	json     []byte
}

// Read checks a whole body against a schema; a nil node accepts anything. See Scan.Read.
func Read(body []byte, n *Node) (checked []byte, items []fault.Item, err *fault.Error) {
	return NewScan(n).Read(body)
}

// malformedAt makes the fault of a body that cannot be read, with its line and column.
func malformedAt(body []byte, sentence string, at int) *fault.Error {
	before := body[:min(max(at, 0), len(body))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return fault.Newf(fault.Invalid, fault.CodeMalformedBody, "%s at line %d, column %d.",
		sentence, bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(line)+1)
}

// malformed returns the reason why a body cannot be read and the byte offset of the error; "" if it
// can be read.
func malformed(body []byte) (sentence string, at int) {
	if !json.Valid(body) {
		var ignored any
		var wrong *json.SyntaxError
		sentence, at = "The body is not one valid JSON value", len(body)
		if err := json.Unmarshal(body, &ignored); errors.As(err, &wrong) {
			switch text := wrong.Error(); {
			case strings.HasPrefix(text, "unexpected end"):
				return sentence, at
			case strings.HasSuffix(text, "after top-level value"):
				sentence = "The body has text after its JSON value"
			case strings.HasSuffix(text, "in string literal"):
				sentence = "The body has a control character inside a string"
			}
			at = int(wrong.Offset) - 1
		}
		return sentence, at
	}
	if !utf8.Valid(body) {
		return "The body is not valid UTF-8", len(body) - len(afterText(body))
	}
	return "", 0
}

// afterText returns the rest of a body after its valid UTF-8.
func afterText(body []byte) []byte {
	for len(body) > 0 {
		r, n := utf8.DecodeRune(body)
		if r == utf8.RuneError && n == 1 {
			break
		}
		body = body[n:]
	}
	return body
}

// fault adds a fault at the current path; without a code it adds nothing.
func (r *reader) fault(code fault.Code, message string) {
	if code != "" && len(r.items) < maxItems {
		r.items = append(r.items, fault.Item{Code: code, Message: message, Pointer: r.pointer()})
	}
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

// value reads one value; a nil node accepts anything.
func (r *reader) value(n *Node) {
	switch r.b[r.i] {
	case '{':
		r.object(n)
	case '[':
		r.array(n)
	case '"':
		r.text(n)
	case 't', 'f', 'n':
		r.word(n)
	default:
		r.number(n)
	}
}

// takes reports whether a value of the kind can be checked against the node.
func (n *Node) takes(k kind) bool { return n == nil || n.kind == k || n.kind == kindAny }

// wrong adds a fault: the value has another type than its schema.
func (r *reader) wrong(n *Node) { r.fault(fault.CodeWrongType, kindText[n.kind]) }

// token reads the characters of a number or a word.
func (r *reader) token() []byte {
	from := r.i
	for r.i < len(r.b) && (r.b[r.i] >= 'a' && r.b[r.i] <= 'z' || strings.IndexByte("0123456789+-.E", r.b[r.i]) >= 0) {
		r.i++
	}
	return r.b[from:r.i]
}

func (r *reader) word(n *Node) {
	switch null := string(r.token()) == "null"; {
	case null && n != nil && !n.nullable && n.kind != kindAny:
		r.fault(fault.CodeNullNotAllowed, msgNull)
	case !null && !n.takes(kindBoolean):
		r.wrong(n)
	}
}

func (r *reader) number(n *Node) {
	from := r.i
	switch token := r.token(); {
	case n == nil || n.kind == kindAny:
	case n.kind == kindNumber || n.kind == kindInteger || n.kind == kindID:
		code, message := n.checkNumber(token)
		if r.fault(code, message); code != "" {
			return
		}
		if plain := n.plain(token); !bytes.Equal(plain, token) {
			r.edits = append(r.edits, edit{from, r.i, plain})
		}
	default:
		r.wrong(n)
	}
}

func (r *reader) text(n *Node) {
	from := r.i
	text := r.str()
	if text.edited {
		quoted, _ := json.Marshal(string(text.b)) // a string always encodes
		r.edits = append(r.edits, edit{from, r.i, quoted})
	}
	switch {
	case text.bad != "":
		r.fault(fault.CodeInvalid, text.bad)
	case n == nil || n.kind == kindAny:
	case n.kind == kindString || n.kind == kindID:
		r.fault(n.checkText(text.b))
	default:
		r.wrong(n)
	}
}

// str has a decoded string.
type str struct {
	b      []byte
	edited bool   // reports that b is the composed form of the text in the body
	bad    string // reason of the refusal
}

// str reads a string. It returns plain ASCII without a copy.
func (r *reader) str() str {
	from, plain := r.i, true
	for r.i++; r.b[r.i] != '"'; r.i++ {
		if c := r.b[r.i]; c == '\\' {
			plain = false
			r.i++
		} else if c >= 0x7f {
			plain = false
		}
	}
	r.i++
	if plain {
		return str{b: r.b[from+1 : r.i-1]}
	}
	return decode(r.b[from:r.i])
}

// decode resolves the escapes of a quoted string and checks its characters.
func decode(quoted []byte) str {
	text := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		var plain string
		_ = json.Unmarshal(quoted, &plain) // it is valid
		if text = []byte(plain); halfPair(quoted) {
			return str{b: text, bad: "must not contain half of a surrogate pair"}
		}
	}
	if bytes.ContainsFunc(text, forbidden) {
		return str{b: text, bad: msgControl}
	}
	if !norm.NFC.IsNormal(text) {
		return str{b: norm.NFC.Bytes(text), edited: true}
	}
	return str{b: text}
}

// halfPair reports whether the escapes of a string have half of a surrogate pair.
func halfPair(text []byte) bool {
	for at := bytes.IndexByte(text, '\\'); at >= 0; at = bytes.IndexByte(text, '\\') {
		if text = text[at+1:]; text[0] != 'u' {
			text = text[1:]
			continue
		}
		first := escaped(text)
		if text = text[5:]; !utf16.IsSurrogate(first) {
			continue
		}
		if !bytes.HasPrefix(text, []byte(`\u`)) || utf16.DecodeRune(first, escaped(text[1:])) == utf8.RuneError {
			return true
		}
		text = text[6:]
	}
	return false
}

// escaped returns the number in an escape such as u00e4.
func escaped(text []byte) rune {
	n, _ := strconv.ParseUint(string(text[1:5]), 16, 16) // it is valid
	return rune(n)
}

func (r *reader) array(n *Node) {
	if !n.takes(kindArray) {
		r.wrong(n)
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
	for r.open(); r.b[r.i] != ']'; r.comma() {
		if limit > 0 && count == limit {
			items = nil // further entries need no second fault
		}
		r.push(step{index: count})
		r.value(items)
		r.pop()
		count++
	}
	r.i++
	if n != nil && n.kind == kindArray && (r.ended() || limit > 0 && count > limit) {
		r.fault(n.checkCount(count))
	}
}

// open moves from the beginning of an object or a list to its first entry.
func (r *reader) open() {
	r.i++
	r.space()
}

// ended reports whether a list or an object ends here in the original body.
func (r *reader) ended() bool { return r.i <= r.whole }

// comma moves from an entry to the next entry, or to the end.
func (r *reader) comma() {
	if r.space(); r.b[r.i] == ',' {
		r.open()
	}
}

// edited applies the edits to the body.
func (r *reader) edited() []byte {
	if len(r.edits) == 0 {
		return r.b
	}
	slices.SortFunc(r.edits, func(a, b edit) int { return a.from - b.from })
	out := make([]byte, 0, len(r.b))
	at := 0
	for _, e := range r.edits {
		out = append(append(out, r.b[at:e.from]...), e.json...)
		at = e.to
	}
	return append(out, r.b[at:]...)
}
