package mailbox

// Notifications lists the subscribers and counts the waiting messages.
type Notifications struct {
	Destinations  []destination         `json:"destinations"`
	Subscriptions []subscriber          `json:"subscriptions"`
	Queues        map[string]QueueState `json:"queues"`
}

// subscriber has a subscription with its seller and type.
type subscriber struct {
	Seller string `json:"seller"`
	Type   string `json:"type"`
	subscription
}

// Notifications returns the subscribers and the counts of waiting messages.
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
