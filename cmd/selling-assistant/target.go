package main

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
	"sellingassistant/migrations"
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
	return s.migrate("up", "Apply the missing migrations.", "applied: %d", migrations.Up)
}

func migrateDown(s *session) *cobra.Command {
	return s.migrate("down", "Take the newest group of migrations back. Data they made is gone.", "taken back: %d", migrations.Down)
}

// migrate is a command that changes the schema and names the steps.
func (s *session) migrate(name, help, format string, change func(context.Context, *db.Store) ([]string, error)) *cobra.Command {
	c := s.onData(name, help)
	return c.onSchema(func(ctx context.Context, store *db.Store) error {
		done, err := change(ctx, store)
		if err != nil {
			return err
		}
		return c.print(migrated{append([]string{}, done...)}, format, len(done))
	})
}

func migrateStatus(s *session) *cobra.Command {
	c := s.onData("status", "Show which migrations are applied.")
	return c.onSchema(func(ctx context.Context, store *db.Store) error {
		all, err := migrations.Status(ctx, store)
		if err != nil {
			return err
		}
		return table(c, all, "MIGRATION\tSTATE", func(one migrations.Step) (migrationStep, string) {
			step := migrationStep{one.Name + "_" + one.Comment, one.AppliedAt}
			if one.AppliedAt == nil {
				return step, step.Name + "\tmissing"
			}
			return step, step.Name + "\tapplied " + day(one.AppliedAt)
		})
	})
}

// onSchema ends the making of a command that opens the database without the rest
// of the program.
func (v *verb) onSchema(work func(ctx context.Context, store *db.Store) error) *cobra.Command {
	return v.runs(func(ctx context.Context) error {
		cfg, err := v.config()
		if err != nil {
			return err
		}
		store, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
		if err != nil {
			return err
		}
		return errors.Join(work(ctx, store), store.Close())
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
