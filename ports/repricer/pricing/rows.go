package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Rows reads what rows are decided from, without locks.
type Rows interface {
	// WithSiblings reads the named live rows and all other live rows of the same
	// offers: seller, marketplace, ASIN and condition. Each is there once, by id.
	// No ids: nothing, without a statement.
	WithSiblings(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error)
	// Strategies reads strategies; absent ones are left out. No ids: an empty map,
	// without a statement.
	Strategies(ctx context.Context, team id.Team, ids []strategy.ID) (map[strategy.ID]strategy.Snapshot, error)
	// Count counts the live rows of the team.
	Count(ctx context.Context, team id.Team) (int64, error)
	// Falling lists rows for which a lower price was decided since a moment, with
	// ids above after, at most limit. Falls up to the resumption of a row are its
	// seller's own and left out.
	Falling(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int64) ([]decision.ProductID, error)
	// Unseen lists at most limit live rows, with ids above after, that are neither
	// off nor held nor on the queue, other than for their schedule, and had no
	// offers seen since a moment.
	Unseen(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int) ([]repricer.ProductSnapshot, error)
	// Teams lists the teams that have live rows which are not off. It belongs to
	// no team.
	Teams(ctx context.Context) ([]id.Team, error)
}

// Metrics counts and logs what the engine does.
type Metrics interface {
	// Decided counts decisions.
	Decided(v decision.Verdict, r decision.Reason, n int)
	// Waited tells how long a row was on the queue of a priority.
	Waited(p repricer.Priority, d time.Duration)
	// Tripped tells that so many of a team's prices fell together that they were
	// frozen.
	Tripped(team id.Team, falling int)
	// SourceTripped tells that what was read of a marketplace's offers was not believed.
	SourceTripped(team id.Team, empty, read int)
	// Failed tells of rows that could not be evaluated; they come again.
	Failed(team id.Team, rows int, err error)
}
