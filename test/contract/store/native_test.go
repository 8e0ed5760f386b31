package store_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
)

func TestTheNativeTransactionIsTheSame(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		require.False(t, s.InTransaction(ctx))
		_, err := s.NativeTx(ctx)
		require.Error(t, err)
		require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
			require.True(t, s.InTransaction(ctx))
			require.NoError(t, add(ctx, s, "a"))
			n, err := s.NativeTx(ctx)
			require.NoError(t, err)
			var seen int
			require.NoError(t, n.Tx.QueryRowContext(ctx, "SELECT count(*) FROM thing").Scan(&seen))
			require.Equal(t, 1, seen)
			require.Equal(t, s.Dialect() == db.Postgres, n.Conn != nil)
			if n.Conn != nil {
				require.NoError(t, n.Conn.QueryRow(ctx, "SELECT count(*) FROM thing").Scan(&seen))
				require.Equal(t, 1, seen)
			}
			return errNo
		}))
		require.Empty(t, names(t, ctx, s))
		native := s.Native()
		require.Equal(t, s.Dialect() == db.Postgres, native.Pool != nil)
		require.Equal(t, s.Dialect() == db.SQLite, native.Writer != nil && native.Reader != nil)
	})
}

func TestAfterCommit(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		var called []string
		note := func(ctx context.Context, name string) {
			s.AfterCommit(ctx, func() { called = append(called, name) })
		}
		note(ctx, "outside")
		require.Equal(t, []string{"outside"}, called)
		called = nil
		require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
			note(ctx, "first")
			require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { note(ctx, "within"); return nil }))
			require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error { note(ctx, "undone"); return errNo }))
			require.NoError(t, add(ctx, s, "a"))
			require.Empty(t, called, "not before the end")
			return nil
		}))
		require.Equal(t, []string{"first", "within"}, called)
		called = nil
		require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error { note(ctx, "lost"); return errNo }))
		require.Empty(t, called)
	})
}
