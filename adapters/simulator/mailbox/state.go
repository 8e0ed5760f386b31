package mailbox

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
func (m *Mailbox) Notifications() Notifications {
	all := Notifications{Destinations: []destination{}, Subscriptions: []subscriber{}, Queues: map[string]QueueState{}}
	m.mu.Lock()
	all.Destinations = append(all.Destinations, m.destinations...)
	for _, s := range m.subscriptions {
		all.Subscriptions = append(all.Subscriptions, subscriber{s.seller, s.kind, s})
	}
	m.mu.Unlock()
	all.Queues[DefaultQueue] = m.queue.state(m.world.Clock.Now())
	return all
}
