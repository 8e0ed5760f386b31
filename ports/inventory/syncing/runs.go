package syncing

import (
	"context"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/domain/kernel/id"
)

// Runs stores the runs of syncs. Every method takes part in the transaction of ctx, if any.
type Runs interface {
	// Add stores a new run and returns it with its id. If a run of the same target and kind has not
	// ended, it returns that run and added is false.
	Add(ctx context.Context, r syncing.Run) (stored syncing.Run, added bool, err error)
	// Find returns a run of the team, or Missing.
	Find(ctx context.Context, team id.Team, run int64) (syncing.Run, error)
	// Save writes a run found before. If another writer saved it meanwhile, it returns the fault
	// conflict (Conflict), and the transaction must not commit.
	Save(ctx context.Context, r *syncing.Run) error
	// Base returns the results of finished runs of a target, nil without such runs.
	Base(ctx context.Context, t syncing.Target) (*syncing.Base, error)
	// Latest lists the newest run of each kind of each target of a team, by
	// connection, marketplace and kind.
	Latest(ctx context.Context, team id.Team) ([]syncing.Run, error)
	// Synced returns the end of the last finished run of each connection of a team.
	Synced(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
	// Histories returns the times of the last requests of runs of each target of all teams.
	Histories(ctx context.Context) (map[syncing.Target]syncing.History, error)
	// Sweep deletes runs that ended before a time, except the newest of each target, kind and
	// state. It returns their number.
	Sweep(ctx context.Context, before time.Time) (int64, error)
}
