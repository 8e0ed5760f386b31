package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

var errNo = errors.New("no")

func TestCommitAndRollback(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "a"))
			// All three ways see it inside.
			require.Equal(t, []string{"a"}, names(t, ctx, s))
			var n int
			require.NoError(t, s.Read(ctx).NewRaw("SELECT count(*) FROM thing").Scan(ctx, &n))
			require.Equal(t, 1, n)
			_, err := s.Write(ctx).ExecContext(ctx, "INSERT INTO thing (name) VALUES (?)", "b")
			return err
		}))
		require.Equal(t, []string{"a", "b"}, names(t, ctx, s))

		err := s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "c"))
			return errNo
		})
		require.Equal(t, errNo, err, "an error of fn comes back as it was")
		refused := fault.New(fault.Rule, fault.CodeInvalidState, "no")
		require.Equal(t, error(refused), s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "d"))
			return refused
		}))
		require.Equal(t, []string{"a", "b"}, names(t, ctx, s))
		require.NoError(t, s.InTx(ctx, func(context.Context) error { return nil }), "without a statement")
	})
}

// waits reports whether commits on a handle wait for the disk.
func waits(t *testing.T, ctx context.Context, s *db.Store) bool {
	t.Helper()
	text := "SHOW synchronous_commit"
	if s.Dialect() == db.SQLite {
		text = "PRAGMA synchronous"
	}
	var got string
	require.NoError(t, s.Write(ctx).QueryRowContext(ctx, text).Scan(&got))
	require.Contains(t, []string{"on", "off", "1", "2"}, got)
	return got == "on" || got == "2"
}

func TestLazyTransactions(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		strict := func(when string) {
			t.Helper()
			require.True(t, waits(t, ctx, s), when)
			require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
				require.True(t, waits(t, ctx, s), when)
				return nil
			}))
		}
		strict("at first")
		require.NoError(t, s.InLazyTx(ctx, func(ctx context.Context) error {
			require.False(t, waits(t, ctx, s))
			// A nested transaction is a part of the outer transaction.
			return s.InTx(ctx, func(ctx context.Context) error {
				require.False(t, waits(t, ctx, s))
				return add(ctx, s, "a")
			})
		}))
		strict("after a commit")
		require.Equal(t, errNo, s.InLazyTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "b"))
			return errNo
		}))
		strict("after a rollback")
		require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
			return s.InLazyTx(ctx, func(ctx context.Context) error {
				require.True(t, waits(t, ctx, s), "within one that waits")
				return add(ctx, s, "c")
			})
		}))
		for range 20 {
			short, stop := context.WithCancel(ctx)
			require.Error(t, s.InLazyTx(short, func(ctx context.Context) error {
				require.NoError(t, add(ctx, s, "d"))
				stop()
				return nil
			}))
			strict("after the caller left")
		}
		require.Equal(t, []string{"a", "c"}, names(t, ctx, s))
	})
}

// cutAt returns the URL of a proxy that breaks when a text is sent.
func cutAt(t *testing.T, address, text string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	line, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = line.Close() })
	server := u.Host
	go func() {
		for {
			near, err := line.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp4", server)
			if err != nil {
				_ = near.Close()
				return
			}
			go func() { _, _ = io.Copy(near, far) }()
			go func() {
				defer func() { _ = errors.Join(near.Close(), far.Close()) }()
				for sent := make([]byte, 64<<10); ; {
					n, err := near.Read(sent)
					if err != nil || bytes.Contains(sent[:n], []byte(text)) {
						return
					}
					if _, err := far.Write(sent[:n]); err != nil {
						return
					}
				}
			}()
		}
	}()
	u.Host = line.Addr().String()
	return u.String()
}

func TestALineThatBreaksAsALazyTransactionBegins(t *testing.T) {
	t.Parallel()
	s := stores.Open(t, cutAt(t, pgtest.URL(t), "synchronous_commit"))
	over := make(chan error, 1)
	go func() {
		over <- s.InLazyTx(context.Background(), func(ctx context.Context) error {
			_, err := s.Write(ctx).ExecContext(ctx, "SELECT 1")
			return err
		})
	}()
	select {
	case err := <-over:
		require.Error(t, err)
	case <-time.After(20 * time.Second):
		t.Fatal("it waits for a connection that cannot be closed")
	}
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		_, err := s.Write(ctx).ExecContext(ctx, "SELECT 1")
		return err
	}), "other transactions go on")
}

func TestPanicRollsBack(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		for range 30 { // more than there are connections
			require.PanicsWithValue(t, "boom", func() {
				_ = s.InTx(ctx, func(ctx context.Context) error {
					require.NoError(t, add(ctx, s, "a"))
					panic("boom")
				})
			})
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			_ = s.InTx(ctx, func(ctx context.Context) error {
				_ = add(ctx, s, "b")
				runtime.Goexit()
				return nil
			})
		})
		wg.Wait()
		require.Empty(t, names(t, ctx, s))
		require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { return add(ctx, s, "c") }))
		require.Equal(t, []string{"c"}, names(t, ctx, s))
	})
}

func TestSavepoints(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, s, "outer"))
			require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, add(ctx, s, "undone"))
				require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { return add(ctx, s, "undone too") }))
				return errNo
			}))
			require.PanicsWithValue(t, "boom", func() {
				_ = s.InTx(ctx, func(ctx context.Context) error {
					require.NoError(t, add(ctx, s, "panicked"))
					panic("boom")
				})
			})
			// A statement that fails spoils only its own part.
			require.Error(t, s.InTx(ctx, func(ctx context.Context) error {
				_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO nowhere (x) VALUES ($1)", 1)
				return err
			}))
			return s.InTx(ctx, func(ctx context.Context) error { return add(ctx, s, "inner") })
		}))
		require.Equal(t, []string{"outer", "inner"}, names(t, ctx, s))

		require.Equal(t, errNo, s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { return add(ctx, s, "x") }))
			return errNo
		}))
		require.Equal(t, []string{"outer", "inner"}, names(t, ctx, s))
	})
}

func TestCancelledTransaction(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		called := false
		require.ErrorIs(t, s.InTx(cancelled, func(context.Context) error { called = true; return nil }), context.Canceled)
		require.False(t, called)

		for range 30 {
			ctx, cancel := context.WithCancel(t.Context())
			err := s.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, add(ctx, s, "a"))
				cancel()
				return nil
			})
			require.ErrorIs(t, err, context.Canceled)
			_, isFault := fault.As(err)
			require.False(t, isFault, "the end of a context is not a fault: %v", err)

			ctx, cancel = context.WithCancel(t.Context())
			err = s.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, add(ctx, s, "a"))
				cancel()
				return add(ctx, s, "b")
			})
			require.ErrorIs(t, err, context.Canceled)
			// A nested transaction after its caller has left.
			ctx, cancel = context.WithCancel(t.Context())
			err = s.InTx(ctx, func(ctx context.Context) error {
				return s.InTx(ctx, func(ctx context.Context) error {
					require.NoError(t, add(ctx, s, "a"))
					cancel()
					return nil
				})
			})
			require.ErrorIs(t, err, context.Canceled)
		}
		require.Empty(t, names(t, t.Context(), s))
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { return add(ctx, s, "c") }))
		require.Equal(t, []string{"c"}, names(t, t.Context(), s))
	})
}

// TestShorterContext ends a context derived inside the transaction: only its own statements fail.
func TestShorterContext(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			short, cancel := context.WithCancel(ctx)
			require.NoError(t, add(short, s, "a"))
			cancel()
			return add(ctx, s, "b")
		}))
		require.Equal(t, []string{"a", "b"}, names(t, t.Context(), s))
	})
}

func TestTwentyWorkersCount(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO thing (id, size) VALUES ($1, $2)", 1, 0)
		require.NoError(t, err)
		var wg sync.WaitGroup
		errs := make(chan error, 20)
		for range 20 {
			wg.Go(func() {
				for range 10 {
					err := s.InTx(ctx, func(ctx context.Context) error {
						var size int64
						err := s.Hot(ctx).QueryRow(ctx, "SELECT size FROM thing WHERE id = $1"+s.ForUpdate(), 1).Scan(&size)
						if err != nil {
							return err
						}
						_, err = s.Hot(ctx).Exec(ctx, "UPDATE thing SET size = $2 WHERE id = $1", 1, size+1)
						return err
					})
					if err != nil {
						errs <- err
						return
					}
				}
			})
		}
		wg.Wait()
		close(errs)
		require.NoError(t, <-errs)
		var size int64
		require.NoError(t, s.Hot(ctx).QueryRow(ctx, "SELECT size FROM thing WHERE id = 1").Scan(&size))
		require.Equal(t, int64(200), size)
	})
}

// TestDeadlockIsRepeated lets two transactions lock two rows in opposite order.
func TestDeadlockIsRepeated(t *testing.T) {
	t.Parallel()
	s := stores.Postgres(t)
	makeThings(t, s)
	ctx := t.Context()
	for id := 1; id <= 2; id++ {
		_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO thing (id, size) VALUES ($1, 0)", id)
		require.NoError(t, err)
	}
	var both sync.WaitGroup
	both.Add(2)
	var calls [2]int
	results := make(chan error, 2)
	for i := range 2 {
		go func() {
			results <- s.InTx(ctx, func(ctx context.Context) error {
				calls[i]++
				for n := range 2 {
					_, err := s.Hot(ctx).Exec(ctx, "UPDATE thing SET size = size + 1 WHERE id = $1", (i+n)%2+1)
					if err != nil {
						return fmt.Errorf("wrapped: %w", db.Fault(err))
					}
					if n == 0 && calls[i] == 1 {
						both.Done()
						both.Wait()
					}
				}
				return nil
			})
		}()
	}
	require.NoError(t, <-results)
	require.NoError(t, <-results)
	// Postgres ends at least one of the two; a slow machine may see it end both.
	require.GreaterOrEqual(t, calls[0]+calls[1], 3, "neither was repeated")
	for id := 1; id <= 2; id++ {
		var size int
		require.NoError(t, s.Hot(ctx).QueryRow(ctx, "SELECT size FROM thing WHERE id = $1", id).Scan(&size))
		require.Equal(t, 2, size)
	}
}

func TestRepetitionIsBounded(t *testing.T) {
	s := stores.Postgres(t)
	for _, code := range []string{"40001", "40P01"} {
		calls := 0
		err := s.InTx(t.Context(), func(context.Context) error {
			calls++
			return fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code})
		})
		requireUnavailable(t, err)
		require.Equal(t, 6, calls)
	}
	// Only the outermost transaction is repeated.
	calls, inner := 0, 0
	err := s.InTx(t.Context(), func(ctx context.Context) error {
		calls++
		return s.InTx(ctx, func(context.Context) error {
			inner++
			if inner == 1 {
				return &pgconn.PgError{Code: "40001"}
			}
			return nil
		})
	})
	require.NoError(t, err)
	require.Equal(t, []int{2, 2}, []int{calls, inner})
	// A wait to repeat ends with the context.
	ctx, cancel := context.WithCancel(t.Context())
	err = s.InTx(ctx, func(context.Context) error {
		cancel()
		return &pgconn.PgError{Code: "40001"}
	})
	require.ErrorIs(t, err, context.Canceled)
}

// TestWaitForConnection occupies the only connection that can write.
func TestWaitForConnection(t *testing.T) {
	t.Parallel()
	for _, url := range []string{stores.SQLiteURL(t), pgtest.URL(t)} {
		s, err := db.Open(t.Context(), db.Config{URL: secret.New(url), Pool: 1, Wait: time.Second})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		err = s.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, s.Ping(ctx))
			_, err := s.Write(ctx).ExecContext(ctx, "SELECT 1")
			require.NoError(t, err)
			outside := t.Context()
			requireUnavailable(t, s.InTx(outside, func(ctx context.Context) error {
				_, err := s.Write(ctx).ExecContext(ctx, "SELECT 1")
				return err
			}))
			requireUnavailable(t, s.InTx(outside, func(ctx context.Context) error {
				_, err := s.Hot(ctx).Exec(ctx, "SELECT 1")
				return err
			}))
			if s.Dialect() == db.Postgres {
				requireUnavailable(t, db.Fault(s.Hot(outside).QueryRow(outside, "SELECT 1").Scan(new(int))))
				_, err := s.Read(outside).ExecContext(outside, "SELECT 1")
				requireUnavailable(t, db.Fault(err))
			}
			gone, cancel := context.WithCancel(outside)
			cancel()
			require.ErrorIs(t, db.Fault(s.Hot(gone).QueryRow(gone, "SELECT 1").Scan(new(int))), context.Canceled)
			return nil
		})
		require.NoError(t, err)
	}
}

func TestStatementTimeout(t *testing.T) {
	s := stores.Open(t, pgtest.URL(t)+"&statement_timeout=30000")
	var limit string
	require.NoError(t, s.Hot(t.Context()).QueryRow(t.Context(), "SHOW statement_timeout").Scan(&limit))
	require.Equal(t, "30s", limit)
	// A limit of the transaction leaves busy machines the time to open the store.
	err := s.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := s.Hot(ctx).Exec(ctx, "SET LOCAL statement_timeout = 1"); err != nil {
			return err
		}
		_, err := s.Hot(ctx).Exec(ctx, "SELECT pg_sleep(10)")
		return db.Fault(err)
	})
	requireUnavailable(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err = s.Hot(ctx).Exec(ctx, "SELECT pg_sleep(10)")
	require.ErrorIs(t, db.Fault(err), context.DeadlineExceeded)
	require.NoError(t, s.Ping(t.Context()))
}

// TestSQLiteBusy lets another process' writer (a second store) lock the file.
func TestSQLiteBusy(t *testing.T) {
	t.Parallel()
	url := stores.SQLiteURL(t)
	a := stores.Open(t, url)
	b, err := db.Open(t.Context(), db.Config{URL: secret.New(url), Wait: time.Minute})
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	makeThings(t, a)
	locked, release := make(chan struct{}), make(chan struct{})
	result := make(chan error, 1)
	go func() {
		result <- a.InTx(t.Context(), func(ctx context.Context) error {
			err := add(ctx, a, "first")
			close(locked)
			<-release
			return err
		})
	}()
	<-locked
	// Readers do not wait.
	require.Empty(t, names(t, t.Context(), b))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	require.Error(t, b.InTx(ctx, func(ctx context.Context) error { return add(ctx, b, "second") }))
	require.Less(t, time.Since(start), 30*time.Second, "the wait ends with the context")
	short, err := db.Open(t.Context(), db.Config{URL: secret.New(url), Wait: time.Millisecond})
	require.NoError(t, err)
	requireUnavailable(t, short.InTx(t.Context(), func(ctx context.Context) error { return add(ctx, short, "second") }))
	requireUnavailable(t, add(t.Context(), short, "second"))
	require.NoError(t, short.Close())
	close(release)
	require.NoError(t, <-result)
	require.NoError(t, b.InTx(t.Context(), func(ctx context.Context) error { return add(ctx, b, "second") }))
	require.Equal(t, []string{"first", "second"}, names(t, t.Context(), a))
}

func TestUseAfterTheEnd(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		var kept context.Context
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			kept = ctx
			return add(ctx, s, "a")
		}))
		require.Error(t, add(kept, s, "b"))
		_, err := s.Write(kept).ExecContext(kept, "INSERT INTO thing (name) VALUES ('c')")
		require.Error(t, err)
		_, err = s.Hot(kept).Query(kept, "SELECT 1")
		require.Error(t, err)
		require.Equal(t, []string{"a"}, names(t, t.Context(), s))
	})
}
