package simulator

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/world"
)

// standardFlood is how many notifications a second QueueFlood sends.
const standardFlood = 5000

// flood sends the messages of active floods, but not more than a receiver asks for: a backlog of
// millions costs nothing until it is read.
func (m *Marketplace) flood(q *queue, limit int) {
	now := m.World.Clock.Now()
	for _, f := range m.floods() {
		recipients := m.recipients(f.Fault)
		for n := m.owed(f, now, limit); n > 0 && len(recipients) > 0; n-- {
			m.mu.Lock()
			f.made++
			number := f.made
			m.mu.Unlock()
			m.drop(q, f, recipients[number%len(recipients)], number, now)
		}
	}
}

func (m *Marketplace) floods() []*activeFault {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*activeFault
	for _, f := range m.faults {
		if f.Mode == QueueFlood {
			all = append(all, f)
		}
	}
	return all
}

// owed is how many notifications of a flood are due and not sent, at most limit.
func (m *Marketplace) owed(f *activeFault, now time.Time, limit int) int {
	rate := f.Rate
	if rate <= 0 {
		rate = standardFlood
	}
	past := now.Sub(f.since).Seconds() - f.AfterSeconds
	if f.ForSeconds > 0 {
		past = min(past, f.ForSeconds)
	}
	due := int(max(0, past) * rate)
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.Times > 0 {
		due = min(due, f.Times)
	}
	return min(limit, due-f.made)
}

// recipients are the subscriptions to offers that a flood reaches.
func (m *Marketplace) recipients(f Fault) []subscription {
	m.mailbox.mu.Lock()
	defer m.mailbox.mu.Unlock()
	var all []subscription
	for _, s := range m.mailbox.subscriptions {
		if s.kind == typeOffers && (f.Seller == "" || f.Seller == s.seller) {
			all = append(all, s)
		}
	}
	return all
}

// drop sends one notification about the present offers of some product of the
// recipient.
func (m *Marketplace) drop(q *queue, f *activeFault, s subscription, number int, now time.Time) {
	account, ok := m.Account(s.seller)
	if !ok || account.Size == 0 {
		return
	}
	l := m.seededListing(account, int(m.Hash("flood", f.id, number)%uint64(account.Size)))
	at := slices.IndexFunc(l.tags, func(t priceTag) bool { return s.wants(t.shop) })
	p, known := m.product(l.asin)
	if at < 0 || !known {
		return
	}
	v := &offersView{board: m.boardOf(p, world.Shops[l.tags[at].shop]), seller: s.seller, at: now, kind: competition.ChangedInternal, isNew: true}
	n := v.notice(typeOffers, "")
	n.payload = v.offersPayload
	m.mailbox.mu.Lock()
	id := m.mailID("notification")
	m.mailbox.mu.Unlock()
	q.put(m.envelope(n, s.ID, id), now, now)
}
