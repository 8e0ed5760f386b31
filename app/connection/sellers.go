package connection

import (
	"context"
	"slices"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/connection"
)

// Sellers looks up connected seller accounts for the other contexts.
type Sellers struct{ connections ports.Connections }

var _ accounts.Sellers = (*Sellers)(nil)

func NewSellers(c ports.Connections) *Sellers { return &Sellers{c} }

// OfTeam lists the team's accounts, by connection.
func (s *Sellers) OfTeam(ctx context.Context, team id.Team) ([]account.Seller, error) {
	return sellers(s.connections.OfTeam(ctx, team))
}

// All lists the accounts of all teams, by connection.
func (s *Sellers) All(ctx context.Context) ([]account.Seller, error) {
	return sellers(s.connections.Live(ctx))
}

// OfSeller lists the accounts with a seller id in teams that get the marketplace's events about the
// seller, by connection.
func (s *Sellers) OfSeller(ctx context.Context, sellerID string) ([]account.Seller, error) {
	all, err := sellers(s.connections.OfSeller(ctx, sellerID))
	return slices.DeleteFunc(all, func(a account.Seller) bool { return !a.Notified() }), err
}

// OfSellerTeams lists all accounts of the teams that have one of the seller ids,
// by connection.
func (s *Sellers) OfSellerTeams(ctx context.Context, sellerIDs []string) ([]account.Seller, error) {
	return sellers(s.connections.OfSellerTeams(ctx, sellerIDs))
}

// Of returns the account of one of the team's connections, or Missing.
func (s *Sellers) Of(ctx context.Context, team id.Team, c id.Connection) (account.Seller, error) {
	all, err := s.OfTeam(ctx, team)
	if err != nil {
		return account.Seller{}, err
	}
	for _, one := range all {
		if one.Connection == c {
			return one, nil
		}
	}
	return account.Seller{}, fault.Missing()
}

// For picks the team's account for a marketplace; it returns the faults of connection.Choose.
func (s *Sellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	all, err := s.connections.OfTeam(ctx, team)
	if err != nil {
		return account.Seller{}, err
	}
	c, err := connection.Choose(all, m)
	return c.Seller(), err
}

// ForSeller picks among the team's accounts with a seller id; it returns the faults of
// connection.ChooseSeller.
func (s *Sellers) ForSeller(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (account.Seller, error) {
	all, err := s.connections.OfTeam(ctx, team)
	if err != nil {
		return account.Seller{}, err
	}
	c, err := connection.ChooseSeller(all, sellerID, m)
	return c.Seller(), err
}

func sellers(all []connection.Connection, err error) ([]account.Seller, error) {
	out := make([]account.Seller, len(all))
	for i, c := range all {
		out[i] = c.Seller()
	}
	return out, err
}
