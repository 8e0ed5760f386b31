package history

// Trigger names the cause of a decision.
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

func (Trigger) Words() []Trigger {
	return []Trigger{
		TriggerNotification, TriggerSweep, TriggerManual, TriggerSettings, TriggerStrategy, TriggerSchedule,
		TriggerCostChange, TriggerRepair,
	}
}

// Route names a way to send a price.
type Route string

// The routes: one call for one listing, or a feed with many prices.
const (
	RoutePatch Route = "patch"
	RouteFeed  Route = "feed"
)

func (Route) Words() []Route { return []Route{RoutePatch, RouteFeed} }

// Outcome follows a decided price. It is open (Proposed, Suggested, Submitted, Accepted) or final.
// A price that was accepted is sent again once at most.
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
	// OutcomeProposed: decided, not sent yet.
	OutcomeProposed Outcome = "proposed"
	// OutcomeSuggested: decided, and left to the user.
	OutcomeSuggested Outcome = "suggested"
	// OutcomeSubmitted: sent; it may have arrived or not.
	OutcomeSubmitted Outcome = "submitted"
	// OutcomeAccepted: in the marketplace's queue, not live yet.
	OutcomeAccepted Outcome = "accepted"
	// OutcomeConfirmed: live; the own offer was seen at the price.
	OutcomeConfirmed Outcome = "confirmed"
	// OutcomeRejected: rejected by the marketplace.
	OutcomeRejected Outcome = "rejected"
	// OutcomeSuperseded: replaced by a newer decision before it was sent.
	OutcomeSuperseded Outcome = "superseded"
	// OutcomeCancelled: withdrawn before it was sent.
	OutcomeCancelled Outcome = "cancelled"
	// OutcomeTimedOut: sent and never seen live.
	OutcomeTimedOut Outcome = "timed_out"
)

func (Outcome) Words() []Outcome {
	return []Outcome{
		OutcomeProposed, OutcomeSuggested, OutcomeSubmitted, OutcomeAccepted, OutcomeConfirmed, OutcomeRejected,
		OutcomeSuperseded, OutcomeCancelled, OutcomeTimedOut,
	}
}

// OutcomeEvent names an event of a decided price.
type OutcomeEvent string

// The events.
const (
	// OutcomeWithheld: prices of the row or team are only suggested.
	OutcomeWithheld OutcomeEvent = "withheld"
	// OutcomeSent: the first submission.
	OutcomeSent OutcomeEvent = "sent"
	// OutcomeSentAgain: another submission, because the answer was lost or the price was not seen
	// live in time.
	OutcomeSentAgain OutcomeEvent = "sent_again"
	// OutcomeTaken: the marketplace queued the price.
	OutcomeTaken OutcomeEvent = "taken"
	// OutcomeRefused: the marketplace rejected the price, at once or later.
	OutcomeRefused OutcomeEvent = "refused"
	// OutcomeSeen: the own offer was seen at the price.
	OutcomeSeen OutcomeEvent = "seen"
	// OutcomeReturned: the first submission is known not to have arrived.
	OutcomeReturned OutcomeEvent = "returned"
	// OutcomeExpired: the price was not seen live in time, after a repetition if allowed.
	OutcomeExpired OutcomeEvent = "expired"
	// OutcomeReplaced: a newer decision about the row.
	OutcomeReplaced OutcomeEvent = "replaced"
	// OutcomeWithdrawn: a reset, a deletion, mode off or the kill switch.
	OutcomeWithdrawn OutcomeEvent = "withdrawn"
)

func (OutcomeEvent) Words() []OutcomeEvent {
	return []OutcomeEvent{
		OutcomeWithheld, OutcomeSent, OutcomeSentAgain, OutcomeTaken, OutcomeRefused, OutcomeSeen, OutcomeReturned,
		OutcomeExpired, OutcomeReplaced, OutcomeWithdrawn,
	}
}

// outcomeMoves lists the legal transitions; all others are refused.
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

// Next returns the outcome after an event, and whether the event is legal.
func (o Outcome) Next(e OutcomeEvent) (Outcome, bool) {
	next, ok := outcomeMoves[o][e]
	if !ok {
		return o, false
	}
	return next, true
}

// Open reports whether the outcome can still change.
func (o Outcome) Open() bool { return len(outcomeMoves[o]) > 0 }

// Unsent reports whether the price was not sent yet, so that it can be replaced or withdrawn.
func (o Outcome) Unsent() bool { return o == OutcomeProposed || o == OutcomeSuggested }

// Unresolved reports whether the price was sent and is neither confirmed nor rejected.
func (o Outcome) Unresolved() bool { return o == OutcomeSubmitted || o == OutcomeAccepted }

// Withdrawal says why a decided price was not sent.
type Withdrawal string

// The withdrawals: the row was deleted; the kill switch is on; the settings are absent or disabled;
// the account is not connected; the row is off, stopped or in another currency; prices are only
// suggested; a breaker tripped.
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

func (Withdrawal) Words() []Withdrawal {
	return []Withdrawal{
		WithdrawnDeleted, WithdrawnStopped, WithdrawnReset, WithdrawnDisabled, WithdrawnUnconnected, WithdrawnModeOff,
		WithdrawnOnHold, WithdrawnCurrency, WithdrawnSuggested, WithdrawnBreaker,
	}
}
