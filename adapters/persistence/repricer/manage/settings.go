package manage

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// Settings implements the port of that name.
type Settings struct{ store *db.Store }

// NewSettings makes the store of settings.
func NewSettings(s *db.Store) *Settings { return &Settings{s} }

var _ ports.Settings = (*Settings)(nil)

const (
	settingsFrom = `SELECT team_id, present, default_strategy_id, body, version, updated_at FROM repricer_settings WHERE `
	loadSettings = settingsFrom + "team_id = $1"
)

func (s *Settings) Load(ctx context.Context, team id.Team) (*repricer.Settings, error) {
	found, err := s.read(ctx, team, loadSettings)
	if errors.Is(err, sql.ErrNoRows) {
		return repricer.NewSettings(team), nil
	}
	return found, err
}

func (s *Settings) LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error) {
	out := make(map[id.Team]*repricer.Settings, len(teams))
	if len(teams) == 0 {
		return out, nil
	}
	for _, team := range teams {
		out[team] = repricer.NewSettings(team)
	}
	var row settingsRow
	return out, db.TryEach(s.store.Hot(ctx).Query(ctx, settingsFrom+s.store.IDsIn("team_id", 1), s.store.IDsArg(db.Plain(teams))))(func() (err error) {
		out[row.team], err = row.settings()
		return err
	}, row.places()...)
}

func (s *Settings) LoadLocked(ctx context.Context, team id.Team) (*repricer.Settings, error) {
	locked := loadSettings + s.store.ForUpdate()
	found, err := s.read(ctx, team, locked)
	if !errors.Is(err, sql.ErrNoRows) {
		return found, err
	}
	// Only a row can be locked. A second transaction waits here for the first.
	_, err = s.store.Hot(ctx).Exec(ctx, `INSERT INTO repricer_settings (team_id, present, body, version)
		VALUES ($1, FALSE, '{}', 0) ON CONFLICT (team_id) DO NOTHING`, int64(team))
	if err != nil {
		return nil, db.Fault(err)
	}
	return s.read(ctx, team, locked)
}

func (s *Settings) read(ctx context.Context, team id.Team, query string) (*repricer.Settings, error) {
	var row settingsRow
	if err := s.store.Hot(ctx).QueryRow(ctx, query, int64(team)).Scan(row.places()...); err != nil {
		return nil, db.Fault(err)
	}
	return row.settings()
}

// settingsRow is where settings are scanned to.
type settingsRow struct {
	team     id.Team
	present  bool
	standard maybe[strategy.ID]
	body     db.JSON[json.RawMessage]
	version  int64
	updated  maybe[time.Time]
}

func (r *settingsRow) places() []any {
	return []any{(*int64)(&r.team), &r.present, strategyTo(&r.standard), &r.body, &r.version, db.MomentTo(&r.updated)}
}

func (r *settingsRow) settings() (*repricer.Settings, error) {
	out := repricer.SettingsSnapshot{
		Team: r.team, State: repricer.SettingsAbsent, Version: r.version, UpdatedAt: r.updated.Or(time.Time{}),
	}
	if r.present {
		out.State = repricer.SettingsPresent
		// A member that a later version of the program added is missing in older
		// documents and has its default.
		b := settingsBodyOf(repricer.DefaultSettings())
		err := json.Unmarshal(r.body.V, &b)
		if err == nil {
			out.Values, err = b.values(r.standard)
		}
		if err != nil {
			return nil, fmt.Errorf("repricer settings of team %d: %w", r.team, err)
		}
	}
	found, err := repricer.RestoreSettings(out)
	if err != nil {
		return nil, fmt.Errorf("repricer settings of team %d: %w", r.team, err)
	}
	return found, nil
}

func (s *Settings) DefaultStrategy(ctx context.Context, team id.Team) (optional.Maybe[strategy.ID], error) {
	var standard maybe[strategy.ID]
	err := s.store.Hot(ctx).QueryRow(ctx, `SELECT default_strategy_id FROM repricer_settings WHERE team_id = $1`,
		int64(team)).Scan(strategyTo(&standard))
	if errors.Is(err, sql.ErrNoRows) {
		return standard, nil
	}
	return standard, db.Fault(err)
}

func (s *Settings) Save(ctx context.Context, settings *repricer.Settings) error {
	v := settings.Snapshot()
	var standard *int64
	var body any = struct{}{}
	if v.State == repricer.SettingsPresent {
		standard = optional.Convert(v.Values.DefaultStrategyID, func(n strategy.ID) int64 { return int64(n) }).Ptr()
		body = settingsBodyOf(v.Values)
	}
	n, err := s.store.Hot(ctx).Exec(ctx, `UPDATE repricer_settings
		SET present = $2, default_strategy_id = $3, body = $4, version = $5, updated_at = $6
		WHERE team_id = $1 AND version < $5`,
		int64(v.Team), v.State == repricer.SettingsPresent, standard, db.JSONOf(body), v.Version, db.Micros(v.UpdatedAt))
	return db.Written(n, 1, err)
}

func strategyTo(to *maybe[strategy.ID]) any {
	return db.Number(to, func(n int64) strategy.ID { return strategy.ID(n) })
}
