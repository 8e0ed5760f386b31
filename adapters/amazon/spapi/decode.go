package spapi

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxProblems = 10
	maxWords    = 300 // runes of one code, message or detail
	// MaxSentence bounds what is said about a listing, in runes.
	MaxSentence = 2000
)

// Problems reads the errors of a refusal of the operation.
func (o *Operation) Problems(body []byte) []Problem { return decodeProblems(o.Shape, body) }

// decodeProblems reads the errors of a refusal: in the operation's own shape,
// else in that of the gateway or any other, since Amazon does not always keep to
// them. A body of no shape (a page, half a body, nothing) has none.
func decodeProblems(shape Shape, body []byte) []Problem {
	for _, s := range []Shape{shape, ErrorsObject, ErrorsList, TokenError} {
		if list, ok := s.problems(body); ok {
			return list
		}
	}
	return nil
}

// problems reads a refusal of this shape; false for a body of another.
func (s Shape) problems(body []byte) ([]Problem, bool) {
	if s == ErrorsList {
		return decodeList(body)
	}
	var envelope struct {
		Errors      json.RawMessage `json:"errors"`
		Error       json.RawMessage `json:"error"`
		Description json.RawMessage `json:"error_description"`
	}
	if json.Unmarshal(body, &envelope) != nil {
		return nil, false
	}
	if s != TokenError {
		return decodeList(envelope.Errors)
	}
	word := Words(envelope.Error)
	return []Problem{{Code: word, Message: Words(envelope.Description)}}, word != ""
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
		decoded := Problem{Code: Words(p.Code), Message: Words(p.Message), Details: Words(p.Details)}
		if decoded != (Problem{}) {
			problems = append(problems, decoded)
		}
	}
	return problems, true
}

// Words reads a string or a number; anything else says nothing.
func Words(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return ""
		}
		return Clean(s)
	}
	var n json.Number
	if json.Unmarshal(raw, &n) != nil {
		return ""
	}
	return Clean(n.String())
}

// token is what Amazon's access and refresh tokens and codes look like.
var token = regexp.MustCompile(`Atz[a-z]\|[^\s"',]*`)

// Clean makes upstream text safe to log and to show: bounded, no control
// characters, and no token that the upstream may have echoed.
func Clean(s string) string { return CleanTo(s, maxWords) }

// CleanTo is clean with a bound of its own, in runes.
func CleanTo(s string, most int) string {
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
