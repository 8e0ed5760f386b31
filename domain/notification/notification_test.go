package notification_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/notification"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestStreams(t *testing.T) {
	offers := func(seller, asin, condition string) notification.Event {
		return notification.Event{Type: notification.AnyOfferChanged, Offers: &notification.OfferChange{
			SellerID: seller, Marketplace: "M", ASIN: asin, Condition: condition,
		}}
	}
	first, ok := offers("A", "B1", "new").Stream()
	require.True(t, ok)
	require.Equal(t, notification.Stream{Type: "ANY_OFFER_CHANGED", SellerID: "A", Marketplace: "M", Subject: "B1|new"}, first)
	for _, other := range []notification.Event{offers("B", "B1", "new"), offers("A", "B2", "new"), offers("A", "B1", "used")} {
		s, _ := other.Stream()
		require.NotEqual(t, first, s)
	}
	health, _ := notification.Event{Type: notification.PricingHealthType, Health: &notification.PricingHealth{
		SellerID: "A", Marketplace: "M", ASIN: "B1", Condition: "new",
	}}.Stream()
	require.NotEqual(t, first, health, "a warning replaces no offers")
	order, _ := notification.Event{Type: notification.OrderChanged, Order: &notification.OrderChange{
		SellerID: "A", Marketplace: "M", OrderID: "903-1",
	}}.Stream()
	require.Equal(t, notification.Stream{Type: "ORDER_CHANGE", SellerID: "A", Marketplace: "M", Subject: "903-1"}, order)

	_, ok = notification.Event{Type: "UNHEARD_OF"}.Stream()
	require.False(t, ok)
	require.False(t, notification.Type("UNHEARD_OF").Known())
}

func TestSoldUnits(t *testing.T) {
	item := notification.OrderItem{ItemID: "1", SKU: "S", Quantity: 3}
	for status, units := range map[string]int{
		"Unshipped": 3, "PartiallyShipped": 3, "Shipped": 3, "InvoiceUnconfirmed": 3, "Unheard": 3, "": 3,
		"Canceled": 0, "CANCELLED": 0, "Unfulfillable": 0, "Pending": 0, "PendingAvailability": 0, "Upcoming": 0,
	} {
		o := notification.OrderChange{Status: status}
		require.Equal(t, units, o.Sold(item), status)
		require.Zero(t, o.Sold(notification.OrderItem{Quantity: 3, Cancelled: true}), status)
	}
}

func TestPriceAlarm(t *testing.T) {
	issue := func(categories ...string) []notification.Issue {
		return []notification.Issue{{Severity: "ERROR", Categories: categories}}
	}
	for name, c := range map[string]struct {
		issues  []notification.Issue
		actions []string
		alarm   bool
	}{
		"nothing":                  {nil, nil, false},
		"wrong price":              {issue("X", "INVALID_PRICE"), nil, true},
		"no price":                 {issue("MISSING_PRICE"), nil, true},
		"an image":                 {issue("INVALID_IMAGE"), []string{"LISTING_SUPPRESSED"}, false},
		"taken down, nobody knows": {nil, []string{"SEARCH_SUPPRESSED", "LISTING_SUPPRESSED"}, true},
		"hidden in search":         {nil, []string{"SEARCH_SUPPRESSED"}, false},
	} {
		require.Equal(t, c.alarm, notification.ListingIssues{Issues: c.issues, Actions: c.actions}.PriceAlarm(), name)
	}
}

func TestListingOf(t *testing.T) {
	status := func(minute int, words ...string) *notification.Event {
		return &notification.Event{At: noon.Add(time.Duration(minute) * time.Minute), Status: &notification.ListingStatus{
			SellerID: "A", Marketplace: "M", SKU: "S", Statuses: words,
		}}
	}
	issues := func(minute int, actions ...string) *notification.Event {
		return &notification.Event{At: noon.Add(time.Duration(minute) * time.Minute), Issues: &notification.ListingIssues{
			SellerID: "A", Marketplace: "M", SKU: "S", Actions: actions,
		}}
	}
	for name, c := range map[string]struct {
		status, issues *notification.Event
		at             int
		problem        notification.Problem
		since          int
	}{
		"on sale":            {status(1, "DISCOVERABLE", "buyable"), nil, 1, notification.NoProblem, 0},
		"not on sale":        {status(1, "DISCOVERABLE"), nil, 1, notification.NotOnSale, 1},
		"no issue":           {nil, issues(2), 2, notification.NoProblem, 0},
		"an alarm":           {nil, issues(2, "LISTING_SUPPRESSED"), 2, notification.PriceIssue, 2},
		"both":               {status(3), issues(2, "LISTING_SUPPRESSED"), 3, notification.PriceIssue, 2},
		"an issue solved":    {status(1), issues(2), 2, notification.NotOnSale, 1},
		"on sale with alarm": {status(3, "BUYABLE"), issues(2, "LISTING_SUPPRESSED"), 3, notification.PriceIssue, 2},
		"both are all right": {status(3, "BUYABLE"), issues(4), 4, notification.NoProblem, 0},
	} {
		want := notification.Listing{SellerID: "A", Marketplace: "M", SKU: "S", At: noon.Add(time.Duration(c.at) * time.Minute), Problem: c.problem}
		if c.since > 0 {
			want.Since = noon.Add(time.Duration(c.since) * time.Minute)
		}
		require.Equal(t, want, notification.ListingOf(c.status, c.issues), name)
	}
}
