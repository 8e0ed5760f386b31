package inventory

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// ListingID identifies a listing; 0 before it is stored.
type ListingID int64

// ListingKey is what makes a listing one of its kind in a team: what makes a
// SKU one.
type ListingKey = SKUKey

// ListingKind distinguishes drafts from listings at the marketplace.
type ListingKind string

// The kinds.
const (
	ListingDraft ListingKind = "draft"
	ListingLive  ListingKind = "live"
)

// Permission is the answer to whether the seller may sell a product, in the
// words of the restriction check.
type Permission string

// The permissions.
const (
	PermissionAllowed  Permission = "ALLOWED_TO_SELL"
	PermissionRefused  Permission = "NOT_ELIGIBLE"
	PermissionToAskFor Permission = "APPROVAL_REQUIRED"
)

// Permissions lists them all.
func Permissions() []Permission {
	return []Permission{PermissionAllowed, PermissionRefused, PermissionToAskFor}
}

// AnyProductType is the product type of an offer whose product is not classified.
const AnyProductType = "PRODUCT"

// NoAttributes is an empty object of attributes.
const NoAttributes = "{}"

// ListingOffer is what is offered, and for how much. Amounts are in the
// currency of the marketplace. It compares with ==.
type ListingOffer struct {
	// ASIN is "" for a live listing to which the marketplace has assigned none.
	ASIN string
	// ProductType is the marketplace's product type, None for a live listing without one.
	ProductType optional.Maybe[string]
	Condition   Condition
	Channel     Channel
	Price       optional.Maybe[money.Amount]
	MinPrice    optional.Maybe[money.Amount]
	MaxPrice    optional.Maybe[money.Amount]
	// Quantity is the seller's own stock in units; the marketplace counts what
	// it keeps itself.
	Quantity optional.Maybe[int64]
	// Product is the inventory product behind the offer.
	Product optional.Maybe[int64]
	// Attributes is a JSON object in the marketplace's own form, kept as given.
	Attributes string
}

// SubmissionResult is the result of a sent offer.
type SubmissionResult string

// The results. Pending is a call without an answer yet, or one whose answer got
// lost.
const (
	SubmissionAccepted SubmissionResult = "accepted"
	SubmissionInvalid  SubmissionResult = "invalid"
	SubmissionPending  SubmissionResult = "pending"
)

// ListingSubmission is the last time an offer was sent to the marketplace.
type ListingSubmission struct {
	// ID is the marketplace's name of the submission, none before it answers.
	ID     optional.Maybe[string]
	At     time.Time
	Result SubmissionResult
}

// Listing is an offer of the team: a draft that was never sent, or what the
// marketplace shows.
type Listing struct{ s ListingSnapshot }

// ListingSeen is when a listing was last read from the marketplace.
type ListingSeen struct {
	// Run is the sync run that saw it last, 0 for none.
	Run int64
	// At is when that read began, or when the marketplace took the offer.
	At optional.Maybe[time.Time]
	// ChangedAt is when the marketplace says it last changed the listing.
	ChangedAt optional.Maybe[time.Time]
}

// ListingSnapshot is everything there is to know of a listing.
type ListingSnapshot struct {
	ID         ListingID
	Team       id.Team
	Connection id.Connection
	Key        ListingKey
	Kind       ListingKind
	Status     ListingStatus
	Currency   money.Currency
	Offer      ListingOffer
	Issues     []ListingIssue
	// Permission is None if the marketplace could not be asked.
	Permission optional.Maybe[Permission]
	CheckedAt  optional.Maybe[time.Time]
	Submission optional.Maybe[ListingSubmission]
	Source     Source
	Seen       ListingSeen
	// Version counts changes of what is shown, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// RestoreListing makes a listing from what was stored. It checks shape only.
func RestoreListing(s ListingSnapshot) (*Listing, error) {
	_, known := listingMoves[s.Status]
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || s.Key.SKU == "" || s.Key.Seller == "" || s.Currency == "" ||
		s.Offer.Attributes == "" || !known || s.Status == listingAbsent || (s.Kind == ListingLive) != (s.Status == ListingIsLive) ||
		!slices.Contains(Conditions(), s.Offer.Condition) || !slices.Contains(Channels(), s.Offer.Channel) {
		return nil, check.ErrShape
	}
	s.Issues = slices.Clone(s.Issues)
	return &Listing{s}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (l *Listing) Snapshot() ListingSnapshot {
	s := l.s
	s.Issues = slices.Clone(s.Issues)
	return s
}

// ID identifies the listing.
func (l *Listing) ID() ListingID { return l.s.ID }

// Key is what makes the listing one of its kind.
func (l *Listing) Key() ListingKey { return l.s.Key }

// Version counts changes of what is shown, from 1.
func (l *Listing) Version() int64 { return l.s.Version }

// changed counts a change of what is shown.
func (l *Listing) changed(now time.Time) {
	l.s.Version++
	l.s.UpdatedAt = now
}
