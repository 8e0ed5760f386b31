package sending

import (
	"context"
	"errors"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Feeds sends many prices to the marketplace in one document.
type Feeds interface {
	// Upload uploads prices of one region for a feed, which changes nothing yet; the report refers
	// to each by its number. Too many messages, none, or a repeated number are an Invalid fault.
	Upload(ctx context.Context, s account.Seller, messages []FeedMessage) (FeedFile, error)
	// Start starts a feed of uploaded prices, never twice: if the answer is lost, it looks for the
	// feed among those started since, without the known ones. The marketplace does not say which
	// document a feed has, so only its report shows that it is the right one (FeedReport.Matches).
	// ErrFeedUnknown means that this is undecided; prices must then be read back before they are
	// sent again. After any other error there is no feed.
	Start(ctx context.Context, s account.Seller, f FeedFile, known []FeedID, may MaySend) (FeedID, error)
	// State reads the status of a feed. An unknown feed is NotFound.
	State(ctx context.Context, s account.Seller, feed FeedID) (FeedState, error)
	// Report reads the results of a finished feed, by the Result of its state. A report larger
	// than ours can be is upstream_unavailable.
	Report(ctx context.Context, s account.Seller, result string) (FeedReport, error)
}

// ErrFeedUnknown says that a feed may or may not have been started.
var ErrFeedUnknown = errors.New("it is not known whether the feed was started")

// FeedID names a feed at the marketplace.
type FeedID string

// FeedMessage is one price of a feed.
type FeedMessage struct {
	// Number is at least 1 and unique within the feed.
	Number int64
	PriceChange
}

// FeedFile is an uploaded document.
type FeedFile struct {
	// Document is the marketplace's id of it.
	Document     string
	Marketplaces []marketplace.ID
	Messages     int
}

// FeedStatus is the marketplace's status of a feed.
type FeedStatus string

// The statuses; other stands for values the marketplace has added since.
const (
	FeedQueued    FeedStatus = "queued"
	FeedRunning   FeedStatus = "running"
	FeedDone      FeedStatus = "done"
	FeedCancelled FeedStatus = "cancelled"
	FeedFailed    FeedStatus = "failed" // as a whole
	FeedOther     FeedStatus = "other"
)

// FeedState is a feed as the marketplace reports it.
type FeedState struct {
	ID           FeedID
	Status       FeedStatus
	Marketplaces []marketplace.ID
	// Result names the report, "" while there is none.
	Result string
}

// FeedReport has the results of a feed's messages.
type FeedReport struct {
	// Processed counts messages, nil if unknown.
	Processed *int64
	// Issues are issues of messages by number; 0 stands for the whole feed. A message that is not
	// Refused was accepted.
	Issues map[int64][]PriceIssue
}

// Matches reports whether the report can belong to a feed with so many messages, numbered from 1.
// A feed found after a lost answer may be that of another program of the seller, whose report says
// nothing about our prices.
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

// SeverityError is the severity of an issue that rejects a price.
const SeverityError = "ERROR"
