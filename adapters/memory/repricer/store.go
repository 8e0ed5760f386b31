// Package repricer keeps settings, strategies and rows of the repricer in
// memory, with the load, lock and save rules of the databases: a write of
// something that was not loaded locked in the same transaction is refused.
package repricer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/repricer"
)

// Store is all of it, and the transaction runner over it. Transactions run one
// after the other.
type Store struct {
	mu      sync.Mutex
	data    data
	sellers map[id.Team][]account.Seller
	onCall  func(method string) error
}

// data is what a rollback puts back. The values are snapshots that nobody
// changes in place.
type data struct {
	settings     map[id.Team]repricer.SettingsSnapshot
	strategies   map[strategy.ID]strategy.Snapshot
	products     map[decision.ProductID]repricer.ProductSnapshot
	memories     map[decision.ProductID]repricer.Memory
	due          map[decision.ProductID]entry
	decided      map[decision.ProductID]time.Time
	lastStrategy strategy.ID
	lastProduct  decision.ProductID
}

func (d data) clone() data {
	d.settings, d.strategies, d.products = maps.Clone(d.settings), maps.Clone(d.strategies), maps.Clone(d.products)
	d.memories, d.due, d.decided = maps.Clone(d.memories), maps.Clone(d.due), maps.Clone(d.decided)
	return d
}

// New makes an empty store.
func New() *Store {
	return &Store{
		data: data{
			settings:   map[id.Team]repricer.SettingsSnapshot{},
			strategies: map[strategy.ID]strategy.Snapshot{},
			products:   map[decision.ProductID]repricer.ProductSnapshot{},
			memories:   map[decision.ProductID]repricer.Memory{},
			due:        map[decision.ProductID]entry{},
			decided:    map[decision.ProductID]time.Time{},
		},
		sellers: map[id.Team][]account.Seller{},
		onCall:  func(string) error { return nil },
	}
}

// OnCall has f see the name of every call of a port, "Products.Save" for one,
// before it does anything; an error of f is the answer of the call.
func (s *Store) OnCall(f func(method string) error) { s.onCall = f }

// Connect gives a team a seller account.
func (s *Store) Connect(team id.Team, a account.Seller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sellers[team] = append(s.sellers[team], a)
}

// Put stores a row as it is, under its id.
func (s *Store) Put(p repricer.ProductSnapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data.products[p.ID] = p
	s.data.lastProduct = max(s.data.lastProduct, p.ID)
}

// Settings is the port of settings.
func (s *Store) Settings() ports.Settings { return settings{s} }

// Strategies is the port of strategies.
func (s *Store) Strategies() ports.Strategies { return strategies{s} }

// Products is the port of rows.
func (s *Store) Products() ports.Products { return products{s} }

// Sellers is the port of seller accounts, of which the repricer lists a team's.
func (s *Store) Sellers() accounts.Sellers { return sellers{store: s} }

// transaction is what a context carries: which store it is a transaction of,
// and what was locked in it.
type transaction struct {
	settings   map[id.Team]bool
	strategies map[strategy.ID]bool
	products   map[decision.ProductID]bool
}

type txKey struct{ store *Store }

// InLazyTx implements the transaction port.
func (s *Store) InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.InTx(ctx, fn)
}

// InTx implements the transaction port.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if ctx.Value(txKey{s}) == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		ctx = context.WithValue(ctx, txKey{s}, &transaction{
			settings:   map[id.Team]bool{},
			strategies: map[strategy.ID]bool{},
			products:   map[decision.ProductID]bool{},
		})
	}
	before, done := s.data.clone(), false
	defer func() {
		if !done {
			s.data = before
		}
	}()
	if err := fn(ctx); err != nil {
		return err
	}
	done = true
	return nil
}

var (
	errNoTransaction = errors.New("a lock needs a transaction")
	errNotLocked     = errors.New("not loaded locked in this transaction")
)

// call runs one call of a port, in the transaction of ctx or by itself.
func (s *Store) call(ctx context.Context, method string, f func(d *data, t *transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t, _ := ctx.Value(txKey{s}).(*transaction)
	if t == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if err := s.onCall(method); err != nil {
		return err
	}
	if err := f(&s.data, t); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

// locked is call for what needs a transaction.
func (s *Store) locked(ctx context.Context, method string, f func(d *data, t *transaction) error) error {
	return s.call(ctx, method, func(d *data, t *transaction) error {
		if t == nil {
			return errNoTransaction
		}
		return f(d, t)
	})
}

type sellers struct {
	accounts.Sellers
	store *Store
}

func (s sellers) OfTeam(ctx context.Context, team id.Team) (out []account.Seller, err error) {
	err = s.store.call(ctx, "Sellers.OfTeam", func(*data, *transaction) error {
		out = append(out, s.store.sellers[team]...)
		return nil
	})
	return out, err
}
