package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// Pipeline tells how work on a team's prices stands, without taking part in it.
type Pipeline interface {
	// QueueDepths tells what is due to be decided, priority by priority, the fastest first. At
	// most most rows of a priority are counted.
	QueueDepths(ctx context.Context, team id.Team, now time.Time, most int) ([]QueueDepth, error)
	// StoppedAccounts lists the accounts whose prices wait because too many of them were
	// refused, by seller and region.
	StoppedAccounts(ctx context.Context, team id.Team, now time.Time) ([]StoppedAccount, error)
}

// QueueDepth is what is due of a priority. Rows that a worker has are not counted.
type QueueDepth struct {
	Priority repricer.Priority
	Rows     int64
	// Since is when the first of them was due; None without any.
	Since optional.Maybe[time.Time]
}

// StoppedAccount is an account whose prices wait.
type StoppedAccount struct {
	SellerID string
	Region   marketplace.Region
	Until    time.Time
}
