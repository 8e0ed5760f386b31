package main

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
)

// operate runs work on the database the environment names.
func (v *verb) operate(ctx context.Context, work func(context.Context, *compose.Operator) error) (err error) {
	cfg, err := v.config()
	if err != nil {
		return err
	}
	return compose.Operate(ctx, cfg, compose.Options{LogTo: v.io.err, Version: version()}, work)
}

func (v *verb) config() (config.Config, error) {
	cfg, err := config.Load(v.environ, v.demo)
	if err != nil || !v.demo {
		return cfg, err
	}
	return cfg, demo.LoadSecret(&cfg)
}

// migrated is what a program reads of a migration.
type migrated struct {
	Migrations []string `json:"migrations"`
}

// migrationStep is what a program reads of the state of a migration.
type migrationStep struct {
	Name      string     `json:"name"`
	AppliedAt *time.Time `json:"applied_at"`
}

func migrateUp(s *session) *cobra.Command {
	c := s.onData("up", "Apply the missing migrations.")
	return c.migrates(func(ctx context.Context, m *compose.Migrator) error {
		done, err := m.Up(ctx)
		if err != nil {
			return err
		}
		return c.print(migrated{append([]string{}, done...)}, "applied: %d", len(done))
	})
}

func migrateDown(s *session) *cobra.Command {
	c := s.onData("down", "Take the newest group of migrations back. Data they made is gone.")
	return c.migrates(func(ctx context.Context, m *compose.Migrator) error {
		done, err := m.Down(ctx)
		if err != nil {
			return err
		}
		return c.print(migrated{append([]string{}, done...)}, "taken back: %d", len(done))
	})
}

func migrateStatus(s *session) *cobra.Command {
	c := s.onData("status", "Show which migrations are applied.")
	return c.migrates(func(ctx context.Context, m *compose.Migrator) error {
		all, err := m.Status(ctx)
		if err != nil {
			return err
		}
		rows, lines := make([]migrationStep, len(all)), make([]string, len(all))
		for i, one := range all {
			rows[i] = migrationStep{one.Name + "_" + one.Comment, one.AppliedAt}
			lines[i] = rows[i].Name + "\tmissing"
			if one.AppliedAt != nil {
				lines[i] = rows[i].Name + "\tapplied " + day(one.AppliedAt)
			}
		}
		return c.table(rows, "MIGRATION\tSTATE", lines)
	})
}

// migrates ends the making of a command that works on the schema.
func (v *verb) migrates(work func(context.Context, *compose.Migrator) error) *cobra.Command {
	return v.runs(func(ctx context.Context) error {
		cfg, err := v.config()
		if err != nil {
			return err
		}
		m, err := compose.OpenMigrator(ctx, cfg)
		if err != nil {
			return err
		}
		return errors.Join(work(ctx, m), m.Close())
	})
}

// version is the module's version, or the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return "0.1.0+" + setting.Value[:12]
		}
	}
	return "0.1.0"
}
