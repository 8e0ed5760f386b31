// Package versioned models the ordinary record of a team: members with rules of their own, a
// version and two times.
package versioned

import (
	"reflect"
	"time"

	"sellingassistant/domain/kernel/id"
)

// Record works as a value: a change makes another record. Values has plain members, compared as a
// whole.
type Record[ID ~int64, V any] struct {
	// ID has 0 before the record is stored.
	ID     ID
	Team   id.Team
	Values V
	// Version counts changes, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// New returns a record of version 1.
func New[ID ~int64, V any](team id.Team, values V, now time.Time) Record[ID, V] {
	return Record[ID, V]{Team: team, Values: values, Version: 1, CreatedAt: now, UpdatedAt: now}
}

// With returns the next version of the record, or the record itself if the values are unchanged.
func (r Record[ID, V]) With(values V, now time.Time) Record[ID, V] {
	if !reflect.DeepEqual(values, r.Values) {
		r.Values, r.Version, r.UpdatedAt = values, r.Version+1, now
	}
	return r
}

// Place returns the record's id and version.
func (r Record[ID, V]) Place() (id, version int64) { return int64(r.ID), r.Version }
