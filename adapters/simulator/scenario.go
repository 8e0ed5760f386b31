package simulator

import "time"

// ClockChange says what happens to the clock; what is nil or 0 stays.
type ClockChange struct {
	Set         *time.Time `json:"set,omitempty"`
	StepSeconds float64    `json:"step_seconds,omitempty"`
	Speed       *float64   `json:"speed,omitempty"`
}

// ChangeClock sets the clock, steps it and changes its speed, in that order.
func (m *Marketplace) ChangeClock(c ClockChange) {
	if c.Set != nil {
		m.cfg.Clock.Set(*c.Set)
	}
	if c.StepSeconds != 0 {
		m.cfg.Clock.Step(seconds(c.StepSeconds))
	}
	if c.Speed != nil {
		m.cfg.Clock.SetSpeed(*c.Speed)
	}
}

// Scenario is a state of the clock and the faults that are on.
type Scenario struct {
	Clock  ClockChange `json:"clock,omitzero"`
	Faults []Fault     `json:"faults"`
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
	all.Queues[DefaultQueue] = m.queue.state(m.cfg.Clock.Now())
	return all
}
