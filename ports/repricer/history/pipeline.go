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
	// Since is when the first of them was due; None without any.
	Since optional.Maybe[time.Time]
}

// StoppedAccount is an account whose prices wait.
type StoppedAccount struct {
	SellerID string
	Region   marketplace.Region
	Until    time.Time
}
