package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap/zapcore"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
	"sellingassistant/migrations"
)

// operate runs work on the database of the environment.
func (v *verb) operate(ctx context.Context, work func(context.Context, *compose.Operator) error) (err error) {
	cfg, err := v.config()
	if err != nil {
		return err
	}
	if !cfg.LogLevelGiven {
		// The command itself reports success.
		cfg.LogLevel = zapcore.WarnLevel
	}
	v.says("%s", v.command.CommandPath())
	options := compose.Options{LogTo: v.status, Version: version()}
	if v.demo && v.market {
		sample, err := demo.Prepare(&cfg)
		if err != nil {
			return err
		}
		defer sample.Close()
	}
	return compose.Operate(ctx, cfg, options, work)
}

func (v *verb) config() (config.Config, error) {
	cfg, err := config.Load(v.environ, v.demo)
	if err != nil || !v.demo {
		return cfg, err
	}
	return cfg, demo.LoadSecret(&cfg)
}

// migrated encodes a migration as JSON.
type migrated struct {
	Migrations []string `json:"migrations"`
}

// migrationStep encodes the state of a migration as JSON.
type migrationStep struct {
	Name      string     `json:"name"`
	AppliedAt *time.Time `json:"applied_at"`
	// Kind stays null for the oldest migrations.
	Kind *migrations.Kind `json:"kind"`
	// WaitsFor names a version that ran within the last hour and lacks the migration.
	WaitsFor *string `json:"waits_for"`
}

func migrateUp(s *session) *cobra.Command {
	c := s.onData("up", "Apply the missing migrations.")
	return c.onSchema(func(ctx context.Context, store *db.Store) error {
		done, err := migrations.Up(ctx, store)
		if err != nil {
			return err
		}
		return c.print(migrated{append([]string{}, done...)}, "applied: %d", len(done))
	})
}

// takenBack encodes a rollback of migrations as JSON.
type takenBack struct {
	migrated
	Lost []lossResult `json:"lost"`
}

type lossResult struct {
	Table  string  `json:"table"`
	Column *string `json:"column"`
	Rows   int64   `json:"rows"`
}

func migrateDown(s *session) *cobra.Command {
	c := s.onData("down", "Take the newest migrations back, all of them or none. What their tables hold is lost.")
	c.command.Long = "No process may serve or work meanwhile. Make a backup first."
	steps := c.Int("steps", 0, "How many migrations, from the newest on.")
	yes := c.Bool("yes", false, "Do not ask; without a terminal nothing happens without it.")
	c.need("steps")
	c.check = func() error {
		if *steps < 1 {
			return usageError{"--steps must be at least 1"}
		}
		return nil
	}
	return c.onSchema(func(ctx context.Context, store *db.Store) error {
		newest, lost, err := migrations.Program().Losses(ctx, store, *steps)
		if err != nil {
			return err
		}
		if !*yes {
			fmt.Fprint(c.status, farewell(newest, lost))
			if !c.confirm("Take them back?") {
				return errors.New("nothing is taken back; --yes takes back what is named above")
			}
		}
		done, err := migrations.Program().Down(ctx, store, *steps)
		if err != nil {
			return err
		}
		r := takenBack{migrated{done}, make([]lossResult, len(lost))}
		for i, one := range lost {
			r.Lost[i] = lossResult{one.Table, orNull(one.Column), one.Rows}
		}
		return c.print(r, "taken back: %d", len(done))
	})
}

// farewell lists the data that the newest migrations lose.
func farewell(newest []migrations.Step, lost []migrations.Loss) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Migrations to be taken back: %d\n", len(newest))
	for _, step := range newest {
		fmt.Fprintf(&text, "  %s_%s\n", step.Name, step.Comment)
	}
	empty := 0
	fmt.Fprintln(&text, "What is lost with them:")
	for _, one := range lost {
		switch {
		case one.Rows == 0:
			empty++
		case one.Column == "":
			fmt.Fprintf(&text, "  %s, rows: %d\n", one.Table, one.Rows)
		default:
			fmt.Fprintf(&text, "  %s of %s, rows: %d\n", one.Column, one.Table, one.Rows)
		}
	}
	fmt.Fprintf(&text, "  tables and columns that are empty: %d\n", empty)
	return text.String()
}

func migrateStatus(s *session) *cobra.Command {
	c := s.onData("status", "Show which migrations are applied.")
	return c.onSchema(func(ctx context.Context, store *db.Store) error {
		all, err := migrations.Status(ctx, store)
		if err != nil {
			return err
		}
		waits := map[string]string{}
		for _, found := range all {
			if found.AppliedAt == nil && err == nil {
				waits[found.Name], err = found.Waiting(ctx, store)
			}
		}
		if err != nil {
			return err
		}
		return table(c, all, "MIGRATION\tKIND\tSTATE", func(found migrations.Step) (migrationStep, string) {
			step := migrationStep{found.Name + "_" + found.Comment, found.AppliedAt, orNull(found.Kind), orNull(waits[found.Name])}
			line := step.Name + "\t" + orDash(found.Kind) + "\t"
			switch {
			case found.AppliedAt != nil:
				return step, line + "applied " + day(found.AppliedAt)
			case step.WaitsFor != nil:
				return step, line + "waits until " + *step.WaitsFor + " has not run for an hour"
			}
			return step, line + "missing"
		})
	})
}

// onSchema finishes a command that opens the database without the rest of the program.
func (v *verb) onSchema(work func(ctx context.Context, store *db.Store) error) *cobra.Command {
	return v.runs(func(ctx context.Context) error {
		cfg, err := v.config()
		if err != nil {
			return err
		}
		v.says("%s", v.command.CommandPath())
		store, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
		if err != nil {
			return err
		}
		return errors.Join(work(ctx, store), store.Close())
	})
}

// version returns the module's version with the revision it was built from.
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
