package history

import (
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Filter narrows the feed. Members that are empty or nil do not narrow; of a slice any
// value fits; ranges include both ends.
type Filter struct {
	Kinds        []Kind
	Types        []ProductType
	Products     []int64
	ASINs        []string
	Marketplaces []marketplace.ID
	Sources      []SourceKind
	SourceIDs    []int64
	Actors       []id.User
}
