// Package notification is what the notification context needs from outside: a
// queue, stores, and whom to hand events on to.
package notification

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
)

// Source is a queue that gives every message at least once, in any order.
type Source interface {
	// Receive waits for messages, at most about 20 seconds, and returns up to
	// ten; none is fine. What is received stays away from other receivers for a
	// minute and then comes again, unless it was acknowledged. A queue that is
	// away is an error.
	Receive(ctx context.Context) ([]Message, error)
	// Ack removes messages for good.
	Ack(ctx context.Context, messages ...Message) error
	// Nack gives messages back: each comes again in after.
	Nack(ctx context.Context, after time.Duration, messages ...Message) error
}

// Message is what a queue gives.
type Message struct {
	// Handle is the queue's own name for this delivery.
	Handle string
	Body   []byte
	// Tries counts the deliveries of the message, this one included.
	Tries int
}

// Reader understands bodies.
type Reader interface {
	// Read returns the event of a body. What cannot be read is an error; a type
	// that is not known is not.
	Read(body []byte) (notification.Event, error)
}

// Events stores received events. Every method takes part in the transaction of ctx.
type Events interface {
	// Note stores ids and returns those that were new.
	Note(ctx context.Context, ids []notification.ID, now time.Time) ([]notification.ID, error)
	// Keep makes each event, of different streams, the newest of its stream, unless the stream has
	// one that is as new, and returns those that it stored. Of two concurrent events the newer one
	// stays, in either order.
	Keep(ctx context.Context, events []notification.Event) (map[notification.ID]bool, error)
	// Lock keeps other writers of the streams of the same seller, marketplace and
	// subject waiting until the transaction ends, whether they have events or not.
	Lock(ctx context.Context, s notification.Stream) error
	// Newest returns the newest event of a stream, nil for none: whole if it is
	// about a listing, else its id, type and time.
	Newest(ctx context.Context, s notification.Stream) (*notification.Event, error)
	// Bury keeps the body of a message that nothing could be done with.
	Bury(ctx context.Context, body []byte, reason string, now time.Time) error
	// Sweep deletes ids and failed messages from before a time, and returns how many. It also
	// deletes the newest event of each order, because orders accumulate; handlers of orders
	// compare times themselves.
	Sweep(ctx context.Context, before time.Time) (int64, error)
}

// Handler processes events in the transaction that stores them. An event comes at most once and
// never after a newer one of its stream; database changes are rolled back with it.
type Handler interface {
	// OffersChanged takes changes of offers, each of another stream.
	OffersChanged(ctx context.Context, changes []OffersChanged) error
	// PricingHealth takes a warning about an own price.
	PricingHealth(ctx context.Context, at time.Time, h notification.PricingHealth) error
	// ListingChanged takes the state of a listing.
	ListingChanged(ctx context.Context, l notification.Listing) error
	// FeedFinished takes the end of a feed.
	FeedFinished(ctx context.Context, f notification.FeedFinished) error
	// OrderChanged takes the state of an order after a change.
	OrderChanged(ctx context.Context, at time.Time, o notification.OrderChange) error
}

// OffersChanged is a change of offers and when it happened.
type OffersChanged struct {
	At time.Time
	notification.OfferChange
}

// Outcome is what happened to a message.
type Outcome string

// The outcomes.
const (
	Handed    Outcome = "handed"    // counted and handed on
	Known     Outcome = "known"     // its id was there
	Late      Outcome = "late"      // a newer one of its stream was there
	Ignored   Outcome = "ignored"   // of a type that does nothing
	Postponed Outcome = "postponed" // to be tried again
	Dead      Outcome = "dead"      // given up
)

// Watch receives the outcomes of messages, for logs and metrics.
type Watch interface {
	// Took counts an outcome; t is empty for a message that was not understood.
	Took(t notification.Type, o Outcome)
	// Gave reports a message that was given up after so many tries.
	Gave(reason error, tries int)
}

// Pace knows who wants events at once.
type Pace interface {
	// Fast reports whether rows of the account are to be repriced as fast as possible.
	Fast(ctx context.Context, team id.Team, sellerID string) (bool, error)
}

// Subscription is what a seller account is subscribed to.
type Subscription struct {
	Team       id.Team
	Connection id.Connection
	Region     marketplace.Region
	Type       notification.Type
	// ID is the marketplace's name of it.
	ID string
	// Aggregated says that changes of offers come together every five minutes.
	Aggregated bool
	// Marketplaces are those it is narrowed to, in their order; none for types
	// that cannot be narrowed.
	Marketplaces []marketplace.ID
	CheckedAt    time.Time
	// Since is since when every notification of the type has been received.
	Since time.Time
}

// Subscriptions keeps the subscriptions that are wanted.
type Subscriptions interface {
	// OfConnection lists the subscriptions of a connection, by type.
	OfConnection(ctx context.Context, team id.Team, c id.Connection) ([]Subscription, error)
	// All lists the subscriptions of all teams, by connection and type.
	All(ctx context.Context) ([]Subscription, error)
	// Since returns since when the connections of a team have received every notification of a
	// type; those without a subscription are left out.
	Since(ctx context.Context, team id.Team, t notification.Type) (map[id.Connection]time.Time, error)
	// Put stores a subscription and replaces that of the same connection and type.
	Put(ctx context.Context, s Subscription) error
	// Drop removes a subscription; an unknown one is no error.
	Drop(ctx context.Context, team id.Team, c id.Connection, t notification.Type) error
	// Shared reports whether another connection relies on the marketplace's
	// subscription of this name.
	Shared(ctx context.Context, subscriptionID string, except id.Connection) (bool, error)
}

// Subscriber makes and ends subscriptions at the marketplace. A refused
// grant is integration_needs_attention (Forbidden), no answer Unavailable or
// Limited.
type Subscriber interface {
	// Destination returns the marketplace's id of the application's queue in a region, and creates
	// it if there is none.
	Destination(ctx context.Context, region marketplace.Region) (string, error)
	// Find returns the account's subscription of a type, nil for none.
	Find(ctx context.Context, a account.Seller, t notification.Type) (*Remote, error)
	// Create subscribes; an existing subscription is returned unchanged.
	Create(ctx context.Context, a account.Seller, t notification.Type, wanted Remote) (*Remote, error)
	// Delete ends a subscription; an unknown one is no error.
	Delete(ctx context.Context, region marketplace.Region, t notification.Type, subscriptionID string) error
}

// Remote is a subscription as the marketplace has it.
type Remote struct {
	ID            string
	DestinationID string
	Aggregated    bool
	Marketplaces  []marketplace.ID
}
