package repricer

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Tables changes many rows in the same way, with a report of each row that can be taken back.
type Tables interface {
	// Try reports the outcome that the rows would have now, and writes nothing.
	Try(ctx context.Context, who caller.Caller, t Table) (repricer.Bulk, error)
	// Prepare keeps the rows, before and outside of a transaction. Faults: Rule storage_limit and
	// limit_reached.
	Prepare(ctx context.Context, who caller.Caller, t Table) (PreparedTable, error)
}

// PreparedTable has rows that were kept. It writes a few rows, or leaves many to a job, in the
// transaction of ctx. It returns Limited too_many_running while too many changes of the team are
// running.
type PreparedTable func(ctx context.Context) (repricer.Bulk, error)

// Table names rows and their new values.
type Table struct {
	// Name becomes the name of the report's file.
	Name string
	// Rows names rows to change. Without it, Offers names rows to create.
	Rows   []decision.ProductID
	Offers []repricer.Key
	Patch  repricer.ProductPatch
	// AcceptLarge writes amounts that change to a multiple, or a fraction, of their value.
	AcceptLarge bool
}

// SKUs finds offers that can become rows. It lists the keys of the SKUs that match, hidden SKUs
// left out, in the order of the SKUs.
type SKUs func(ctx context.Context, team id.Team, f repricer.Offers) ([]repricer.Key, error)
