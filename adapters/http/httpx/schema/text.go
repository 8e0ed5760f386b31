package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sellingassistant/domain/kernel/fault"
)

// plainText reports whether a text is printable ASCII, which needs no further check.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// Clip bounds the length of a name invented by the caller before it is sent back.
func Clip(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if len(name) > 100 {
		return strings.ToValidUTF8(name[:100], "") + "…"
	}
	return name
}

// forbidden reports control characters, except newline and tab.
func forbidden(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }

// Text checks a text of at most max characters. It returns the composed text, or a code and a
// message.
func Text(text string, max int) (string, fault.Code, string) {
	text, code, message := compose(text, false)
	if code == "" && utf8.RuneCountInString(text) > max {
		return text, fault.CodeTooLong, atMost(max, "character")
	}
	return text, code, message
}

// compose checks the characters of a text and composes it to NFC, unless it is exact.
func compose(text string, exact bool) (string, fault.Code, string) {
	switch {
	case plainText(text):
	case !utf8.ValidString(text):
		return text, fault.CodeInvalid, msgUTF8
	case strings.ContainsFunc(text, forbidden):
		return text, fault.CodeInvalid, msgControl
	case !exact:
		text = norm.NFC.String(text)
	}
	return text, "", ""
}
