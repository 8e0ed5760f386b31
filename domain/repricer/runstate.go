package repricer

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// RunState says at which stage of repricing a row is.
type RunState string

// The run states.
const (
	RunIdle                 RunState = "idle"
	RunQueued               RunState = "queued"
	RunEvaluating           RunState = "evaluating"
	RunSubmitting           RunState = "submitting"
	RunAwaitingConfirmation RunState = "awaiting_confirmation"
)

func (RunState) Words() []RunState {
	return []RunState{RunIdle, RunQueued, RunEvaluating, RunSubmitting, RunAwaitingConfirmation}
}

// RunEvent moves a row through its run states.
type RunEvent string

// The run events.
const (
	// RunWoken: an offer event, a sweep, a manual call or an edit.
	RunWoken RunEvent = "woken"
	// RunClaimed: a worker claimed the row.
	RunClaimed RunEvent = "claimed"
	// RunKept: a decision without a price to send.
	RunKept RunEvent = "settled"
	// RunPriced: a decision with a price to send.
	RunPriced RunEvent = "priced"
	// RunSent: the price was sent to the marketplace, for the first time or again.
	RunSent RunEvent = "left"
	// RunAccepted: the marketplace queued the price.
	RunAccepted RunEvent = "taken"
	// RunResolved: the price reached its final outcome: live, rejected, given up or withdrawn.
	RunResolved RunEvent = "over"
)

func (RunEvent) Words() []RunEvent {
	return []RunEvent{RunWoken, RunClaimed, RunKept, RunPriced, RunSent, RunAccepted, RunResolved}
}

// runMoves lists the legal transitions. Waking is legal everywhere; while a row is in progress it
// changes nothing, because the queue keeps it for later. Sending is legal everywhere too: no other
// price may be decided meanwhile. Answers may arrive twice and late.
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

// PriceInFlight reports whether a decided price has no known outcome; the row is not evaluated
// meanwhile.
func (s RunState) PriceInFlight() bool { return s == RunSubmitting || s == RunAwaitingConfirmation }

// Next returns the state after an event, and whether the event is legal.
func (s RunState) Next(e RunEvent) (RunState, bool) {
	next, ok := runMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}

// Transition applies an event. An event that is not legal in the row's state is invalid_transition
// and changes nothing. Version and UpdatedAt stay, because they count changes by users.
func (p *Product) Transition(e RunEvent) error {
	next, ok := p.runState.Next(e)
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A row that is %q cannot be %s.", p.runState, e)
	}
	p.runState = next
	return nil
}

// RunState returns the stage of repricing that the row is at.
func (p *Product) RunState() RunState { return p.runState }

// follow moves the row along with its price. A decision has already moved it to submitting; a row
// in another state moves when its price is sent.
func (p *Product) follow(e RunEvent) { p.runState, _ = p.runState.Next(e) }

// PriceSent records that the row's price was sent.
func (p *Product) PriceSent() { p.follow(RunSent) }

// PriceAccepted records that the marketplace queued the price.
func (p *Product) PriceAccepted() { p.follow(RunAccepted) }

// PriceLive records that the own offer was seen at the price.
func (p *Product) PriceLive(price money.Amount) {
	p.observed.CurrentPrice = optional.Some(price)
	p.follow(RunResolved)
}

// PriceFailed stops the row because its price was rejected, or sent and never seen live.
// details explains it to people.
func (p *Product) PriceFailed(details string, now time.Time) {
	p.PutOnHold(Hold{Reason: decision.HoldSubmissionFailed, Since: now, Details: details})
	p.follow(RunResolved)
}

// PriceAbandoned records that a sent price is no longer looked for. It does not stop the row,
// because nothing was rejected.
func (p *Product) PriceAbandoned() { p.follow(RunResolved) }

// PriceCancelled records that the price was given up before it was sent.
func (p *Product) PriceCancelled() {
	if p.runState == RunSubmitting {
		p.follow(RunResolved)
	}
}
