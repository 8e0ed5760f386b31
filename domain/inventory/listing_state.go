package inventory

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
)

// ListingStatus has the state of a listing:
//
//	stateDiagram-v2
//	    [*] --> incomplete: faulty
//	    [*] --> ready: sound
//	    [*] --> live: observed
//	    incomplete --> incomplete: faulty
//	    incomplete --> ready: sound
//	    incomplete --> live: observed
//	    incomplete --> [*]: deleted
//	    ready --> incomplete: faulty
//	    ready --> ready: sound
//	    ready --> submitting: sent
//	    ready --> live: observed
//	    ready --> [*]: deleted
//	    rejected --> incomplete: faulty
//	    rejected --> ready: sound
//	    rejected --> live: observed
//	    rejected --> [*]: deleted
//	    submitting --> submitting: sent
//	    submitting --> live: accepted, observed
//	    submitting --> rejected: refused
//	    submitting --> ready: called_off, missed
//	    live --> live: accepted, observed
//	    live --> [*]: missed
type ListingStatus string

// The states of a listing.
const (
	// ListingIncomplete: a draft that cannot be sent, because it has an issue of severity error.
	ListingIncomplete ListingStatus = "incomplete"
	// ListingReady: a draft that can be sent.
	ListingReady ListingStatus = "ready"
	// ListingSubmitting: a draft that is being sent, or was sent with an unknown outcome.
	ListingSubmitting ListingStatus = "submitting"
	// ListingIsLive: at the marketplace, or taken by it.
	ListingIsLive ListingStatus = "live"
	// ListingRejected: a draft that the marketplace refused.
	ListingRejected ListingStatus = "rejected"

	// listingAbsent comes before the first state and after the last.
	listingAbsent ListingStatus = ""
)

// ListingEvent names an event of a listing.
type ListingEvent string

// The events.
const (
	// ListingFaulty: a draft was created, or created again, with errors.
	ListingFaulty ListingEvent = "faulty"
	// ListingSound: a draft was created, or created again, without errors.
	ListingSound ListingEvent = "sound"
	// ListingSent: the offer was sent to the marketplace.
	ListingSent ListingEvent = "sent"
	// ListingAccepted: the marketplace took the offer.
	ListingAccepted ListingEvent = "accepted"
	// ListingRefused: the marketplace refused the offer.
	ListingRefused ListingEvent = "refused"
	// ListingCalledOff: the offer certainly did not reach the marketplace.
	ListingCalledOff ListingEvent = "called_off"
	// ListingObserved: the listing was read from the marketplace.
	ListingObserved ListingEvent = "observed"
	// ListingMissed: the marketplace does not have the listing.
	ListingMissed ListingEvent = "missed"
	// ListingDeleted: the team deleted the draft.
	ListingDeleted ListingEvent = "deleted"
)

// listingMoves lists the legal moves.
var listingMoves = map[ListingStatus]map[ListingEvent]ListingStatus{
	listingAbsent: {
		ListingFaulty: ListingIncomplete, ListingSound: ListingReady, ListingObserved: ListingIsLive,
	},
	ListingIncomplete: {
		ListingFaulty: ListingIncomplete, ListingSound: ListingReady, ListingObserved: ListingIsLive, ListingDeleted: listingAbsent,
	},
	ListingReady: {
		ListingFaulty: ListingIncomplete, ListingSound: ListingReady, ListingSent: ListingSubmitting,
		ListingObserved: ListingIsLive, ListingDeleted: listingAbsent,
	},
	ListingRejected: {
		ListingFaulty: ListingIncomplete, ListingSound: ListingReady, ListingObserved: ListingIsLive, ListingDeleted: listingAbsent,
	},
	ListingSubmitting: {
		ListingSent: ListingSubmitting, ListingAccepted: ListingIsLive, ListingRefused: ListingRejected,
		ListingCalledOff: ListingReady, ListingObserved: ListingIsLive, ListingMissed: ListingReady,
	},
	ListingIsLive: {
		ListingAccepted: ListingIsLive, ListingObserved: ListingIsLive, ListingMissed: listingAbsent,
	},
}

// Next returns the state after an event, and whether the event is legal; "" is no listing.
func (s ListingStatus) Next(e ListingEvent) (ListingStatus, bool) {
	next, ok := listingMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}

// listingForbids explains why an event is illegal in a state.
var listingForbids = map[ListingEvent]string{
	ListingFaulty:  "A listing that is live or being sent cannot be replaced by a draft.",
	ListingSound:   "A listing that is live or being sent cannot be replaced by a draft.",
	ListingDeleted: "A listing that is live or being sent is not deleted here: delete it through listings items.",
}

// move returns the state after an event, or the fault of forbidden.
func (l *Listing) move(e ListingEvent) (ListingStatus, error) {
	if next, ok := l.s.Status.Next(e); ok {
		return next, nil
	}
	return l.s.Status, l.forbidden(e)
}

// forbidden returns invalid_state (Rule), which names the statuses that the listing can move to.
func (l *Listing) forbidden(e ListingEvent) error {
	allowed := []string{}
	for _, to := range listingMoves[l.s.Status] {
		if word := string(to); to != listingAbsent && !slices.Contains(allowed, word) {
			allowed = append(allowed, word)
		}
	}
	slices.Sort(allowed)
	message, ok := listingForbids[e]
	if !ok {
		message = "A listing that is " + string(l.s.Status) + " cannot be " + string(e) + "."
	}
	return fault.New(fault.Rule, fault.CodeInvalidState, message).With("allowed", allowed)
}
