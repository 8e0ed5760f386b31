package stored

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Recording has the answers of a release's program about its database.
type Recording struct {
	// Commit has the commit of the program.
	Commit string `json:"commit"`
	// At has the time of the recording.
	At time.Time `json:"at"`
	// Key has the API key of the recording.
	Key     string   `json:"key"`
	Jobs    []Job    `json:"jobs"`
	Answers []Answer `json:"answers"`
}

// Job has a job as operators see it.
type Job struct {
	ID       int64           `json:"id"`
	Kind     string          `json:"kind"`
	Team     int64           `json:"team"`
	State    string          `json:"state"`
	Unique   string          `json:"unique"`
	Trace    string          `json:"trace"`
	Failures int             `json:"failures"`
	Args     json.RawMessage `json:"args"`
}

// Answer has a successful answer.
type Answer struct {
	Operation string          `json:"operation"`
	Path      string          `json:"path"`
	Body      json.RawMessage `json:"body"`
}

// Names the files of a release, for each kind of database.
const (
	SQLiteFile      = "sqlite.db.gz"
	PostgresFile    = "postgres.sql.gz"
	SQLiteAnswers   = "sqlite.answers.json.gz"
	PostgresAnswers = "postgres.answers.json.gz"
)

// Pack writes a compressed file.
func Pack(path string, content []byte) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// Unpack reads a compressed file.
func Unpack(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(r)
}

// Read reads the recorded answers of a release.
func Read(folder, file string) (r Recording, err error) {
	text, err := Unpack(filepath.Join(folder, file))
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

// OpenSQLite unpacks the SQLite database of a release to a file and returns its URL.
func OpenSQLite(folder, to string) (databaseURL string, err error) {
	content, err := Unpack(filepath.Join(folder, SQLiteFile))
	if err != nil {
		return "", err
	}
	return "sqlite://" + filepath.ToSlash(to), os.WriteFile(to, content, 0o600)
}

// LoadPostgres runs the dump of a release in an empty database.
func LoadPostgres(ctx context.Context, folder, databaseURL string) error {
	dump, err := Unpack(filepath.Join(folder, PostgresFile))
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	// The dump empties the search path of its connection, which is used for nothing else.
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.PgConn().Exec(ctx, string(dump)).ReadAll(); err != nil {
		return fmt.Errorf("load the dump: %w", err)
	}
	return nil
}
