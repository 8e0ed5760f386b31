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
	// RunLeft is the price on its way to the marketplace, for the first time or again.
	RunLeft RunEvent = "left"
	// RunTaken is the marketplace taking the price into its queue.
	RunTaken RunEvent = "taken"
	// RunOver is a price of which nothing can become any more: seen live, refused,
	// given up or withdrawn.
	RunOver RunEvent = "over"
)

var runEvents = []RunEvent{RunWoken, RunClaimed, RunSettled, RunPriced, RunLeft, RunTaken, RunOver}

func (RunEvent) words() []RunEvent { return runEvents }

// runMoves holds the legal moves. A wake-up is legal everywhere: while the row
// is being worked on it is kept for afterwards and moves nothing. So is a price that
// leaves: wherever its row is, no other price is to be decided meanwhile. Answers may
// come twice and late.
var runMoves = map[RunState]map[RunEvent]RunState{
	RunIdle:   {RunWoken: RunQueued, RunLeft: RunSubmitting, RunTaken: RunAwaitingConfirmation},
	RunQueued: {RunWoken: RunQueued, RunClaimed: RunEvaluating, RunLeft: RunSubmitting, RunTaken: RunAwaitingConfirmation},
	RunEvaluating: {
		RunWoken: RunEvaluating, RunSettled: RunIdle, RunPriced: RunSubmitting, RunLeft: RunSubmitting, RunTaken: RunAwaitingConfirmation,
	},
	RunSubmitting: {
		RunWoken: RunSubmitting, RunLeft: RunSubmitting, RunTaken: RunAwaitingConfirmation, RunOver: RunIdle,
	},
	RunAwaitingConfirmation: {
		RunWoken: RunAwaitingConfirmation, RunLeft: RunSubmitting, RunTaken: RunAwaitingConfirmation, RunOver: RunIdle,
	},
}

// OnItsWay reports whether a price of the row was decided and it is not known yet
// what became of it: the row is not evaluated meanwhile.
func (s RunState) OnItsWay() bool { return s == RunSubmitting || s == RunAwaitingConfirmation }

// Next is the state after an event, and whether the event is legal at all.
func (s RunState) Next(e RunEvent) (RunState, bool) {
	next, ok := runMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}
