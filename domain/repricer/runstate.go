package repricer

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// RunState is what the machine does with a row at the moment.
type RunState string

// The run states.
const (
	RunIdle                 RunState = "idle"
	RunQueued               RunState = "queued"
	RunEvaluating           RunState = "evaluating"
	RunSubmitting           RunState = "submitting"
	RunAwaitingConfirmation RunState = "awaiting_confirmation"
)

var runStates = []RunState{RunIdle, RunQueued, RunEvaluating, RunSubmitting, RunAwaitingConfirmation}

// Words lists the values.
func (RunState) Words() []RunState { return runStates }

// RunEvent is something that moves a row through its run states.
type RunEvent string

// The run events.
const (
	// RunWoken is an offer event, a sweep, a call by hand or an edit.
	RunWoken RunEvent = "woken"
	// RunClaimed is a worker taking the row.
	RunClaimed RunEvent = "claimed"
	// RunKept is a decision with nothing to send.
	RunKept RunEvent = "settled"
	// RunPriced is a decision with a price to send.
	RunPriced RunEvent = "priced"
	// RunSent is the price on its way to the marketplace, for the first time or again.
	RunSent RunEvent = "left"
	// RunAccepted is the marketplace taking the price into its queue.
	RunAccepted RunEvent = "taken"
	// RunResolved is a price of which nothing can become any more: seen live, refused,
	// given up or withdrawn.
	RunResolved RunEvent = "over"
)

var runEvents = []RunEvent{RunWoken, RunClaimed, RunKept, RunPriced, RunSent, RunAccepted, RunResolved}

// Words lists the values.
func (RunEvent) Words() []RunEvent { return runEvents }

// runMoves holds the legal moves. A wake-up is legal everywhere: while the row
// is being worked on it is kept for afterwards and moves nothing. So is a price that
// leaves: wherever its row is, no other price is to be decided meanwhile. Answers may
// come twice and late.
var runMoves = map[RunState]map[RunEvent]RunState{
	RunIdle:   {RunWoken: RunQueued, RunSent: RunSubmitting, RunAccepted: RunAwaitingConfirmation},
	RunQueued: {RunWoken: RunQueued, RunClaimed: RunEvaluating, RunSent: RunSubmitting, RunAccepted: RunAwaitingConfirmation},
	RunEvaluating: {
		RunWoken: RunEvaluating, RunKept: RunIdle, RunPriced: RunSubmitting, RunSent: RunSubmitting, RunAccepted: RunAwaitingConfirmation,
	},
	RunSubmitting: {
		RunWoken: RunSubmitting, RunSent: RunSubmitting, RunAccepted: RunAwaitingConfirmation, RunResolved: RunIdle,
	},
	RunAwaitingConfirmation: {
		RunWoken: RunAwaitingConfirmation, RunSent: RunSubmitting, RunAccepted: RunAwaitingConfirmation, RunResolved: RunIdle,
	},
}

// PriceInFlight reports whether a price of the row was decided and it is not known yet
// what became of it: the row is not evaluated meanwhile.
func (s RunState) PriceInFlight() bool { return s == RunSubmitting || s == RunAwaitingConfirmation }

// Next is the state after an event, and whether the event is legal at all.
func (s RunState) Next(e RunEvent) (RunState, bool) {
	next, ok := runMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}

// Transition moves the row through its run states. An event that is not legal in the
// row's state is invalid_transition, and the row is as before. Version and time
// of change are the users' and stay.
func (p *Product) Transition(e RunEvent) error {
	next, ok := p.runState.Next(e)
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A row that is %q cannot be %s.", p.runState, e)
	}
	p.runState = next
	return nil
}

// RunState is what the machine does with the row at the moment.
func (p *Product) RunState() RunState { return p.runState }

// follow moves the row along with its price. The decision has moved it to submitting; a
// row in another state comes along when its price leaves.
func (p *Product) follow(e RunEvent) { p.runState, _ = p.runState.Next(e) }

// PriceSent notes that the row's price is on its way.
func (p *Product) PriceSent() { p.follow(RunSent) }

// PriceAccepted notes that the marketplace took the price into its queue.
func (p *Product) PriceAccepted() { p.follow(RunAccepted) }

// PriceLive notes that the own offer was seen at the price.
func (p *Product) PriceLive(price money.Amount) {
	p.observed.CurrentPrice = optional.Some(price)
	p.follow(RunResolved)
}

// PriceFailed holds the row because its price was refused, or sent and never
// seen. details is a sentence for people.
func (p *Product) PriceFailed(details string, now time.Time) {
	p.PutOnHold(Hold{Reason: decision.HoldSubmissionFailed, Since: now, Details: details})
	p.follow(RunResolved)
}

// PriceAbandoned notes that a price that left is not looked for any longer. The row is
// not held: nothing was refused.
func (p *Product) PriceAbandoned() { p.follow(RunResolved) }

// PriceCancelled notes that the price was given up before it left.
func (p *Product) PriceCancelled() {
	if p.runState == RunSubmitting {
		p.follow(RunResolved)
	}
}
