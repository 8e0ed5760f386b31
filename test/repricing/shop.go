package repricing

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Shop simulates a marketplace: it records the sent prices, shows prices, and answers.
type Shop struct {
	mu   sync.Mutex
	Sent []SentPrice
	Live map[string]money.Amount
	// reads counts the reads of a SKU since it was last sent.
	reads map[string]int
	// Answer returns the result of the n-th call, from 1. With nil each price is accepted and live
	// at once.
	Answer func(n int, c sendingports.PriceChange) Reply
	// All reads return it; nil for success.
	Fails    error
	Uploaded []sendingports.FeedMessage
	Feeds    []fakeFeed
	Feed     FeedReply
}

// Reply has the shop's answer to one price.
type Reply struct {
	Receipt sendingports.Receipt
	Err     error
	// Ignored prices do not become live.
	Ignored bool
}

// SentPrice has a price as the shop received it.
type SentPrice struct {
	SKU        string
	Price, Min money.Amount
	// Reads counts the reads of the SKU since it was sent before.
	Reads int
}

type fakeFeed struct {
	id       sendingports.FeedID
	Messages []sendingports.FeedMessage
}

// FeedReply sets the shop's treatment of feeds.
type FeedReply struct {
	Err     error
	Status  sendingports.FeedStatus
	Refused map[int64]string
	Ignored bool
	// Others counts further messages in the report, besides the uploaded messages.
	Others int
}

func newShop() *Shop { return &Shop{Live: map[string]money.Amount{}, reads: map[string]int{}} }

// Unanswered is returned for a marketplace that does not answer.
var Unanswered = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace does not answer.")

// Taken returns the reply to an accepted price.
func Taken() Reply {
	return Reply{Receipt: sendingports.Receipt{State: sendingports.ReceiptAccepted, ID: "S-1"}}
}

// Submit receives a price.
func (s *Shop) Submit(ctx context.Context, _ account.Seller, c sendingports.PriceChange, may sendingports.MaySend, _ bool) (sendingports.Receipt, error) {
	if !may(ctx) {
		return sendingports.Receipt{}, fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Not any more.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Sent = append(s.Sent, SentPrice{c.SKU, c.Price, *c.Min, s.reads[c.SKU]})
	s.reads[c.SKU] = 0
	r := Taken()
	if s.Answer != nil {
		r = s.Answer(len(s.Sent), c)
	}
	if !r.Ignored {
		s.Live[c.SKU] = c.Price
	}
	return r.Receipt, r.Err
}

// OwnPrices returns live prices, or 20.00 for a SKU without a price.
func (s *Shop) OwnPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []sendingports.OwnPriceAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]sendingports.OwnPriceAnswer, len(asked))
	for i, q := range asked {
		if out[i].Err = s.Fails; s.Fails != nil {
			continue
		}
		s.reads[q.SKU]++
		price, ok := s.Live[q.SKU]
		if !ok {
			price = eur("20")
		}
		out[i].Offers = []sendingports.OwnPrice{{PriceParts: ports.PriceParts{Currency: "EUR", Price: price}}}
	}
	return out
}

// HandOver implements ports.Feeds with the shop.
type HandOver struct{ Shop *Shop }

// Upload keeps the messages of the next feed.
func (h HandOver) Upload(_ context.Context, _ account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	h.Shop.mu.Lock()
	defer h.Shop.mu.Unlock()
	h.Shop.Uploaded = messages
	return sendingports.FeedFile{Document: "D", Marketplaces: []marketplace.ID{Germany}, Messages: len(messages)}, nil
}

// Start makes a feed of the uploaded messages.
func (h HandOver) Start(ctx context.Context, _ account.Seller, _ sendingports.FeedFile, _ []sendingports.FeedID, may sendingports.MaySend) (sendingports.FeedID, error) {
	if !may(ctx) {
		return "", fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Not any more.")
	}
	h.Shop.mu.Lock()
	defer h.Shop.mu.Unlock()
	f := fakeFeed{sendingports.FeedID(fmt.Sprint("F-", len(h.Shop.Feeds)+1)), h.Shop.Uploaded}
	h.Shop.Feeds = append(h.Shop.Feeds, f)
	for _, m := range f.Messages {
		if !h.Shop.Feed.Ignored && h.Shop.Feed.Refused[m.Number] == "" {
			h.Shop.Live[m.SKU] = m.Price
		}
	}
	return f.id, h.Shop.Feed.Err
}

// State returns the status that the test has set.
func (h HandOver) State(_ context.Context, _ account.Seller, feed sendingports.FeedID) (sendingports.FeedState, error) {
	return sendingports.FeedState{ID: feed, Status: h.Shop.Feed.Status, Result: "R"}, nil
}

// Report counts the messages and lists the refused messages.
func (h HandOver) Report(context.Context, account.Seller, string) (sendingports.FeedReport, error) {
	processed := int64(len(h.Shop.Uploaded) + h.Shop.Feed.Others)
	r := sendingports.FeedReport{Processed: &processed, Issues: map[int64][]sendingports.PriceIssue{}}
	for n, words := range h.Shop.Feed.Refused {
		r.Issues[n] = []sendingports.PriceIssue{{Code: "90", Message: words, Severity: sendingports.SeverityError}}
	}
	return r, nil
}

// SKUs lists the SKUs of the received prices.
func (s *Shop) SKUs() []string {
	out := make([]string, len(s.Sent))
	for i, p := range s.Sent {
		out[i] = p.SKU
	}
	return out
}

// Repeated counts the sendings of SKUs that were sent more than once.
func (s *Shop) Repeated() map[string]int {
	n := map[string]int{}
	for _, sku := range s.SKUs() {
		n[sku]++
	}
	maps.DeleteFunc(n, func(_ string, n int) bool { return n == 1 })
	return n
}
