// Package page describes keyset lists: a page starts after the last row of the
// page before, so page 2,000 costs what page 1 costs and rows that come or go
// in between are neither repeated nor skipped.
package page

// DefaultLimit is how many rows a page has when the request gives no limit.
const DefaultLimit = 50

// By is one part of a sort order.
type By struct {
	Field string
	Desc  bool
}

// Key is the place of a row in a sort order: one value per By and the row's id
// at the end. A value is a string, an int64 or nil; nil sorts last in both
// directions. A nil Key is the place before the first row.
type Key []any

// Request asks for a page.
type Request struct {
	Limit int
	Order []By
	After Key
	// Count asks for the number of rows over all pages.
	Count bool
}

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Next is where the following page starts, nil on the last one.
	Next Key
	// Total is set only when it was asked for.
	Total *int64
}
