package edi

import (
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/document"
)

// signs separate the parts of a text. 0 is no sign.
type signs struct {
	element, component, repetition, release, end byte
	// decimal marks decimals beside the point. EDIFACT groups no thousands, so that both marks are
	// safe.
	decimal byte
	x12     bool
}

// segment has a tag and its elements, each with its repetitions, each with its components.
type segment struct {
	tag      string
	elements [][][]string
}

// at returns a component of the first repetition of an element. Elements count from 1, components
// from 0.
func (s segment) at(element, component int) string {
	if element < 1 || element > len(s.elements) {
		return ""
	}
	if first := s.elements[element-1][0]; component < len(first) {
		return first[component]
	}
	return ""
}

// value returns the first component of an element.
func (s segment) value(element int) string { return s.at(element, 0) }

// groups lists the components of all repetitions from an element on.
func (s segment) groups(from int) [][]string {
	var all [][]string
	for i := from; i <= len(s.elements); i++ {
		all = append(all, s.elements[i-1]...)
	}
	return all
}

// full reports a part of a text that has the most signs that a part may have: the text was cut.
func full(part string) bool { return utf8.RuneCountInString(part) == 35 }

// joined joins the parts of a text. A part that was cut continues in the next one.
func joined(parts ...string) string {
	text, cut := "", true
	for _, p := range parts {
		if p == "" {
			continue
		}
		if !cut {
			text += " "
		}
		text, cut = text+p, full(p)
	}
	return strings.TrimSpace(text)
}

// scanner cuts a text into segments.
type scanner struct {
	text  string
	at    int
	signs signs
	// most bounds the bytes of a segment, left the segments, also empty segments.
	most, left int
}

const spaces = " \t\r\n"

// next returns the next segment, or false at the end of the text.
func (s *scanner) next() (segment, bool, error) {
	for {
		s.skip(spaces)
		if s.at >= len(s.text) {
			return segment{}, false, nil
		}
		if s.left--; s.left < 0 {
			return segment{}, false, over("too many segments")
		}
		if err := s.adopt(); err != nil {
			return segment{}, false, err
		}
		raw, err := s.cut()
		if err != nil {
			return segment{}, false, err
		}
		if raw != "" {
			return s.split(raw), true, nil
		}
	}
}

func (s *scanner) skip(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

// adopt takes the signs of an interchange that begins here.
func (s *scanner) adopt() error {
	rest := s.text[s.at:]
	head := []byte(rest[:min(len(rest), document.InterchangeHead)])
	switch {
	case document.Interchange(head):
	case s.signs.element == 0:
		return unreadable("the text does not begin like EDI")
	default:
		return nil
	}
	switch {
	case strings.HasPrefix(rest, "UNA"):
		n := document.Advice(head)
		s.signs = advice(rest, n)
		s.at += len("UNA") + n
		s.skip(spaces)
	case strings.HasPrefix(rest, "UNB"):
		if s.signs.element != rest[3] || s.signs.x12 {
			s.signs = usual(rest)
		}
	case strings.HasPrefix(rest, "ISA"):
		found, err := interchange(rest)
		if err != nil {
			return err
		}
		s.signs = found
	case s.signs.element != 0:
	case strings.HasPrefix(rest, "UN"):
		s.signs = usual(rest)
	default:
		s.signs = bare(rest)
	}
	return nil
}

// advice reads the n signs of a UNA segment. The repetition is left out of five.
func advice(text string, n int) signs {
	a := signs{component: text[3], element: text[4], decimal: ',', release: text[6], end: text[2+n]}
	if n > 5 {
		a.repetition = text[7]
	}
	for _, sign := range []*byte{&a.release, &a.repetition} {
		if *sign == ' ' || *sign == a.element || *sign == a.component || *sign == a.end {
			*sign = 0
		}
	}
	return a
}

// usual returns the signs of EDIFACT without UNA, for a text that begins with UNB, UNG or UNH.
// Repetitions came with version 4.
func usual(text string) signs {
	s := signs{element: '+', component: ':', release: '?', end: '\'', decimal: ','}
	const unprintable = 0x1D
	if text[3] == unprintable {
		s = signs{element: unprintable, component: 0x1F, end: 0x1C, decimal: ','}
	} else if text[3] != s.element {
		s.element = text[3]
	}
	const version = 9 // of UNB+UNOA:4
	if strings.HasPrefix(text, "UNB") && len(text) > version && text[version] == '4' && s.release != 0 {
		s.repetition = '*'
	}
	if head := text[:min(len(text), 2_000)]; strings.IndexByte(head, s.end) < 0 {
		if i := strings.IndexByte(head, '\n'); i >= 0 {
			s.end = '\n'
		}
	}
	return s
}

// interchange reads the signs of an ISA segment: the last of its 16 elements is the component
// sign, and the end of a segment follows.
func interchange(text string) (signs, error) {
	const elements, longest = 16, 400
	s := signs{element: text[3], x12: true}
	at, version := 3, 0
	for n := 1; n < elements; n++ {
		next := strings.IndexByte(text[at+1:min(len(text), longest)], s.element)
		if next < 0 {
			return s, unreadable("the segment ISA has not 16 elements")
		}
		if at += 1 + next; n == 11 {
			version = at
		}
	}
	if at+2 >= len(text) {
		return s, unreadable("the segment ISA has no end")
	}
	s.component = text[at+1]
	for at += 2; text[at] == ' ' && at+1 < len(text); at++ { // rows that end with spaces
	}
	s.end = text[at]
	if s.component == '\r' || s.component == '\n' || letter(s.component) {
		return s, unreadable("the segment ISA names no separators")
	}
	if s.end == '\r' && at+1 < len(text) && text[at+1] == '\n' {
		s.end = '\n'
	}
	if letter(s.end) || s.end == ' ' || s.end == s.element || s.end == s.component {
		return s, unreadable("the segment ISA names no separators")
	}
	// ISA11 has the sign of repetitions since version 00402, and before it the letter U.
	if sign := text[version-1]; !letter(sign) && sign != ' ' && sign != s.element && sign != s.component && sign != s.end {
		s.repetition = sign
	}
	return s, nil
}

func letter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// bare finds the signs of X12 without ISA: a segment ends with a tilde, else with its row.
func bare(text string) signs {
	s := signs{x12: true, element: text[2], component: '>', end: '~'}
	if head := text[:min(len(text), 400)]; strings.IndexByte(head, s.end) < 0 {
		s.end = '\n'
	}
	return s
}

// cut takes the text up to the end of the segment.
func (s *scanner) cut() (string, error) {
	begin := s.at
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == s.signs.end:
			raw := s.text[begin:s.at]
			s.at++
			return strings.TrimRight(raw, "\r"), nil
		case c == s.signs.release && c != 0:
			s.at++
		}
		if s.at++; s.at-begin > s.most {
			return "", over("a segment of more than %d bytes", s.most)
		}
	}
	s.at = len(s.text)
	return strings.TrimRight(s.text[begin:], spaces), nil
}

// split takes a segment apart. Rows that end inside a segment are joined.
func (s *scanner) split(raw string) segment {
	if s.signs.end != '\n' && strings.ContainsAny(raw, "\r\n") {
		raw = strings.NewReplacer("\r", "", "\n", "").Replace(raw)
	}
	var out segment
	var text strings.Builder
	element := [][]string{nil}
	part := func() {
		last := len(element) - 1
		element[last] = append(element[last], text.String())
		text.Reset()
	}
	whole := func() {
		part()
		if out.tag == "" && out.elements == nil {
			out.tag = strings.ToUpper(strings.TrimSpace(element[0][0]))
			out.elements = [][][]string{}
		} else {
			out.elements = append(out.elements, element)
		}
		element = [][]string{nil}
	}
	isISA := s.signs.x12 && strings.HasPrefix(raw, "ISA")
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == s.signs.element:
			whole()
		case isISA: // names the other signs
			text.WriteByte(c)
		case c == s.signs.release && c != 0 && i+1 < len(raw):
			i++
			text.WriteByte(raw[i])
		case c == s.signs.component:
			part()
		case c == s.signs.repetition && c != 0:
			part()
			element = append(element, nil)
		default:
			text.WriteByte(c)
		}
	}
	whole()
	for _, e := range out.elements {
		for _, components := range e {
			for i, c := range components {
				c = strings.TrimRight(strings.ToValidUTF8(c, ""), spaces)
				if i == 0 || !full(components[i-1]) {
					c = strings.TrimSpace(c)
				}
				components[i] = c
			}
		}
	}
	return out
}
