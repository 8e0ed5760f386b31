// Package rowstore has settings, strategies and rows of the repricer in memory, and seller accounts
// of teams, for tests of use cases without a database.
package rowstore

import (
	"context"
	"errors"
	"slices"
	"sync"

	"sellingassistant/adapters/memory/record"
	shelf "sellingassistant/adapters/persistence/record"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/repricer"
)

// Store has all of these, and runs transactions over them.
type Store struct {
	*record.Store
	mu      sync.Mutex
	sellers map[id.Team][]account.Seller
	onCall  func(call string) error
}

// New makes an empty store.
func New() *Store {
	return &Store{Store: record.New(), sellers: map[id.Team][]account.Seller{}, onCall: func(string) error { return nil }}
}

// OnCall sets a function that sees every call first, as "repricer_products Lock" or "sellers
// OfTeam". An error of f becomes the error of the call.
func (s *Store) OnCall(f func(call string) error) {
	s.onCall = f
	s.Store.OnCall(f)
}

// Connect gives a team a seller account.
func (s *Store) Connect(team id.Team, a account.Seller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sellers[team] = append(s.sellers[team], a)
}

// Settings returns the port of settings.
func (s *Store) Settings() ports.Settings { return managestore.NewSettings(s) }

// Strategies returns the port of strategies.
func (s *Store) Strategies() ports.Strategies { return managestore.NewStrategies(s) }

// Products returns the port of rows.
func (s *Store) Products() ports.Products { return products{managestore.NewRows(s)} }

// Sellers returns the port of seller accounts. It lists only the accounts of a team.
func (s *Store) Sellers() accounts.Sellers { return sellers{store: s} }

// products adds methods that the databases implement with their own statements.
type products struct{ *managestore.Rows }

func (p products) Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]ports.Usage, error) {
	out := map[strategy.ID]ports.Usage{}
	if len(strategies) == 0 {
		return out, nil
	}
	rows, err := p.Select(ctx, shelf.Query{Team: team, Where: []shelf.Condition{shelf.In("strategy_id", strategies)}})
	for _, row := range rows {
		named := row.StrategyID.Or(0)
		u := out[named]
		if u.Count++; u.Count <= ports.UsageSample {
			u.First = append(u.First, row.ID)
		}
		if !slices.Contains(u.Marketplaces, row.Key.MarketplaceID) {
			u.Marketplaces = append(u.Marketplaces, row.Key.MarketplaceID)
		}
		out[named] = u
	}
	return out, err
}

// LastChanges returns no changes, because there is no history.
func (products) LastChanges(context.Context, id.Team, []repricer.ChangeRef) (map[repricer.ChangeID]history.ChangeSnapshot, error) {
	return map[repricer.ChangeID]history.ChangeSnapshot{}, nil
}

func (products) LoadByOfferLocked(context.Context, []repricer.TeamOffer) ([]*repricer.Product, error) {
	return nil, errors.ErrUnsupported
}

func (products) HasFastRows(context.Context, id.Team, string) (bool, error) {
	return false, errors.ErrUnsupported
}

type sellers struct {
	accounts.Sellers
	store *Store
}

func (s sellers) OfTeam(_ context.Context, team id.Team) ([]account.Seller, error) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	return slices.Clone(s.store.sellers[team]), s.store.onCall("sellers OfTeam")
}
