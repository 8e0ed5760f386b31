package history

// Trigger is what made a row be decided.
type Trigger string

// The triggers.
const (
	TriggerNotification Trigger = "notification"
	TriggerSweep        Trigger = "sweep"
	TriggerManual       Trigger = "manual"
	TriggerSettings     Trigger = "settings"
	TriggerStrategy     Trigger = "strategy"
	TriggerSchedule     Trigger = "schedule"
	TriggerCostChange   Trigger = "cost_change"
	TriggerRepair       Trigger = "repair"
)

var triggers = []Trigger{
	TriggerNotification, TriggerSweep, TriggerManual, TriggerSettings, TriggerStrategy, TriggerSchedule, TriggerCostChange,
	TriggerRepair,
}

// Words lists the values.
func (Trigger) Words() []Trigger { return triggers }

// Merge is what an entry of the queue was woken by when something wakes it again.
// An event does not hide an edit, a cost or a sweep before it: those want the row
// to be looked at, however old the event turns out to be.
func (t Trigger) Merge(next Trigger) Trigger {
	if next == TriggerNotification && t != TriggerSchedule && t != "" {
		return t
	}
	return next
}

// KeepsDecision reports whether what happened is only a reason to look at the row. After
// anything else, an edit, a cost or a turn of the schedule, what was decided before is
// out of date.
func (t Trigger) KeepsDecision() bool { return t == TriggerNotification || t == TriggerSweep }

// Route is the way in which a price is sent.
type Route string

// The lanes: one call for one listing, or a document with many of them.
const (
	RoutePatch Route = "patch"
	RouteFeed  Route = "feed"
)

var lanes = []Route{RoutePatch, RouteFeed}

// Words lists the values.
func (Route) Words() []Route { return lanes }

// Outcome is what became of a decided price. It is open (Proposed, Suggested,
// Submitted, Accepted) or final. A price that was accepted is sent again once at
// most.
//
//	stateDiagram-v2
//	    [*] --> proposed
//	    proposed --> suggested: withheld
//	    proposed --> submitted: sent
//	    proposed --> superseded: replaced
//	    proposed --> cancelled: withdrawn
//	    suggested --> superseded: replaced
//	    suggested --> cancelled: withdrawn
//	    submitted --> submitted: sent_again
//	    submitted --> accepted: taken
//	    submitted --> rejected: refused
//	    submitted --> proposed: returned
//	    submitted --> timed_out: expired
//	    accepted --> accepted: sent_again
//	    accepted --> confirmed: seen
//	    accepted --> rejected: refused
//	    accepted --> timed_out: expired
type Outcome string

// The outcomes.
const (
	// OutcomeProposed is decided and not yet sent.
	OutcomeProposed Outcome = "proposed"
	// OutcomeSuggested is decided and left to its user.
	OutcomeSuggested Outcome = "suggested"
	// OutcomeSubmitted is on its way: it may have arrived or not.
	OutcomeSubmitted Outcome = "submitted"
	// OutcomeAccepted is in the marketplace's queue, which is not yet live.
	OutcomeAccepted Outcome = "accepted"
	// OutcomeConfirmed is live: the own offer was seen at the price.
	OutcomeConfirmed Outcome = "confirmed"
	// OutcomeRejected was refused by the marketplace.
	OutcomeRejected Outcome = "rejected"
	// OutcomeSuperseded gave way to a newer decision before it was sent.
	OutcomeSuperseded Outcome = "superseded"
	// OutcomeCancelled was withdrawn before it was sent.
	OutcomeCancelled Outcome = "cancelled"
	// OutcomeTimedOut was sent and never seen.
	OutcomeTimedOut Outcome = "timed_out"
)

var outcomeWords = []Outcome{
	OutcomeProposed, OutcomeSuggested, OutcomeSubmitted, OutcomeAccepted, OutcomeConfirmed, OutcomeRejected, OutcomeSuperseded,
	OutcomeCancelled, OutcomeTimedOut,
}

// Words lists the values.
func (Outcome) Words() []Outcome { return outcomeWords }

// OutcomeEvent is something that happens to a decided price.
type OutcomeEvent string

// The events.
const (
	// OutcomeWithheld is a row or team whose prices are only suggested.
	OutcomeWithheld OutcomeEvent = "withheld"
	// OutcomeSent is the first submission.
	OutcomeSent OutcomeEvent = "sent"
	// OutcomeSentAgain repeats it: its answer was lost, or it was not seen in time.
	OutcomeSentAgain OutcomeEvent = "sent_again"
	// OutcomeTaken is the marketplace taking the price into its queue.
	OutcomeTaken OutcomeEvent = "taken"
	// OutcomeRefused is the marketplace refusing it, at once or later.
	OutcomeRefused OutcomeEvent = "refused"
	// OutcomeSeen is the own offer seen at the price.
	OutcomeSeen OutcomeEvent = "seen"
	// OutcomeReturned is a first submission that is known not to have arrived.
	OutcomeReturned OutcomeEvent = "returned"
	// OutcomeExpired is the own offer not seen in time, after one repetition where
	// that was allowed.
	OutcomeExpired OutcomeEvent = "expired"
	// OutcomeReplaced is a newer decision about the row.
	OutcomeReplaced OutcomeEvent = "replaced"
	// OutcomeWithdrawn is a reset, a deletion, mode off or the kill switch.
	OutcomeWithdrawn OutcomeEvent = "withdrawn"
)

var outcomeEvents = []OutcomeEvent{
	OutcomeWithheld, OutcomeSent, OutcomeSentAgain, OutcomeTaken, OutcomeRefused, OutcomeSeen, OutcomeReturned, OutcomeExpired,
	OutcomeReplaced, OutcomeWithdrawn,
}

// Words lists the values.
func (OutcomeEvent) Words() []OutcomeEvent { return outcomeEvents }

// outcomeMoves holds the legal moves; what is not in it is refused.
var outcomeMoves = map[Outcome]map[OutcomeEvent]Outcome{
	OutcomeProposed: {
		OutcomeWithheld:  OutcomeSuggested,
		OutcomeSent:      OutcomeSubmitted,
		OutcomeReplaced:  OutcomeSuperseded,
		OutcomeWithdrawn: OutcomeCancelled,
	},
	OutcomeSuggested: {
		OutcomeReplaced:  OutcomeSuperseded,
		OutcomeWithdrawn: OutcomeCancelled,
	},
	OutcomeSubmitted: {
		OutcomeSentAgain: OutcomeSubmitted,
		OutcomeTaken:     OutcomeAccepted,
		OutcomeRefused:   OutcomeRejected,
		OutcomeReturned:  OutcomeProposed,
		OutcomeExpired:   OutcomeTimedOut,
	},
	OutcomeAccepted: {
		OutcomeSentAgain: OutcomeAccepted,
		OutcomeSeen:      OutcomeConfirmed,
		OutcomeRefused:   OutcomeRejected,
		OutcomeExpired:   OutcomeTimedOut,
	},
}

// Next is the outcome after an event, and whether the event is legal at all.
func (o Outcome) Next(e OutcomeEvent) (Outcome, bool) {
	next, ok := outcomeMoves[o][e]
	if !ok {
		return o, false
	}
	return next, true
}

// Open reports whether anything can still happen to the price.
func (o Outcome) Open() bool { return len(outcomeMoves[o]) > 0 }

// Unsent reports whether the price has not left yet, so that it can be replaced
// or withdrawn.
func (o Outcome) Unsent() bool { return o == OutcomeProposed || o == OutcomeSuggested }

// Unresolved reports whether the price was sent and neither confirmed nor refused yet.
func (o Outcome) Unresolved() bool { return o == OutcomeSubmitted || o == OutcomeAccepted }

// Withdrawal is why a price that was decided is not sent after all.
type Withdrawal string

// The withdrawals: its row is gone; all sending was stopped; the settings are absent
// or switched off; the seller account cannot be used; the row is off, held or in
// another currency; prices are only to be suggested; a breaker tripped.
const (
	WithdrawnDeleted     Withdrawal = "product_deleted"
	WithdrawnStopped     Withdrawal = "repricer_stopped"
	WithdrawnReset       Withdrawal = "settings_absent"
	WithdrawnDisabled    Withdrawal = "repricer_disabled"
	WithdrawnUnconnected Withdrawal = "account_not_connected"
	WithdrawnModeOff     Withdrawal = "mode_off"
	WithdrawnOnHold      Withdrawal = "on_hold"
	WithdrawnCurrency    Withdrawal = "currency_changed"
	WithdrawnSuggested   Withdrawal = "suggestions_only"
	WithdrawnBreaker     Withdrawal = "circuit_breaker"
)

var withdrawals = []Withdrawal{
	WithdrawnDeleted, WithdrawnStopped, WithdrawnReset, WithdrawnDisabled, WithdrawnUnconnected, WithdrawnModeOff, WithdrawnOnHold,
	WithdrawnCurrency, WithdrawnSuggested, WithdrawnBreaker,
}

// Words lists the values.
func (Withdrawal) Words() []Withdrawal { return withdrawals }
