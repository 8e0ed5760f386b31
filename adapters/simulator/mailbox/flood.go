package mailbox

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

// flood sends the messages of active floods, at most as many as a receiver requests. So a backlog
// of millions costs nothing until it is read.
func (m *Mailbox) flood(q *queue, limit int) {
	now := m.world.Clock.Now()
	for _, f := range m.gateway.Floods() {
		recipients := m.recipients(f.Fault)
		for n := m.gateway.Owed(f, now, limit); n > 0 && len(recipients) > 0; n-- {
			number := m.gateway.Made(f)
			m.drop(q, f, recipients[number%len(recipients)], number, now)
		}
	}
}

// recipients returns the subscriptions to offers that a flood reaches.
func (m *Mailbox) recipients(f gateway.Fault) []subscription {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []subscription
	for _, s := range m.subscriptions {
		if s.kind == gateway.TypeOffers && (f.Seller == "" || f.Seller == s.seller) {
			all = append(all, s)
		}
	}
	return all
}

// drop sends one notification about the present offers of one of the recipient's products.
func (m *Mailbox) drop(q *queue, f *gateway.ActiveFault, s subscription, number int, now time.Time) {
	account, ok := m.world.Account(s.seller)
	if !ok || account.Size == 0 {
		return
	}
	l := m.ledger.SeededListing(account, int(m.world.Hash("flood", f.ID, number)%uint64(account.Size)))
	at := slices.IndexFunc(l.Tags, func(t ledger.PriceTag) bool { return s.wants(t.Shop) })
	p, known := m.catalog.Product(l.ASIN)
	if at < 0 || !known {
		return
	}
	v := &offersView{board: m.floor.BoardOf(p, world.Shops[l.Tags[at].Shop]), seller: s.seller, at: now, kind: competition.ChangedInternal, isNew: true}
	n := v.notice(gateway.TypeOffers, "")
	n.payload = v.offersPayload
	m.mu.Lock()
	id := m.mailID("notification")
	m.mu.Unlock()
	q.put(m.envelope(n, s.ID, id), now, now)
}
