// Package commit lets lazy transactions on SQLite share a commit. A commit writes each changed
// page, and the pages of a busy table are the same in each.
package commit

import (
	"context"
	"errors"
	"slices"
	"sync"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/tx"
)

// mostParts bounds the parts of a transaction, so that other writers wait for milliseconds at most.
const mostParts = 32

// Shared runs lazy transactions. While a transaction runs, others wait; they become its parts, one
// after the other. A part that fails is undone alone. The commit is lost or stored for all.
type Shared struct {
	*db.Store

	mu      sync.Mutex
	led     bool
	waiting []*part
}

var _ tx.LazyRunner = (*Shared)(nil)

// NewShared returns a runner over a store. On Postgres, where writers do not wait for each other,
// its transactions stay apart.
func NewShared(s *db.Store) *Shared { return &Shared{Store: s} }

// part has a lazy transaction that waits for another's.
type part struct {
	// turn brings the context of the transaction; nil makes the part lead the next one.
	turn chan context.Context
	ran  chan struct{}
	// stored brings the outcome of the whole transaction.
	stored chan bool
}

// errAgain says that the transaction around a part was not stored.
var errAgain = errors.New("the transaction around this part was not stored")

// InLazyTx runs fn in a transaction or in a part of one.
func (s *Shared) InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if s.Dialect() != db.SQLite || s.InTransaction(ctx) {
		return s.Store.InLazyTx(ctx, fn)
	}
	for {
		p := s.enter()
		if p == nil {
			return s.lead(ctx, fn)
		}
		select {
		case <-ctx.Done():
			if s.leave(p) {
				return ctx.Err()
			}
		case around := <-p.turn:
			p.turn <- around
		}
		around := <-p.turn
		if around == nil {
			return s.lead(ctx, fn)
		}
		if err := s.join(ctx, around, p, fn); !errors.Is(err, errAgain) {
			return err
		}
	}
}

// enter returns nil for a transaction that leads, and its place among the waiting ones otherwise.
func (s *Shared) enter() *part {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.led {
		s.led = true
		return nil
	}
	p := &part{make(chan context.Context, 1), make(chan struct{}), make(chan bool, 1)}
	s.waiting = append(s.waiting, p)
	return p
}

// leave withdraws a waiting part; false if it has its turn.
func (s *Shared) leave(p *part) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.Index(s.waiting, p)
	if at < 0 {
		return false
	}
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return true
}

// take removes the first parts that wait.
func (s *Shared) take() []*part {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(s.waiting), mostParts)
	taken := slices.Clone(s.waiting[:n])
	s.waiting = slices.Delete(s.waiting, 0, n)
	return taken
}

// next makes the first waiting part lead.
func (s *Shared) next() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.led = len(s.waiting) > 0; s.led {
		s.waiting[0].turn <- nil
		s.waiting = slices.Delete(s.waiting, 0, 1)
	}
}

// both has the values of a part, and the transaction around it.
type both struct {
	context.Context                 //nolint:containedctx // it is itself a context
	around          context.Context //nolint:containedctx // see above
}

func (b both) Value(key any) any {
	if v := b.Context.Value(key); v != nil {
		return v
	}
	return b.around.Value(key)
}

// join runs fn as a part of a transaction, and waits for the end of the transaction.
func (s *Shared) join(ctx, around context.Context, p *part, fn func(context.Context) error) error {
	err := func() error {
		defer close(p.ran)
		return s.InTx(both{ctx, around}, fn)
	}()
	if !<-p.stored && err == nil {
		err = errAgain
	}
	return err
}

// lead runs fn in a transaction, and then the parts that wait by then. If fn fails, they wait for
// the next transaction.
func (s *Shared) lead(ctx context.Context, fn func(ctx context.Context) error) error {
	defer s.next()
	var parts []*part
	end := func(stored bool) {
		for _, p := range parts {
			p.stored <- stored
		}
		parts = nil
	}
	stored := false
	defer func() { end(stored) }()
	err := s.Store.InLazyTx(ctx, func(ctx context.Context) error {
		end(false) // the transaction runs again
		if err := fn(ctx); err != nil {
			return err
		}
		parts = s.take()
		for _, p := range parts {
			p.turn <- ctx
			<-p.ran
		}
		return nil
	})
	stored = err == nil
	return err
}
