package repricer

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
)

// Load implements the port.
func (c *Changes) Load(ctx context.Context, team id.Team, change repricer.ChangeID) (repricer.ChangeSnapshot, error) {
	rows, err := c.store.Hot(ctx).Query(ctx, c.texts.load, int64(team), int64(change))
	if err != nil {
		return entry{}, db.Fault(err)
	}
	found, err := changeRows(rows, team, 1)
	switch {
	case err != nil:
		return entry{}, err
	case len(found) == 0:
		return entry{}, noChange(change)
	}
	return found[0], nil
}

// TeamOf implements the port.
func (c *Changes) TeamOf(ctx context.Context, change repricer.ChangeID) (id.Team, error) {
	var team int64
	err := c.store.Hot(ctx).QueryRow(ctx, c.texts.teamOf, int64(change)).Scan(&team)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, noChange(change)
	}
	return id.Team(team), db.Fault(err)
}

// Marked implements the port.
func (p *Products) Marked(ctx context.Context, team id.Team, marks []repricer.ChangeMark) (map[repricer.ChangeID]repricer.ChangeSnapshot, error) {
	out := make(map[repricer.ChangeID]repricer.ChangeSnapshot, len(marks))
	if len(marks) == 0 {
		return out, nil
	}
	ids := make([]int64, len(marks))
	least, most := db.Micros(marks[0].At), db.Micros(marks[0].At)
	for i, m := range marks {
		at := db.Micros(m.At)
		ids[i], least, most = int64(m.ID), min(least, at), max(most, at)
	}
	rows, err := p.store.Hot(ctx).Query(ctx, p.texts.marked, int64(team), p.store.IDsArg(ids), least, most)
	if err != nil {
		return nil, db.Fault(err)
	}
	found, err := changeRows(rows, team, len(ids))
	for _, e := range found {
		out[e.ID] = e
	}
	return out, err
}

func noChange(change repricer.ChangeID) error {
	return fault.Newf(fault.NotFound, fault.CodeNotFound, "There is no change %d.", change)
}
