package service

import (
	"fmt"
	"testing"
	"time"

	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Team has a team with an owner and a key with all scopes.
type Team struct {
	ID   id.Team
	User id.User
	// Key has the owner's key, KeyID its id.
	Key   string
	KeyID id.Key
	// Seller has the connected account in North America.
	Seller simulator.Seller

	service *Service
	// happened counts the events that were made.
	happened int
}

// Wish sets the special features of a team.
type Wish struct {
	// Tokens sets the monthly allowance: a million for 0, no tokens for a negative number.
	Tokens int64
	Plan   identity.PlanStatus
	// Unconnected leaves out the seller account.
	Unconnected bool
	// Kind sets the kind of the seller account; empty means full.
	Kind simulator.Kind
}

// Team makes a team.
func (s *Service) Team(t testing.TB, w Wish) *Team {
	t.Helper()
	ctx := t.Context()
	s.teams++
	tokens := w.Tokens
	switch {
	case tokens == 0:
		tokens = 1_000_000
	case tokens < 0:
		tokens = 0
	}
	made, err := s.Operator.Teams.Create(ctx, identityapp.CreateTeam{
		Name: fmt.Sprintf("Team %d", s.teams), Tokens: tokens, PlanStatus: w.Plan,
	})
	if err != nil {
		t.Fatalf("make a team: %v", err)
	}
	team := &Team{ID: made.ID(), service: s}
	team.User = team.Member(t, caller.Owner)
	team.KeyID, team.Key = team.NewKey(t, team.User, nil, caller.Read, caller.Write)
	if !w.Unconnected {
		kind := w.Kind
		if kind == "" {
			kind = simulator.Full
		}
		team.Seller = s.Market.Seller(marketplace.NA, kind)
		team.Connect(t, team.Seller)
	}
	return team
}

// Who returns the team's owner as caller of use cases.
func (m *Team) Who() caller.Caller {
	return caller.Caller{Team: m.ID, User: m.User, Key: m.KeyID, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}
}

// Member adds a new user to the team.
func (m *Team) Member(t testing.TB, role caller.Role) id.User {
	t.Helper()
	m.service.teams++
	u, err := m.service.Operator.Users.Create(t.Context(), caller.Caller{Team: m.ID}, identityapp.CreateUser{
		Email: fmt.Sprintf("user%d@example.com", m.service.teams), Name: "Somebody", Role: role,
	})
	if err != nil {
		t.Fatalf("make a user: %v", err)
	}
	return u.ID
}

// NewKey makes a key of a member.
func (m *Team) NewKey(t testing.TB, user id.User, expires *time.Time, scopes ...caller.Scope) (id.Key, string) {
	t.Helper()
	k, err := m.service.Operator.Keys.Create(t.Context(), caller.Caller{Team: m.ID}, identityapp.CreateKey{
		User: user, Name: "test", Scopes: scopes, ExpiresAt: expires,
	})
	if err != nil {
		t.Fatalf("make a key: %v", err)
	}
	return k.Key.Snapshot().ID, k.Secret.Reveal()
}

// Connect connects a seller account. If the service receives notifications, the account is proven.
func (m *Team) Connect(t testing.TB, seller simulator.Seller) connection.Connection {
	t.Helper()
	c, err := m.service.Operator.Connections.Add(t.Context(), caller.Caller{Team: m.ID}, connectionapp.Add{
		Account:      connection.Account{Region: seller.Region, SellerID: seller.ID, Marketplaces: seller.Marketplaces},
		RefreshToken: secret.New(seller.RefreshToken),
	})
	if err != nil {
		t.Fatalf("connect a seller account: %v", err)
	}
	if m.service.notified {
		if c, err = m.service.Operator.Probes.Probe(t.Context(), caller.Caller{Team: m.ID}, c.ID(), true); err != nil {
			t.Fatalf("prove a seller account: %v", err)
		}
	}
	return c
}
