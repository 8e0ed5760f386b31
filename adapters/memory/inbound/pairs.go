package inbound

import (
	"container/list"
	"context"
	"sync"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
)

// Pairs is the memory of one process for the names of shipments. It forgets
// those seen first when it is full; they are looked up again.
type Pairs struct {
	size int

	mu    sync.Mutex
	byID  map[idKey]*list.Element
	named map[nameKey]idKey
	age   *list.List // of pairEntry, oldest first
}

type idKey struct {
	team       id.Team
	connection id.Connection
	shipment   inbound.ShipmentID
}

type nameKey struct {
	team       id.Team
	connection id.Connection
	name       inbound.ConfirmationID
}

type pairEntry struct {
	key  idKey
	pair inbound.Pair
}

// NewPairs makes a memory of at most size shipments.
func NewPairs(size int) *Pairs {
	return &Pairs{size: size, byID: map[idKey]*list.Element{}, named: map[nameKey]idKey{}, age: list.New()}
}

// A shipment keeps the name it once had, also when it is seen without one.
func (p *Pairs) Remember(_ context.Context, s account.Seller, pair inbound.Pair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := idKey{s.Team, s.Connection, pair.ID}
	if e, ok := p.byID[k]; ok {
		known := e.Value.(pairEntry).pair
		if pair.Confirmation == "" {
			pair.Confirmation = known.Confirmation
		}
		if pair == known {
			return
		}
		p.remove(e)
	}
	for len(p.byID) >= p.size {
		p.remove(p.age.Front())
	}
	p.byID[k] = p.age.PushBack(pairEntry{k, pair})
	if pair.Confirmation != "" {
		p.named[nameKey{s.Team, s.Connection, pair.Confirmation}] = k
	}
}

func (p *Pairs) ByID(_ context.Context, s account.Seller, shipment inbound.ShipmentID) (inbound.Pair, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at(idKey{s.Team, s.Connection, shipment})
}

func (p *Pairs) ByConfirmation(_ context.Context, s account.Seller, c inbound.ConfirmationID) (inbound.Pair, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, ok := p.named[nameKey{s.Team, s.Connection, c}]
	if !ok {
		return inbound.Pair{}, false
	}
	return p.at(k)
}

func (p *Pairs) at(k idKey) (inbound.Pair, bool) {
	e, ok := p.byID[k]
	if !ok {
		return inbound.Pair{}, false
	}
	return e.Value.(pairEntry).pair, true
}

func (p *Pairs) remove(e *list.Element) {
	gone := p.age.Remove(e).(pairEntry)
	delete(p.byID, gone.key)
	name := nameKey{gone.key.team, gone.key.connection, gone.pair.Confirmation}
	if p.named[name] == gone.key {
		delete(p.named, name)
	}
}
