// Package notification has the ports of the notification context: a queue, stores, and the
// receivers of events.
package notification

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
)

// Source has a queue that delivers every message at least once, in any order.
type Source interface {
	// Receive waits at most about 20 seconds for messages and returns up to ten; the list may be
	// empty. Other receivers do not get these messages for a minute. Then each is delivered again
	// unless it was acknowledged. An unreachable queue is an error.
	Receive(ctx context.Context) ([]Message, error)
	// Ack removes messages for good.
	Ack(ctx context.Context, messages ...Message) error
	// Nack returns messages: each is delivered again after the time.
	Nack(ctx context.Context, after time.Duration, messages ...Message) error
}

// Message has a message of a queue.
type Message struct {
	// Handle has the queue's own name for this delivery.
	Handle string
	Body   []byte
	// Tries counts the deliveries of the message, including this delivery.
	Tries int
}

// Reader parses bodies. It returns the event of a body. An unreadable body is an error; an unknown
// type is not.
type Reader func(body []byte) (notification.Event, error)

// Events stores received events. Every method takes part in the transaction of ctx.
type Events interface {
	// Note stores ids and returns the new ids.
	Note(ctx context.Context, ids []notification.ID, now time.Time) ([]notification.ID, error)
	// Keep stores each event as the newest of its stream, unless the stream already has an event
	// that is as new. The events must be of different streams. It returns the stored events. Of two
	// concurrent events the newer event stays, in either order.
	Keep(ctx context.Context, events []notification.Event) (map[notification.ID]bool, error)
	// Lock makes other writers of the streams of the same seller, marketplace and subject wait
	// until the transaction ends, whether they have events or not.
	Lock(ctx context.Context, s notification.Stream) error
	// Newest returns the newest event of a stream, nil without an event. It is complete for an
	// event about a listing; otherwise it has only id, type and time.
	Newest(ctx context.Context, s notification.Stream) (*notification.Event, error)
	// Bury stores the body of a message that could not be processed.
	Bury(ctx context.Context, body []byte, reason string, now time.Time) error
	// Sweep deletes ids and failed messages from before a time, and returns their number. It also
	// deletes the newest event of each order, because orders accumulate; handlers of orders compare
	// times themselves.
	Sweep(ctx context.Context, before time.Time) (int64, error)
}

// Handler processes events in the transaction that stores them. An event comes at most once and
// never after a newer event of its stream. Database changes are rolled back with it.
type Handler interface {
	// OffersChanged handles changes of offers, each of another stream.
	OffersChanged(ctx context.Context, changes []OffersChanged) error
	// PricingHealth handles a warning about the seller's own price.
	PricingHealth(ctx context.Context, at time.Time, h notification.PricingHealth) error
	// ListingChanged handles the state of a listing.
	ListingChanged(ctx context.Context, l notification.Listing) error
	// FeedFinished handles the end of a feed.
	FeedFinished(ctx context.Context, f notification.FeedFinished) error
	// OrderChanged handles the state of an order after a change.
	OrderChanged(ctx context.Context, at time.Time, o notification.OrderChange) error
}

// OffersChanged has a change of offers and its time.
type OffersChanged struct {
	At time.Time
	notification.OfferChange
}

// Outcome says how a message ended.
type Outcome string

// The outcomes.
const (
	Handed    Outcome = "handed"    // counted and handed on
	Known     Outcome = "known"     // its id was already stored
	Late      Outcome = "late"      // a newer event of its stream was stored
	Ignored   Outcome = "ignored"   // of a type without an effect
	Postponed Outcome = "postponed" // to be tried again
	Dead      Outcome = "dead"      // given up
)

// Watch receives the outcomes of messages, for logs and metrics.
type Watch interface {
	// Took counts an outcome; t is empty for a message that could not be read.
	Took(t notification.Type, o Outcome)
	// Gave reports a message that was given up after tries deliveries.
	Gave(reason error, tries int)
}

// Pace finds the accounts that need events at once. It reports whether rows of the account are
// repriced as fast as possible.
type Pace func(ctx context.Context, team id.Team, sellerID string) (bool, error)

// Subscription describes a subscription of a seller account.
type Subscription struct {
	Team       id.Team
	Connection id.Connection
	Region     marketplace.Region
	Type       notification.Type
	// ID has the marketplace's id of the subscription.
	ID string
	// Aggregated says that changes of offers come together every five minutes.
	Aggregated bool
	// Marketplaces lists the marketplaces of the subscription, in their order. It is empty for
	// types that cannot be narrowed.
	Marketplaces []marketplace.ID
	CheckedAt    time.Time
	// Since has the time from which every notification of the type has been received.
	Since time.Time
}

// Subscriptions stores the wanted subscriptions.
type Subscriptions interface {
	// OfConnection lists the subscriptions of a connection, by type.
	OfConnection(ctx context.Context, team id.Team, c id.Connection) ([]Subscription, error)
	// All lists the subscriptions of all teams, by connection and type.
	All(ctx context.Context) ([]Subscription, error)
	// Since returns the times from which the connections of a team have received every notification
	// of a type. Connections without a subscription are left out.
	Since(ctx context.Context, team id.Team, t notification.Type) (map[id.Connection]time.Time, error)
	// Put stores a subscription, in place of an earlier subscription of the same connection and
	// type.
	Put(ctx context.Context, s Subscription) error
	// Drop removes a subscription; an unknown subscription is not an error.
	Drop(ctx context.Context, team id.Team, c id.Connection, t notification.Type) error
	// Shared reports whether another connection relies on the marketplace's
	// subscription of this name.
	Shared(ctx context.Context, subscriptionID string, except id.Connection) (bool, error)
}

// Subscriber makes and ends subscriptions at the marketplace. A refused grant is
// integration_needs_attention (Forbidden). A missing answer is Unavailable or Limited.
type Subscriber interface {
	// Destination returns the marketplace's id of the application's queue in a region, and creates
	// the destination if it is absent.
	Destination(ctx context.Context, region marketplace.Region) (string, error)
	// Find returns the account's subscription of a type, nil without a subscription.
	Find(ctx context.Context, a account.Seller, t notification.Type) (*Remote, error)
	// Create subscribes; an existing subscription is returned unchanged.
	Create(ctx context.Context, a account.Seller, t notification.Type, wanted Remote) (*Remote, error)
	// Delete ends a subscription; an unknown subscription is not an error.
	Delete(ctx context.Context, region marketplace.Region, t notification.Type, subscriptionID string) error
}

// Remote has a subscription as the marketplace stores it.
type Remote struct {
	ID            string
	DestinationID string
	Aggregated    bool
	Marketplaces  []marketplace.ID
}
