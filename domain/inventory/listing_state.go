package inventory

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
)

// ListingStatus says where a listing stands:
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
	// ListingIncomplete is a draft that cannot be sent: it has an issue of
	// severity error.
	ListingIncomplete ListingStatus = "incomplete"
	// ListingReady is a draft that can be sent.
	ListingReady ListingStatus = "ready"
	// ListingSubmitting is a draft that is being sent, or was sent with an
	// unknown outcome.
	ListingSubmitting ListingStatus = "submitting"
	// ListingIsLive is at the marketplace, or taken by it.
	ListingIsLive ListingStatus = "live"
	// ListingRejected is a draft that the marketplace refused.
	ListingRejected ListingStatus = "rejected"

	// listingAbsent is before the first state and after the last.
	listingAbsent ListingStatus = ""
)

// ListingEvent is something that moves a listing.
type ListingEvent string

// The events.
const (
	// ListingFaulty is a draft created, or created again, with errors.
	ListingFaulty ListingEvent = "faulty"
	// ListingSound is a draft created, or created again, without errors.
	ListingSound ListingEvent = "sound"
	// ListingSent is the offer on its way to the marketplace.
	ListingSent ListingEvent = "sent"
	// ListingAccepted is the marketplace taking the offer.
	ListingAccepted ListingEvent = "accepted"
	// ListingRefused is the marketplace refusing the offer.
	ListingRefused ListingEvent = "refused"
	// ListingCalledOff is an offer that certainly did not reach the marketplace.
	ListingCalledOff ListingEvent = "called_off"
	// ListingObserved is the listing read from the marketplace.
	ListingObserved ListingEvent = "observed"
	// ListingMissed is the listing not found at the marketplace.
	ListingMissed ListingEvent = "missed"
	// ListingDeleted is the draft deleted by the team.
	ListingDeleted ListingEvent = "deleted"
)

// listingMoves holds the legal moves.
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

// Next is the state after an event and whether the event is legal at all; ""
// is no listing.
func (s ListingStatus) Next(e ListingEvent) (ListingStatus, bool) {
	next, ok := listingMoves[s][e]
	if !ok {
		return s, false
	}
	return next, true
}

// listingForbids is why an event is not for a state.
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

// forbidden is invalid_state (Rule), which names the statuses to which the
// listing can go.
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
