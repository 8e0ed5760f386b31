package teamdata

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/vault"
	"sellingassistant/cmd/selling-assistant/backup"
	"sellingassistant/config"
	"sellingassistant/migrations"
)

// place has an open installation. The first secret key seals new data.
type place struct {
	store   *db.Store
	blobs   blob.Store
	masters [][]byte
}

// in runs work with the installation of the settings, which has every migration and the secret key
// of the settings.
func in(ctx context.Context, cfg config.Config, work func(p place) error) (err error) {
	if path := cfg.DatabaseFile(); path != "" {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("there is no database: %w", err)
		}
	}
	p := place{}
	if p.masters, err = backup.MasterKeys(cfg); err != nil {
		return err
	}
	if p.store, err = db.Open(ctx, db.Config{URL: cfg.DatabaseURL}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.store.Close()) }()
	missing, err := migrations.Missing(ctx, p.store)
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("run `selling-assistant migrate up` first: the database lacks %s", strings.Join(missing, ", "))
	}
	if err == nil {
		err = vault.Check(ctx, identitystore.NewSecretChecks(p.store).Keep, p.masters[0], p.masters[1:]...)
	}
	if err != nil {
		return err
	}
	if p.blobs, err = backup.OpenBlobs(ctx, cfg); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.blobs.Close()) }()
	return work(p)
}

// snapshot runs work in a transaction that sees one state of the database, however long it takes.
func (p place) snapshot(ctx context.Context, work func(tx bun.Tx) error) error {
	handle, ok := p.store.Read(ctx).(*bun.DB)
	if !ok {
		return errors.New("a snapshot needs a context without a transaction")
	}
	tx, err := handle.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return db.Fault(err)
	}
	defer func() { _ = tx.Rollback() }() // it only read
	if err := p.unhurried(ctx, tx); err != nil {
		return err
	}
	return work(tx)
}

// unhurried lets statements of a transaction take long on Postgres.
func (p place) unhurried(ctx context.Context, tx bun.IDB) error {
	if p.store.Dialect() != db.Postgres {
		return nil
	}
	for _, limit := range []string{"statement_timeout", "idle_in_transaction_session_timeout"} {
		if _, err := tx.ExecContext(ctx, "SET LOCAL "+limit+" = 0"); err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

// steps lists the names of the applied migrations.
func (p place) steps(ctx context.Context) ([]string, error) {
	all, err := migrations.Status(ctx, p.store)
	names := []string{}
	for _, step := range all {
		if step.AppliedAt != nil {
			names = append(names, step.Name)
		}
	}
	return names, err
}

// unguarded runs work while lines of the audit trail can be changed. It needs a transaction. On
// Postgres other writers of the trail wait until that ends, so work should be its last step.
func (p place) unguarded(ctx context.Context, work func() error) error {
	lift, back := []string{"ALTER TABLE audit_log DISABLE TRIGGER audit_log_keep"},
		[]string{"ALTER TABLE audit_log ENABLE TRIGGER audit_log_keep"}
	if p.store.Dialect() == db.SQLite {
		lift, back = nil, nil
		var name, text string
		triggers := "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'"
		err := db.Each(p.store.Hot(ctx).Query(ctx, triggers))(
			func() { lift, back = append(lift, "DROP TRIGGER "+name), append(back, text) }, &name, &text)
		if err != nil {
			return err
		}
	}
	if err := p.run(ctx, lift...); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return p.run(ctx, back...)
}

// run executes statements without arguments.
func (p place) run(ctx context.Context, statements ...string) error {
	for _, text := range statements {
		if _, err := p.store.Write(ctx).ExecContext(ctx, text); err != nil {
			return db.Fault(err)
		}
	}
	return nil
}
