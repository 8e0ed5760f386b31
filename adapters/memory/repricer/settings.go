package repricer

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
)

type settings struct{ store *Store }

func (s settings) Load(ctx context.Context, team id.Team) (out *repricer.Settings, err error) {
	err = s.store.call(ctx, "Settings.Load", func(d *data, _ *transaction) error {
		out, err = d.loadSettings(team)
		return err
	})
	return out, err
}

func (s settings) LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error) {
	out := map[id.Team]*repricer.Settings{}
	if len(teams) == 0 {
		return out, nil
	}
	err := s.store.call(ctx, "Settings.LoadMany", func(d *data, _ *transaction) error {
		for _, team := range teams {
			found, err := d.loadSettings(team)
			if err != nil {
				return err
			}
			out[team] = found
		}
		return nil
	})
	return out, err
}

func (s settings) LoadLocked(ctx context.Context, team id.Team) (out *repricer.Settings, err error) {
	err = s.store.locked(ctx, "Settings.LoadLocked", func(d *data, t *transaction) error {
		t.settings[team] = true
		out, err = d.loadSettings(team)
		return err
	})
	return out, err
}

func (d *data) loadSettings(team id.Team) (*repricer.Settings, error) {
	found, ok := d.settings[team]
	if !ok {
		return repricer.NewSettings(team), nil
	}
	return repricer.RestoreSettings(found)
}

func (s settings) DefaultStrategy(ctx context.Context, team id.Team) (out optional.Maybe[strategy.ID], err error) {
	err = s.store.call(ctx, "Settings.DefaultStrategy", func(d *data, _ *transaction) error {
		if found := d.settings[team]; found.State == repricer.SettingsPresent {
			out = found.Values.DefaultStrategyID
		}
		return nil
	})
	return out, err
}

func (s settings) Save(ctx context.Context, changed *repricer.Settings) error {
	return s.store.locked(ctx, "Settings.Save", func(d *data, t *transaction) error {
		snapshot := changed.Snapshot()
		if !t.settings[snapshot.Team] {
			return errNotLocked
		}
		d.settings[snapshot.Team] = snapshot
		return nil
	})
}
