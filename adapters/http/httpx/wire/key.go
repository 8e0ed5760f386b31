package wire

import (
	"slices"
	"strings"
)

// maxKey bounds a key in bytes.
const maxKey = 200

// Key is the one key of a call: all places that name one must name the same. It
// reports false for what cannot be a key.
func Key(named []string) (key string, ok bool) {
	if len(named) == 0 {
		return "", false
	}
	key = named[0]
	differs := slices.ContainsFunc(named, func(other string) bool { return other != key })
	if differs || key == "" || len(key) > maxKey || Amazons(key) || strings.ContainsFunc(key, Invisible) {
		return "", false
	}
	return key, true
}

// Amazons tells a token that Amazon has given out, for access or for renewing it.
func Amazons(key string) bool {
	return strings.HasPrefix(key, "Atza") || strings.HasPrefix(key, "Atzr")
}

// Invisible reports whether a rune is not visible ASCII.
func Invisible(r rune) bool { return r <= ' ' || r >= 0x7f }
