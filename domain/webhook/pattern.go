package webhook

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/words"
)

// Pattern chooses types of events: a type, "noun.*" for all types of a noun, or "*" for all.
type Pattern string

// everything matches all types.
const everything Pattern = "*"

// MaxPatterns bounds the patterns of an endpoint.
const MaxPatterns = 50

// Matches reports whether the pattern chooses a type.
func (p Pattern) Matches(t event.Type) bool {
	if noun, all := strings.CutSuffix(string(p), ".*"); all {
		return noun == t.Noun()
	}
	return p == everything || string(p) == string(t)
}

// known reports whether the pattern chooses any type.
func (p Pattern) known() bool { return slices.ContainsFunc(words.Of[event.Type](), p.Matches) }

// Matching returns the types that any of the patterns chooses, in the order of the list.
func Matching(patterns []Pattern) []event.Type {
	return slices.DeleteFunc(words.Of[event.Type](), func(t event.Type) bool { return !Wanted(patterns, t) })
}

// Wanted reports whether any of the patterns chooses a type.
func Wanted(patterns []Pattern, t event.Type) bool {
	return slices.ContainsFunc(patterns, func(p Pattern) bool { return p.Matches(t) })
}

// checkPatterns checks the patterns of an endpoint or a call, and returns them sorted, each once.
func checkPatterns(f *check.Faults, pointer string, list []Pattern) []Pattern {
	if len(list) == 0 {
		f.Add(fault.CodeTooFew, pointer, "must not be empty")
	}
	if !check.NoMore(f, pointer, len(list), MaxPatterns) {
		return list
	}
	for i, p := range list {
		if !p.known() {
			f.Add(fault.CodeNotAllowed, check.Item(pointer, i), "must be a type of GET /event-types, noun.* or *")
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}
