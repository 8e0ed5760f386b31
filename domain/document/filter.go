package document

import (
	"time"
)

// Filter narrows a list of documents. Empty and nil members do not narrow it. Any value of a slice
// fits, and ranges include both ends.
type Filter struct {
	Types         []Type
	AITypes       []Type
	Statuses      []Status
	Medias        []Media
	HasParsedData *bool
	// TargetKinds and TargetIDs together must fit the same target.
	TargetKinds []TargetKind
	TargetIDs   []int64
	SupplierIDs []int64
	// References compares with letter case.
	References []string
	// ConfidenceBelow leaves out documents without a guess.
	ConfidenceBelow *Confidence
	// Q searches name, reference number and notes, ignoring letter case.
	Q                        string
	AppliedFrom, AppliedTo   *time.Time
	FileSizeFrom, FileSizeTo *int64
}

// The fields a list can be sorted by, besides the id that breaks ties. Names sort ignoring letter
// case.
const (
	SortCreatedAt    = "created_at"
	SortUpdatedAt    = "updated_at"
	SortOriginalName = "original_name"
	SortFileSize     = "file_size"
	SortConfidence   = "ai_confidence"
)
