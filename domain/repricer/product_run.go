package repricer

import "sellingassistant/domain/kernel/fault"

// Run moves the row through its run states. An event that is not legal in the
// row's state is invalid_transition, and the row is as before. Version and time
// of change are the users' and stay.
func (p *Product) Run(e RunEvent) error {
	next, ok := p.runState.Next(e)
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A row that is %q cannot be %s.", p.runState, e)
	}
	p.runState = next
	return nil
}

// RunState is what the machine does with the row at the moment.
func (p *Product) RunState() RunState { return p.runState }

// Freeze holds the row for a reason of safety. A row that is held already keeps
// its first reason, which is the one that somebody has to look at.
func (p *Product) Freeze(h Hold) {
	if !p.settled.hold.Known() {
		p.settled.hold, p.frozen = Some(h), Some(h)
	}
}

// Release lets go of a hold for a reason that is gone; a hold for another one
// stays. It reports whether the row was held for it.
func (p *Product) Release(reason HoldReason) bool {
	h, ok := p.settled.hold.Get()
	if !ok || h.Reason != reason {
		return false
	}
	p.settled.hold = None[Hold]()
	return true
}
