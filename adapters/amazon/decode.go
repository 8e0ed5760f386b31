package amazon

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxProblems = 10
	maxWords    = 300  // runes of one code, message or detail
	maxSentence = 2000 // runes of what is said about a listing
)

// decodeProblems reads the errors of any body Amazon sends with a refusal: an
// object with a list "errors", a bare list, the token endpoint's object, or
// something else entirely (a page, half a body, nothing), which has none.
func decodeProblems(body []byte) []Problem {
	var any json.RawMessage
	if json.Unmarshal(body, &any) != nil {
		return nil
	}
	if list, ok := decodeList(any); ok {
		return list
	}
	var envelope struct {
		Errors      json.RawMessage `json:"errors"`
		Error       json.RawMessage `json:"error"`
		Description json.RawMessage `json:"error_description"`
	}
	if json.Unmarshal(any, &envelope) != nil {
		return nil
	}
	if list, ok := decodeList(envelope.Errors); ok {
		return list
	}
	if word := words(envelope.Error); word != "" {
		return []Problem{{Code: word, Message: words(envelope.Description)}}
	}
	return nil
}

func decodeList(raw json.RawMessage) ([]Problem, bool) {
	var rows []json.RawMessage
	if len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &rows) != nil {
		return nil, false
	}
	var problems []Problem
	for _, row := range rows[:min(len(rows), maxProblems)] {
		var p struct {
			Code    json.RawMessage `json:"code"`
			Message json.RawMessage `json:"message"`
			Details json.RawMessage `json:"details"`
		}
		if json.Unmarshal(row, &p) != nil {
			continue
		}
		decoded := Problem{Code: words(p.Code), Message: words(p.Message), Details: words(p.Details)}
		if decoded != (Problem{}) {
			problems = append(problems, decoded)
		}
	}
	return problems, true
}

// words reads a string or a number; anything else says nothing.
func words(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return ""
		}
		return clean(s)
	}
	var n json.Number
	if json.Unmarshal(raw, &n) != nil {
		return ""
	}
	return clean(n.String())
}

// token is what Amazon's access and refresh tokens and codes look like.
var token = regexp.MustCompile(`Atz[a-z]\|[^\s"',]*`)

// clean makes upstream text safe to log and to show: bounded, no control
// characters, and no token that the upstream may have echoed.
func clean(s string) string { return cleanTo(s, maxWords) }

// cleanTo is clean with a bound of its own, in runes.
func cleanTo(s string, most int) string {
	s = token.ReplaceAllString(s, "***")
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == most {
			break
		}
		if r == utf8.RuneError || unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029' {
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}
