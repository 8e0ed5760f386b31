package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/audit"
	"sellingassistant/test/stores"
)

func TestAPersonLeavesATeam(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		leaving := app.NewLeaving(s, w.teamStore, w.userStore, w.keyStore, w.trail, w.clock, w.auth.Forget)
		team, other := w.team(t, 1), w.team(t, 1)
		operator := caller.Caller{Team: team}
		owner := w.user(t, team, "owner@example.com")
		ann := w.user(t, team, "ann@example.com")
		require.Equal(t, ann, w.user(t, other, "ann@example.com"), "a person may be in several teams")
		here, there := w.key(t, team, ann), w.key(t, other, ann)

		_, err := leaving.Remove(ctx, operator, owner)
		requireFault(t, err, fault.Rule, fault.CodeValidationFailed)
		_, err = leaving.Remove(ctx, operator, 999)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)

		n, err := leaving.Remove(ctx, operator, ann)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		_, err = w.auth.Authenticate(ctx, here.Secret, "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
		_, err = w.auth.Authenticate(ctx, there.Secret, "")
		require.NoError(t, err, "the other team is as before")
		members, err := w.users.List(ctx, operator)
		require.NoError(t, err)
		require.Len(t, members, 1)
		_, err = leaving.Remove(ctx, operator, ann)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)

		n, err = leaving.Remove(ctx, operator, owner)
		require.NoError(t, err, "the only member may go")
		require.Zero(t, n)
		lines, err := w.trail.List(ctx, team, audit.Filter{Limit: 3})
		require.NoError(t, err)
		require.Equal(t, []string{"user left", "user left", "key revoked"}, []string{
			lines[0].Record + " " + lines[0].Verb, lines[1].Record + " " + lines[1].Verb, lines[2].Record + " " + lines[2].Verb,
		})
	})
}

func TestAKeyIsRotatedWithAnOverlap(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 1)
		operator := caller.Caller{Team: team}
		old := w.key(t, team, w.user(t, team, "a@example.com"))
		works := func(k app.NewKey) bool {
			_, err := w.auth.Authenticate(ctx, k.Secret, "")
			return err == nil
		}
		require.True(t, works(old))

		done, err := w.keys.Rotate(ctx, operator, old.Key.Snapshot().ID, time.Hour)
		require.NoError(t, err)
		was, is := old.Key.Snapshot(), done.Key.Snapshot()
		require.Equal(t, []any{was.Name, was.User, was.Scopes, was.ExpiresAt}, []any{is.Name, is.User, is.Scopes, is.ExpiresAt})
		require.NotEqual(t, old.Secret, done.Secret)
		require.Equal(t, w.clock.Now().Add(time.Hour), *done.Old.Snapshot().ExpiresAt)
		require.True(t, works(old), "within the overlap")
		require.True(t, works(done.NewKey))
		w.clock.advance(time.Hour)
		require.False(t, works(old), "the cached key ends too")
		require.True(t, works(done.NewKey))

		_, err = w.keys.Rotate(ctx, operator, was.ID, time.Hour)
		requireFault(t, err, fault.Rule, fault.CodeValidationFailed)
		_, err = w.keys.Rotate(ctx, caller.Caller{Team: w.team(t, 1)}, is.ID, time.Hour)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)

		last, err := w.keys.Rotate(ctx, operator, is.ID, 0)
		require.NoError(t, err)
		require.NotNil(t, last.Old.Snapshot().RevokedAt)
		require.False(t, works(done.NewKey), "without an overlap the old key is revoked")
		require.True(t, works(last.NewKey))
	})
}

// A key with an end is replaced by one with as long a life, and never lives longer by a rotation.
func TestARotatedKeyLivesAsLong(t *testing.T) {
	w := open(t, stores.Memory(t))
	ctx, now := t.Context(), w.clock.Now()
	team := w.team(t, 1)
	operator, ends := caller.Caller{Team: team}, now.Add(48*time.Hour)
	user := w.user(t, team, "a@example.com")
	k, err := w.keys.Create(ctx, operator, app.CreateKey{User: user, Name: "x", Scopes: []caller.Scope{caller.Read}, ExpiresAt: &ends})
	require.NoError(t, err)
	w.clock.advance(24 * time.Hour)
	done, err := w.keys.Rotate(ctx, operator, k.Key.Snapshot().ID, 72*time.Hour)
	require.NoError(t, err)
	require.Equal(t, now.Add(72*time.Hour), *done.Key.Snapshot().ExpiresAt)
	require.Equal(t, ends, *done.Old.Snapshot().ExpiresAt)
}
