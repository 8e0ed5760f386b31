package spapi

import (
	"sync"
	"time"

	"sellingassistant/domain/kernel/id"
)

// healthFor is how long a success proves that a grant works.
const healthFor = 10 * time.Minute

// health remembers which operations worked of late for each connection.
type health struct {
	clock Clock
	mu    sync.Mutex
	seen  map[id.Connection]map[string]time.Time
}

func (h *health) worked(call Call) {
	if call.Operation.Scope != "" {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	if len(h.seen) >= sweepFrom {
		h.sweep(now)
	}
	operations := h.seen[call.Seller.Connection]
	if operations == nil {
		operations = map[string]time.Time{}
		h.seen[call.Seller.Connection] = operations
	}
	operations[call.Operation.ID] = now
}

// othersWork reports whether another operation of the seller worked of late.
func (h *health) othersWork(call Call) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	for operation, at := range h.seen[call.Seller.Connection] {
		if operation != call.Operation.ID && now.Sub(at) < healthFor {
			return true
		}
	}
	return false
}

func (h *health) sweep(now time.Time) {
	for c, operations := range h.seen {
		for operation, at := range operations {
			if now.Sub(at) >= healthFor {
				delete(operations, operation)
			}
		}
		if len(operations) == 0 {
			delete(h.seen, c)
		}
	}
}
