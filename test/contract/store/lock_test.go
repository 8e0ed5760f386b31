package store_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// free reports whether a key can be locked from outside the caller's transaction.
func free(t testing.TB, s *db.Store, key string) bool {
	t.Helper()
	var got bool
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		var err error
		got, err = s.TryLock(ctx, key)
		return err
	}))
	return got
}

func TestTryLock(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		_, err := s.TryLock(t.Context(), "k")
		require.ErrorContains(t, err, "needs a transaction")

		lock := func(ctx context.Context, key string) {
			got, err := s.TryLock(ctx, key)
			require.NoError(t, err)
			require.True(t, got)
		}
		// The holder has written, so on SQLite it has the only writer: a twin
		// gets its answer all the same, and does not wait.
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			lock(ctx, "k")
			lock(ctx, "k")
			require.NoError(t, add(ctx, s, "a"))
			require.False(t, free(t, s, "k"))
			require.True(t, free(t, s, "other"))
			return nil
		}))
		require.True(t, free(t, s, "k"), "after a commit")

		require.Equal(t, errNo, s.InTx(t.Context(), func(ctx context.Context) error {
			lock(ctx, "k")
			return errNo
		}))
		require.True(t, free(t, s, "k"), "after a rollback")

		require.Panics(t, func() {
			_ = s.InTx(t.Context(), func(ctx context.Context) error {
				lock(ctx, "k")
				panic("boom")
			})
		})
		require.True(t, free(t, s, "k"), "after a panic")

		ctx, cancel := context.WithCancel(t.Context())
		require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error {
			lock(ctx, "k")
			cancel()
			return nil
		}), context.Canceled)
		require.True(t, free(t, s, "k"), "after the end of the context")
	})
}

func TestTryLockInSavepoints(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			take := func(key string, result error) func(ctx context.Context) error {
				return func(ctx context.Context) error {
					got, err := s.TryLock(ctx, key)
					require.NoError(t, err)
					require.True(t, got)
					return result
				}
			}
			require.NoError(t, take("before", nil)(ctx))
			require.Equal(t, errNo, s.InTx(ctx, take("undone", errNo)))
			require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, s.InTx(ctx, take("undone with its outer part", nil)))
				require.NoError(t, take("before", nil)(ctx))
				return errNo
			}))
			require.NoError(t, s.InTx(ctx, take("kept", nil)))
			require.Equal(t, errNo, s.InTx(ctx, take("undone", errNo)))
			require.True(t, free(t, s, "undone"))
			require.True(t, free(t, s, "undone with its outer part"))
			require.False(t, free(t, s, "before"))
			require.False(t, free(t, s, "kept"))
			return nil
		}))
		require.True(t, free(t, s, "kept"))
	})
}

// inTxLocked calls fn in a transaction that took the lock of key first, or does
// not call it.
func inTxLocked(ctx context.Context, s *db.Store, key string, fn func(ctx context.Context) error) (got bool, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		var err error
		if got, err = s.TryLock(ctx, key); err != nil || !got {
			return err
		}
		return fn(ctx)
	})
	return got, err
}

func TestWorkUnderALock(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		got, err := inTxLocked(t.Context(), s, "k", func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "a"))
			got, err := inTxLocked(t.Context(), s, "k", func(context.Context) error {
				t.Error("called without the lock")
				return nil
			})
			require.False(t, got)
			require.NoError(t, err)
			// The same transaction has the lock already.
			got, err = inTxLocked(ctx, s, "k", func(ctx context.Context) error { return add(ctx, s, "b") })
			require.True(t, got)
			return err
		})
		require.True(t, got)
		require.NoError(t, err)
		require.Equal(t, []string{"a", "b"}, names(t, t.Context(), s))
		got, err = inTxLocked(t.Context(), s, "k", func(context.Context) error { return errNo })
		require.True(t, got)
		require.Equal(t, errNo, err)
	})
}

// TestOneOfManyGetsTheLock starts many at once; all but one must not wait.
func TestOneOfManyGetsTheLock(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		const many = 10
		results := make(chan bool, many)
		refused := make(chan struct{}, many)
		for range many {
			go func() {
				got, err := inTxLocked(t.Context(), s, "k", func(ctx context.Context) error {
					err := add(ctx, s, "x")
					for range many - 1 {
						<-refused
					}
					return err
				})
				if err == nil && !got {
					refused <- struct{}{}
				}
				results <- got && err == nil
			}()
		}
		winners := 0
		for range many {
			if <-results {
				winners++
			}
		}
		require.Equal(t, 1, winners)
		require.Equal(t, []string{"x"}, names(t, t.Context(), s))
	})
}

// TestALockIsTakenOnce takes a lock again and again: one statement is enough, save
// after a savepoint that took it was undone.
func TestALockIsTakenOnce(t *testing.T) {
	t.Parallel()
	p := &pgtest.Tap{}
	s := stores.Open(t, p.Listen(t, pgtest.URL(t)))
	makeThings(t, s)
	lock := func(ctx context.Context) int {
		return p.During(func() { require.NoError(t, s.Lock(ctx, "k")) })
	}
	undone := func(ctx context.Context) {
		require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
			require.Equal(t, 1, lock(ctx))
			return errNo
		}))
	}
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, add(ctx, s, "begun"))
		undone(ctx)
		require.True(t, free(t, s, "k"))
		require.Equal(t, []int{1, 0}, []int{lock(ctx), lock(ctx)})
		require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
			require.Zero(t, lock(ctx))
			return errNo
		}))
		require.Zero(t, lock(ctx), "the savepoint had not taken it")
		require.False(t, free(t, s, "k"))
		return nil
	}))
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, add(ctx, s, "again"))
		require.Equal(t, 1, lock(ctx), "another transaction")
		return nil
	}))
}
