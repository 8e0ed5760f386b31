package manage

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// settingsRow has the columns of a team's settings.
type settingsRow struct {
	bun.BaseModel `bun:"table:repricer_settings"`

	Team     id.Team               `bun:"team_id,pk"`
	Present  bool                  `bun:"present"`
	Standard *int64                `bun:"default_strategy_id"`
	Body     db.JSON[settingsBody] `bun:"body"`
	Version  int64                 `bun:"version"`
	// UpdatedAt stays null until the settings are present for the first time.
	UpdatedAt *int64 `bun:"updated_at"`
}

var settingsTable = record.Table[settingsRow, repricer.SettingsSnapshot]{Row: settingsRowOf, Snapshot: (*settingsRow).snapshot}

func settingsRowOf(s repricer.SettingsSnapshot) settingsRow {
	r := settingsRow{
		Team: s.Team, Present: s.State == repricer.SettingsPresent, Standard: record.Whole(s.Values.DefaultStrategyID),
		Body: db.JSONOf(settingsBodyOf(s.Values)), Version: s.Version,
	}
	if !s.UpdatedAt.IsZero() {
		r.UpdatedAt = new(db.Micros(s.UpdatedAt))
	}
	return r
}

func (r *settingsRow) snapshot() (repricer.SettingsSnapshot, error) {
	out := repricer.SettingsSnapshot{
		Team: r.Team, State: repricer.SettingsAbsent, Version: r.Version, UpdatedAt: momentOf(r.UpdatedAt).Or(time.Time{}),
	}
	if !r.Present {
		return out, nil
	}
	values, err := r.Body.V.values(record.MaybeWhole[strategy.ID](r.Standard))
	if err != nil {
		return out, fmt.Errorf("repricer settings of team %d: %w", r.Team, err)
	}
	out.State, out.Values = repricer.SettingsPresent, values
	return out, nil
}

// Settings stores the settings of all teams.
type Settings struct {
	settings *record.Records[settingsRow, repricer.SettingsSnapshot]
}

func NewSettings(on record.Engine) *Settings { return &Settings{record.New(on, settingsTable)} }

var _ ports.Settings = (*Settings)(nil)

func (s *Settings) Load(ctx context.Context, team id.Team) (*repricer.Settings, error) {
	found, err := s.settings.Find(ctx, team, int64(team))
	if fault.Is(err, fault.CodeNotFound) {
		return repricer.NewSettings(team), nil
	}
	return record.Restored(repricer.RestoreSettings)(found, err)
}

func (s *Settings) LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error) {
	out := make(map[id.Team]*repricer.Settings, len(teams))
	if len(teams) == 0 {
		return out, nil
	}
	for _, team := range teams {
		out[team] = repricer.NewSettings(team)
	}
	found, err := s.settings.Select(ctx, record.Query{Where: []record.Condition{record.In("team_id", teams)}, Prepared: true})
	for _, one := range found {
		if out[one.Team], err = repricer.RestoreSettings(one); err != nil {
			return nil, err
		}
	}
	return out, err
}

func (s *Settings) LoadLocked(ctx context.Context, team id.Team) (*repricer.Settings, error) {
	found, err := s.settings.FindLocked(ctx, team, int64(team))
	if !fault.Is(err, fault.CodeNotFound) {
		return record.Restored(repricer.RestoreSettings)(found, err)
	}
	// Only an existing row can be locked. A second transaction waits here for the first.
	if _, err := s.settings.Insert(ctx, repricer.NewSettings(team).Snapshot()); err != nil {
		return nil, err
	}
	return record.Restored(repricer.RestoreSettings)(s.settings.FindLocked(ctx, team, int64(team)))
}

func (s *Settings) DefaultStrategy(ctx context.Context, team id.Team) (optional.Maybe[strategy.ID], error) {
	found, err := s.Load(ctx, team)
	if err != nil {
		return optional.None[strategy.ID](), err
	}
	return found.DefaultStrategy(), nil
}

func (s *Settings) Save(ctx context.Context, settings *repricer.Settings) error {
	return s.settings.Save(ctx, settings.Snapshot())
}
