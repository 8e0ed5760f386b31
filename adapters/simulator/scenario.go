package simulator

import "sellingassistant/adapters/simulator/world"

// Scenario is a state of the clock and the faults that are on.
type Scenario struct {
	Clock  world.ClockChange `json:"clock,omitzero"`
	Faults []Fault           `json:"faults"`
}

// Load puts a scenario in place of the faults that are on, and returns the
// numbers of its faults.
func (m *Marketplace) Load(s Scenario) []int {
	m.Heal()
	m.ChangeClock(s.Clock)
	ids := make([]int, len(s.Faults))
	for i, f := range s.Faults {
		ids[i] = m.Inject(f)
	}
	return ids
}

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
