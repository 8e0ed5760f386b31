// Package audit is the port of the append-only trail of changes.
package audit

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// Source is where a change came from.
type Source string

// The sources.
const (
	API         Source = "api"
	CommandLine Source = "cli"
	Job         Source = "job"
)

// Change is one member before and after. Secrets and document bytes never
// enter it; times, money and ids are given as the API writes them.
type Change struct {
	Old any `json:"old"`
	New any `json:"new"`
}

// Entry is one line of the trail.
type Entry struct {
	Team id.Team
	// User and Key are 0 for a change made without a key.
	User id.User
	Key  id.Key
	// Address is the peer's network address, "" for none.
	Address string
	Source  Source
	// Record is the kind of the changed record, Verb the change.
	Record   string
	RecordID int64
	Verb     string
	Changes  map[string]Change
	// Order is the purchase order whose receipts led to the change, 0 for none. The trail
	// does not keep it.
	Order int64
	At    time.Time
}

// For begins the line of what a caller did. A caller without a key is the
// operator at the command line.
func For(who caller.Caller, record string, recordID int64, verb string, at time.Time) Entry {
	e := Entry{
		Team: who.Team, User: who.User, Key: who.Key, Address: who.Address, Source: CommandLine,
		Record: record, RecordID: recordID, Verb: verb, At: at,
	}
	if who.Key != 0 {
		e.Source = API
	}
	return e
}

// Log writes the trail.
type Log interface {
	// Write appends lines in the transaction of ctx, so that a change without
	// its line cannot exist. No lines is fine. The trace id comes from ctx.
	Write(ctx context.Context, entries ...Entry) error
}
