package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Rows reads rows for decisions, without locks.
type Rows interface {
	// WithSiblings reads the named live rows and all other live rows of the same offers: seller,
	// marketplace, ASIN and condition. Each occurs once, by id. Without ids it runs no statement.
	WithSiblings(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error)
	// Strategies reads strategies. Missing strategies are left out. Without ids it runs no
	// statement.
	Strategies(ctx context.Context, team id.Team, ids []strategy.ID) (map[strategy.ID]strategy.Snapshot, error)
	// Count counts the live rows of the team.
	Count(ctx context.Context, team id.Team) (int64, error)
	// Falling lists rows with a lower price decided since a moment, with ids above after, at most
	// limit. Falls before the row's last resumption count as accepted by the seller and are left
	// out.
	Falling(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int64) ([]decision.ProductID, error)
	// Unseen lists at most limit live rows, with ids above after, that had no offers since a
	// moment. It leaves out rows that are off, frozen, or queued other than for their schedule.
	Unseen(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int) ([]repricer.ProductSnapshot, error)
	// Teams lists the teams with live rows that are not off. It takes no team.
	Teams(ctx context.Context) ([]id.Team, error)

	// Converted reads live rows that are not off, and had such a cost at their last decision, by id
	// after a row.
	Converted(ctx context.Context, team id.Team, after decision.ProductID, limit int) ([]ConvertedRow, error)
}

// Metrics counts and logs the engine's work.
type Metrics interface {
	// Decided counts decisions.
	Decided(v decision.Verdict, r decision.Reason, n int)
	// Waited records how long a row was in the queue of a priority.
	Waited(p repricer.Priority, d time.Duration)
	// Tripped records that too many of a team's prices fell together, so that their rows were
	// frozen.
	Tripped(team id.Team, falling int)
	// SourceTripped records that a marketplace's offers were distrusted because too many answers
	// were empty.
	SourceTripped(team id.Team, empty, read int)
	// Failed records rows that could not be evaluated and are retried.
	Failed(team id.Team, rows int, err error)
}
