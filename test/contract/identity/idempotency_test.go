package identity_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/idempotency"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/idempotency"
	"sellingassistant/test/stores"
)

func TestIdempotency(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		idem := store.New(s)
		var _ idempotency.Store = idem
		team, other := w.team(t, 1), w.team(t, 1)
		scope := idempotency.Scope{Team: team, Operation: "createThing", Key: "k-1"}
		claim := idempotency.Entry{Fingerprint: "f1", LeaseUntil: start.Add(time.Minute)}

		got, err := idem.Find(ctx, scope, start)
		require.NoError(t, err)
		require.Nil(t, got)
		require.Error(t, idem.Complete(ctx, scope, "f1", idempotency.Answer{Status: 200}), "nothing is claimed")

		requireClaim(t, idem, scope, claim, start, true)
		requireClaim(t, idem, scope, claim, start, false)
		got, err = idem.Find(ctx, scope, start)
		require.NoError(t, err)
		require.Equal(t, &claim, got)

		for _, another := range []idempotency.Scope{
			{Team: other, Operation: "createThing", Key: "k-1"},
			{Team: team, Operation: "updateThing", Key: "k-1"},
			{Team: team, Operation: "createThing", Key: "K-1"},
		} {
			got, err := idem.Find(ctx, another, start)
			require.NoError(t, err)
			require.Nil(t, got, "%+v", another)
			require.NoError(t, idem.Release(ctx, another))
			require.Error(t, idem.Complete(ctx, another, "f", idempotency.Answer{Status: 200}))
		}

		answer := idempotency.Answer{
			Status: 201, Header: map[string]string{"ETag": `"1"`, "Location": "/x"}, Body: []byte("{\"a\":\"\x00é\"}"),
		}
		require.NoError(t, idem.Complete(ctx, scope, "f2", answer))
		require.NoError(t, idem.Release(ctx, scope), "an answer is not released")
		require.Error(t, idem.Complete(ctx, scope, "f3", idempotency.Answer{Status: 500}), "an answer is not replaced")
		got, err = idem.Find(ctx, scope, start.Add(24*time.Hour-time.Microsecond))
		require.NoError(t, err)
		require.Equal(t, "f2", got.Fingerprint)
		require.Equal(t, &answer, got.Answer)
		requireClaim(t, idem, scope, claim, start.Add(24*time.Hour-time.Microsecond), false)

		// A day later the key is free again.
		later := start.Add(24 * time.Hour)
		got, err = idem.Find(ctx, scope, later)
		require.NoError(t, err)
		require.Nil(t, got)
		fresh := idempotency.Entry{Fingerprint: "f4", LeaseUntil: later.Add(time.Minute)}
		requireClaim(t, idem, scope, fresh, later, true)
		got, err = idem.Find(ctx, scope, later)
		require.NoError(t, err)
		require.Equal(t, &fresh, got, "nothing of the old answer is left")

		require.NoError(t, idem.Release(ctx, scope))
		got, err = idem.Find(ctx, scope, later)
		require.NoError(t, err)
		require.Nil(t, got)

		empty := idempotency.Scope{Team: team, Operation: "deleteThing", Key: "k-2"}
		requireClaim(t, idem, empty, idempotency.Entry{Fingerprint: "f"}, start, true)
		require.NoError(t, idem.Complete(ctx, empty, "f", idempotency.Answer{Status: 204}))
		got, err = idem.Find(ctx, empty, start)
		require.NoError(t, err)
		require.True(t, got.LeaseUntil.IsZero())
		require.Equal(t, 204, got.Answer.Status)
		require.Empty(t, got.Answer.Body)
		require.Empty(t, got.Answer.Header)
	})
}

func requireClaim(t *testing.T, idem *store.Store, s idempotency.Scope, e idempotency.Entry, now time.Time, want bool) {
	t.Helper()
	got, err := idem.Claim(t.Context(), s, e, now)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAnEndedLeaseIsTakenOver(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		idem := store.New(s)
		scope := idempotency.Scope{Team: w.team(t, 1), Operation: "upload", Key: "k"}
		lease := start.Add(time.Minute)
		requireClaim(t, idem, scope, idempotency.Entry{Fingerprint: "f", LeaseUntil: lease}, start, true)
		next := idempotency.Entry{Fingerprint: "f", LeaseUntil: lease.Add(time.Minute)}
		requireClaim(t, idem, scope, next, lease.Add(-time.Microsecond), false)
		requireClaim(t, idem, scope, next, lease, true)
		requireClaim(t, idem, scope, next, lease, false)
		require.NoError(t, idem.Complete(t.Context(), scope, "f", idempotency.Answer{Status: 200}))
		requireClaim(t, idem, scope, next, lease.Add(time.Hour), false)
	})
}

func TestOneOfTwentyClaims(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		idem := store.New(s)
		team := w.team(t, 1)
		for round := range 5 {
			scope := idempotency.Scope{Team: team, Operation: "op", Key: fmt.Sprint(round)}
			lost := errors.New("lost")
			errs := race(func(int) error {
				ok, err := idem.Claim(t.Context(), scope, idempotency.Entry{Fingerprint: "f", LeaseUntil: start.Add(time.Minute)}, start)
				if err == nil && !ok {
					return lost
				}
				return err
			})
			require.Equal(t, 1, succeeded(errs))
			for _, err := range errs {
				if err != nil {
					require.ErrorIs(t, err, lost)
				}
			}
		}
	})
}

func TestTheLockIsTriedNotWaitedFor(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		idem := store.New(s)
		team, other := w.team(t, 1), w.team(t, 1)
		scope := idempotency.Scope{Team: team, Operation: "op", Key: "k"}
		lock := func(ctx context.Context, s idempotency.Scope) bool {
			got, err := idem.Lock(ctx, s)
			require.NoError(t, err)
			return got
		}
		outside := t.Context()
		require.NoError(t, s.InTx(outside, func(ctx context.Context) error {
			require.True(t, lock(ctx, scope))
			return s.InTx(outside, func(ctx context.Context) error {
				require.False(t, lock(ctx, scope))
				require.True(t, lock(ctx, idempotency.Scope{Team: other, Operation: "op", Key: "k"}))
				return nil
			})
		}))
		require.NoError(t, s.InTx(outside, func(ctx context.Context) error {
			require.True(t, lock(ctx, scope), "the end of the transaction gives it back")
			return nil
		}))
	})
}

func TestAClaimGoesWithItsTransaction(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		idem := store.New(s)
		scope := idempotency.Scope{Team: w.team(t, 1), Operation: "op", Key: "k"}
		undone := errors.New("undone")
		require.ErrorIs(t, s.InTx(t.Context(), func(ctx context.Context) error {
			ok, err := idem.Claim(ctx, scope, idempotency.Entry{Fingerprint: "f"}, start)
			require.NoError(t, err)
			require.True(t, ok)
			require.NoError(t, idem.Complete(ctx, scope, "f", idempotency.Answer{Status: 200, Body: []byte("x")}))
			return undone
		}), undone)
		got, err := idem.Find(t.Context(), scope, start)
		require.NoError(t, err)
		require.Nil(t, got)
	})
}

func TestOldAnswersAreClearedAwayAFewAtATime(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		idem := store.New(s)
		team, other := w.team(t, 1), w.team(t, 1)
		put := func(team id.Team, key string, now time.Time) {
			requireClaim(t, idem, idempotency.Scope{Team: team, Operation: "op", Key: key}, idempotency.Entry{Fingerprint: "f"}, now, true)
		}
		for i := range 25 {
			put(team, fmt.Sprintf("old-%d", i), start)
		}
		put(other, "old", start)
		later := start.Add(24 * time.Hour)
		for i, left := range []int{16, 7, 3, 4} {
			put(team, fmt.Sprintf("new-%d", i), later)
			require.Equal(t, left, w.count(t, "idempotency_keys", fmt.Sprintf("team_id = %d", team)))
		}
		require.Equal(t, 1, w.count(t, "idempotency_keys", fmt.Sprintf("team_id = %d", other)))
	})
}
