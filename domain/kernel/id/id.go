// Package id has the identifiers that more than one context uses. Ids are positive 64-bit integers,
// unique over all teams.
package id

import "slices"

// Ascending returns each id once, in ascending order, which is the order of locks in stores.
func Ascending[T ~int64](ids []T) []T {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// Convert converts ids between the types of contexts.
func Convert[T, S ~int64](ids []S) []T {
	out := make([]T, len(ids))
	for i, n := range ids {
		out[i] = T(n)
	}
	return out
}

// Team owns every row.
type Team int64

// User names a person; one user may belong to several teams.
type User int64

// Key names an API key: one user in one team.
type Key int64

// Connection links a team to a seller account.
type Connection int64
