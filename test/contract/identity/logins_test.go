package identity_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/identity"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/stores"
)

func TestLoginsOpenTheirTeam(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		logins := app.NewLogins(s, store.NewLogins(s), w.auth, w.trail, w.clock, pepper, rand.Reader)
		// A second process, which remembers by itself.
		other := app.NewLogins(s, store.NewLogins(s), w.authenticator(t, pepper, app.DefaultCacheSize), w.trail, w.clock, pepper, rand.Reader)
		team, foreigners := w.team(t, 1), w.team(t, 1)
		made, foreign := w.key(t, team, w.user(t, team, "a@example.com")), w.key(t, foreigners, w.user(t, foreigners, "b@example.com"))
		key := made.Key.Snapshot().ID
		signIn := func(raw secret.Text) secret.Text {
			who, err := w.auth.Authenticate(ctx, raw, "192.0.2.7")
			require.NoError(t, err)
			token, life, err := logins.SignIn(ctx, who)
			require.NoError(t, err)
			require.Equal(t, 12*time.Hour, life)
			return token
		}
		out := func(l *app.Logins, token secret.Text) {
			t.Helper()
			_, err := l.Authenticate(ctx, token, "")
			requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
		}

		first, second, theirs := signIn(made.Secret), signIn(made.Secret), signIn(foreign.Secret)
		require.Equal(t, 2, w.audited(t, team, "key", int64(key), "signed_in"))
		for _, l := range []*app.Logins{logins, other} {
			who, err := l.Authenticate(ctx, first, "192.0.2.8")
			require.NoError(t, err)
			require.Equal(t, caller.Caller{
				Team: team, User: made.Key.Snapshot().User, Key: key, Role: caller.Owner,
				Scopes: []caller.Scope{"read", "write"}, Home: "ATVPDKIKX0DER", Address: "192.0.2.8",
			}, who)
		}
		_, err := w.auth.Authenticate(ctx, first, "")
		requireFault(t, err, fault.Forbidden, fault.CodeAccessDenied)
		for _, bad := range []string{"", "1", "1.", "1.AAAA", "x" + first.Reveal(), first.Reveal() + "A", "2" + first.Reveal()[1:], made.Secret.Reveal()} {
			out(logins, secret.New(bad))
		}

		require.NoError(t, logins.SignOut(ctx, first, false))
		require.NoError(t, logins.SignOut(ctx, first, false), "again is fine")
		require.Equal(t, 1, w.audited(t, team, "key", int64(key), "signed_out"))
		out(logins, first)
		_, err = logins.Authenticate(ctx, second, "")
		require.NoError(t, err)

		third := signIn(made.Secret)
		require.NoError(t, logins.SignOut(ctx, third, true))
		out(logins, second)
		out(logins, third)
		_, err = logins.Authenticate(ctx, theirs, "")
		require.NoError(t, err, "another team stays")
		w.clock.micros.Add((6 * time.Second).Microseconds())
		out(other, first)

		// A login ends with its key, and by itself.
		_, err = w.keys.Revoke(ctx, caller.Caller{Team: foreigners}, foreign.Key.Snapshot().ID)
		require.NoError(t, err)
		out(logins, theirs)
		last := signIn(made.Secret)
		w.clock.micros.Add((12*time.Hour - time.Microsecond).Microseconds())
		_, err = logins.Authenticate(ctx, last, "")
		require.NoError(t, err)
		w.clock.micros.Add(1)
		out(logins, last)
		signIn(made.Secret)
		require.Equal(t, 1, w.count(t, "console_logins", "team_id = 1"), "logins that ended are removed")
	})
}

func TestTokensOfLogins(t *testing.T) {
	t.Parallel()
	login, token, err := identity.NewLogin(7, 3, zeros{}, pepper, start)
	require.NoError(t, err)
	require.Equal(t, "7.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", token.Reveal())
	require.Equal(t, pepper.Digest(token), login.Digest)
	require.Equal(t, start.Add(12*time.Hour), login.ExpiresAt)
	team, ok := identity.TeamOfToken(token)
	require.True(t, ok)
	require.EqualValues(t, 7, team)
}
