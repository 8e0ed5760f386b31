package sending

import (
	"context"
	"errors"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Feeds sends many prices to the marketplace in one document.
type Feeds interface {
	// Upload uploads prices of one region for a feed, which changes nothing yet. The report refers
	// to each by its number. It returns an Invalid fault for too many messages, no messages, or a
	// repeated number.
	Upload(ctx context.Context, s account.Seller, messages []FeedMessage) (FeedFile, error)
	// Start starts a feed of uploaded prices, never twice. If the answer is lost, it looks for the
	// feed among the feeds started since, without the known feeds. The marketplace does not report
	// the document of a feed, so only its report shows that it is the right feed
	// (FeedReport.Matches).
	//
	// ErrFeedUnknown means that this is undecided; prices must then be read back before they are
	// sent again. After any other error there is no feed.
	Start(ctx context.Context, s account.Seller, f FeedFile, known []FeedID, may MaySend) (FeedID, error)
	// State reads the status of a feed. An unknown feed is NotFound.
	State(ctx context.Context, s account.Seller, feed FeedID) (FeedState, error)
	// Report reads the results of a finished feed, by the Result of its state. A report that is too
	// large to be ours is upstream_unavailable.
	Report(ctx context.Context, s account.Seller, result string) (FeedReport, error)
}

// ErrFeedUnknown says that it is unknown whether a feed was started.
var ErrFeedUnknown = errors.New("it is not known whether the feed was started")

// FeedID names a feed at the marketplace.
type FeedID string

// FeedMessage has one price of a feed.
type FeedMessage struct {
	// Number must be at least 1 and unique within the feed.
	Number int64
	PriceChange
}

// FeedFile describes an uploaded document.
type FeedFile struct {
	// Document has the marketplace's id of the document.
	Document     string
	Marketplaces []marketplace.ID
	Messages     int
}

// FeedStatus has the marketplace's status of a feed.
type FeedStatus string

// The statuses; other covers values that the marketplace added later.
const (
	FeedQueued    FeedStatus = "queued"
	FeedRunning   FeedStatus = "running"
	FeedDone      FeedStatus = "done"
	FeedCancelled FeedStatus = "cancelled"
	FeedFailed    FeedStatus = "failed" // the whole feed failed
	FeedOther     FeedStatus = "other"
)

// FeedState has the state of a feed as the marketplace reports it.
type FeedState struct {
	ID           FeedID
	Status       FeedStatus
	Marketplaces []marketplace.ID
	// Result names the report, "" before there is a report.
	Result string
}

// FeedReport has the results of a feed's messages.
type FeedReport struct {
	// Processed counts messages, nil if unknown.
	Processed *int64
	// Issues maps numbers of messages to their issues; 0 means the whole feed. A message that is
	// not Refused was accepted.
	Issues map[int64][]PriceIssue
}

// Matches reports whether the report can belong to a feed with this number of messages, numbered
// from 1. A feed found after a lost answer may come from another program of the seller, with a
// report that says nothing about our prices.
func (r FeedReport) Matches(messages int) bool {
	for number := range r.Issues {
		if number > int64(messages) {
			return false
		}
	}
	return r.Processed != nil && *r.Processed == int64(messages)
}

// Refused reports whether a message was rejected.
func (r FeedReport) Refused(number int64) bool {
	for _, i := range r.Issues[number] {
		if i.Severity == SeverityError {
			return true
		}
	}
	return false
}

// SeverityError marks an issue that rejects a price.
const SeverityError = "ERROR"
