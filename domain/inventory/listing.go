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

// ListingKey identifies a listing in a team, like a SKU.
type ListingKey = SKUKey

// ListingKind distinguishes drafts from listings at the marketplace.
type ListingKind string

// The kinds.
const (
	ListingDraft ListingKind = "draft"
	ListingLive  ListingKind = "live"
)

// Permission answers whether the seller may sell a product, in the words of the restriction check.
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

// AnyProductType replaces the product type of an unclassified product.
const AnyProductType = "PRODUCT"

// NoAttributes has no attributes: an empty JSON object.
const NoAttributes = "{}"

// ListingOffer describes the offered goods and their price. Amounts are in the currency of the
// marketplace. It compares with ==.
type ListingOffer struct {
	// "" for a live listing until the marketplace assigns it.
	ASIN string
	// ProductType has the marketplace's product type; it is absent if a live listing has no type.
	ProductType optional.Maybe[string]
	Condition   Condition
	Channel     Channel
	Price       optional.Maybe[money.Amount]
	MinPrice    optional.Maybe[money.Amount]
	MaxPrice    optional.Maybe[money.Amount]
	// Quantity has the seller's own stock in units; the marketplace counts its own stock itself.
	Quantity optional.Maybe[int64]
	// Product names the inventory product that the offer sells.
	Product optional.Maybe[int64]
	// Attributes has a JSON object in the marketplace's own form, kept as given.
	Attributes string
}

// SubmissionResult has the result of a sent offer.
type SubmissionResult string

// The results. Pending means a call without an answer yet, or with a lost answer.
const (
	SubmissionAccepted SubmissionResult = "accepted"
	SubmissionInvalid  SubmissionResult = "invalid"
	SubmissionPending  SubmissionResult = "pending"
)

// ListingSubmission records the last time an offer was sent to the marketplace.
type ListingSubmission struct {
	// ID has the marketplace's name of the submission; it is absent until the marketplace answers.
	ID     optional.Maybe[string]
	At     time.Time
	Result SubmissionResult
}

// Listing models an offer of the team: a draft that was never sent, or a live listing of the
// marketplace.
type Listing struct{ s ListingSnapshot }

// ListingSeen records the last read of a listing from the marketplace.
type ListingSeen struct {
	// Run names the sync run that saw it last, or is 0.
	Run int64
	// At dates the beginning of that read, or the moment at which the marketplace accepted the
	// offer.
	At optional.Maybe[time.Time]
	// ChangedAt dates the last change of the listing according to the marketplace.
	ChangedAt optional.Maybe[time.Time]
}

// ListingSnapshot has all values of a listing.
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
	// Permission has no value if the marketplace could not be asked.
	Permission optional.Maybe[Permission]
	CheckedAt  optional.Maybe[time.Time]
	Submission optional.Maybe[ListingSubmission]
	Source     Source
	Seen       ListingSeen
	// Version counts visible changes, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// RestoreListing restores a stored listing. It checks shape only.
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

// Key returns the key that identifies the listing in its team.
func (l *Listing) Key() ListingKey { return l.s.Key }

// Version counts visible changes, from 1.
func (l *Listing) Version() int64 { return l.s.Version }

// changed counts a visible change.
func (l *Listing) changed(now time.Time) {
	l.s.Version++
	l.s.UpdatedAt = now
}
