package simulator

// Notifications says who gets notifications and how many messages wait.
type Notifications struct {
	Destinations  []destination         `json:"destinations"`
	Subscriptions []subscriber          `json:"subscriptions"`
	Queues        map[string]QueueState `json:"queues"`
}

// subscriber is a subscription with whom it belongs to.
type subscriber struct {
	Seller string `json:"seller"`
	Type   string `json:"type"`
	subscription
}

// Notifications returns who gets notifications and how many messages wait.
func (m *Marketplace) Notifications() Notifications {
	all := Notifications{Destinations: []destination{}, Subscriptions: []subscriber{}, Queues: map[string]QueueState{}}
	m.mailbox.mu.Lock()
	all.Destinations = append(all.Destinations, m.mailbox.destinations...)
	for _, s := range m.mailbox.subscriptions {
		all.Subscriptions = append(all.Subscriptions, subscriber{s.seller, s.kind, s})
	}
	m.mailbox.mu.Unlock()
	all.Queues[DefaultQueue] = m.queue.state(m.World.Clock.Now())
	return all
}
