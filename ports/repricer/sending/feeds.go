package sending

import (
	"context"
	"errors"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
)

// Feeds sends many prices to the marketplace in one document.
type Feeds interface {
	// Upload hands over prices of one region for a feed, which changes nothing
	// yet; each keeps the number by which the report names it. Too many messages,
	// none, or a number used twice are an Invalid fault.
	Upload(ctx context.Context, s account.Seller, messages []FeedMessage) (FeedFile, error)
	// Start starts a feed of prices that were uploaded. A feed is never started
	// twice: when the answer is lost, the feed is looked for among those started
	// since, known ones left out. The marketplace does not say of which document a
	// feed is, so only its report shows that it is this one (FeedReport.Of).
	// ErrFeedUnknown is when nothing tells; then the prices have to be read back
	// before they are sent again. Any other error means that there is no feed.
	Start(ctx context.Context, s account.Seller, f FeedFile, known []FeedID, may MaySend) (FeedID, error)
	// State reads how far a feed is. A feed that is not there is NotFound.
	State(ctx context.Context, s account.Seller, feed FeedID) (FeedState, error)
	// Report reads what became of the messages of a feed that is done, by the
	// Result of its state. A report that is larger than any of ours can be is
	// upstream_unavailable.
	Report(ctx context.Context, s account.Seller, result string) (FeedReport, error)
}

// ErrFeedUnknown says that it is not known whether a feed was started.
var ErrFeedUnknown = errors.New("it is not known whether the feed was started")

// FeedID names a feed at the marketplace.
type FeedID string

// FeedMessage is one price of a feed.
type FeedMessage struct {
	// Number is 1 or more, and its own within the feed.
	Number int64
	PriceChange
}

// FeedFile is what was uploaded for a feed.
type FeedFile struct {
	// Document is the marketplace's name of it.
	Document     string
	Marketplaces []marketplace.ID
	Messages     int
}

// FeedStatus says how far a feed is.
type FeedStatus string

// The states of a feed; the last is a word the marketplace has added since.
const (
	FeedQueued    FeedStatus = "queued"
	FeedRunning   FeedStatus = "running"
	FeedDone      FeedStatus = "done"
	FeedCancelled FeedStatus = "cancelled"
	FeedFailed    FeedStatus = "failed" // as a whole
	FeedOther     FeedStatus = "other"
)

// FeedState is a feed as the marketplace has it.
type FeedState struct {
	ID           FeedID
	Status       FeedStatus
	Marketplaces []marketplace.ID
	// Result names the report, "" while there is none.
	Result string
}

// FeedReport is what became of the messages of a feed.
type FeedReport struct {
	// Processed counts messages, nil when not told.
	Processed *int64
	// Issues are those of single messages by their numbers; 0 is the feed as a
	// whole. A message without one that is Refused was taken.
	Issues map[int64][]PriceIssue
}

// Matches tells whether the report can be that of a feed with so many messages,
// numbered from 1 on. A feed that was found after its answer was lost may be that
// of another program of the seller, whose report says nothing about our prices.
func (r FeedReport) Matches(messages int) bool {
	for number := range r.Issues {
		if number > int64(messages) {
			return false
		}
	}
	return r.Processed != nil && *r.Processed == int64(messages)
}

// Refused tells whether a message was not taken.
func (r FeedReport) Refused(number int64) bool {
	for _, i := range r.Issues[number] {
		if i.Severity == SeverityError {
			return true
		}
	}
	return false
}

// SeverityError is the severity of an issue by which something was refused.
const SeverityError = "ERROR"
