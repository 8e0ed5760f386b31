package amazon

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

// errNotNotice hides what the decoder would quote of a body.
var errNotNotice = errors.New("the message is not the JSON of a notification")

const (
	maxNotice       = 1 << 20
	maxNoticeOffers = 100
	maxNoticeWords  = 50
)

// Notices reads the messages Amazon sends to a queue.
type Notices struct{}

// NewNotices makes the reader.
func NewNotices() Notices { return Notices{} }

// notice is the envelope. Payloads are plain or, for some types, wrapped once more
// in a member named after the type. Some types write their members in camelCase and some
// with a capital: the decoder takes both, since it compares names without
// regard to case.
type notice struct {
	NotificationType     string          `json:"NotificationType"`
	EventTime            string          `json:"EventTime"`
	Payload              json.RawMessage `json:"Payload"`
	NotificationMetadata struct {
		NotificationID string `json:"NotificationId"`
		PublishTime    string `json:"PublishTime"`
	} `json:"NotificationMetadata"`
}

// Read implements the port of the intake. Members that are not known or missing
// are fine, but not those that say what the event is about: its id, its time,
// the seller and the product.
func (Notices) Read(body []byte) (notification.Event, error) {
	if len(body) > maxNotice {
		return notification.Event{}, errors.New("the message is too big")
	}
	var n notice
	if json.Unmarshal(body, &n) != nil {
		return notification.Event{}, errNotNotice
	}
	e := notification.Event{ID: notification.ID(n.NotificationMetadata.NotificationID), Type: notification.Type(n.NotificationType)}
	if !isName(string(e.ID), notification.MaxID) || !isName(string(e.Type), maxNoticeType) {
		return e, errors.New("a notification without an id or a type")
	}
	if !e.Type.Known() {
		return e, nil
	}
	at := n.EventTime
	if at == "" {
		at = n.NotificationMetadata.PublishTime
	}
	var err error
	switch e.Type {
	case notification.AnyOfferChanged:
		at, e.Offers, err = readOffers(n.Payload)
	case notification.PricingHealthType:
		at, e.Health, err = readHealth(n.Payload, at)
	case notification.ListingStatusType:
		e.Status, err = readStatus(n.Payload)
	case notification.ListingIssuesType:
		e.Issues, err = readIssues(n.Payload)
	case notification.FeedProcessingEnded:
		e.Feed, err = readFeed(n.Payload)
	case notification.OrderChanged:
		at, e.Order, err = readOrder(n.Payload, at)
	}
	if err == nil {
		e.At, err = readMoment(at)
	}
	if err != nil {
		return notification.Event{}, fmt.Errorf("%s: %w", e.Type, err)
	}
	return e, nil
}

const maxNoticeType = 100

// readMoment reads a time in UTC, to the microsecond, which is what is stored.
func readMoment(s string) (time.Time, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(form, s); err == nil && t.Year() >= 2000 && t.Year() < 2200 {
			return t.UTC().Truncate(time.Microsecond), nil
		}
	}
	return time.Time{}, errors.New("the time of the event cannot be read")
}

// noticeTrigger says what an offer event is about.
type noticeTrigger struct {
	MarketplaceID     string `json:"MarketplaceId"`
	ASIN              string `json:"ASIN"`
	ItemCondition     string `json:"ItemCondition"`
	TimeOfOfferChange string `json:"TimeOfOfferChange"`
}

// about checks what every event of a product needs.
func (t noticeTrigger) about(seller string) error {
	switch {
	case !isName(seller, 64):
		return errors.New("no seller")
	case !isName(t.MarketplaceID, 32), !isName(t.ASIN, 20):
		return errors.New("no product")
	}
	return nil
}

// condition is new where none is told.
func (t noticeTrigger) condition() string {
	if c := notification.Condition(t.ItemCondition); isName(c, 32) {
		return c
	}
	return "new"
}

// noticeAmount is an amount of money.
type noticeAmount struct {
	CurrencyCode string      `json:"CurrencyCode"`
	Amount       json.Number `json:"Amount"`
}

// price reads an amount; nil is none told. One that is no amount is an error,
// because a wrong price must not look like a missing one.
func (a *noticeAmount) price() (*notification.Price, error) {
	if a == nil || a.Amount == "" {
		return nil, nil
	}
	amount, err := money.Parse(a.Amount.String())
	if err != nil || amount.Units() < 0 {
		return nil, errors.New("an amount cannot be read")
	}
	if len(a.CurrencyCode) != 3 || strings.ToUpper(a.CurrencyCode) != a.CurrencyCode {
		return nil, errors.New("an amount without a currency")
	}
	return &notification.Price{Amount: amount, Currency: money.Currency(a.CurrencyCode)}, nil
}

func readStatus(payload json.RawMessage) (*notification.ListingStatus, error) {
	l, err := readListing(payload)
	if err != nil {
		return nil, err
	}
	return &notification.ListingStatus{
		SellerID: l.SellerID, Marketplace: marketplace.ID(l.MarketplaceID), ASIN: l.Asin, SKU: l.Sku, Statuses: wordsOf(l.Status),
	}, nil
}

func readIssues(payload json.RawMessage) (*notification.ListingIssues, error) {
	l, err := readListing(payload)
	if err != nil {
		return nil, err
	}
	out := &notification.ListingIssues{
		SellerID: l.SellerID, Marketplace: marketplace.ID(l.MarketplaceID), ASIN: l.Asin, SKU: l.Sku,
		Actions: wordsOf(l.EnforcementActions),
	}
	for _, issue := range l.Issues[:min(len(l.Issues), maxNoticeWords)] {
		out.Issues = append(out.Issues, notification.Issue{
			Code: clean(issue.Code), Severity: clean(issue.Severity), Categories: wordsOf(issue.Categories),
		})
	}
	return out, nil
}

// noticeListing is the payload of the two listing types.
type noticeListing struct {
	SellerID           string   `json:"SellerId"`
	MarketplaceID      string   `json:"MarketplaceId"`
	Asin               string   `json:"Asin"`
	Sku                string   `json:"Sku"`
	Status             []string `json:"Status"`
	EnforcementActions []string `json:"EnforcementActions"`
	Issues             []struct {
		Code       string   `json:"Code"`
		Severity   string   `json:"Severity"`
		Categories []string `json:"Categories"`
	} `json:"Issues"`
}

func readListing(payload json.RawMessage) (noticeListing, error) {
	var l noticeListing
	if json.Unmarshal(payload, &l) != nil {
		return l, errNotNotice
	}
	if !isName(l.SellerID, 64) || !isName(l.MarketplaceID, 32) || !isName(l.Sku, 255) {
		return l, errors.New("no listing")
	}
	l.Asin = clean(l.Asin)
	return l, nil
}

// noticeFeed is the payload of the end of a feed.
type noticeFeed struct {
	SellerID         string `json:"sellerId"`
	FeedID           string `json:"feedId"`
	FeedType         string `json:"feedType"`
	ProcessingStatus string `json:"processingStatus"`
}

func readFeed(payload json.RawMessage) (*notification.FeedFinished, error) {
	var wrapped struct {
		noticeFeed

		Inside *noticeFeed `json:"feedProcessingFinishedNotification"`
	}
	if json.Unmarshal(payload, &wrapped) != nil {
		return nil, errNotNotice
	}
	f := cmp.Or(wrapped.Inside, &wrapped.noticeFeed)
	if !isName(f.SellerID, 64) || !isName(f.FeedID, 100) {
		return nil, errors.New("no feed")
	}
	return &notification.FeedFinished{
		SellerID: f.SellerID, FeedID: f.FeedID, FeedType: clean(f.FeedType), Status: clean(f.ProcessingStatus),
	}, nil
}
