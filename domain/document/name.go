package document

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName bounds a file name, in bytes.
const MaxName = 255

// fallbackName replaces a name that is empty after cleaning.
const fallbackName = "document"

// CleanName makes a file name that can be shown and sent back safely: the last
// path element (both slashes), without control and direction characters, at
// most MaxName bytes with its extension kept, never empty. It is for display;
// nothing is ever stored under it. Cleaning a clean name changes nothing.
func CleanName(raw string) string {
	s := strings.ToValidUTF8(raw, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || reorders(r) {
			return -1
		}
		return r
	}, s)
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		s = s[i+1:]
	}
	s = trimName(s)
	ext := path.Ext(s)
	if stem := trimName(strings.TrimSuffix(s, ext)); stem == "" {
		s = fallbackName + ext
	}
	if len(s) <= MaxName {
		return s
	}
	ext = path.Ext(s)
	if len(ext) > 20 {
		ext = ""
	}
	return trimName(cutBytes(strings.TrimSuffix(s, ext), MaxName-len(ext))) + ext
}

// Extension returns the last extension of a name in lower case with its dot, or "".
func Extension(name string) string { return strings.ToLower(path.Ext(name)) }

// trimName drops the characters that some systems drop silently, so that "a.exe." cannot pass for a
// name without the extension .exe.
func trimName(s string) string {
	return strings.TrimRightFunc(strings.TrimLeftFunc(s, unicode.IsSpace), func(r rune) bool {
		return r == '.' || unicode.IsSpace(r)
	})
}

// reorders reports whether a character changes the direction or visibility of others, so that
// "fdp.exe" could be shown as "exe.pdf".
func reorders(r rune) bool {
	switch {
	case r == '\u061C', r == '\u200B', r == '\u200E', r == '\u200F', r == '\uFEFF', r == '\u2028', r == '\u2029':
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}

// cutBytes cuts to at most n bytes between two characters.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
