package notification

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// ID has the marketplace's name of one notification.
type ID string

// MaxID bounds an id in bytes.
const MaxID = 200

// IDLife bounds how long an id is known.
const IDLife = 7 * 24 * time.Hour

// Type has the marketplace's word for a kind of notification.
type Type string

// The types with an effect.
const (
	AnyOfferChanged     Type = "ANY_OFFER_CHANGED"
	PricingHealthType   Type = "PRICING_HEALTH"
	ListingStatusType   Type = "LISTINGS_ITEM_STATUS_CHANGE"
	ListingIssuesType   Type = "LISTINGS_ITEM_ISSUES_CHANGE"
	FeedProcessingEnded Type = "FEED_PROCESSING_FINISHED"
	OrderChanged        Type = "ORDER_CHANGE"
)

// Types lists the types with an effect.
func Types() []Type {
	return []Type{AnyOfferChanged, PricingHealthType, ListingStatusType, ListingIssuesType, FeedProcessingEnded, OrderChanged}
}

// Known reports whether the type has an effect.
func (t Type) Known() bool {
	for _, known := range Types() {
		if t == known {
			return true
		}
	}
	return false
}

// Event has one notification. A single part is set; for an unknown type all are nil.
type Event struct {
	ID   ID
	Type Type
	// At dates the event: for offers and orders the time of the change, for everything else the
	// time of the event.
	At time.Time

	Offers *OfferChange
	Health *PricingHealth
	Status *ListingStatus
	Issues *ListingIssues
	Feed   *FeedFinished
	Order  *OrderChange
}

// Stream names events of a kind: the newest event replaces the others. It compares with ==.
type Stream struct {
	Type        Type
	SellerID    string
	Marketplace marketplace.ID
	// Subject names the product and its condition, the SKU, the feed or the order.
	Subject string
}

// Stream returns the stream of the event; false without a stream.
func (e Event) Stream() (Stream, bool) {
	s := Stream{Type: e.Type}
	switch {
	case e.Offers != nil:
		s.SellerID, s.Marketplace, s.Subject = e.Offers.SellerID, e.Offers.Marketplace, e.Offers.ASIN+"|"+e.Offers.Condition
	case e.Health != nil:
		s.SellerID, s.Marketplace, s.Subject = e.Health.SellerID, e.Health.Marketplace, e.Health.ASIN+"|"+e.Health.Condition
	case e.Status != nil:
		s.SellerID, s.Marketplace, s.Subject = e.Status.SellerID, e.Status.Marketplace, e.Status.SKU
	case e.Issues != nil:
		s.SellerID, s.Marketplace, s.Subject = e.Issues.SellerID, e.Issues.Marketplace, e.Issues.SKU
	case e.Feed != nil:
		s.SellerID, s.Subject = e.Feed.SellerID, e.Feed.FeedID
	case e.Order != nil:
		s.SellerID, s.Marketplace, s.Subject = e.Order.SellerID, e.Order.Marketplace, e.Order.OrderID
	default:
		return Stream{}, false
	}
	return s, true
}

// Condition writes the condition of goods as the program does: new, used,
// collectible, refurbished or club, in lower case.
func Condition(word string) string { return strings.ToLower(strings.TrimSpace(word)) }

// ListingStatus says whether a buyer can find and buy a listing at the moment.
type ListingStatus struct {
	SellerID    string
	Marketplace marketplace.ID
	ASIN        string
	SKU         string
	// Statuses has the marketplace's words: BUYABLE, DISCOVERABLE, DELETED.
	Statuses []string
}

// Buyable reports whether customers can buy the listing.
func (s ListingStatus) Buyable() bool {
	for _, word := range s.Statuses {
		if strings.EqualFold(word, "BUYABLE") {
			return true
		}
	}
	return false
}

// Issue has one complaint about a listing, in the marketplace's words.
type Issue struct {
	Code       string
	Severity   string
	Categories []string
}

// ListingIssues has the marketplace's complaints about a listing at the moment.
type ListingIssues struct {
	SellerID    string
	Marketplace marketplace.ID
	ASIN        string
	SKU         string
	// Issues may be missing; Actions are the marketplace's reactions, such as LISTING_SUPPRESSED.
	Issues  []Issue
	Actions []string
}

// OfPrice reports whether issues of a category are about the price.
func OfPrice(category string) bool {
	return category == "INVALID_PRICE" || category == "MISSING_PRICE"
}

// PriceAlarm reports whether the complaint is about the price, or ends the sale of the listing
// without a reason.
func (l ListingIssues) PriceAlarm() bool {
	for _, issue := range l.Issues {
		if slices.ContainsFunc(issue.Categories, OfPrice) {
			return true
		}
	}
	if len(l.Issues) > 0 {
		return false
	}
	for _, action := range l.Actions {
		if action == "LISTING_SUPPRESSED" {
			return true
		}
	}
	return false
}

// FeedFinished says that a feed was processed.
type FeedFinished struct {
	SellerID string
	FeedID   string
	FeedType string
	// Status has the marketplace's word: DONE, CANCELLED, FATAL.
	Status string
}

// Listing has the state of a listing after its newest events.
type Listing struct {
	SellerID    string
	Marketplace marketplace.ID
	SKU         string
	// At has the time of the newer of the two events.
	At time.Time
	// Problem stays empty for a listing without problems.
	Problem Problem
	// Since is when the problem was reported.
	Since time.Time
}

// Problem says why a listing must not be repriced.
type Problem string

// The problems.
const (
	NoProblem  Problem = ""
	PriceIssue Problem = "price_issue"
	NotOnSale  Problem = "not_on_sale"
)

// ListingOf combines the newest status and the newest issues of a listing; either may be nil, but
// not both. An issue of the price precedes a listing that is not on sale, because it may be the
// reason.
func ListingOf(status, issues *Event) Listing {
	var l Listing
	if status != nil {
		s := status.Status
		l = Listing{SellerID: s.SellerID, Marketplace: s.Marketplace, SKU: s.SKU, At: status.At}
		if !s.Buyable() {
			l.Problem, l.Since = NotOnSale, status.At
		}
	}
	if issues != nil {
		i := issues.Issues
		l.SellerID, l.Marketplace, l.SKU = i.SellerID, i.Marketplace, i.SKU
		if issues.At.After(l.At) {
			l.At = issues.At
		}
		if i.PriceAlarm() {
			l.Problem, l.Since = PriceIssue, issues.At
		}
	}
	return l
}
