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
}

func NewTeams(s *db.Store) *Teams {
	return &Teams{record.New(record.On(s), record.Table[teamRow, identity.TeamSnapshot]{Row: teamRowOf, Snapshot: (*teamRow).snapshot})}
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

func (r *Teams) Save(ctx context.Context, t identity.Team) error {
	return db.Absent(r.teams.Save(ctx, t.Snapshot()))
}
