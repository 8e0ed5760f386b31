package inventory

import (
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// NewLiveListing makes a live listing from the result of a sync run. At dates the begin of the
// read.
func NewLiveListing(team id.Team, o Observation, run int64, at time.Time) *Listing {
	l := &Listing{ListingSnapshot{
		Team: team, Key: o.Key(),
		Offer: ListingOffer{Attributes: NoAttributes}, Source: Source{Kind: SourceSync},
		Version: 1, CreatedAt: at, UpdatedAt: at,
	}}
	l.take(o)
	l.mark(o, run, at)
	return l
}

// Observe applies the marketplace's state and reports whether anything displayed changed; a draft
// becomes live. The team's own members (inventory product, price limits, attributes, source) stay.
// A read older than the known state only marks the listing as seen.
func (l *Listing) Observe(o Observation, run int64, at time.Time) bool {
	if l.newerThan(o, at) {
		l.s.Seen.Run = max(l.s.Seen.Run, run)
		return false
	}
	before := l.Snapshot()
	l.take(o)
	l.mark(o, run, at)
	if l.looksLike(before) {
		return false
	}
	l.changed(at)
	return true
}

// newerThan reports whether the listing's state is newer than the observation.
func (l *Listing) newerThan(o Observation, at time.Time) bool {
	if read, ok := l.s.Seen.At.Get(); ok && read.After(at) {
		return true
	}
	changed, ok := l.s.Seen.ChangedAt.Get()
	return ok && !o.UpdatedAt.IsZero() && changed.After(o.UpdatedAt)
}

// take overwrites the marketplace's own fields.
func (l *Listing) take(o Observation) {
	// Every state allows the event.
	l.s.Status, _ = l.s.Status.Next(ListingObserved)
	l.s.Kind, l.s.Connection, l.s.Currency = ListingLive, o.Connection, o.Currency
	l.s.Offer.ASIN, l.s.Offer.Condition, l.s.Offer.Channel = o.ASIN, o.Condition, o.Channel
	l.s.Offer.Price, l.s.Offer.Quantity = optional.Of(o.Price), optional.Of(o.Quantity)
	if o.ProductType != "" {
		l.s.Offer.ProductType = optional.Some(o.ProductType)
	}
	l.s.Issues = observedIssues(o.Issues)
	if sent, ok := l.s.Submission.Get(); ok && sent.Result == SubmissionPending {
		sent.Result = SubmissionAccepted
		l.s.Submission = optional.Some(sent)
	}
}

func (l *Listing) mark(o Observation, run int64, at time.Time) {
	l.s.Seen.Run, l.s.Seen.At = max(l.s.Seen.Run, run), optional.Some(at)
	if !o.UpdatedAt.IsZero() {
		l.s.Seen.ChangedAt = optional.Some(o.UpdatedAt)
	}
}

// Miss records that the marketplace does not have the listing, and reports whether the listing ends
// with that. A live listing ends; a draft with an unknown arrival is ready again. Other states are
// invalid_state (Rule).
func (l *Listing) Miss(now time.Time) (bool, error) {
	next, err := l.move(ListingMissed)
	if err != nil {
		return false, err
	}
	if next == listingAbsent {
		return true, nil
	}
	l.s.Status = next
	l.s.Submission = optional.None[ListingSubmission]()
	// The other issues of the draft still apply.
	l.s.Issues = settled(l.s.Issues)
	l.changed(now)
	return false, nil
}
