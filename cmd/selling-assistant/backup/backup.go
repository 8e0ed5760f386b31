// Package backup copies an installation into a folder or a bucket, checks such a copy, and makes an
// installation of it.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/vault"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/migrations"
	ports "sellingassistant/ports/document"
)

// format counts the changes of the manifest.
const format = 1

// Parts of the folder.
const (
	manifestName = "manifest.json"
	databaseName = "database.db"
	filesName    = "files"
)

// Manifest describes a backup. It is written last, so a folder without it is incomplete.
type Manifest struct {
	Format  int       `json:"format"`
	MadeAt  time.Time `json:"made_at"`
	Version string    `json:"version"`
	// Keys has the fingerprints of the secret keys that read the data.
	Keys []string `json:"key_fingerprints"`
	// Migrations lists the applied migrations.
	Migrations []string `json:"migrations"`
	// Database stays null on Postgres, which has its own tools.
	Database *Database `json:"database"`
	Files    []File    `json:"files"`
}

// Database describes the copy of an SQLite database.
type Database struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// File describes a stored file of a team.
type File struct {
	Team   id.Team         `json:"team_id"`
	SHA256 document.Digest `json:"sha256"`
	Bytes  int64           `json:"bytes"`
}

// Ref returns the name of the file in a store.
func (f File) Ref() ports.Ref { return ports.Ref{Team: f.Team, Sum: f.SHA256} }

// Bytes sums the sizes of the stored files.
func (m Manifest) Bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// Fingerprint identifies a master key without revealing it.
func Fingerprint(master []byte) string { return hex.EncodeToString(vault.Derive(master, "backup")[:8]) }

// source has the installation to be copied. The first master key seals new data.
type source struct {
	store   *db.Store
	blobs   blob.Store
	masters [][]byte
	version string
	now     time.Time
}

// copyTo writes the backup. The database is copied first, because files are kept for a day after
// their last record is gone.
func (s source) copyTo(ctx context.Context, place *box) (Manifest, error) {
	m := Manifest{
		Format: format, MadeAt: s.now.UTC(), Version: s.version, Migrations: []string{}, Files: []File{},
	}
	for _, master := range s.masters {
		m.Keys = append(m.Keys, Fingerprint(master))
	}
	steps, err := migrations.Status(ctx, s.store)
	if err != nil {
		return m, err
	}
	for _, step := range steps {
		if step.AppliedAt != nil {
			m.Migrations = append(m.Migrations, step.Name)
		}
	}
	if len(m.Migrations) == 0 {
		return m, errors.New("the database has no tables, so there is nothing to copy")
	}
	if err := s.checkKey(ctx); err != nil {
		return m, err
	}
	if err := place.begin(ctx); err != nil {
		return m, err
	}
	if s.store.Dialect() == db.SQLite {
		if m.Database, err = copyDatabase(ctx, s.store, place.path(databaseName)); err != nil {
			return m, err
		}
		if err := place.send(ctx, databaseName); err != nil {
			return m, err
		}
	}
	to, err := place.store()
	if err != nil {
		return m, err
	}
	var damaged []error
	err = s.blobs.All(ctx, func(ref ports.Ref) error {
		size, err := CopyFile(ctx, s.blobs, to, ref)
		switch {
		case errors.Is(err, ports.ErrNoBytes): // removed since it was listed
			return nil
		case errors.Is(err, ErrDamaged):
			damaged = append(damaged, fmt.Errorf("file %s of team %d %w", ref.Sum, ref.Team, err))
			return nil
		}
		m.Files = append(m.Files, File{ref.Team, ref.Sum, size})
		return err
	})
	if err != nil {
		return m, err
	}
	err = WriteManifest(place.folder, m)
	if err == nil {
		err = place.send(ctx, manifestName)
	}
	return m, errors.Join(append(damaged, err)...)
}

// EmptyFolder makes the folder, and refuses one with entries.
func EmptyFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the folder of the backup: %w", err)
	}
	entries, err := os.ReadDir(folder)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s is not empty: each backup needs a folder of its own", folder)
	}
	return err
}

// copyDatabase copies one state of the database, while others read and write.
func copyDatabase(ctx context.Context, s *db.Store, path string) (*Database, error) {
	if _, err := s.DB().ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return nil, fmt.Errorf("copy the database: %w", db.Fault(err))
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // the operator names the folder
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, file)
	err = errors.Join(err, file.Chmod(0o600), file.Sync(), file.Close())
	return &Database{n, hex.EncodeToString(sum.Sum(nil))}, err
}

// ErrDamaged describes a stored file with another content than its name says.
var ErrDamaged = errors.New("has another content than when it was stored")

// CopyFile copies a stored file, and compares its content with its digest.
func CopyFile(ctx context.Context, from, to ports.Blobs, ref ports.Ref) (size int64, err error) {
	content, err := from.Open(ctx, ref, 0, -1)
	if err != nil {
		return 0, err
	}
	defer content.Close()
	staged, err := to.Stage(ctx, ref.Team, content)
	if err != nil {
		return 0, err
	}
	defer staged.Discard()
	if staged.Ref() != ref {
		return 0, ErrDamaged
	}
	return staged.Size(), staged.Keep(ctx)
}

// WriteManifest writes a value as the manifest of a folder, in one step.
func WriteManifest(folder string, m any) error {
	content, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	path := filepath.Join(folder, manifestName)
	file, err := create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// create opens a new file beside its later place, readable only for its owner.
func create(path string) (*os.File, error) {
	return os.OpenFile(path+".part", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) //nolint:gosec // the operator names it
}

// ReadManifest reads the manifest of a folder into m. content names the folder's content in the
// error for a folder without a manifest.
func ReadManifest(folder, content string, m any) error {
	b, err := os.ReadFile(filepath.Join(folder, manifestName)) //nolint:gosec // the operator names the folder
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is no complete %s: it has no %s", folder, content, manifestName)
	case err != nil:
		return err
	}
	if err := json.Unmarshal(b, m); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	return nil
}
