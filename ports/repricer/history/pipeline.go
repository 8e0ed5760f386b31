package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// Pipeline shows the state of work on a team's prices, read-only.
type Pipeline interface {
	// QueueDepths counts due rows by priority, the fastest first, up to most rows each.
	QueueDepths(ctx context.Context, team id.Team, now time.Time, most int) ([]QueueDepth, error)
	// StoppedAccounts lists the accounts stopped by the breaker of rejected prices, by seller and
	// region.
	StoppedAccounts(ctx context.Context, team id.Team, now time.Time) ([]StoppedAccount, error)
}

// QueueDepth counts the due rows of a priority, without those that a worker has claimed.
type QueueDepth struct {
	Priority repricer.Priority
	Rows     int64
	// Since has the due time of the oldest entry; no value without entries.
	Since optional.Maybe[time.Time]
}

// StoppedAccount names an account with delayed prices.
type StoppedAccount struct {
	SellerID string
	Region   marketplace.Region
	Until    time.Time
}
