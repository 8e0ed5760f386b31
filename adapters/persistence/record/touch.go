package record

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
)

// Touch marks records of a table as changed at a time, because another record changed a member that
// they show. Their versions stay, and so does a later time of change.
func Touch(ctx context.Context, s *db.Store, table string, team id.Team, ids []int64, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := s.Hot(ctx).Exec(ctx, "UPDATE "+table+" SET updated_at = $3 WHERE team_id = $1"+
		" AND updated_at < $3 AND "+s.IDsIn("id", 2), int64(team), s.IDsArg(ids), db.Micros(at))
	return db.Fault(err)
}
