package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/history"
)

// Pipeline shows the state of work on a team's prices, read-only.
type Pipeline interface {
	// QueueDepths counts due rows by priority, the fastest first, up to most rows each.
	QueueDepths(ctx context.Context, team id.Team, now time.Time, most int) ([]history.QueueDepth, error)
	// StoppedAccounts lists the accounts stopped by the breaker of rejected prices, by seller and
	// region.
	StoppedAccounts(ctx context.Context, team id.Team, now time.Time) ([]history.StoppedAccount, error)
}
