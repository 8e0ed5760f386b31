// Package inbound remembers the names of inbound shipments in memory.
package inbound

import (
	"context"
	"sync"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
)

// Pairs remembers the names of shipments in one process. When it is full, it drops the oldest,
// which are then looked up again.
type Pairs struct {
	// mu makes reading and writing a pair one step.
	mu    sync.Mutex
	byID  *expiring.Cache[key[inbound.ShipmentID], inbound.Pair]
	named *expiring.Cache[key[inbound.ConfirmationID], inbound.ShipmentID]
}

// key has a name of a shipment in a seller account.
type key[N ~string] struct {
	team       id.Team
	connection id.Connection
	name       N
}

func keyOf[N ~string](s account.Seller, name N) key[N] { return key[N]{s.Team, s.Connection, name} }

// NewPairs makes a memory of at most size shipments.
func NewPairs(size int) *Pairs {
	return &Pairs{
		byID:  expiring.New[key[inbound.ShipmentID], inbound.Pair](clock.System{}, 0, size),
		named: expiring.New[key[inbound.ConfirmationID], inbound.ShipmentID](clock.System{}, 0, size),
	}
}

// Remember keeps a known confirmation id if the shipment arrives without it.
func (p *Pairs) Remember(ctx context.Context, s account.Seller, pair inbound.Pair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.byID.Get(ctx, keyOf(s, pair.ID))
	if ok && pair.Confirmation == "" {
		pair.Confirmation = known.Confirmation
	}
	if ok && pair == known {
		return
	}
	p.byID.Put(ctx, keyOf(s, pair.ID), pair)
	if pair.Confirmation != "" {
		p.named.Put(ctx, keyOf(s, pair.Confirmation), pair.ID)
	}
}

func (p *Pairs) ByID(ctx context.Context, s account.Seller, shipment inbound.ShipmentID) (inbound.Pair, bool) {
	return p.byID.Get(ctx, keyOf(s, shipment))
}

// ByConfirmation does not return a shipment that has got another confirmation id since.
func (p *Pairs) ByConfirmation(ctx context.Context, s account.Seller, c inbound.ConfirmationID) (inbound.Pair, bool) {
	shipment, ok := p.named.Get(ctx, keyOf(s, c))
	if !ok {
		return inbound.Pair{}, false
	}
	pair, ok := p.ByID(ctx, s, shipment)
	if !ok || pair.Confirmation != c {
		return inbound.Pair{}, false
	}
	return pair, true
}
