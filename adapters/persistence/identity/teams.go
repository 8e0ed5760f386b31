package identity

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
)

// Teams stores all teams.
type Teams struct {
	teams *record.Records[teamRow, identity.TeamSnapshot]
	store *db.Store
}

func NewTeams(s *db.Store) *Teams {
	return &Teams{record.New(record.On(s), record.Table[teamRow, identity.TeamSnapshot]{
		Row: teamRowOf, Snapshot: (*teamRow).snapshot,
	}), s}
}

func (r *Teams) Add(ctx context.Context, t identity.Team) (id.Team, error) {
	ids, err := r.teams.Insert(ctx, t.Snapshot())
	if err != nil {
		return 0, err
	}
	return id.Team(ids[0]), nil
}

func (r *Teams) Find(ctx context.Context, team id.Team) (identity.Team, error) {
	return record.Restored(identity.RestoreTeam)(r.teams.Find(ctx, team, int64(team)))
}

func (r *Teams) FindLocked(ctx context.Context, team id.Team) (identity.Team, error) {
	return record.Restored(identity.RestoreTeam)(r.teams.FindLocked(ctx, team, int64(team)))
}

func (r *Teams) List(ctx context.Context) ([]identity.Team, error) {
	return record.RestoredAll(identity.RestoreTeam)(r.teams.Select(ctx, record.Query{}))
}

// Save also lets every process read the team's keys anew, because callers carry its default
// marketplace.
func (r *Teams) Save(ctx context.Context, t identity.Team) error {
	s := t.Snapshot()
	if err := r.teams.Save(ctx, s); err != nil {
		return db.Absent(err)
	}
	keys, err := KeysOf(ctx, r.store, s.ID)
	if err != nil {
		return err
	}
	return AnnounceRevoked(ctx, r.store, keys...)
}
