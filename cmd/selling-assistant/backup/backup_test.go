package backup_test

import (
	"bytes"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/blob"
	"sellingassistant/cmd/selling-assistant/backup"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

const (
	key      = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	otherKey = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
)

var now = time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)

// installation has settings and the files that they lead to.
type installation struct {
	t     *testing.T
	cfg   config.Config
	blobs blob.Store
}

// install makes an installation without data.
func install(t *testing.T, database, secretKey string) *installation {
	t.Helper()
	data := t.TempDir()
	environ := []string{"SA_DATA_DIR=" + data, "SA_SECRET_KEY=" + secretKey}
	if database != "" {
		environ = append(environ, "SA_DATABASE_URL="+database)
	}
	cfg, err := config.Load(environ, false)
	require.NoError(t, err)
	blobs, err := blob.OpenFolder(filepath.Join(data, "files"))
	require.NoError(t, err)
	return &installation{t, cfg, blobs}
}

func (i *installation) keep(team id.Team, content string) ports.Ref {
	i.t.Helper()
	staged, err := i.blobs.Stage(i.t.Context(), team, strings.NewReader(content))
	require.NoError(i.t, err)
	require.NoError(i.t, staged.Keep(i.t.Context()))
	return staged.Ref()
}

func (i *installation) content(ref ports.Ref) string {
	i.t.Helper()
	r, err := i.blobs.Open(i.t.Context(), ref, 0, -1)
	require.NoError(i.t, err)
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(r)
	require.NoError(i.t, err)
	return string(b)
}

// full is an installation on SQLite with a row and three files of two teams.
func full(t *testing.T) (i *installation, refs []ports.Ref) {
	t.Helper()
	i = install(t, stores.SQLiteURL(t), key)
	s := stores.Open(t, i.cfg.DatabaseURL.Reveal())
	_, err := s.DB().ExecContext(t.Context(), "CREATE TABLE marker (x TEXT)")
	require.NoError(t, err)
	_, err = s.DB().ExecContext(t.Context(), "INSERT INTO marker VALUES ('kept')")
	require.NoError(t, err)
	return i, []ports.Ref{i.keep(1, "invoice"), i.keep(2, "invoice"), i.keep(1, "")}
}

// made is a backup of such an installation.
func made(t *testing.T) (folder string, refs []ports.Ref) {
	t.Helper()
	i, refs := full(t)
	folder = filepath.Join(t.TempDir(), "backup")
	m, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, folder)
	require.NoError(t, err)
	require.Equal(t, []any{now, "1.2.3", 3, int64(14)}, []any{m.MadeAt, m.Version, len(m.Files), m.Bytes()})
	require.Len(t, m.Keys, 1)
	require.Positive(t, m.Database.Bytes)
	return folder, refs
}

func TestRestore(t *testing.T) {
	folder, refs := made(t)
	checked, err := backup.Verify(t.Context(), folder)
	require.NoError(t, err)

	to := install(t, "", key)
	m, err := backup.Restore(t.Context(), to.cfg, folder)
	require.NoError(t, err)
	require.Equal(t, checked, m)
	path := strings.TrimPrefix(to.cfg.DatabaseURL.Reveal(), "sqlite://")
	for _, name := range []string{path, filepath.Join(folder, "database.db"), filepath.Join(folder, "manifest.json")} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
	s := stores.Open(t, to.cfg.DatabaseURL.Reveal())
	var marker string
	require.NoError(t, s.DB().QueryRowContext(t.Context(), "SELECT x FROM marker").Scan(&marker))
	require.Equal(t, "kept", marker)
	require.Equal(t, []string{"invoice", "invoice", ""}, []string{to.content(refs[0]), to.content(refs[1]), to.content(refs[2])})

	_, err = backup.Restore(t.Context(), to.cfg, folder)
	require.ErrorContains(t, err, path+" exists: move it away first, nothing is overwritten")
}

func TestVerifyNamesEveryDifference(t *testing.T) {
	change := func(t *testing.T, path string, edit func([]byte) []byte) {
		t.Helper()
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, edit(b), 0o600))
	}
	flip := func(b []byte) []byte {
		b[len(b)-1] ^= 1
		return b
	}
	file := func(folder string, ref ports.Ref) string {
		return filepath.Join(folder, "files", "1", string(ref.Sum[:2]), string(ref.Sum))
	}
	for want, spoil := range map[string]func(t *testing.T, folder string, ref ports.Ref){
		"the database has another content than the manifest says": func(t *testing.T, folder string, _ ports.Ref) {
			change(t, filepath.Join(folder, "database.db"), flip)
		},
		"database.db: no such file or directory": func(t *testing.T, folder string, _ ports.Ref) {
			require.NoError(t, os.Remove(filepath.Join(folder, "database.db")))
		},
		"has another content than when it was stored": func(t *testing.T, folder string, ref ports.Ref) {
			change(t, file(folder, ref), flip)
		},
		"is absent": func(t *testing.T, folder string, ref ports.Ref) { require.NoError(t, os.Remove(file(folder, ref))) },
		"is no complete backup: it has no manifest.json": func(t *testing.T, folder string, _ ports.Ref) {
			require.NoError(t, os.Remove(filepath.Join(folder, "manifest.json")))
		},
		"the backup has the format 2, and this version reads 1": func(t *testing.T, folder string, _ ports.Ref) {
			change(t, filepath.Join(folder, "manifest.json"), func(b []byte) []byte {
				return bytes.Replace(b, []byte(`"format": 1`), []byte(`"format": 2`), 1)
			})
		},
	} {
		folder, refs := made(t)
		spoil(t, folder, refs[0])
		_, err := backup.Verify(t.Context(), folder)
		require.ErrorContains(t, err, want)
		to := install(t, "", key)
		_, err = backup.Restore(t.Context(), to.cfg, folder)
		require.ErrorContains(t, err, want, "a restore verifies first")
		require.NoFileExists(t, strings.TrimPrefix(to.cfg.DatabaseURL.Reveal(), "sqlite://"))
	}
}

func TestRestoreRefusesAnotherKeyAndNewerData(t *testing.T) {
	folder, _ := made(t)
	to := install(t, "", otherKey)
	_, err := backup.Restore(t.Context(), to.cfg, folder)
	require.ErrorContains(t, err, "neither SA_SECRET_KEY nor SA_SECRET_KEY_PREVIOUS is the key ")
	require.NotContains(t, err.Error(), key)

	manifest := filepath.Join(folder, "manifest.json")
	b, err := os.ReadFile(manifest)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(manifest, bytes.Replace(b, []byte(`"20261101000100"`), []byte(`"29991231000000"`), 1), 0o600))
	_, err = backup.Restore(t.Context(), install(t, "", key).cfg, folder)
	require.EqualError(t, err, "the backup was made by a newer version (1.2.3): this one lacks the migration 29991231000000")
}

func TestAPreviousKeyBelongsToTheBackup(t *testing.T) {
	i, _ := full(t)
	environ := []string{
		"SA_DATA_DIR=" + i.cfg.DataDir, "SA_DATABASE_URL=" + i.cfg.DatabaseURL.Reveal(), "SA_SECRET_KEY=" + otherKey,
		"SA_SECRET_KEY_PREVIOUS=" + key,
	}
	first := t.TempDir()
	_, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, first) // ties the database to its key
	require.NoError(t, err)
	cfg, err := config.Load(environ, false)
	require.NoError(t, err)
	folder := t.TempDir()
	m, err := backup.Make(t.Context(), cfg, "1.2.3", now, folder)
	require.NoError(t, err)
	require.Len(t, m.Keys, 2)
	_, err = backup.Restore(t.Context(), install(t, "", otherKey).cfg, folder)
	require.ErrorContains(t, err, "is the key "+m.Keys[1]+" of this backup")

	i.cfg.SecretKey = cfg.SecretKey
	_, err = backup.Make(t.Context(), i.cfg, "1.2.3", now, t.TempDir())
	require.ErrorContains(t, err, "SA_SECRET_KEY is not the key this database was made with")
}

func TestMakeRefuses(t *testing.T) {
	i, _ := full(t)
	used := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(used, "x"), nil, 0o600))
	_, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, used)
	require.EqualError(t, err, used+" is not empty: each backup needs a folder of its own")

	absent := install(t, "", key)
	folder := filepath.Join(t.TempDir(), "backup")
	_, err = backup.Make(t.Context(), absent.cfg, "1.2.3", now, folder)
	require.ErrorContains(t, err, "there is no database to copy")
	require.NoDirExists(t, folder)
	require.NoFileExists(t, strings.TrimPrefix(absent.cfg.DatabaseURL.Reveal(), "sqlite://"))
}

// A stored file that decayed is named. The backup has everything else, and can be restored.
func TestADecayedFileIsLeftOut(t *testing.T) {
	i, refs := full(t)
	path := filepath.Join(i.cfg.DataDir, "files", "1", string(refs[0].Sum[:2]), string(refs[0].Sum))
	require.NoError(t, os.WriteFile(path, []byte("inv0ice"), 0o600))
	folder := t.TempDir()
	m, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, folder)
	require.EqualError(t, err, "file "+string(refs[0].Sum)+" of team 1 has another content than when it was stored")
	require.Len(t, m.Files, 2)
	require.False(t, slices.ContainsFunc(m.Files, func(f backup.File) bool { return f.Team == 1 && f.SHA256 == refs[0].Sum }))
	_, err = backup.Restore(t.Context(), install(t, "", key).cfg, folder)
	require.NoError(t, err)
}

// On Postgres the files and the manifest are copied, and the database by its own tools.
func TestPostgres(t *testing.T) {
	url := pgtest.URL(t)
	i := install(t, url, key)
	ref := i.keep(1, "invoice")
	folder := t.TempDir()
	m, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, folder)
	require.NoError(t, err)
	require.Nil(t, m.Database)
	require.NotEmpty(t, m.Migrations)
	_, err = backup.Verify(t.Context(), folder)
	require.NoError(t, err)

	to := install(t, url, key)
	_, err = backup.Restore(t.Context(), to.cfg, folder)
	require.NoError(t, err)
	require.Equal(t, "invoice", to.content(ref))

	_, err = backup.Restore(t.Context(), install(t, "", key).cfg, folder)
	require.EqualError(t, err, "the backup is of Postgres, and SA_DATABASE_URL names SQLite")
	other, _ := made(t)
	_, err = backup.Restore(t.Context(), to.cfg, other)
	require.EqualError(t, err, "the backup is of SQLite, and SA_DATABASE_URL names Postgres")
}

// A bucket takes a backup below a path, and gives it back.
func TestBucket(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	objects := s3mem.New()
	require.NoError(t, objects.CreateBucket("backups"))
	server := httptest.NewServer(gofakes3.New(objects).Server())
	t.Cleanup(server.Close)
	at := func(path string) string {
		return "s3://backups" + path + "?region=eu-west-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
	}
	i, refs := full(t)
	made, err := backup.Make(t.Context(), i.cfg, "1.2.3", now, at("/nightly/2026-11-28"))
	require.NoError(t, err)
	require.Len(t, made.Files, 3)
	checked, err := backup.Verify(t.Context(), at("/nightly/2026-11-28"))
	require.NoError(t, err)
	require.Equal(t, made, checked)

	to := install(t, "", key)
	_, err = backup.Restore(t.Context(), to.cfg, at("/nightly/2026-11-28"))
	require.NoError(t, err)
	s := stores.Open(t, to.cfg.DatabaseURL.Reveal())
	var marker string
	require.NoError(t, s.DB().QueryRowContext(t.Context(), "SELECT x FROM marker").Scan(&marker))
	require.Equal(t, "kept", marker)
	require.Equal(t, "invoice", to.content(refs[0]))

	_, err = backup.Make(t.Context(), i.cfg, "1.2.3", now, at("/nightly/2026-11-28"))
	require.EqualError(t, err, "s3://backups/nightly/2026-11-28 is not empty: each backup needs a place of its own")
	_, err = backup.Make(t.Context(), i.cfg, "1.2.3", now, at("/nightly"))
	require.ErrorContains(t, err, "is not empty", "one place is not within another one")
	_, err = backup.Make(t.Context(), i.cfg, "1.2.3", now, at(""))
	require.ErrorContains(t, err, "needs a path of its own")
	_, err = backup.Verify(t.Context(), at("/nightly/2026-11-29"))
	require.EqualError(t, err, "s3://backups/nightly/2026-11-29 is no complete backup: it has no manifest.json")
	_, err = objects.DeleteObject("backups", "nightly/2026-11-28/files/1/"+string(refs[0].Sum[:2])+"/"+string(refs[0].Sum))
	require.NoError(t, err)
	_, err = backup.Verify(t.Context(), at("/nightly/2026-11-28"))
	require.ErrorContains(t, err, "is absent")
}
