package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

const addThing = "INSERT INTO thing (name, size) VALUES ($1, $2)"

// writes has the results that the checks of deferred statements saw.
type writes struct{ seen []int64 }

func (w *writes) add(ctx context.Context, s *db.Store, name string, size int64) error {
	return s.Later(ctx, func(n int64, err error) error {
		w.seen = append(w.seen, n)
		return err
	}, addThing, name, size)
}

func namesOf(t *testing.T, ctx context.Context, s *db.Store) (out []string) {
	t.Helper()
	var name string
	require.NoError(t, db.Each(s.Hot(ctx).Query(ctx, "SELECT name FROM thing WHERE id > $1 ORDER BY id", 0))(
		func() { out = append(out, name) }, &name))
	return out
}

// TestLaterStatementsRunBeforeTheNext defers statements, and sees them in their order in the next
// statement, after a savepoint, and after the commit.
func TestLaterStatementsRunBeforeTheNext(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		var w writes
		require.NoError(t, w.add(t.Context(), s, "alone", 0))
		require.Equal(t, []string{"alone"}, namesOf(t, t.Context(), s), "without a transaction")
		for range 2 {
			w.seen = nil
			require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
				hot := s.Hot(ctx)
				require.NoError(t, w.add(ctx, s, "a", 1))
				require.NoError(t, w.add(ctx, s, "b", 2))
				n, err := hot.Exec(ctx, "UPDATE thing SET size = size + $1 WHERE name IN ('a', 'b')", 10)
				require.NoError(t, err)
				require.Equal(t, int64(2), n)
				require.Equal(t, []int64{1, 1}, w.seen)
				require.NoError(t, w.add(ctx, s, "c", 3))
				var sum int64
				require.NoError(t, s.Read(ctx).NewRaw("SELECT sum(size) FROM thing").Scan(ctx, &sum))
				require.Equal(t, int64(26), sum)
				require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { return w.add(ctx, s, "d", 4) }))
				return w.add(ctx, s, "e", 5)
			}))
			require.Equal(t, []int64{1, 1, 1, 1, 1}, w.seen)
			require.Equal(t, []string{"alone", "a", "b", "c", "d", "e"}, namesOf(t, t.Context(), s))
			_, err := s.Hot(t.Context()).Exec(t.Context(), "DELETE FROM thing WHERE size > $1", 0)
			require.NoError(t, err)
		}
	})
}

// TestAFailedLaterStatementUndoesItsTransaction fails by the check and by the database. It fails
// before the next statement, in a savepoint, and before the commit.
func TestAFailedLaterStatementUndoesItsTransaction(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		refused := errors.New("refused")
		for _, fail := range []func(ctx context.Context) error{
			func(ctx context.Context) error {
				return s.Later(ctx, func(int64, error) error { return refused }, addThing, "no", 0)
			},
			func(ctx context.Context) error {
				return s.Later(ctx, func(_ int64, err error) error {
					if err != nil {
						err = refused
					}
					return err
				}, "INSERT INTO thing (id, name) SELECT id, $1 FROM thing", "no")
			},
		} {
			var w writes
			_, err := s.Hot(t.Context()).Exec(t.Context(), addThing, "kept", 0)
			require.NoError(t, err)
			require.ErrorIs(t, s.InTx(t.Context(), func(ctx context.Context) error {
				require.NoError(t, w.add(ctx, s, "lost", 0))
				return fail(ctx)
			}), refused, "before the commit")
			require.ErrorIs(t, s.InTx(t.Context(), func(ctx context.Context) error {
				if err := fail(ctx); err != nil {
					return err
				}
				require.NoError(t, w.add(ctx, s, "lost", 0))
				_, err := s.Hot(ctx).Exec(ctx, addThing, "lost", 0)
				return err
			}), refused, "before the next statement")
			require.Equal(t, []string{"kept"}, namesOf(t, t.Context(), s))
			require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
				require.NoError(t, w.add(ctx, s, "before", 0))
				require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error {
					require.NoError(t, w.add(ctx, s, "lost", 0))
					return fail(ctx)
				}), refused)
				return w.add(ctx, s, "after", 0)
			}))
			require.Equal(t, []string{"kept", "before", "after"}, namesOf(t, t.Context(), s))
			_, err = s.Hot(t.Context()).Exec(t.Context(), "DELETE FROM thing WHERE id > $1", 0)
			require.NoError(t, err)
		}
	})
}

// TestASwallowedFailureStillUndoesTheTransaction ignores the error of the statement after a failed
// one.
func TestASwallowedFailureStillUndoesTheTransaction(t *testing.T) {
	s := stores.Open(t, pgtest.URL(t))
	makeThings(t, s)
	refused := errors.New("refused")
	require.ErrorIs(t, s.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, s.Later(ctx, func(int64, error) error { return refused }, addThing, "no", 0))
		_, _ = s.Hot(ctx).Exec(ctx, addThing, "no", 1)
		return nil
	}), refused)
	require.Empty(t, namesOf(t, t.Context(), s))
}
