package migrations

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/migrate"

	"sellingassistant/adapters/persistence/db"
)

func discover(steps fs.FS) (*migrate.Migrations, error) {
	all := migrate.NewMigrations()
	if err := all.Discover(steps); err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	for _, step := range all.Sorted() {
		if step.Up == nil || step.Down == nil {
			return nil, fmt.Errorf("migration %s needs both an up and a down file", step.Name)
		}
	}
	return all, nil
}

// migrator prepares bun's runner. after runs inside each step's transaction
// when its statements are through. A step is run only while the notes hold
// as many rows of it as want says: with two programs on one SQLite file, which
// has no advisory locks, the slower finds the step taken.
func migrator(s *db.Store, steps fs.FS, after migrate.MigrationHook, want int) (*migrate.Migrator, error) {
	all, err := discover(steps)
	if err != nil {
		return nil, err
	}
	before := func(ctx context.Context, tx bun.IConn, m *migrate.Migration) error {
		if s.Dialect() == db.Postgres {
			// Large tables take their time.
			if _, err := tx.ExecContext(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
				return err
			}
		}
		var noted int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table+" WHERE name = ?", m.Name).Scan(&noted); err != nil {
			return err
		}
		if noted != want {
			return errTaken
		}
		return nil
	}
	return migrate.NewMigrator(s.DB(), all,
		migrate.WithTableName(table), migrate.WithLocksTableName(locksTable),
		migrate.WithTemplateData(variables(s.Dialect())),
		// The note is written with the step; what bun writes afterwards finds
		// it there.
		migrate.WithMarkAppliedOnSuccess(true), migrate.WithUpsert(true),
		migrate.BeforeMigration(before), migrate.AfterMigration(after)), nil
}

// locked runs work while no other program migrates the same Postgres. SQLite
// has no such lock and needs none, see migrator.
func locked(ctx context.Context, s *db.Store, work func() error) error {
	if s.Dialect() != db.Postgres {
		return work()
	}
	// The lock belongs to a transaction of its own, so it goes with the
	// connection if the program dies. It may be waited for, and held, for long.
	return s.InTx(ctx, func(ctx context.Context) error {
		for _, statement := range []string{
			"SET LOCAL statement_timeout = 0",
			"SET LOCAL lock_timeout = 0",
			"SET LOCAL idle_in_transaction_session_timeout = 0",
			fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", int64(lockKey)),
		} {
			if _, err := s.Write(ctx).ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return work()
	})
}
