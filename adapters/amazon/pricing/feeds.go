package pricing

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

const (
	listingsFeed = "JSON_LISTINGS_FEED"
	feedMedia    = "application/json; charset=UTF-8"
	// clocksApart bounds the lag of Amazon's clock: the search for a feed begins that long before
	// its start.
	clocksApart = 2 * time.Minute
	// lookupBudget bounds the search for a feed after the caller's own time is over.
	lookupBudget = 30 * time.Second
)

// Upload uploads a listings feed (feeds 2021-06-30, type JSON_LISTINGS_FEED).
func (c *Client) Upload(ctx context.Context, s account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	if err := checkMessages(messages); err != nil {
		return sendingports.FeedFile{}, err
	}
	body, err := encodeFeed(s.ID, messages)
	if err != nil {
		return sendingports.FeedFile{}, err
	}
	request, err := json.Marshal(map[string]string{"contentType": feedMedia})
	if err != nil {
		return sendingports.FeedFile{}, err
	}
	document, err := readFeeds(ctx, c, s, spapi.Call{Operation: spapi.CreateFeedDocument, Body: request}, decodeFeedDocument)
	if err != nil {
		return sendingports.FeedFile{}, err
	}
	if err := c.client.Upload(ctx, s.Region, document.address, feedMedia, body); err != nil {
		return sendingports.FeedFile{}, err
	}
	return sendingports.FeedFile{Document: document.id, Marketplaces: shopsOf(messages), Messages: len(messages)}, nil
}

// Start must not run twice: that would apply the prices twice, perhaps over newer prices.
func (c *Client) Start(ctx context.Context, s account.Seller, file sendingports.FeedFile, known []sendingports.FeedID, may sendingports.MaySend) (sendingports.FeedID, error) {
	request, err := json.Marshal(struct {
		Type         string           `json:"feedType"`
		Marketplaces []marketplace.ID `json:"marketplaceIds"`
		Document     string           `json:"inputFeedDocumentId"`
	}{listingsFeed, file.Marketplaces, file.Document})
	if err != nil {
		return "", err
	}
	began := c.client.Now()
	feed, err := readFeeds(ctx, c, s, spapi.Call{Operation: spapi.CreateFeed, Body: request, Items: file.Messages, May: may}, decodeFeed)
	if err == nil || !inDoubt(err) {
		return feed.ID, err
	}
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupBudget)
	defer cancel()
	found, lookup := c.since(own, s, began.Add(-clocksApart), file.Marketplaces)
	if lookup != nil {
		return "", errors.Join(sendingports.ErrFeedUnknown, err)
	}
	found = slices.DeleteFunc(found, func(s sendingports.FeedState) bool { return slices.Contains(known, s.ID) })
	switch {
	case len(found) == 0:
		return "", err
	case len(found) == 1 && found[0].Marketplaces != nil:
		return found[0].ID, nil
	}
	return "", errors.Join(sendingports.ErrFeedUnknown, err)
}

// inDoubt reports an error after which a feed may have been started.
func inDoubt(err error) bool {
	var e *spapi.Error
	return errors.As(err, &e) && e.Kind == spapi.Unavailable && e.Operation != "token" && !errors.Is(err, spapi.ErrBreakerOpen)
}

// since lists listings feeds since a moment that may be for exactly these marketplaces. One page is
// enough, because an account has few feeds.
func (c *Client) since(ctx context.Context, s account.Seller, from time.Time, shops []marketplace.ID) ([]sendingports.FeedState, error) {
	states, err := readFeeds(ctx, c, s, spapi.Call{
		Operation: spapi.GetFeeds,
		Query:     url.Values{"feedTypes": {listingsFeed}, "createdSince": {spapi.Moment(&from)}, "pageSize": {strconv.Itoa(spapi.GetFeeds.Page)}},
	}, decodeFeeds)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(states, func(s sendingports.FeedState) bool { return !sameShops(s.Marketplaces, shops) }), nil
}

// sameShops compares marketplaces; a feed that lists no marketplace matches.
func sameShops(told, asked []marketplace.ID) bool {
	return told == nil || len(told) == len(asked) && !slices.ContainsFunc(told, func(m marketplace.ID) bool { return !slices.Contains(asked, m) })
}

func (c *Client) State(ctx context.Context, s account.Seller, feed sendingports.FeedID) (sendingports.FeedState, error) {
	return readFeeds(ctx, c, s, spapi.Call{Operation: spapi.GetFeed, Segments: map[string]string{"feedId": string(feed)}}, decodeFeed)
}

// Report requests the address of a report each time, because it expires after minutes.
func (c *Client) Report(ctx context.Context, s account.Seller, result string) (sendingports.FeedReport, error) {
	document, err := readFeeds(ctx, c, s, spapi.Call{Operation: spapi.GetFeedDocument, Segments: map[string]string{"feedDocumentId": result}}, decodeFeedDocument)
	if err != nil {
		return sendingports.FeedReport{}, err
	}
	var report sendingports.FeedReport
	if err := c.client.Download(ctx, s.Region, document.address, document.read(&report)); err != nil {
		return sendingports.FeedReport{}, err
	}
	return report, nil
}

func readFeeds[T any](ctx context.Context, c *Client, s account.Seller, call spapi.Call, decode func([]byte) (T, error)) (T, error) {
	call.Seller, call.Priority = s, c.priority
	return spapi.Read(ctx, c.client, call, decode)
}

func checkMessages(messages []sendingports.FeedMessage) error {
	refuse := func(words string) error { return fault.New(fault.Invalid, fault.CodeValidationFailed, words) }
	if len(messages) == 0 || len(messages) > spapi.CreateFeed.Items {
		return refuse("a feed has 1 to " + strconv.Itoa(spapi.CreateFeed.Items) + " messages")
	}
	seen := make(map[int64]bool, len(messages))
	for _, m := range messages {
		if m.Number < 1 || seen[m.Number] {
			return refuse("messages must have numbers from 1 up, each its own")
		}
		seen[m.Number] = true
		if err := checkSubject(port.SKUOrASIN{Marketplace: m.Marketplace.ID, SKU: m.SKU}); err != nil {
			return err
		}
	}
	return nil
}

// shopsOf returns the marketplaces of messages, each once.
func shopsOf(messages []sendingports.FeedMessage) []marketplace.ID {
	var shops []marketplace.ID
	for _, m := range messages {
		if !slices.Contains(shops, m.Marketplace.ID) {
			shops = append(shops, m.Marketplace.ID)
		}
	}
	return shops
}

type feedFile struct {
	Header   feedHeader    `json:"header"`
	Messages []feedMessage `json:"messages"`
}

type feedHeader struct {
	SellerID string `json:"sellerId"`
	Version  string `json:"version"`
}

type feedMessage struct {
	ID          int64       `json:"messageId"`
	SKU         string      `json:"sku"`
	Operation   string      `json:"operationType"`
	ProductType string      `json:"productType"`
	Patches     []wirePatch `json:"patches"`
}

func encodeFeed(seller string, messages []sendingports.FeedMessage) ([]byte, error) {
	file := feedFile{Header: feedHeader{seller, "2.0"}, Messages: make([]feedMessage, len(messages))}
	for n, m := range messages {
		file.Messages[n] = feedMessage{m.Number, m.SKU, "PATCH", anyProduct, patchesOf(m.PriceChange)}
	}
	return json.Marshal(file)
}
