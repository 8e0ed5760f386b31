// Package page describes keyset lists: a page starts after the last row of the page before. So page
// 2,000 is as fast as page 1, and rows that come or go in between are neither repeated nor skipped.
package page

import "time"

// DefaultLimit has the rows of a page if the request gives no limit.
const DefaultLimit = 50

// By has one part of a sort order.
type By struct {
	Field string
	Desc  bool
}

// Key has the place of a row in a sort order: one value per By and the row's id at the end. A value
// is a string, an int64 or nil; nil sorts last in both directions. A nil Key is the place before
// the first row.
type Key []any

// Request asks for a page.
type Request struct {
	Limit int
	Order []By
	After Key
	// Count asks for the number of rows over all pages.
	Count bool
	// Window narrows the list.
	Window Window
}

// Window narrows a list by the members that all records have. The zero Window selects all live
// records.
type Window struct {
	// IDs names records; nil means any.
	IDs []int64
	// It includes the times From and excludes the times To. A nil time sets no bound.
	CreatedFrom, CreatedTo, UpdatedFrom, UpdatedTo *time.Time
	// Removed includes removed records.
	Removed bool
}

// Page has a part of a list.
type Page[T any] struct {
	Items []T
	// Next has the place where the following page starts, nil on the last page.
	Next Key
	// Total has a value only if the request asks for it.
	Total *int64
	// Removed has the time when each of Items was removed, the zero time for a live record. It is nil
	// if the window excludes removed records.
	Removed []time.Time
}

// With returns the page with other items in the same places.
func With[T, U any](p Page[T], items []U) Page[U] {
	return Page[U]{Items: items, Next: p.Next, Total: p.Total, Removed: p.Removed}
}

// Map returns the page with each item converted.
func Map[T, U any](p Page[T], convert func(T) U) Page[U] {
	items := make([]U, len(p.Items))
	for i, item := range p.Items {
		items[i] = convert(item)
	}
	return With(p, items)
}
