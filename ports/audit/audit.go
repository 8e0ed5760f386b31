// Package audit has the port of the append-only trail of changes.
package audit

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// Source names the origin of a change.
type Source string

// The sources.
const (
	API         Source = "api"
	CommandLine Source = "cli"
	Job         Source = "job"
)

// Change has one member before and after. It never contains secrets or document bytes. Times, money
// and ids are written as in the API.
type Change struct {
	Old any `json:"old"`
	New any `json:"new"`
}

// Entry has one line of the trail.
type Entry struct {
	Team id.Team
	// User and Key have 0 for a change without a key.
	User id.User
	Key  id.Key
	// Address has the peer's network address, "" if unknown.
	Address string
	Source  Source
	// Record names the kind of the changed record, Verb the change.
	Record   string
	RecordID int64
	Verb     string
	Changes  map[string]Change
	// Version has the version of the record after the change, 0 if the writer of the line does not
	// know it. The trail does not store it.
	Version int64
	// Order names the purchase order with receipts that caused the change, else 0. The trail does
	// not store it.
	Order int64
	// Subject has the record's product, if the writer of the line knows it. The trail does not
	// store it.
	Subject optional.Maybe[Subject]
	// Marketplace has the marketplace of a record without a Subject; "" without a marketplace, or
	// if the writer of the line does not know it. The trail does not store it.
	Marketplace marketplace.ID
	At          time.Time
}

// Subject has the data of a product that the product feed copies. Without it the feed reads the
// record.
type Subject struct {
	// Type and ID name an inventory product or a SKU. An ASIN has the id 0.
	Type        string
	ID          int64
	Title, ASIN optional.Maybe[string]
	Marketplace optional.Maybe[marketplace.ID]
	// Order, Quantity and Draft belong to an item of a purchase order: the order, the ordered
	// units, and whether the order is still a draft.
	Order, Quantity int64
	Draft           bool
}

// For starts an entry for a change by a caller. A caller without a key is the operator at the
// command line.
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
	// Write appends lines in the transaction of ctx, so that each change commits with its line. It
	// accepts zero lines. The trace id comes from ctx.
	Write(ctx context.Context, entries ...Entry) error
}

// Filter chooses lines of a team's trail. Members with zero values choose all lines.
type Filter struct {
	Record   string
	RecordID int64
	Key      id.Key
	// Since has the earliest time of a line.
	Since time.Time
	// Before ends the list before the line with this id.
	Before int64
	// Limit bounds the number of lines, at least 1.
	Limit int
}

// Line has a stored line of the trail.
type Line struct {
	Entry
	ID      int64
	TraceID string
}
