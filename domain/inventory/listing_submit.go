package inventory

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// inFlight bounds the time for which a call that sends an offer can last. A
// draft that is still being sent afterwards belongs to a program that stopped
// in the middle.
const inFlight = 2 * time.Minute

// Sendable reports whether the draft can be sent now: it is ready, or the outcome
// of the last call is unknown, so that it may be repeated.
func (s ListingSnapshot) Sendable(now time.Time) bool {
	switch s.Status {
	case ListingReady:
		return true
	case ListingSubmitting:
		sent, _ := s.Submission.Get()
		return now.Sub(sent.At) > inFlight || len(settled(s.Issues)) < len(s.Issues)
	}
	return false
}

// Send marks the draft as being sent. A draft that another call is sending is conflict (Conflict).
// A draft that is neither ready nor being sent is invalid_state (Rule).
func (l *Listing) Send(now time.Time) error {
	next, err := l.move(ListingSent)
	if err != nil {
		return err
	}
	if !l.Snapshot().Sendable(now) {
		return fault.New(fault.Conflict, fault.CodeConflict, "Another call is sending this draft.")
	}
	l.s.Status = next
	l.s.Submission = optional.Some(ListingSubmission{At: now, Result: SubmissionPending})
	l.s.Issues = settled(l.s.Issues)
	l.changed(now)
	return nil
}

// Accept records that the marketplace has taken the offer, with its issues and its name of the
// submission, which may be "".
func (l *Listing) Accept(submission string, issues []ListingIssue, now time.Time) error {
	next, err := l.move(ListingAccepted)
	if err != nil {
		return err
	}
	l.s.Status, l.s.Kind = next, ListingLive
	l.answered(submission, SubmissionAccepted, issues, now)
	// A read of the marketplace that began earlier does not know the offer.
	l.s.Seen.At = optional.Some(now)
	l.changed(now)
	return nil
}

// Refuse records that the marketplace refused the offer, with its reasons.
func (l *Listing) Refuse(submission string, issues []ListingIssue, now time.Time) error {
	next, err := l.move(ListingRefused)
	if err != nil {
		return err
	}
	l.s.Status = next
	l.answered(submission, SubmissionInvalid, issues, now)
	l.changed(now)
	return nil
}

func (l *Listing) answered(submission string, r SubmissionResult, issues []ListingIssue, now time.Time) {
	sent, ok := l.s.Submission.Get()
	if !ok {
		sent.At = now
	}
	sent.Result, sent.ID = r, optional.None[string]()
	if submission != "" {
		sent.ID = optional.Some(submission)
	}
	l.s.Submission, l.s.Issues = optional.Some(sent), bounded(issues)
}

// CallOff records that the offer certainly did not reach the marketplace: the draft is ready again.
func (l *Listing) CallOff(now time.Time) error {
	next, err := l.move(ListingCalledOff)
	if err != nil {
		return err
	}
	l.s.Status = next
	l.s.Submission = optional.None[ListingSubmission]()
	l.changed(now)
	return nil
}

// LeaveOpen records that it is unknown whether the offer reached the marketplace.
// The draft stays submitting until it is sent again or a sync looks for it.
func (l *Listing) LeaveOpen(now time.Time) error {
	if l.s.Status != ListingSubmitting {
		return l.forbidden(ListingSent)
	}
	l.s.Issues = bounded(append([]ListingIssue{issue(IssueOutcomeUnknown, IssueWarning, "",
		"The marketplace did not answer. Send the offer again, or wait for the next sync to find out.")}, l.s.Issues...))
	l.changed(now)
	return nil
}
