// Package event has the port by which contexts report events to users' programs.
package event

import (
	"context"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// Event reports a change.
type Event struct {
	Team id.Team
	Type event.Type
	// Record has the id of the record and Version its version after the change, if there are any.
	Record, Version optional.Maybe[int64]
	// Changed lists the changed members in order.
	Changed []string
	// Details has further facts by name.
	Details map[string]string
}

// Log takes events. Changes in the audit trail become events without it.
type Log interface {
	// Write stores events at the end of the transaction of ctx, so that each commits with its
	// change. Without events, and for a frequent type that no endpoint of the team wants, it stores
	// nothing. It may be called before other locks are taken.
	Write(ctx context.Context, events ...Event) error
}
