package db

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"modernc.org/sqlite"

	"sellingassistant/adapters/persistence/db/prepared"
)

const memory = ":memory:"

// openSQLite opens two handles on one file. The writer has a single connection, so that writers
// queue inside the process instead of failing as busy. Readers never wait for it.
func (s *Store) openSQLite(rest string, readers int) error {
	path, query, _ := strings.Cut(rest, "?")
	name, common, err := s.sqliteName(path, query)
	if err != nil {
		return err
	}
	if readers <= 0 {
		readers = defaultReaders
	}
	dsn := func(extra ...string) string {
		q := append(append([]string{}, common...), extra...)
		return name + "?" + strings.Join(q, "&")
	}
	// The writer opens first: it makes the file and turns WAL on.
	// A statement that changes many rows first copies their pages, to undo itself alone. In memory
	// this costs less than in a file.
	write, err := openHandle(dsn("_txlock=immediate", "_pragma=busy_timeout(200)", "_pragma=temp_store(MEMORY)"))
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	write.SetMaxOpenConns(1)
	write.SetMaxIdleConns(1)
	s.write = bun.NewDB(write, sqlitedialect.New())
	if err := makeFile(write); err != nil {
		return errors.Join(fmt.Errorf("open the database: %w", Fault(err)), write.Close())
	}
	read, err := openHandle(dsn("_pragma=query_only(1)", "_pragma=busy_timeout(5000)"))
	if err != nil {
		return errors.Join(fmt.Errorf("open the database: %w", err), write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	s.read = bun.NewDB(read, sqlitedialect.New())
	return nil
}

func openHandle(dsn string) (*sql.DB, error) {
	plain, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(prepared.Connector{Connector: plain}), nil
}

// makeFile makes the file and turns WAL on. It retries, because SQLite does not wait for another
// process that does the same at that moment.
func makeFile(write *sql.DB) error {
	const pause = 10 * time.Millisecond
	for start := time.Now(); ; time.Sleep(pause) {
		err := write.Ping()
		if err == nil || !Busy(err) || time.Since(start) > retryBudget {
			return err
		}
	}
}

// sqliteName returns the driver's file name for the part after sqlite:// and the parameters that
// all handles share. It remembers the path.
func (s *Store) sqliteName(path, query string) (name string, common []string, err error) {
	common = []string{
		"_pragma=foreign_keys(1)",
		// FULL survives a power cut, not only a killed process.
		"_pragma=synchronous(FULL)",
		"_dqs=0",
	}
	if path == memory {
		values, err := url.ParseQuery(query)
		if err != nil || values.Get("name") == "" || strings.ContainsAny(values.Get("name"), "/?#%&") {
			return "", nil, errors.New("an in-memory database needs a name: sqlite://:memory:?name=x")
		}
		// The memdb VFS shares one database among the connections of a process and locks it like a
		// file.
		return "file:/" + values.Get("name"), append(common, "vfs=memdb"), nil
	}
	if path == "" || query != "" {
		return "", nil, errors.New("the database URL must be sqlite:// and a path, without parameters")
	}
	path, err = url.PathUnescape(path)
	if err != nil {
		return "", nil, errors.New("the path in the database URL is not correctly escaped")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", nil, fmt.Errorf("make the database's folder: %w", err)
	}
	// Creates the file readable only for its owner; SQLite would make it readable for everyone. The
	// other database files copy its permissions. SQLite itself reports errors of the file.
	if file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600); err == nil { //nolint:gosec // the operator names the file
		_ = file.Close()
	}
	s.file = path
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped, append(common, "_pragma=journal_mode(WAL)"), nil
}
