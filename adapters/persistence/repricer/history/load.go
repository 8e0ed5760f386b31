package history

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
)

func (c *Changes) Load(ctx context.Context, team id.Team, change repricer.ChangeID) (history.ChangeSnapshot, error) {
	found, err := changeRows.Collect(c.store.Hot(ctx).Query(ctx, c.texts.load, int64(team), int64(change)))
	switch {
	case err != nil:
		return entry{}, err
	case len(found) == 0:
		return entry{}, noChange(change)
	}
	return found[0], nil
}

func (c *Changes) TeamOf(ctx context.Context, change repricer.ChangeID) (id.Team, error) {
	var team int64
	err := c.store.Hot(ctx).QueryRow(ctx, c.texts.teamOf, int64(change)).Scan(&team)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, noChange(change)
	}
	return id.Team(team), db.Fault(err)
}

// Entries reads entries of the history by their ids.
type Entries struct {
	store *db.Store
	text  string
}

func NewEntries(s *db.Store) Entries {
	return Entries{s, "SELECT " + changeRows.Columns("") + " FROM repricer_changes WHERE team_id = $1 AND " + s.IDsIn("id", 2) +
		" AND created_at BETWEEN $3 AND $4 ORDER BY product_id"}
}

// Read returns entries of a team made between the two times, so that only these months are
// searched.
func (e Entries) Read(ctx context.Context, team id.Team, ids []int64, least, most int64) ([]entry, error) {
	return changeRows.Collect(e.store.Hot(ctx).Query(ctx, e.text, int64(team), e.store.IDsArg(ids), least, most))
}

func noChange(change repricer.ChangeID) error {
	return fault.Newf(fault.NotFound, fault.CodeNotFound, "There is no change %d.", change)
}
