package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/vault"
	"sellingassistant/config"
)

// Make copies the installation of the settings into a folder, which must be empty or absent, or
// to s3://bucket/path. The service may run meanwhile. The error names stored files with a wrong
// content; all others are in the backup.
func Make(ctx context.Context, cfg config.Config, version string, now time.Time, location string) (
	m Manifest, err error,
) {
	if path := cfg.DatabaseFile(); path != "" {
		if _, err := os.Stat(path); err != nil {
			return m, fmt.Errorf("there is no database to copy: %w", err)
		}
	}
	masters, err := MasterKeys(cfg)
	if err != nil {
		return m, err
	}
	store, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	blobs, err := OpenBlobs(ctx, cfg)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	place, err := openBox(ctx, location)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, place.close()) }()
	from := source{store: store, blobs: blobs, masters: masters, version: version, now: now}
	return from.copyTo(ctx, place)
}

// checkKey refuses a secret key that cannot read the data.
func (s source) checkKey(ctx context.Context) error {
	return vault.Check(ctx, identitystore.NewSecretChecks(s.store).Keep, s.masters[0], s.masters[1:]...)
}

// Restore verifies a backup and copies it to the installation of the settings, which must not have
// a database. It refuses another secret key and data of a newer version.
func Restore(ctx context.Context, cfg config.Config, location string) (m Manifest, err error) {
	masters, err := MasterKeys(cfg)
	if err != nil {
		return m, err
	}
	blobs, err := OpenBlobs(ctx, cfg)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	place, err := openBox(ctx, location)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, place.close()) }()
	return target{database: cfg.DatabaseFile(), blobs: blobs, masters: masters}.copyFrom(ctx, place)
}

// MasterKeys returns the secret key, and the previous one after it.
func MasterKeys(cfg config.Config) ([][]byte, error) {
	master, err := vault.ParseMaster(cfg.SecretKey)
	if err != nil || cfg.PreviousSecretKey.Empty() {
		return [][]byte{master}, err
	}
	previous, err := vault.ParseMaster(cfg.PreviousSecretKey)
	return [][]byte{master, previous}, err
}

// OpenBlobs opens the stored files of the settings.
func OpenBlobs(ctx context.Context, cfg config.Config) (blob.Store, error) {
	return blob.Open(ctx, cfg.BlobURL.Reveal(), filepath.Join(cfg.DataDir, "staging"))
}
