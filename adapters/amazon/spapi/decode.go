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
	// MaxSentence bounds Amazon's messages about a listing, in runes.
	MaxSentence = 2000
)

// Problems reads the errors of a rejected call.
func (o *Operation) Problems(body []byte) []Problem { return decodeProblems(o.Shape, body) }

// decodeProblems reads the errors of a rejected call: in the operation's shape, else in the
// gateway's or any other, because Amazon mixes them. A body of an unknown shape has no problems.
func decodeProblems(shape Shape, body []byte) []Problem {
	for _, s := range []Shape{shape, ErrorsObject, ErrorsList, TokenError} {
		if list, ok := s.problems(body); ok {
			return list
		}
	}
	return nil
}

// problems decodes a body of this shape; false for another shape.
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

// Words reads a string or a number; anything else is "".
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

// token matches Amazon's access tokens, refresh tokens and codes.
var token = regexp.MustCompile(`Atz[a-z]\|[^\s"',]*`)

// Clean makes upstream text safe to log and to show: bounded, without control characters, and
// without tokens that the upstream may have echoed.
func Clean(s string) string { return CleanTo(s, maxWords) }

// CleanTo does the same as Clean with its own bound, in runes.
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
