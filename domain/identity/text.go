package identity

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
)

const maxName = 200

func invalid(pointer, message string) *fault.Error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, strings.TrimPrefix(pointer, "/")+" "+message).At(pointer)
	e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: message, Pointer: pointer}}
	return e
}

// cleanName trims a name of a team, user or key and bounds it.
func cleanName(pointer, s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", invalid(pointer, "must be UTF-8 text")
	}
	s = strings.TrimSpace(s)
	if n := utf8.RuneCountInString(s); n < 1 || n > maxName {
		return "", invalid(pointer, fmt.Sprintf("must have 1 to %d characters", maxName))
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "", invalid(pointer, "must not have control characters")
	}
	return s, nil
}

// cleanEmail trims an address and checks its shape. It does not check delivery.
func cleanEmail(pointer, s string) (string, error) {
	s = strings.TrimSpace(s)
	local, host, ok := strings.Cut(s, "@")
	switch {
	case !ok || local == "" || host == "" || strings.Contains(host, "@"):
		return "", invalid(pointer, "must be an e-mail address")
	case len(s) > 254 || len(local) > 64:
		return "", invalid(pointer, "must have at most 254 characters, 64 of them before the @")
	case !utf8.ValidString(s):
		return "", invalid(pointer, "must be UTF-8 text")
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`<>(),;:\"`, r)
	}) {
		return "", invalid(pointer, "must be an e-mail address")
	}
	return s, nil
}
