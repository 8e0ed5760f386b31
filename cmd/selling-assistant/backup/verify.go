package backup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // checks the copy of a database

	ports "sellingassistant/ports/document"
)

// Verify compares a folder, or s3://bucket/path, with its manifest, and checks the database's own
// structure. The error names all differences.
func Verify(ctx context.Context, location string) (m Manifest, err error) {
	place, err := openBox(ctx, location)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, place.close()) }()
	return place.verify(ctx)
}

// verify leaves the database at its local path.
func (b *box) verify(ctx context.Context) (Manifest, error) {
	m, err := b.manifest(ctx)
	if err != nil {
		return m, err
	}
	var faults []error
	if m.Database != nil {
		err := b.fetch(ctx, databaseName)
		if err == nil {
			err = verifyDatabase(ctx, b.path(databaseName), *m.Database)
		}
		faults = append(faults, err)
	}
	files, err := b.store()
	if err != nil {
		return m, err
	}
	for _, f := range m.Files {
		if err := verifyFile(ctx, files, f); err != nil {
			faults = append(faults, fmt.Errorf("file %s of team %d %w", f.SHA256, f.Team, err))
		}
	}
	return m, errors.Join(faults...)
}

func verifyDatabase(ctx context.Context, path string, want Database) error {
	file, err := os.Open(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if n != want.Bytes || hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return errors.New("the database has another content than the manifest says")
	}
	// Opens the file as immutable: without locks, and without new files beside it.
	name := (&url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path)}).String()
	handle, err := sql.Open("sqlite", name+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer handle.Close()
	var found string
	if err := handle.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if found != "ok" {
		return fmt.Errorf("the database is damaged: %s", found)
	}
	return nil
}

func verifyFile(ctx context.Context, files ports.Blobs, f File) error {
	content, err := files.Open(ctx, f.Ref(), 0, -1)
	if errors.Is(err, ports.ErrNoBytes) {
		return errors.New("is absent")
	}
	if err != nil {
		return err
	}
	defer content.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != string(f.SHA256) {
		return ErrDamaged
	}
	return nil
}
