package commit

import (
	"context"
	"database/sql"
	"errors"
	"path"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
)

// shared opens a database in memory with a table.
func shared(t *testing.T) *Shared {
	t.Helper()
	s, err := db.Open(t.Context(), db.Config{URL: secret.New("sqlite://:memory:?name=" + path.Base(t.Name()))})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	_, err = s.Hot(t.Context()).Exec(t.Context(), "CREATE TABLE words (n INTEGER PRIMARY KEY)")
	require.NoError(t, err)
	return NewShared(s)
}

func (s *Shared) add(ctx context.Context, n int64) error {
	_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO words (n) VALUES ($1)", n)
	return err
}

func (s *Shared) words(t *testing.T) (out []int64) {
	t.Helper()
	var n int64
	require.NoError(t, db.Each(s.Hot(t.Context()).Query(t.Context(), "SELECT n FROM words ORDER BY n"))(
		func() { out = append(out, n) }, &n))
	return out
}

// work has a transaction that a test runs.
type work struct {
	ctx context.Context //nolint:containedctx // each has its own
	fn  func(ctx context.Context) error
}

// behind runs a transaction that leads, and others that wait for it.
func (s *Shared) behind(t *testing.T, first func(ctx context.Context) error, others ...work) []error {
	t.Helper()
	errs := make([]error, 1+len(others))
	var all sync.WaitGroup
	entered, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	all.Go(func() {
		errs[0] = s.InLazyTx(t.Context(), func(ctx context.Context) error {
			once.Do(func() { close(entered) })
			<-release
			return first(ctx)
		})
	})
	<-entered
	for i, w := range others {
		all.Go(func() { errs[1+i] = s.InLazyTx(w.ctx, w.fn) })
	}
	for {
		s.mu.Lock()
		n := len(s.waiting)
		s.mu.Unlock()
		if n == len(others) {
			break
		}
		runtime.Gosched()
	}
	close(release)
	all.Wait()
	return errs
}

// transactionOf returns the database's transaction.
func (s *Shared) transactionOf(t *testing.T, ctx context.Context) *sql.Tx {
	t.Helper()
	native, err := s.NativeTx(ctx)
	require.NoError(t, err)
	return native.Tx
}

var errNo = errors.New("no")

func TestWaitingTransactionsShareACommit(t *testing.T) {
	s := shared(t)
	var on []*sql.Tx
	var order []string
	add := func(n int64, fail error) work {
		return work{t.Context(), func(ctx context.Context) error {
			on = append(on, s.transactionOf(t, ctx))
			s.AfterCommit(ctx, func() { order = append(order, "stored") })
			return errors.Join(s.add(ctx, n), s.InTx(ctx, func(ctx context.Context) error { return s.add(ctx, -n) }), fail)
		}}
	}
	errs := s.behind(t, add(1, nil).fn, add(2, nil), add(3, errNo), add(4, nil))
	require.NoError(t, errors.Join(errs[0], errs[1], errs[3]))
	require.ErrorIs(t, errs[2], errNo)
	require.Equal(t, []int64{-4, -2, -1, 1, 2, 4}, s.words(t), "a part that fails is undone alone")
	require.Len(t, on, 4)
	for _, other := range on[1:] {
		require.Same(t, on[0], other)
	}
	require.Len(t, order, 3)
}

// A transaction that fails, panics or is left does not keep the others.
func TestALeaderThatFailsLeavesItsPartsToTheNext(t *testing.T) {
	for name, first := range map[string]func(s *Shared) func(ctx context.Context) error{
		"fails": func(*Shared) func(context.Context) error {
			return func(context.Context) error { return errNo }
		},
		"is not stored": func(s *Shared) func(context.Context) error {
			return func(ctx context.Context) error {
				return s.AtEnd(ctx, "end", nil, func(context.Context, []any) error { return errNo })
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := shared(t)
			add := func(n int64) work {
				return work{t.Context(), func(ctx context.Context) error { return s.add(ctx, n) }}
			}
			errs := s.behind(t, first(s), add(2), add(3))
			require.ErrorIs(t, errs[0], errNo)
			require.NoError(t, errors.Join(errs[1:]...))
			require.Equal(t, []int64{2, 3}, s.words(t))
			require.NoError(t, s.InLazyTx(t.Context(), func(ctx context.Context) error { return s.add(ctx, 4) }))
		})
	}
}

// A part has the values and the end of its own context.
func TestAPartHasItsOwnContext(t *testing.T) {
	s := shared(t)
	type key struct{}
	mine, stop := context.WithCancel(context.WithValue(t.Context(), key{}, "mine"))
	var seen any
	errs := s.behind(t, func(ctx context.Context) error { return s.add(ctx, 1) }, work{mine, func(ctx context.Context) error {
		seen = ctx.Value(key{})
		stop()
		<-ctx.Done()
		return errors.Join(ctx.Err(), s.add(ctx, 2))
	}}, work{t.Context(), func(ctx context.Context) error { return s.add(ctx, 3) }})
	require.Equal(t, "mine", seen)
	require.ErrorIs(t, errs[1], context.Canceled)
	require.NoError(t, errors.Join(errs[0], errs[2]))
	require.Equal(t, []int64{1, 3}, s.words(t))
	require.ErrorIs(t, s.InLazyTx(mine, func(context.Context) error { return nil }), context.Canceled)
}

// A caller that leaves while it waits is not run.
func TestACallerThatLeavesIsNotRun(t *testing.T) {
	s := shared(t)
	mine, stop := context.WithCancel(t.Context())
	errs := s.behind(t, func(ctx context.Context) error {
		stop()
		for waiting := 1; waiting > 0; {
			s.mu.Lock()
			waiting = len(s.waiting)
			s.mu.Unlock()
			runtime.Gosched()
		}
		return s.add(ctx, 1)
	}, work{mine, func(ctx context.Context) error { return s.add(ctx, 2) }})
	require.NoError(t, errs[0])
	require.ErrorIs(t, errs[1], context.Canceled)
	require.Equal(t, []int64{1}, s.words(t))
}
