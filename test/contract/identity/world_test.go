// Package identity_test runs the contract of the identity, connection,
// idempotency and audit stores, together with the use cases over them, on every
// database.
package identity_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/vault"
	connectionapp "sellingassistant/app/connection"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/identity"
)

const workers = 20

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// hand is a clock that tests move.
type hand struct{ micros atomic.Int64 }

func (h *hand) Now() time.Time          { return time.UnixMicro(h.micros.Load()).UTC() }
func (h *hand) advance(d time.Duration) { h.micros.Add(d.Microseconds()) }

// world is the identity and the connection context over a database.
type world struct {
	store *db.Store
	clock *hand

	teamStore  *store.Teams
	userStore  *store.Users
	keyStore   *countingKeys
	tokenStore *store.Tokens
	trail      *auditstore.Log
	vault      *vault.Vault

	teams       *app.Teams
	settings    *app.Settings
	users       *app.Users
	keys        *app.Keys
	tokens      *app.Tokens
	auth        *app.Authenticator
	connections *connectionapp.Connections
	sellers     *connectionapp.Sellers
	failures    *atomic.Int64
	followers   *followers
	// the amounts of other contexts, by team
	amounts amounts
}

// amounts counts nothing until a test sets them.
type amounts struct {
	nothing
	of map[id.Team]identity.Recorded
}

func (a *amounts) Amounts(_ context.Context, team id.Team) (identity.Recorded, error) {
	return a.of[team], nil
}

// followers record the activated connections, and can be set to fail.
type followers struct {
	mu   sync.Mutex
	told []id.Connection
	// the connections of teams that were notified of another team
	shared []id.Connection
	fail   error
}

func (f *followers) Shared(_ context.Context, c connection.Connection) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shared = append(f.shared, c.ID())
	return f.fail
}

func (f *followers) Activated(_ context.Context, c connection.Connection) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = append(f.told, c.ID())
	return f.fail
}

// countingKeys counts lookups by digest and notes of use. It can be set to fail and to delay notes.
type countingKeys struct {
	*store.Keys
	lookups, uses atomic.Int64
	fail          atomic.Bool
	hold          atomic.Pointer[chan struct{}]
}

func (c *countingKeys) Used(ctx context.Context, u ports.Use) (bool, error) {
	c.uses.Add(1)
	if hold := c.hold.Load(); hold != nil {
		<-*hold
	}
	return c.Keys.Used(ctx, u)
}

func (c *countingKeys) Access(ctx context.Context, d []identity.Digest) (*identity.Access, error) {
	c.lookups.Add(1)
	if c.fail.Load() {
		return nil, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "away")
	}
	return c.Keys.Access(ctx, d)
}

var pepper = identity.Peppers{Primary: secret.New("a pepper for tests")}

func open(t *testing.T, s *db.Store) *world {
	t.Helper()
	v, err := vault.New(make([]byte, 32))
	require.NoError(t, err)
	w := &world{
		store: s, clock: &hand{}, teamStore: store.NewTeams(s), userStore: store.NewUsers(s),
		keyStore: &countingKeys{Keys: store.NewKeys(s)}, tokenStore: store.NewTokens(s),
		trail: auditstore.New(s, func(context.Context) string { return "trace-1" }), vault: v, failures: &atomic.Int64{}, followers: &followers{},
	}
	w.clock.micros.Store(start.UnixMicro())
	w.teams = app.NewTeams(s, w.teamStore, w.trail, w.clock)
	w.users = app.NewUsers(s, w.teamStore, w.userStore, w.trail, w.clock)
	w.tokens = app.NewTokens(s, w.teamStore, w.tokenStore, w.clock)
	w.auth = w.authenticator(t, pepper, app.DefaultCacheSize)
	w.settings = app.NewSettings(s, w.teamStore, &w.amounts, w.trail, w.clock, w.auth.ForgetTeam)
	w.keys = app.NewKeys(s, w.userStore, w.keyStore, w.trail, w.clock, pepper, rand.Reader, w.auth.Forget)
	kept := connectionstore.NewConnections(s)
	w.sellers = connectionapp.NewSellers(kept)
	w.connections = connectionapp.NewConnections(s, kept, v, w.followers, w.trail, w.clock)
	return w
}

// authenticator starts one more, as a further process would.
func (w *world) authenticator(t *testing.T, p identity.Peppers, size int) *app.Authenticator {
	t.Helper()
	a := app.NewAuthenticator(w.store, w.keyStore, w.trail, w.clock, p, size, func(error) { w.failures.Add(1) })
	t.Cleanup(a.Close)
	return a
}

func (w *world) team(t *testing.T, tokens int64) id.Team {
	t.Helper()
	team, err := w.teams.Create(t.Context(), app.CreateTeam{Name: "Acme", Tokens: tokens})
	require.NoError(t, err)
	return team.ID()
}

func (w *world) user(t *testing.T, team id.Team, email string) id.User {
	t.Helper()
	m, err := w.users.Create(t.Context(), caller.Caller{Team: team}, app.CreateUser{Email: email, Name: "Somebody"})
	require.NoError(t, err)
	return m.ID
}

func (w *world) key(t *testing.T, team id.Team, user id.User) app.NewKey {
	t.Helper()
	k, err := w.keys.Create(t.Context(), caller.Caller{Team: team}, app.CreateKey{
		User: user, Name: "ci", Scopes: []caller.Scope{caller.Read, caller.Write},
	})
	require.NoError(t, err)
	return k
}

// count counts rows; the condition is literal text of a test.
func (w *world) count(t *testing.T, table, where string) int {
	t.Helper()
	var n int
	require.NoError(t, w.store.Read(t.Context()).QueryRowContext(t.Context(),
		fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE %s", table, where)).Scan(&n))
	return n
}

func (w *world) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	_, err := w.store.Write(t.Context()).ExecContext(t.Context(), statement, args...)
	require.NoError(t, err)
}

// audited counts the lines of the trail for a record and verb.
func (w *world) audited(t *testing.T, team id.Team, record string, recordID int64, verb string) int {
	t.Helper()
	return w.count(t, "audit_log", fmt.Sprintf(
		"team_id = %d AND record_type = '%s' AND record_id = %d AND verb = '%s'", team, record, recordID, verb))
}

// race calls f from all workers at once and returns the error of each.
func race(f func(worker int) error) []error {
	errs := make([]error, workers)
	gate := make(chan struct{})
	var done sync.WaitGroup
	for i := range workers {
		done.Go(func() {
			<-gate
			errs[i] = f(i)
		})
	}
	close(gate)
	done.Wait()
	return errs
}

func succeeded(errs []error) int {
	n := 0
	for _, err := range errs {
		if err == nil {
			n++
		}
	}
	return n
}

func requireFault(t *testing.T, err error, kind fault.Kind, code fault.Code) *fault.Error {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, code, e.Code)
	require.Equal(t, kind, e.Kind)
	return e
}

var _ ports.Keys = (*countingKeys)(nil)

// slowKeys waits between a lookup and its answer, once.
type slowKeys struct {
	*countingKeys
	found, goOn chan struct{}
	once        sync.Once
}

func (s *slowKeys) Access(ctx context.Context, d []identity.Digest) (*identity.Access, error) {
	a, err := s.countingKeys.Access(ctx, d)
	s.once.Do(func() {
		close(s.found)
		<-s.goOn
	})
	return a, err
}
