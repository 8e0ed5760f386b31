package main

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
)

// target is embedded by the commands that work on the database.
type target struct {
	Demo bool `help:"Work on the data of the demo."`
}

// operate runs work on the database the environment names.
func (t target) operate(s *session, work func(context.Context, *compose.Operator) error) (err error) {
	cfg, err := t.config(s)
	if err != nil {
		return err
	}
	return compose.Operate(s.ctx, cfg, compose.Options{LogTo: s.io.err, Version: version()}, work)
}

func (t target) config(s *session) (config.Config, error) {
	cfg, err := config.Load(s.environ, t.Demo)
	if err != nil || !t.Demo {
		return cfg, err
	}
	return cfg, demo.LoadSecret(&cfg)
}

type migrateCommands struct {
	Up     migrateUp     `cmd:"" help:"Apply the missing migrations."`
	Down   migrateDown   `cmd:"" help:"Take the newest group of migrations back. Data they made is gone."`
	Status migrateStatus `cmd:"" help:"Show which migrations are applied."`
}

type migrateUp struct {
	output
	target
}

type migrateDown struct {
	output
	target
}

type migrateStatus struct {
	output
	target
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

// Run implements the command.
func (c migrateUp) Run(s *session) error {
	return c.run(s, func(ctx context.Context, m *compose.Migrator) error {
		done, err := m.Up(ctx)
		if err != nil {
			return err
		}
		return c.print(s, migrated{append([]string{}, done...)}, "applied: %d", len(done))
	})
}

// Run implements the command.
func (c migrateDown) Run(s *session) error {
	return c.run(s, func(ctx context.Context, m *compose.Migrator) error {
		done, err := m.Down(ctx)
		if err != nil {
			return err
		}
		return c.print(s, migrated{append([]string{}, done...)}, "taken back: %d", len(done))
	})
}

// Run implements the command.
func (c migrateStatus) Run(s *session) error {
	return c.run(s, func(ctx context.Context, m *compose.Migrator) error {
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
		return c.table(s, rows, "MIGRATION\tSTATE", lines)
	})
}

func (t target) run(s *session, work func(context.Context, *compose.Migrator) error) error {
	cfg, err := t.config(s)
	if err != nil {
		return err
	}
	m, err := compose.OpenMigrator(s.ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(work(s.ctx, m), m.Close())
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
