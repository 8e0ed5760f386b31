package wire

import "strings"

// Matches reports whether a path, as it was sent, fits a pattern of the router
// such as /documents/:id.
func Matches(pattern, path string) bool {
	for {
		want, wants, more := strings.Cut(pattern, "/")
		part, parts, another := strings.Cut(path, "/")
		switch {
		case strings.HasPrefix(want, "*"):
			return true
		case strings.HasPrefix(want, ":") && part != "":
		case want != part:
			return false
		}
		if !more || !another {
			return more == another
		}
		pattern, path = wants, parts
	}
}
