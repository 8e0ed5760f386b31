package syncing_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/vault"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const syncShop marketplace.ID = "ATVPDKIKX0DER"

var syncNoon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// syncClock is a clock that tests move.
type syncClock struct{ micros atomic.Int64 }

func (c *syncClock) Now() time.Time          { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *syncClock) advance(d time.Duration) { c.micros.Add(d.Microseconds()) }

// noFollowers ignores connections.
type noFollowers struct{}

func (noFollowers) Activated(context.Context, connection.Connection) error { return nil }
func (noFollowers) Shared(context.Context, connection.Connection) error    { return nil }

// syncWorld has everything that a sync needs.
type syncWorld struct {
	store       *db.Store
	clock       *syncClock
	teams       *identityapp.Teams
	connections *connectionapp.Connections
	sellers     *connectionapp.Sellers
}

func openSync(t testing.TB, s *db.Store) *syncWorld {
	t.Helper()
	v, err := vault.New(make([]byte, 32))
	require.NoError(t, err)
	w := &syncWorld{store: s, clock: &syncClock{}}
	w.clock.micros.Store(syncNoon.UnixMicro())
	trail := auditstore.New(s, nil)
	w.teams = identityapp.NewTeams(s, identitystore.NewTeams(s), trail, w.clock)
	kept := connectionstore.NewConnections(s)
	w.sellers = connectionapp.NewSellers(kept)
	w.connections = connectionapp.NewConnections(s, kept, v, noFollowers{}, trail, w.clock)
	return w
}

// target makes a team with a seller account in the US.
func (w *syncWorld) target(t testing.TB, seller string) syncing.Target {
	t.Helper()
	team, err := w.teams.Create(t.Context(), identityapp.CreateTeam{Name: "Acme", Tokens: 1})
	require.NoError(t, err)
	c := w.connect(t, team.ID(), seller)
	return syncing.Target{Team: team.ID(), Connection: c.ID(), Seller: seller, Marketplace: syncShop}
}

func (w *syncWorld) connect(t testing.TB, team id.Team, seller string) connection.Connection {
	t.Helper()
	c, err := w.connections.Add(t.Context(), caller.Caller{Team: team}, connectionapp.Add{
		Account:      connection.Account{Region: "na", SellerID: seller, Marketplaces: []marketplace.ID{syncShop}},
		RefreshToken: secret.New("Atzr|x"),
	})
	require.NoError(t, err)
	return c
}

func owner(t syncing.Target) caller.Caller { return caller.Caller{Team: t.Team} }
