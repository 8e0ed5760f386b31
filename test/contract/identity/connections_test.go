package identity_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/vault"
	connectionapp "sellingassistant/app/connection"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/stores"
)

const us marketplace.ID = "ATVPDKIKX0DER"

func wish(seller, token string) connectionapp.Add {
	return connectionapp.Add{
		Account:      connection.Account{Region: "na", SellerID: seller, Marketplaces: []marketplace.ID{us, "A2EUQ1WTGCTBG2"}},
		RefreshToken: secret.New(token),
	}
}

func TestConnections(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 1), w.team(t, 1)
		who, stranger := caller.Caller{Team: team}, caller.Caller{Team: other}

		m, _ := marketplace.ByID(us)
		_, err := w.sellers.For(ctx, team, m)
		requireFault(t, err, fault.Forbidden, fault.CodeIntegrationRequired)

		c, err := w.connections.Add(ctx, who, wish("A1SELLER", "Atzr|one\n"))
		require.NoError(t, err)
		require.Equal(t, 1, w.audited(t, team, "connection", int64(c.ID()), "added"))
		listed, err := w.connections.List(ctx, who)
		require.NoError(t, err)
		require.Equal(t, []connection.Connection{c}, listed)
		token, err := w.connections.RefreshToken(ctx, team, c.ID())
		require.NoError(t, err)
		require.Equal(t, "Atzr|one", token.Reveal())
		chosen, err := w.sellers.For(ctx, team, m)
		require.NoError(t, err)
		require.Equal(t, account.Seller{
			Team: team, Connection: c.ID(), Region: "na", ID: "A1SELLER", Marketplaces: []marketplace.ID{us, "A2EUQ1WTGCTBG2"}, Active: true,
		}, chosen)

		// Another team sees nothing of it and cannot touch it.
		listed, err = w.connections.List(ctx, stranger)
		require.NoError(t, err)
		require.Empty(t, listed)
		_, err = w.connections.RefreshToken(ctx, other, c.ID())
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		requireFault(t, w.connections.Remove(ctx, stranger, c.ID()), fault.NotFound, fault.CodeNotFound)
		require.NoError(t, w.connections.MarkNeedsAttention(ctx, stranger, c.ID(), "invalid_grant"))
		listed, err = w.connections.List(ctx, who)
		require.NoError(t, err)
		require.Equal(t, []connection.Connection{c}, listed)
		_, err = w.connections.Add(ctx, stranger, wish("A1SELLER", "Atzr|other"))
		require.NoError(t, err, "two teams may share a seller account")

		_, err = w.connections.Add(ctx, who, wish("a1seller", "Atzr|two"))
		e := requireFault(t, err, fault.Rule, fault.CodeDuplicate)
		require.Equal(t, int64(c.ID()), e.Details["existing_id"])
		europe := connectionapp.Add{
			Account:      connection.Account{Region: "eu", SellerID: "A1SELLER", Marketplaces: []marketplace.ID{"A1PA6795UKMFR9"}},
			RefreshToken: secret.New("Atzr|eu"),
		}
		_, err = w.connections.Add(ctx, who, europe)
		require.NoError(t, err, "another region is another grant")

		w.clock.advance(time.Minute)
		for range 2 {
			require.NoError(t, w.connections.MarkNeedsAttention(ctx, who, c.ID(), "invalid_grant"))
		}
		require.Equal(t, 1, w.audited(t, team, "connection", int64(c.ID()), "needs_attention"))
		_, err = w.sellers.For(ctx, team, m)
		requireFault(t, err, fault.Forbidden, fault.CodeIntegrationNeedsAttention)
		listed, err = w.connections.List(ctx, who)
		require.NoError(t, err)
		snap := listed[0].Snapshot()
		require.Equal(t, connection.NeedsAttention, snap.Status)
		require.Equal(t, "invalid_grant", *snap.LastErrorCode)
		require.Equal(t, int64(2), snap.Version)
		require.Equal(t, start.Add(time.Minute), snap.UpdatedAt)

		require.NoError(t, w.connections.Remove(ctx, who, c.ID()))
		requireFault(t, w.connections.Remove(ctx, who, c.ID()), fault.NotFound, fault.CodeNotFound)
		require.NoError(t, w.connections.MarkNeedsAttention(ctx, who, c.ID(), "x"), "it is gone, which is fine")
		_, err = w.connections.RefreshToken(ctx, team, c.ID())
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		require.Equal(t, 1, w.count(t, "connections", fmt.Sprintf("id = %d AND refresh_token IS NULL AND status = 'revoked'", c.ID())))
		require.Equal(t, 1, w.audited(t, team, "connection", int64(c.ID()), "removed"))
		_, err = w.sellers.For(ctx, team, m)
		requireFault(t, err, fault.Rule, fault.CodeMarketplaceUnconnected)

		again, err := w.connections.Add(ctx, who, wish("A1SELLER", "Atzr|three"))
		require.NoError(t, err, "uniqueness is over live connections only")
		require.NotEqual(t, c.ID(), again.ID())
	})
}

func TestSellers(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		first, second, none := w.team(t, 1), w.team(t, 1), w.team(t, 1)
		var all []account.Seller
		for i, team := range []id.Team{first, second, first} {
			c, err := w.connections.Add(ctx, caller.Caller{Team: team}, wish(fmt.Sprint("A", i), "Atzr|one"))
			require.NoError(t, err)
			all = append(all, c.Seller())
		}
		require.NoError(t, w.connections.MarkNeedsAttention(ctx, caller.Caller{Team: first}, all[0].Connection, "invalid_grant"))
		all[0].Active = false
		found, err := w.sellers.All(ctx)
		require.NoError(t, err)
		require.Equal(t, all, found)
		found, err = w.sellers.OfTeam(ctx, first)
		require.NoError(t, err)
		require.Equal(t, []account.Seller{all[0], all[2]}, found, "working or not")
		found, err = w.sellers.OfTeam(ctx, none)
		require.NoError(t, err)
		require.Equal(t, []account.Seller{}, found)

		seller, err := w.sellers.Of(ctx, first, all[2].Connection)
		require.NoError(t, err)
		require.Equal(t, all[2], seller)
		_, err = w.sellers.Of(ctx, first, all[1].Connection)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)

		m, _ := marketplace.ByID(us)
		seller, err = w.sellers.ForSeller(ctx, first, "A2", m)
		require.NoError(t, err)
		require.Equal(t, all[2], seller)
		_, err = w.sellers.ForSeller(ctx, first, "A0", m)
		requireFault(t, err, fault.Forbidden, fault.CodeIntegrationNeedsAttention)
		_, err = w.sellers.ForSeller(ctx, first, "A1", m)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.sellers.ForSeller(ctx, none, "A1", m)
		requireFault(t, err, fault.Forbidden, fault.CodeIntegrationRequired)
	})
}

func TestConnectionsBesideThoseOfSellers(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		var all []account.Seller
		add := func(team id.Team, sellers ...string) {
			for _, seller := range sellers {
				c, err := w.connections.Add(ctx, caller.Caller{Team: team}, wish(seller, "Atzr|one"))
				require.NoError(t, err)
				all = append(all, c.Seller())
			}
		}
		first, second, third := w.team(t, 1), w.team(t, 1), w.team(t, 1)
		add(first, "A1SELLER", "A2SELLER")
		add(second, "A2SELLER", "A3SELLER")
		add(third, "A4SELLER", "A5SELLER")
		build := func(sellers ...string) []account.Seller {
			found, err := w.sellers.OfSellerTeams(ctx, sellers)
			require.NoError(t, err)
			return found
		}
		require.Equal(t, all[:2], build("A1SELLER"))
		require.Equal(t, all[:4], build("A2SELLER"), "with the other accounts of both teams")
		require.Equal(t, append(all[:2:2], all[4:]...), build("A5SELLER", "A1SELLER", "A4SELLER", "A9NOBODY"))
		require.Empty(t, build("A9NOBODY"))
		require.Empty(t, build())
		require.NoError(t, w.connections.Remove(ctx, caller.Caller{Team: first}, all[0].Connection))
		require.Empty(t, build("A1SELLER"), "it was removed")
		require.Equal(t, all[1:4], build("A2SELLER"))
	})
}

func TestConnectionsRace(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 1)
		errs := race(func(int) error {
			_, err := w.connections.Add(t.Context(), caller.Caller{Team: team}, wish("A1", "Atzr|x"))
			if err != nil && !fault.Is(err, fault.CodeDuplicate) {
				t.Error(err)
			}
			return err
		})
		require.Equal(t, 1, succeeded(errs))
		require.Equal(t, 1, w.count(t, "connections", "1=1"))

		all, err := w.connections.List(t.Context(), caller.Caller{Team: team})
		require.NoError(t, err)
		errs = race(func(int) error { return w.connections.Remove(t.Context(), caller.Caller{Team: team}, all[0].ID()) })
		require.Equal(t, 1, succeeded(errs))
		require.Equal(t, 1, w.audited(t, team, "connection", int64(all[0].ID()), "removed"))
	})
}

func TestSealedTokensStayInTheirPlace(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		one, two := w.team(t, 1), w.team(t, 1)
		a, err := w.connections.Add(ctx, caller.Caller{Team: one}, wish("A1", "Atzr|one"))
		require.NoError(t, err)
		b, err := w.connections.Add(ctx, caller.Caller{Team: two}, wish("B1", "Atzr|two"))
		require.NoError(t, err)
		connections := connectionstore.NewConnections(s)
		first, err := connections.Token(ctx, one, a.ID())
		require.NoError(t, err)
		second, err := connections.Token(ctx, two, b.ID())
		require.NoError(t, err)
		require.NoError(t, connections.SaveToken(ctx, one, a.ID(), second))
		require.NoError(t, connections.SaveToken(ctx, two, b.ID(), first))
		for team, c := range map[id.Team]id.Connection{one: a.ID(), two: b.ID()} {
			_, err := w.connections.RefreshToken(ctx, team, c)
			require.ErrorIs(t, err, vault.ErrAltered)
			requireFault(t, err, fault.Forbidden, fault.CodeIntegrationNeedsAttention)
			listed, err := w.connections.List(ctx, caller.Caller{Team: team})
			require.NoError(t, err)
			require.Equal(t, connection.NeedsAttention, listed[0].Snapshot().Status)
			require.Equal(t, "token_unreadable", *listed[0].Snapshot().LastErrorCode)
			require.Equal(t, 1, w.audited(t, team, "connection", int64(c), "needs_attention"))
		}
		err = connections.SaveToken(ctx, two, a.ID(), first)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)

		wrong, err := vault.New([]byte("another master secret of 32 byte"))
		require.NoError(t, err)
		c, err := w.connections.Add(ctx, caller.Caller{Team: one}, wish("C1", "Atzr|three"))
		require.NoError(t, err)
		_, err = connectionapp.NewConnections(s, connections, wrong, w.followers, w.trail, w.clock).RefreshToken(ctx, one, c.ID())
		require.ErrorIs(t, err, vault.ErrUnknownKey)
		require.Equal(t, 0, w.audited(t, one, "connection", int64(c.ID()), "needs_attention"), "the key may come back")
	})
}

type noSealer struct{}

var errNoSealer = errors.New("no sealer")

func (noSealer) Seal([]byte, string) ([]byte, error) { return nil, errNoSealer }
func (noSealer) Open([]byte, string) ([]byte, error) { return nil, errNoSealer }

func TestNoConnectionWithoutItsTokenOrItsLine(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		who := caller.Caller{Team: w.team(t, 1)}
		connections := connectionstore.NewConnections(s)
		_, err := connectionapp.NewConnections(s, connections, noSealer{}, w.followers, w.trail, w.clock).Add(t.Context(), who, wish("A1", "x"))
		require.ErrorIs(t, err, errNoSealer)
		withoutTrail := connectionapp.NewConnections(s, connections, w.vault, w.followers, broken{}, w.clock)
		_, err = withoutTrail.Add(t.Context(), who, wish("A1", "x"))
		require.ErrorIs(t, err, errBroken)
		w.followers.fail = errBroken
		_, err = w.connections.Add(t.Context(), who, wish("A1", "x"))
		require.ErrorIs(t, err, errBroken, "who follows does so in the same transaction")
		w.followers.fail, w.followers.told = nil, nil
		require.Equal(t, 0, w.count(t, "connections", "1=1"))

		c, err := w.connections.Add(t.Context(), who, wish("A1", "x"))
		require.NoError(t, err)
		require.Equal(t, []id.Connection{c.ID()}, w.followers.told)
		require.ErrorIs(t, withoutTrail.Remove(t.Context(), who, c.ID()), errBroken)
		require.ErrorIs(t, withoutTrail.MarkNeedsAttention(t.Context(), who, c.ID(), "x"), errBroken)
		require.Equal(t, 1, w.count(t, "connections", "status = 'active' AND deleted_at IS NULL AND refresh_token IS NOT NULL"))
	})
}

func TestSecretCheckOverTheStore(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		checks := store.NewSecretChecks(s)
		masters := make([][]byte, workers)
		for i := range masters {
			masters[i] = make([]byte, 32)
			_, err := rand.Read(masters[i])
			require.NoError(t, err)
		}
		errs := race(func(i int) error { return vault.Check(t.Context(), checks.Keep, masters[i]) })
		require.Equal(t, 1, succeeded(errs), "a database belongs to one secret, however many start at once")
		for i, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, vault.ErrWrongSecret)
				continue
			}
			require.NoError(t, vault.Check(t.Context(), checks.Keep, masters[i]))
			require.NoError(t, vault.Check(t.Context(), checks.Keep, masters[(i+1)%workers], masters[i]))
		}
	})
}
