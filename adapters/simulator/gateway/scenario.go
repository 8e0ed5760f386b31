package gateway

import "sellingassistant/adapters/simulator/world"

// Scenario is a state of the clock and the faults that are on.
type Scenario struct {
	Clock  world.ClockChange `json:"clock,omitzero"`
	Faults []Fault           `json:"faults"`
}

// Load puts a scenario in place of the faults that are on, and returns the
// numbers of its faults.
func (g *Gateway) Load(s Scenario) []int {
	g.Heal()
	g.world.ChangeClock(s.Clock)
	ids := make([]int, len(s.Faults))
	for i, f := range s.Faults {
		ids[i] = g.Inject(f)
	}
	return ids
}
