package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sellingassistant/adapters/blob"
	"sellingassistant/migrations"
)

// target has the place of a restored installation.
type target struct {
	// database has the path of the SQLite file; "" for Postgres.
	database string
	blobs    blob.Store
	masters  [][]byte
}

// copyFrom makes the installation. The database comes last, so a restore that was interrupted can
// be repeated.
func (t target) copyFrom(ctx context.Context, place *box) (Manifest, error) {
	m, err := place.verify(ctx)
	if err != nil {
		return m, err
	}
	if err := m.fits(t); err != nil {
		return m, err
	}
	files, err := place.store()
	if err != nil {
		return m, err
	}
	for _, f := range m.Files {
		if _, err := CopyFile(ctx, files, t.blobs, f.Ref()); err != nil {
			return m, fmt.Errorf("file %s of team %d: %w", f.SHA256, f.Team, err)
		}
	}
	if m.Database == nil {
		return m, nil
	}
	return m, placeDatabase(place.path(databaseName), t.database)
}

// fits returns the reason why a backup cannot become this installation.
func (m Manifest) fits(to target) error {
	for _, key := range m.Keys {
		if !slices.ContainsFunc(to.masters, func(master []byte) bool { return Fingerprint(master) == key }) {
			return fmt.Errorf("neither SA_SECRET_KEY nor SA_SECRET_KEY_PREVIOUS is the key %s of this backup: "+
				"its API keys and seller tokens could not be read", key)
		}
	}
	steps, err := migrations.Program().Steps()
	if err != nil {
		return err
	}
	for _, name := range m.Migrations {
		if !slices.ContainsFunc(steps, func(s migrations.Step) bool { return s.Name == name }) {
			return fmt.Errorf("the backup was made by a newer version (%s): this one lacks the migration %s", m.Version, name)
		}
	}
	switch {
	case m.Database == nil && to.database != "":
		return errors.New("the backup is of Postgres, and SA_DATABASE_URL names SQLite")
	case m.Database != nil && to.database == "":
		return errors.New("the backup is of SQLite, and SA_DATABASE_URL names Postgres")
	case m.Database == nil:
		return nil
	}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if _, err := os.Stat(to.database + ending); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(fmt.Errorf("%s exists: move it away first, nothing is overwritten", to.database+ending), err)
		}
	}
	return nil
}

// placeDatabase copies a database to its place in one step.
func placeDatabase(from, to string) error {
	source, err := os.Open(from) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	part, err := create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(part, source)
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), to)
}
