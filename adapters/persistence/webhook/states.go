package webhook

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
)

type stateRow struct {
	bun.BaseModel `bun:"table:webhook_states"`

	ID    int64      `bun:"id,pk,autoincrement"`
	Team  id.Team    `bun:"team_id"`
	Type  event.Type `bun:"type"`
	State string     `bun:"state"`
}

// States stores the reported states of all teams.
type States struct {
	all *record.Records[stateRow, stateRow]
}

// NewStates opens the reported states of all teams.
func NewStates(s *db.Store) *States {
	t := record.Plain[stateRow]()
	t.Key = []string{"type", "state"}
	return &States{record.New(record.On(s), t)}
}

// Replace removes the states that ended, and stores the new ones.
func (s *States) Replace(ctx context.Context, team id.Team, t event.Type, keys []string) ([]string, error) {
	found, err := s.all.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("type", &t)}})
	if err != nil {
		return nil, err
	}
	var ended []int64
	known := map[string]bool{}
	for _, row := range found {
		if known[row.State] = true; !slices.Contains(keys, row.State) {
			ended = append(ended, row.ID)
		}
	}
	if len(ended) > 0 {
		if _, err := s.all.Drop(ctx, team, record.In("id", ended)); err != nil {
			return nil, err
		}
	}
	var fresh []stateRow
	for _, key := range keys {
		if !known[key] {
			fresh = append(fresh, stateRow{Team: team, Type: t, State: key})
			known[key] = true
		}
	}
	ids, err := s.all.Insert(ctx, fresh...)
	if err != nil {
		return nil, err
	}
	var out []string
	for i, row := range fresh {
		if ids[i] != 0 { // else another process has reported it meanwhile
			out = append(out, row.State)
		}
	}
	return out, nil
}
