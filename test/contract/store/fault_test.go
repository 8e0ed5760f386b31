package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/test/stores"
)

func TestViolations(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		exec := func(text string, args ...any) error {
			_, err := s.Hot(ctx).Exec(ctx, text, args...)
			return db.Fault(err)
		}
		require.NoError(t, exec("INSERT INTO thing (id, name, size, flag) VALUES ($1, $2, $3, $4)", 7, "Ab", 1, true))

		var unique *db.Unique
		require.ErrorAs(t, exec("INSERT INTO thing (name, size) VALUES ($1, $2)", "Ab", 1), &unique)
		require.Equal(t, "thing_name_size_key", unique.Constraint)
		require.Equal(t, "thing", unique.Table)
		require.True(t, unique.On("name", "size"))
		require.False(t, unique.On("name"))
		require.False(t, unique.On("size", "name"))
		require.ErrorContains(t, unique, "thing_name_size_key")

		require.ErrorAs(t, exec("INSERT INTO thing (id, name) VALUES ($1, $2)", 7, "z"), &unique)
		require.Equal(t, "thing_pkey", unique.Constraint)
		require.True(t, unique.On("id"))

		// An index over an expression, and the same through bun.
		_, err := s.Write(ctx).ExecContext(ctx, "INSERT INTO thing (name, flag) VALUES (?, ?)", "aB", true)
		require.ErrorAs(t, db.Fault(err), &unique)
		require.Equal(t, "thing_folded_key", unique.Constraint)

		require.NoError(t, exec("INSERT INTO part (id, thing_id) VALUES ($1, $2)", 1, 7))
		require.ErrorAs(t, exec("INSERT INTO part (id, thing_id) VALUES ($1, $2)", 1, 7), &unique)
		require.Equal(t, "part_pkey", unique.Constraint)

		var reference *db.ForeignKey
		require.ErrorAs(t, exec("INSERT INTO part (id, thing_id) VALUES ($1, $2)", 2, 8), &reference)
		require.ErrorAs(t, exec("DELETE FROM thing WHERE id = $1", 7), &reference)
		// From a transaction's end, wrapped on the way.
		err = s.InTx(ctx, func(ctx context.Context) error {
			_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO part (id, thing_id) VALUES ($1, $2)", 3, 9)
			return fmt.Errorf("wrapped: %w", err)
		})
		require.ErrorAs(t, err, &reference)
	})
}

func TestWhatIsUnavailable(t *testing.T) {
	for _, code := range []string{
		"08000", "08006", "53000", "53100", "53200", "53300", "57014", "57P01", "57P02", "57P03", "55P03", "25P03", "25006",
		"40001", "40P01", "58030",
	} {
		requireUnavailable(t, db.Fault(fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code})))
	}
	for _, code := range []string{"", "4", "42601", "42P01", "22003", "23514", "23502", "XX000", "0A000"} {
		err := error(&pgconn.PgError{Code: code})
		require.Equal(t, err, db.Fault(err), code)
	}
	for _, err := range []error{nil, context.Canceled, context.DeadlineExceeded, sql.ErrNoRows, errors.New("x"), fault.Missing()} {
		require.Equal(t, err, db.Fault(err))
	}
	// Done twice it is the same.
	once := db.Fault(&pgconn.PgError{Code: "57P01"})
	require.Equal(t, once, db.Fault(once))
}

// TestSQLiteFullAndReadOnly bounds the file, as a full disk does.
func TestSQLiteFullAndReadOnly(t *testing.T) {
	url := stores.SQLiteURL(t)
	s := stores.Open(t, url)
	makeThings(t, s)
	ctx := t.Context()
	var pages int
	require.NoError(t, s.Write(ctx).QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages))
	_, err := s.Write(ctx).ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+2))
	require.NoError(t, err)
	err = s.InTx(ctx, func(ctx context.Context) error {
		require.NoError(t, add(ctx, s, "undone"))
		return add(ctx, s, strings.Repeat("x", 100_000))
	})
	requireUnavailable(t, err)
	require.Empty(t, names(t, ctx, s))
	_, err = s.Write(ctx).ExecContext(ctx, "PRAGMA max_page_count = 1000000")
	require.NoError(t, err)
	require.NoError(t, add(ctx, s, strings.Repeat("x", 100_000)))

	_, err = s.Write(ctx).ExecContext(ctx, "PRAGMA query_only = 1")
	require.NoError(t, err)
	requireUnavailable(t, add(ctx, s, "refused"))
	_, err = s.Write(ctx).ExecContext(ctx, "PRAGMA query_only = 0")
	require.NoError(t, err)
	require.NoError(t, add(ctx, s, "accepted"))
}

func TestSQLiteCannotOpen(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(dir+"/folder.db", 0o700))
	_, err := dbOpen(t, "sqlite://"+dir+"/folder.db")
	requireUnavailable(t, err)
}
