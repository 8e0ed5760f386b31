package document

import (
	"bytes"
	"slices"
)

// InterchangeHead counts the bytes that Interchange needs of a file.
const InterchangeHead = 64

// Interchange reports a file that begins like EDI: EDIFACT with UNA, UNB, UNG or UNH, X12 with ISA,
// GS or ST.
func Interchange(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if bytes.HasPrefix(head, []byte("UNA")) {
		return Advice(head) > 0
	}
	if rest, ok := bytes.CutPrefix(head, []byte("UNB")); ok {
		return len(rest) > 3 && separates(rest[0]) && bytes.HasPrefix(rest[1:], []byte("UN"))
	}
	return begins(head, "UNH", '+') || begins(head, "UNG", '+') ||
		begins(head, "ISA", 0) && enclosed(head[3:], 2) || usual(head, "GS") && enclosed(head[2:], 2) ||
		usual(head, "ST") && enclosed(head[2:], 3) && digits(head[3:6])
}

// usual reports a short tag with one of the separators after it that X12 usually has.
func usual(head []byte, tag string) bool {
	return begins(head, tag, 0) && bytes.IndexByte([]byte("*|^+~\x1c\x1d\x1e\x1f"), head[len(tag)]) >= 0
}

// Advice counts the signs after UNA: six, or five without the sign for repetitions, which some
// senders leave out. It returns 0 for another text.
func Advice(head []byte) int {
	rest, ok := bytes.CutPrefix(head, []byte("UNA"))
	if !ok || len(rest) < 6 || !separates(rest[0]) || !separates(rest[1]) {
		return 0
	}
	for _, n := range []int{6, 5} {
		next := bytes.TrimLeft(rest[n:], " \t\r\n")
		if begins(next, "UNB", 0) || begins(next, "UNG", 0) || begins(next, "UNH", 0) {
			return n
		}
	}
	return 0
}

// begins reports a tag with a separator after it, which has to be sign unless that is 0.
func begins(head []byte, tag string, sign byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte(tag))
	return ok && len(rest) > 0 && separates(rest[0]) && (sign == 0 || rest[0] == sign)
}

// enclosed reports a field of n bytes between two equal separators.
func enclosed(b []byte, n int) bool {
	return len(b) > n+1 && b[n+1] == b[0] && !bytes.Contains(b[1:n+1], b[:1])
}

func digits(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < '0' || c > '9' })
}

// separates reports signs that may separate fields: neither letters nor digits nor space.
func separates(c byte) bool {
	switch {
	case c == 0, c == ' ', c == '\r', c == '\n', c >= 0x7F, c >= '0' && c <= '9',
		c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
		return false
	}
	return true
}
