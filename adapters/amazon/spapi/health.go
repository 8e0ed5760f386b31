package spapi

import (
	"maps"
	"sync"
	"time"

	"sellingassistant/domain/kernel/id"
)

// healthFor bounds how long a success proves that a grant works.
const healthFor = 10 * time.Minute

// health remembers which operations worked recently, by connection.
type health struct {
	clock Clock
	mu    sync.Mutex
	seen  bounded[id.Connection, map[string]time.Time]
}

func (h *health) worked(call Call) {
	if !call.connected() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	operations := h.seen.kept[call.Seller.Connection]
	if operations == nil {
		operations = map[string]time.Time{}
		h.seen.put(call.Seller.Connection, operations, func(of map[string]time.Time) bool {
			maps.DeleteFunc(of, func(_ string, at time.Time) bool { return now.Sub(at) >= healthFor })
			return len(of) == 0
		})
	}
	operations[call.Operation.ID] = now
}

// othersWork reports whether another operation of the seller worked recently.
func (h *health) othersWork(call Call) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	for operation, at := range h.seen.kept[call.Seller.Connection] {
		if operation != call.Operation.ID && now.Sub(at) < healthFor {
			return true
		}
	}
	return false
}
