package identity_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/identity"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

func TestKeysOpenTheirTeam(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 1), w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		stranger := w.user(t, other, "b@example.com")

		made := w.key(t, team, user)
		k := made.Key.Snapshot()
		require.Equal(t, made.Secret.Reveal()[:8], k.Prefix)
		require.Equal(t, made.Secret.Reveal()[36:], k.Last4)
		require.Equal(t, []caller.Scope{"read", "write"}, k.Scopes)
		require.Equal(t, 1, w.audited(t, team, "key", int64(k.ID), "created"))
		require.NotContains(t, fmt.Sprintf("%v %+v %#v", made, made, made.Secret), made.Secret.Reveal()[8:])

		who, err := w.auth.Authenticate(ctx, made.Secret, "192.0.2.7")
		require.NoError(t, err)
		require.Equal(t, caller.Caller{
			Team: team, User: user, Key: k.ID, Role: caller.Owner, Scopes: []caller.Scope{"read", "write"},
			Home: "ATVPDKIKX0DER", Address: "192.0.2.7",
		}, who)

		_, err = w.keys.Create(ctx, caller.Caller{Team: team}, app.CreateKey{User: stranger, Name: "x", Scopes: []caller.Scope{"read"}})
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.keys.Create(ctx, caller.Caller{Team: team}, app.CreateKey{User: user, Name: "x", Scopes: []caller.Scope{"everything"}})
		requireFault(t, err, fault.Invalid, fault.CodeValidationFailed)

		_, err = w.keys.Revoke(ctx, caller.Caller{Team: other}, k.ID)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.keyStore.Find(ctx, other, k.ID)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.auth.Authenticate(ctx, made.Secret, "")
		require.NoError(t, err, "another team cannot revoke")

		second := w.key(t, team, user)
		listed, err := w.keys.List(ctx, caller.Caller{Team: team})
		require.NoError(t, err)
		require.Equal(t, []id.Key{second.Key.Snapshot().ID, k.ID}, ids(listed))
		listed, err = w.keys.List(ctx, caller.Caller{Team: other})
		require.NoError(t, err)
		require.Empty(t, listed)
	})
}

func ids(keys []identity.Key) []id.Key {
	var out []id.Key
	for _, k := range keys {
		out = append(out, k.Snapshot().ID)
	}
	return out
}

func TestEveryMemberOfAKeySurvivesTheStore(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		at := func(d time.Duration) *time.Time { v := start.Add(d); return &v }
		want := identity.KeySnapshot{
			ID: 1 << 40, Team: team, User: user, Name: "日本", Prefix: "sak_abcd", Last4: "wxyz", Digest: identity.Digest{0, 255, 39, 92},
			Scopes: []caller.Scope{"documents:read", "repricer:write"}, LastUsedAt: at(1), ExpiresAt: at(time.Second),
			RevokedAt: at(time.Hour), CreatedAt: start,
		}
		want.LastUsedAt = at(time.Microsecond)
		k, err := identity.RestoreKey(want)
		require.NoError(t, err)
		want.ID, err = w.keyStore.Add(t.Context(), k)
		require.NoError(t, err)
		found, err := w.keyStore.Find(t.Context(), team, want.ID)
		require.NoError(t, err)
		require.Equal(t, want, found.Snapshot())
		listed, err := w.keyStore.List(t.Context(), team, 1)
		require.NoError(t, err)
		require.Equal(t, want, listed[0].Snapshot())
		access, err := w.keyStore.Access(t.Context(), []identity.Digest{{1}, want.Digest})
		require.NoError(t, err)
		require.Equal(t, want, access.Key.Snapshot())
		none, err := w.keyStore.Access(t.Context(), []identity.Digest{{1}})
		require.NoError(t, err)
		require.Nil(t, none)
		none, err = w.keyStore.Access(t.Context(), nil)
		require.NoError(t, err)
		require.Nil(t, none)
	})
}

func TestAllRefusalsSoundTheSame(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		leaver := w.user(t, team, "b@example.com")

		unknown, err := identity.GenerateKey(rand.Reader)
		require.NoError(t, err)
		revoked := w.key(t, team, user)
		_, err = w.keys.Revoke(ctx, caller.Caller{Team: team}, revoked.Key.Snapshot().ID)
		require.NoError(t, err)
		soon := start.Add(time.Second)
		expired, err := w.keys.Create(ctx, caller.Caller{Team: team}, app.CreateKey{User: user, Name: "x", Scopes: []caller.Scope{"read"}, ExpiresAt: &soon})
		require.NoError(t, err)
		_, err = w.auth.Authenticate(ctx, expired.Secret, "")
		require.NoError(t, err, "not yet")
		orphan := w.key(t, team, leaver)
		w.exec(t, "DELETE FROM memberships WHERE user_id = ?", int64(leaver))
		w.clock.advance(time.Second)

		for name, key := range map[string]secret.Text{
			"missing": {}, "malformed": secret.New("sak_x"), "long": secret.New(strings.Repeat("sak_", 3000)),
			"unknown": unknown, "revoked": revoked.Secret, "expired while cached": expired.Secret, "without a team": orphan.Secret,
		} {
			who, err := w.auth.Authenticate(ctx, key, "192.0.2.1")
			e := requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
			require.Equal(t, identity.Denied(), e, name)
			require.Equal(t, caller.Caller{}, who, name)
		}
	})
}

func TestJunkIsRefusedWithoutAStoreRead(t *testing.T) {
	w := open(t, stores.Memory(t))
	for _, junk := range []string{
		"", "x", "sak_", "sak_" + strings.Repeat("a", 36), "sak_\x00", strings.Repeat("a", 10_000), "säk_",
		"sak_k3yF0rTheT3stsOnlyN0tAS3cretAB2tWZWn", "SAK_k3yF0rTheT3stsOnlyN0tAS3cretAB2tWZWm",
	} {
		_, err := w.auth.Authenticate(t.Context(), secret.New(junk), "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
	}
	require.Equal(t, int64(0), w.keyStore.lookups.Load())
}

func TestTheCacheForgetsAfterFiveSecondsAndOnRevocation(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		k := w.key(t, team, user)
		other := w.authenticator(t, pepper, 10)
		fine := func(a *app.Authenticator) {
			t.Helper()
			_, err := a.Authenticate(ctx, k.Secret, "")
			require.NoError(t, err)
		}
		fine(w.auth)
		fine(w.auth)
		require.Equal(t, int64(1), w.keyStore.lookups.Load())
		w.clock.advance(5*time.Second - time.Microsecond)
		fine(w.auth)
		require.Equal(t, int64(1), w.keyStore.lookups.Load())
		w.clock.advance(time.Microsecond)
		fine(w.auth)
		require.Equal(t, int64(2), w.keyStore.lookups.Load())
		w.clock.advance(-time.Hour)
		fine(w.auth)
		require.Equal(t, int64(3), w.keyStore.lookups.Load(), "a clock set back does not keep a key alive")

		fine(other)
		revoked, err := w.keys.Revoke(ctx, caller.Caller{Team: team}, k.Key.Snapshot().ID)
		require.NoError(t, err)
		require.NotNil(t, revoked.Snapshot().RevokedAt)
		_, err = w.auth.Authenticate(ctx, k.Secret, "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
		w.clock.advance(5 * time.Second)
		_, err = other.Authenticate(ctx, k.Secret, "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)

		again, err := w.keys.Revoke(ctx, caller.Caller{Team: team}, k.Key.Snapshot().ID)
		require.NoError(t, err, "again is fine")
		require.Equal(t, revoked.Snapshot().RevokedAt, again.Snapshot().RevokedAt)
		require.Equal(t, 1, w.audited(t, team, "key", int64(k.Key.Snapshot().ID), "revoked"))
	})
}

func TestTheCacheIsBounded(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	user := w.user(t, team, "a@example.com")
	small := w.authenticator(t, pepper, 2)
	var keys []app.NewKey
	for range 5 {
		keys = append(keys, w.key(t, team, user))
	}
	for range 3 {
		for _, k := range keys {
			_, err := small.Authenticate(t.Context(), k.Secret, "")
			require.NoError(t, err)
		}
	}
	// Five keys in turn through two places: at least three of them miss each time round.
	require.GreaterOrEqual(t, w.keyStore.lookups.Load(), int64(5+3+3))

	before := w.keyStore.lookups.Load()
	_, err := small.Authenticate(t.Context(), keys[4].Secret, "")
	require.NoError(t, err)
	require.Equal(t, before, w.keyStore.lookups.Load(), "the last one is kept")
}

func TestAStoreThatIsAwayIsNotARefusal(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	k := w.key(t, team, w.user(t, team, "a@example.com"))
	w.keyStore.fail.Store(true)
	_, err := w.auth.Authenticate(t.Context(), k.Secret, "")
	requireFault(t, err, fault.Unavailable, fault.CodeServiceUnavailable)
	w.keyStore.fail.Store(false)
	_, err = w.auth.Authenticate(t.Context(), k.Secret, "")
	require.NoError(t, err)
}

func TestLastUseIsWrittenOnceAMinute(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 1)
		k := w.key(t, team, w.user(t, team, "a@example.com"))
		kid := k.Key.Snapshot().ID
		lastUse := func() *time.Time {
			found, err := w.keyStore.Find(ctx, team, kid)
			require.NoError(t, err)
			return found.Snapshot().LastUsedAt
		}
		require.Nil(t, lastUse())
		errs := race(func(int) error {
			_, err := w.auth.Authenticate(ctx, k.Secret, "192.0.2.9")
			return err
		})
		require.Equal(t, workers, succeeded(errs), "%v", errs)
		require.Equal(t, start, *lastUse(), "the first use is there at once")
		require.Equal(t, 1, w.audited(t, team, "key", int64(kid), "first_used"))
		require.Equal(t, 1, w.count(t, "audit_log", fmt.Sprintf(
			"verb = 'first_used' AND address = '192.0.2.9' AND source = 'api' AND key_id = %d", kid)))

		noted := w.keyStore.uses.Load()
		w.clock.advance(time.Minute - time.Microsecond)
		_, err := w.auth.Authenticate(ctx, k.Secret, "")
		require.NoError(t, err)
		w.auth.Close()
		require.Equal(t, start, *lastUse())
		require.Equal(t, noted, w.keyStore.uses.Load(), "the store is not even asked")

		next := w.authenticator(t, pepper, 10)
		w.clock.advance(time.Microsecond)
		for range 3 {
			_, err = next.Authenticate(ctx, k.Secret, "")
			require.NoError(t, err)
		}
		next.Close()
		require.Equal(t, noted+1, w.keyStore.uses.Load())
		require.Equal(t, start.Add(time.Minute), *lastUse(), "closing writes the noted uses")
		require.Equal(t, 1, w.audited(t, team, "key", int64(kid), "first_used"))
		require.Equal(t, int64(0), w.failures.Load())

		first, err := w.keyStore.Used(ctx, ports.Use{Team: team + 1, Key: kid, At: start.Add(time.Hour), Digest: k.Key.Snapshot().Digest})
		require.NoError(t, err)
		require.False(t, first)
		require.Equal(t, start.Add(time.Minute), *lastUse(), "another team's use is none")
	})
}

func TestASlowStoreDelaysNoCall(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	k := w.key(t, team, w.user(t, team, "a@example.com"))
	a := w.authenticator(t, pepper, 10)
	use := func() {
		t.Helper()
		w.clock.advance(time.Minute)
		_, err := a.Authenticate(t.Context(), k.Secret, "")
		require.NoError(t, err)
	}
	use()
	hold := make(chan struct{})
	w.keyStore.hold.Store(&hold)
	before := w.keyStore.uses.Load()
	// More than can be kept: each call comes back although no note gets through.
	for range 1000 {
		use()
	}
	w.keyStore.hold.Store(nil)
	close(hold)
	a.Close()
	written := w.keyStore.uses.Load() - before
	require.GreaterOrEqual(t, written, int64(256))
	require.Less(t, written, int64(1000))
}

func TestTheAuthenticatorLeavesNothingBehind(t *testing.T) {
	w := open(t, stores.Memory(t))
	before := goleak.IgnoreCurrent()
	a := app.NewAuthenticator(w.store, w.keyStore, w.trail, w.clock, pepper, 1, func(error) {})
	a.Close()
	a.Close()
	goleak.VerifyNone(t, before)
}

func TestTwoPeppersDuringAChange(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 1)
		k := w.key(t, team, w.user(t, team, "a@example.com"))
		fresh := secret.New("another pepper")

		_, err := w.authenticator(t, identity.Peppers{Primary: fresh}, 10).Authenticate(ctx, k.Secret, "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
		who, err := w.authenticator(t, identity.Peppers{Primary: fresh, Older: pepper.Primary}, 10).Authenticate(ctx, k.Secret, "")
		require.NoError(t, err)
		require.Equal(t, team, who.Team)
		_, err = w.authenticator(t, identity.Peppers{Primary: fresh}, 10).Authenticate(ctx, k.Secret, "")
		require.NoError(t, err, "a key that was used during the change no longer needs the older pepper")
	})
}

func TestRevocationDuringALookupIsNotForgotten(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	k := w.key(t, team, w.user(t, team, "a@example.com"))
	slow := &slowKeys{countingKeys: w.keyStore, found: make(chan struct{}), goOn: make(chan struct{})}
	a := app.NewAuthenticator(w.store, slow, w.trail, w.clock, pepper, 10, func(error) {})
	defer a.Close()
	keys := app.NewKeys(w.store, w.userStore, w.keyStore, w.trail, w.clock, pepper, rand.Reader, a.Forget)

	done := make(chan error, 1)
	go func() {
		_, err := a.Authenticate(t.Context(), k.Secret, "")
		done <- err
	}()
	<-slow.found
	_, err := keys.Revoke(t.Context(), caller.Caller{Team: team}, k.Key.Snapshot().ID)
	require.NoError(t, err)
	close(slow.goOn)
	require.NoError(t, <-done, "it was read before the revocation")
	_, err = a.Authenticate(t.Context(), k.Secret, "")
	requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
}

func TestScopesOfACallerAreThoseOfTheKey(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	user := w.user(t, team, "a@example.com")
	k, err := w.keys.Create(t.Context(), caller.Caller{Team: team}, app.CreateKey{User: user, Name: "x", Scopes: []caller.Scope{"documents:read"}})
	require.NoError(t, err)
	who, err := w.auth.Authenticate(t.Context(), k.Secret, "")
	require.NoError(t, err)
	require.True(t, who.May("documents", false))
	require.False(t, who.May("documents", true))
	require.False(t, slices.ContainsFunc([]string{"repricer", "account"}, func(g string) bool { return who.May(g, false) }))
}

// TestAKeyIsLookedUpByOneStatement uses a key that the process has forgotten.
func TestAKeyIsLookedUpByOneStatement(t *testing.T) {
	p := &pgtest.Tap{}
	w := open(t, stores.Open(t, p.Listen(t, pgtest.URL(t))))
	team := w.team(t, 1)
	made := w.key(t, team, w.user(t, team, "a@example.com"))
	use := func() {
		w.auth.Forget(made.Key.Snapshot().ID)
		_, err := w.auth.Authenticate(t.Context(), made.Secret, "")
		require.NoError(t, err)
	}
	use() // notes the first use, and prepares the statement
	require.Equal(t, 1, p.During(use))
}
