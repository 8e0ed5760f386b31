package webhook

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

type changeRow struct {
	bun.BaseModel `bun:"table:webhook_changes"`

	ID   int64         `bun:"id,pk,autoincrement"`
	Team id.Team       `bun:"team_id"`
	Type event.Type    `bun:"type"`
	Data db.JSON[part] `bun:"data"`
	At   int64         `bun:"at"`
}

func changeRowOf(p webhook.WaitingChange) changeRow {
	return changeRow{ID: p.ID, Team: p.Team, Type: p.Type, Data: db.JSONOf(partOf(p.Part)), At: db.Micros(p.At)}
}

func (r *changeRow) waiting() (webhook.WaitingChange, error) {
	return webhook.WaitingChange{ID: r.ID, Team: r.Team, Type: r.Type, Part: r.Data.V.part(), At: db.FromMicros(r.At)}, nil
}

// Changes stores the changes of all teams that wait to be gathered.
type Changes struct {
	all   *record.Records[changeRow, webhook.WaitingChange]
	store *db.Store
}

// NewChanges opens the waiting changes of all teams.
func NewChanges(s *db.Store) *Changes {
	return &Changes{record.New(record.On(s), record.Table[changeRow, webhook.WaitingChange]{
		Row: changeRowOf, Snapshot: (*changeRow).waiting,
	}), s}
}

var _ ports.Changes = (*Changes)(nil)

// Add stores changes.
func (c *Changes) Add(ctx context.Context, changes ...webhook.WaitingChange) error {
	_, err := c.all.Insert(ctx, changes...)
	return err
}

// Take reads and removes the oldest changes of a team.
func (c *Changes) Take(ctx context.Context, team id.Team, limit int) ([]webhook.WaitingChange, error) {
	found, err := c.all.Select(ctx, record.Query{Team: team, Limit: limit, Order: []page.By{{Field: "id"}}})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]int64, len(found))
	for i, p := range found {
		ids[i] = p.ID
	}
	// Another run may have taken some of them since they were read.
	if found, err = c.all.Lock(ctx, team, ids); err != nil || len(found) == 0 {
		return nil, err
	}
	_, err = c.all.Drop(ctx, team, record.In("id", ids))
	return found, err
}

// Waiting lists the teams with changes from before a time.
func (c *Changes) Waiting(ctx context.Context, before time.Time) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(c.store.Hot(ctx).Query(ctx, `SELECT DISTINCT team_id FROM webhook_changes
		WHERE at < $1 ORDER BY team_id`, db.Micros(before)))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}
