package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sellingassistant/domain/kernel/fault"
)

// Unique reports a write that a unique index refused.
type Unique struct {
	// Constraint names the index. SQLite reports only the table and the columns, so there the name
	// is built: <table>_<column>_<column>_key, or <table>_pkey for the primary key. Name unique
	// indexes so, or use On.
	Constraint string
	Table      string
	// Columns lists the columns of the index. It is empty for an index over expressions.
	Columns []string

	cause error
}

// Error names the index.
func (e *Unique) Error() string { return fmt.Sprintf("unique index %s: %v", e.Constraint, e.cause) }

// Unwrap returns the driver's error.
func (e *Unique) Unwrap() error { return e.cause }

// On reports whether the index covers exactly these columns, in this order. It works on both
// databases, whatever the name of the index.
func (e *Unique) On(columns ...string) bool { return slices.Equal(e.Columns, columns) }

// ForeignKey reports a write that a foreign key refused: the referenced row is absent, or a row
// with references was to be deleted.
type ForeignKey struct {
	// Constraint names the foreign key; "" on SQLite, which does not report it.
	Constraint string

	cause error
}

// Error names the reference where it is known.
func (e *ForeignKey) Error() string { return "foreign key " + e.Constraint + ": " + e.cause.Error() }

// Unwrap returns the driver's error.
func (e *ForeignKey) Unwrap() error { return e.cause }

// away marks a failure to get a connection, whatever the error inside.
type away struct{ cause error }

func (e *away) Error() string { return e.cause.Error() }
func (e *away) Unwrap() error { return e.cause }

// Fault translates a driver's error. A database that is unreachable, busy, full or too slow becomes
// a fault of kind Unavailable with RetryAfter of one second. A unique violation becomes *Unique, a
// broken reference *ForeignKey. Other errors stay unchanged, such as the end of a context or
// sql.ErrNoRows. Nil stays nil.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	if _, known := fault.As(err); known {
		return err
	}
	if _, ok := errors.AsType[*away](err); ok {
		return unavailable(err)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresFault(e, err)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteFault(e, err)
	}
	if lost(err) {
		return unavailable(err)
	}
	return err
}

func unavailable(cause error) error {
	return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is unavailable. Try again shortly.").
		After(time.Second).Because(cause)
}

func postgresFault(e *pgconn.PgError, err error) error {
	switch e.Code {
	case "23505":
		return &Unique{Constraint: e.ConstraintName, Table: e.TableName, Columns: keyColumns(e.Detail), cause: err}
	case "23503":
		return &ForeignKey{Constraint: e.ConstraintName, cause: err}
	case "57014", // statement timeout
		"55P03", // lock timeout
		"25P03", // idle in transaction for too long
		"25006", // read only: a standby that was not promoted yet
		"40001", "40P01":
		return unavailable(err)
	}
	switch e.Code[:min(2, len(e.Code))] {
	case "08", // connection lost
		"53", // too many connections, disk or memory full
		"57", // shutting down or starting up
		"58": // the server's own files
		return unavailable(err)
	}
	return err
}

// keyList finds the columns in «Key (a, b)=(1, 2) already exists.», whatever
// language the server speaks.
var keyList = regexp.MustCompile(`\(([^()]*)\)=\(`)

func keyColumns(detail string) []string {
	m := keyList.FindStringSubmatch(detail)
	if m == nil {
		return nil
	}
	columns := strings.Split(m[1], ", ")
	for i, c := range columns {
		columns[i] = strings.Trim(c, `"`)
	}
	return columns
}

func sqliteFault(e *sqlite.Error, err error) error {
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE:
		return sqliteUnique(e, err, "")
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return sqliteUnique(e, err, "pkey")
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return &ForeignKey{cause: err}
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return unavailable(err)
	}
	return err
}

// sqliteUnique reads «UNIQUE constraint failed: t.a, t.b (2067)», or «… index
// 'name'» for an index over expressions.
func sqliteUnique(e *sqlite.Error, err error, suffix string) error {
	u := &Unique{cause: err}
	_, list, _ := strings.Cut(e.Error(), "UNIQUE constraint failed: ")
	if end := strings.LastIndex(list, " ("); end >= 0 {
		list = list[:end]
	}
	if name, ok := strings.CutPrefix(list, "index '"); ok {
		u.Constraint = strings.TrimSuffix(name, "'")
		return u
	}
	for part := range strings.SplitSeq(list, ", ") {
		table, column, _ := strings.Cut(part, ".")
		u.Table = table
		u.Columns = append(u.Columns, column)
	}
	if suffix == "" {
		suffix = strings.Join(u.Columns, "_") + "_key"
	}
	u.Constraint = u.Table + "_" + suffix
	return u
}

// lost reports whether the connection to the database broke.
func lost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, known := range []error{
		io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone,
		pgconn.ErrConnClosed, puddle.ErrClosedPool,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	// The error of a closed handle has no variable to compare with.
	return err.Error() == "sql: database is closed"
}

// retryable reports whether the same transaction may succeed when repeated.
func retryable(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "40001" || e.Code == "40P01"
	}
	return Busy(err)
}

// Busy reports whether the error says that another process is writing to the
// SQLite file.
func Busy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}
