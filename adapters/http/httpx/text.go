package httpx

import (
	"strings"
	"unicode/utf8"
)

// plainText reports whether a text is printable ASCII, which needs no further look.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// validText reports whether a text is UTF-8 without control characters.
func validText(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, forbidden) }
