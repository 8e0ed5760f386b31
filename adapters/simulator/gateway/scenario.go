package gateway

import "sellingassistant/adapters/simulator/world"

// Scenario has a state of the clock and the active faults.
type Scenario struct {
	Clock  world.ClockChange `json:"clock,omitzero"`
	Faults []Fault           `json:"faults"`
}

// Load replaces the active faults by a scenario, and returns the numbers of its faults.
func (g *Gateway) Load(s Scenario) []int {
	g.Heal()
	g.world.ChangeClock(s.Clock)
	ids := make([]int, len(s.Faults))
	for i, f := range s.Faults {
		ids[i] = g.Inject(f)
	}
	return ids
}
