package annotation

import (
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// NoteFilter narrows a list of notes. Members that are empty or nil do not narrow;
// of a slice any value fits; ranges include both ends.
type NoteFilter struct {
	Types        []TargetType
	Targets      []int64
	ASINs        []string
	Marketplaces []marketplace.ID
	Authors      []id.User
	Pinned       *bool
	// Query matches text within the body, in any letter case.
	Query string
}

// About counts the notes about an ASIN, and has the newest.
type About struct {
	Count  int64
	Newest Note
}

// TagFilter narrows a list of tags. Members that are empty or nil do not narrow.
type TagFilter struct {
	// Query matches text within the name, in any letter case.
	Query string
	// Used selects tags with records, or tags without records.
	Used *bool
}
