package notices

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

// errNotNotice replaces decoder errors, which would quote the body.
var errNotNotice = errors.New("the message is not the JSON of a notification")

const (
	maxMessage = 1 << 20
	maxOffers  = 100
	maxRows    = 50
)

// Reader decodes the notifications that Amazon sends to a queue.
type Reader struct{}

func NewReader() Reader { return Reader{} }

// notice decodes the envelope. Payloads are plain or, for some types, wrapped in a member named
// after the type. Some types use camelCase and some capitals; the decoder ignores case and takes
// both.
type notice struct {
	NotificationType     string          `json:"NotificationType"`
	EventTime            string          `json:"EventTime"`
	Payload              json.RawMessage `json:"Payload"`
	NotificationMetadata struct {
		NotificationID string `json:"NotificationId"`
		PublishTime    string `json:"PublishTime"`
	} `json:"NotificationMetadata"`
}

// Read decodes a message. Unknown and missing members are fine, except those that identify the
// event: its id, its time, the seller and the product.
func (Reader) Read(body []byte) (notification.Event, error) {
	if len(body) > maxMessage {
		return notification.Event{}, errors.New("the message is too big")
	}
	var n notice
	if json.Unmarshal(body, &n) != nil {
		return notification.Event{}, errNotNotice
	}
	e := notification.Event{ID: notification.ID(n.NotificationMetadata.NotificationID), Type: notification.Type(n.NotificationType)}
	if !spapi.IsName(string(e.ID), notification.MaxID) || !spapi.IsName(string(e.Type), maxType) {
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

const maxType = 100

// readMoment reads a time in UTC and cuts it to the microsecond, as it is stored.
func readMoment(s string) (time.Time, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(form, s); err == nil && t.Year() >= 2000 && t.Year() < 2200 {
			return t.UTC().Truncate(time.Microsecond), nil
		}
	}
	return time.Time{}, errors.New("the time of the event cannot be read")
}

// wireTrigger names the product of an offer event.
type wireTrigger struct {
	MarketplaceID     string `json:"MarketplaceId"`
	ASIN              string `json:"ASIN"`
	ItemCondition     string `json:"ItemCondition"`
	TimeOfOfferChange string `json:"TimeOfOfferChange"`
}

// about checks the members that every product event needs.
func (t wireTrigger) about(seller string) error {
	switch {
	case !spapi.IsName(seller, 64):
		return errors.New("no seller")
	case !spapi.IsName(t.MarketplaceID, 32), !spapi.IsName(t.ASIN, 20):
		return errors.New("no product")
	}
	return nil
}

// condition defaults to new.
func (t wireTrigger) condition() string {
	if c := notification.Condition(t.ItemCondition); spapi.IsName(c, 32) {
		return c
	}
	return "new"
}

// wireAmount decodes an amount of money.
type wireAmount struct {
	CurrencyCode string      `json:"CurrencyCode"`
	Amount       json.Number `json:"Amount"`
}

// price reads an amount; a missing amount is nil. An invalid amount is an error, because it must
// not look like a missing amount.
func (a *wireAmount) price() (*money.Sum, error) {
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
	return &money.Sum{Amount: amount, Currency: money.Currency(a.CurrencyCode)}, nil
}

func readStatus(payload json.RawMessage) (*notification.ListingStatus, error) {
	l, err := readListing(payload)
	if err != nil {
		return nil, err
	}
	return &notification.ListingStatus{
		SellerID: l.SellerID, Marketplace: marketplace.ID(l.MarketplaceID), ASIN: l.Asin, SKU: l.Sku, Statuses: spapi.WordsOf(l.Status),
	}, nil
}

func readIssues(payload json.RawMessage) (*notification.ListingIssues, error) {
	l, err := readListing(payload)
	if err != nil {
		return nil, err
	}
	out := &notification.ListingIssues{
		SellerID: l.SellerID, Marketplace: marketplace.ID(l.MarketplaceID), ASIN: l.Asin, SKU: l.Sku,
		Actions: spapi.WordsOf(l.EnforcementActions),
	}
	for _, issue := range l.Issues[:min(len(l.Issues), maxRows)] {
		out.Issues = append(out.Issues, notification.Issue{
			Code: spapi.Clean(issue.Code), Severity: spapi.Clean(issue.Severity), Categories: spapi.WordsOf(issue.Categories),
		})
	}
	return out, nil
}

// wireListing decodes the payload of the two listing types.
type wireListing struct {
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

func readListing(payload json.RawMessage) (wireListing, error) {
	var l wireListing
	if json.Unmarshal(payload, &l) != nil {
		return l, errNotNotice
	}
	if !spapi.IsName(l.SellerID, 64) || !spapi.IsName(l.MarketplaceID, 32) || !spapi.IsName(l.Sku, 255) {
		return l, errors.New("no listing")
	}
	l.Asin = spapi.Clean(l.Asin)
	return l, nil
}

// wireFeed decodes the payload of a processed feed.
type wireFeed struct {
	SellerID         string `json:"sellerId"`
	FeedID           string `json:"feedId"`
	FeedType         string `json:"feedType"`
	ProcessingStatus string `json:"processingStatus"`
}

func readFeed(payload json.RawMessage) (*notification.FeedFinished, error) {
	var wrapped struct {
		wireFeed

		Inside *wireFeed `json:"feedProcessingFinishedNotification"`
	}
	if json.Unmarshal(payload, &wrapped) != nil {
		return nil, errNotNotice
	}
	f := cmp.Or(wrapped.Inside, &wrapped.wireFeed)
	if !spapi.IsName(f.SellerID, 64) || !spapi.IsName(f.FeedID, 100) {
		return nil, errors.New("no feed")
	}
	return &notification.FeedFinished{
		SellerID: f.SellerID, FeedID: f.FeedID, FeedType: spapi.Clean(f.FeedType), Status: spapi.Clean(f.ProcessingStatus),
	}, nil
}
