package wire

import (
	"encoding/base64"
	"slices"
	"strings"
)

const (
	// maxKey bounds a key in bytes.
	maxKey = 200
	// keyMark begins every key of this service.
	keyMark = "sak_"
)

// Authorized returns the keys in headers Authorization: the token of Bearer, the user name of
// Basic. An unreadable text counts as an empty key. Other schemes are ignored: clients made for
// Amazon's interface sign their calls with such a scheme.
func Authorized(headers []string) (keys []string) {
	for _, header := range headers {
		scheme, value, _ := strings.Cut(strings.TrimLeft(header, " "), " ")
		switch strings.ToLower(scheme) {
		case "bearer":
			keys = append(keys, strings.TrimSpace(value))
		case "basic":
			pair, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(value))
			user, _, _ := strings.Cut(string(pair), ":")
			keys = append(keys, user)
		}
	}
	return keys
}

// WithAuthorized adds the keys in Authorization to the other keys of a call, and reports whether
// two keys differ. Beside another key, a token without the prefix of keys does not count: it may be
// the password of a proxy.
func WithAuthorized(named, authorized []string) (all []string, differ bool) {
	all = named
	differ = slices.ContainsFunc(named, func(key string) bool { return key != named[0] })
	for _, key := range authorized {
		switch {
		case len(all) == 0:
			all = append(all, key)
		case key == all[0]:
		case len(named) == 0 || strings.HasPrefix(key, keyMark):
			differ = true
		}
	}
	return all, differ
}

// Key returns the first key of a call, and reports false for a text that cannot be a key.
func Key(named []string) (key string, ok bool) {
	if len(named) == 0 {
		return "", false
	}
	key = named[0]
	if key == "" || len(key) > maxKey || Amazons(key) || strings.ContainsFunc(key, Invisible) {
		return "", false
	}
	return key, true
}

// Amazons reports whether a text is a token of Amazon, for access or for renewing it.
func Amazons(key string) bool {
	return strings.HasPrefix(key, "Atza") || strings.HasPrefix(key, "Atzr")
}

// Invisible reports whether a rune is not visible ASCII.
func Invisible(r rune) bool { return r <= ' ' || r >= 0x7f }
