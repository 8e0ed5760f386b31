package repricer

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

func (RunState) words() []RunState { return runStates }

// RunEvent is something that moves a row through its run states.
type RunEvent string

// The run events.
const (
	// RunWoken is an offer event, a sweep, a call by hand or an edit.
	RunWoken RunEvent = "woken"
	// RunClaimed is a worker taking the row.
	RunClaimed RunEvent = "claimed"
	// RunSettled is a decision with nothing to send.
	RunSettled RunEvent = "settled"
	// RunPriced is a decision with a price to send.
	RunPriced RunEvent = "priced"
	// RunAccepted is the marketplace taking the price into its queue.
	RunAccepted RunEvent = "accepted"
	// RunRefused is the marketplace refusing the price.
	RunRefused RunEvent = "refused"
	// RunConfirmed is the own offer seen at the new price.
	RunConfirmed RunEvent = "confirmed"
	// RunConfirmedWoken is the same with a wake-up kept from meanwhile.
	RunConfirmedWoken RunEvent = "confirmed_woken"
	// RunTimedOut is the own offer not seen at the new price in time.
	RunTimedOut RunEvent = "timed_out"
	// RunGivenUp is the second submission not seen in time either.
	RunGivenUp RunEvent = "given_up"
)

var runEvents = []RunEvent{
	RunWoken, RunClaimed, RunSettled, RunPriced, RunAccepted, RunRefused, RunConfirmed, RunConfirmedWoken,
	RunTimedOut, RunGivenUp,
}

func (RunEvent) words() []RunEvent { return runEvents }

// runMoves holds the legal moves. A wake-up is legal everywhere: while the row
// is being worked on it is kept for afterwards and moves nothing.
var runMoves = map[RunState]map[RunEvent]RunState{
	RunIdle:       {RunWoken: RunQueued},
	RunQueued:     {RunWoken: RunQueued, RunClaimed: RunEvaluating},
	RunEvaluating: {RunWoken: RunEvaluating, RunSettled: RunIdle, RunPriced: RunSubmitting},
	RunSubmitting: {RunWoken: RunSubmitting, RunAccepted: RunAwaitingConfirmation, RunRefused: RunIdle},
	RunAwaitingConfirmation: {
		RunWoken:          RunAwaitingConfirmation,
		RunConfirmed:      RunIdle,
		RunConfirmedWoken: RunQueued,
		RunTimedOut:       RunSubmitting,
		RunGivenUp:        RunIdle,
	},
}

// Next is the state after an event, and whether the event is legal at all.
func (s RunState) Next(e RunEvent) (RunState, bool) {
	next, ok := runMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}
