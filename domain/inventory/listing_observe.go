package inventory

import (
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// NewLiveListing makes a live listing from what a sync run read. At is when
// the read began.
func NewLiveListing(team id.Team, o Observation, run int64, at time.Time) *Listing {
	l := &Listing{
		team: team, key: ListingKey{Seller: o.Seller, Marketplace: o.Marketplace, SKU: o.SKU},
		offer: ListingOffer{Attributes: NoAttributes}, source: Source{Kind: SourceSync},
		version: 1, createdAt: at, updatedAt: at,
	}
	l.take(o)
	l.mark(o, run, at)
	return l
}

// Observe takes over what the marketplace shows and reports whether anything
// that is shown has changed; a draft turns live. What the team itself keeps
// (inventory product, limits of the price, attributes, source) stays. A read
// that is older than what is known only marks the listing as seen.
func (l *Listing) Observe(o Observation, run int64, at time.Time) bool {
	if l.newerThan(o, at) {
		l.seen.Run = max(l.seen.Run, run)
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

// newerThan reports whether more is known of the listing than the observation
// can tell.
func (l *Listing) newerThan(o Observation, at time.Time) bool {
	if read, ok := l.seen.At.Get(); ok && read.After(at) {
		return true
	}
	changed, ok := l.seen.ChangedAt.Get()
	return ok && !o.UpdatedAt.IsZero() && changed.After(o.UpdatedAt)
}

// take overwrites the marketplace's own fields.
func (l *Listing) take(o Observation) {
	// Being seen is legal in every state.
	l.status, _ = l.status.Next(ListingObserved)
	l.kind, l.connection, l.currency = ListingLive, o.Connection, o.Currency
	l.offer.ASIN, l.offer.Condition, l.offer.Channel = o.ASIN, o.Condition, o.Channel
	l.offer.Price, l.offer.Quantity = optional.Of(o.Price), optional.Of(o.Quantity)
	if o.ProductType != "" {
		l.offer.ProductType = optional.Some(o.ProductType)
	}
	l.issues = observedIssues(o.Issues)
	if sent, ok := l.submission.Get(); ok && sent.Result == SubmissionPending {
		sent.Result = SubmissionAccepted
		l.submission = optional.Some(sent)
	}
}

func (l *Listing) mark(o Observation, run int64, at time.Time) {
	l.seen.Run, l.seen.At = max(l.seen.Run, run), optional.Some(at)
	if !o.UpdatedAt.IsZero() {
		l.seen.ChangedAt = optional.Some(o.UpdatedAt)
	}
}

// Miss says that the marketplace does not have the listing, and reports whether
// it is gone with that: a live one is, and a draft of which nobody knew whether
// it had arrived is ready again. Other states are invalid_state (Rule).
func (l *Listing) Miss(now time.Time) (bool, error) {
	next, err := l.move(ListingMissed)
	if err != nil {
		return false, err
	}
	if next == listingAbsent {
		return true, nil
	}
	l.status = next
	l.submission = optional.None[ListingSubmission]()
	// What else was known of the draft still holds.
	l.issues = settled(l.issues)
	l.changed(now)
	return false, nil
}
