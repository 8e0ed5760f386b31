package alerts

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
)

// Alerts keeps what people are to be told, and the messages about it that have
// not arrived.
type Alerts interface {
	// Add stores alerts of a team in the transaction of what they are about, and
	// reports whether they are the first that wait. No alerts: nothing, without a
	// statement.
	Add(ctx context.Context, team id.Team, alerts []repricer.Alert) (first bool, err error)
	// Take removes all alerts of a team that wait and sums them up; an empty digest
	// without any.
	Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error)
	// HasWaiting reports whether alerts of a team wait.
	HasWaiting(ctx context.Context, team id.Team) (bool, error)
	// SaveMessage stores a message for a channel.
	SaveMessage(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error
	// LoadMessage reads a message for a channel, nil for one that is not there any more.
	LoadMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error)
	// DeleteMessage removes a message for a channel, if it is there.
	DeleteMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) error
	// DeleteBefore removes the alerts and messages of all teams from before a moment, and
	// returns how many.
	DeleteBefore(ctx context.Context, before time.Time) (int64, error)
	// TeamsWaitingSince lists the teams with alerts from before a moment.
	TeamsWaitingSince(ctx context.Context, before time.Time) ([]id.Team, error)
}

// Notifier tells people by one channel.
type Notifier interface {
	// Send hands a message over to an address of the channel: an https address, an
	// e-mail address. The same message may be told again, when it is not known
	// whether it arrived. Errors never hold the address. ErrUnwanted is for good; after all
	// others it may be tried again.
	Send(ctx context.Context, to string, m repricer.AlertMessage) error
}

// ErrAddressGone says that the receiver does not want to be told any more.
var ErrAddressGone = errors.New("the address is gone for good")

// Notifiers are the channels that this installation has.
type Notifiers map[repricer.Channel]Notifier

// Delivery is what became of a message.
type Delivery string

// The fates: it arrived; it did not and is tried again; it did not and is not
// tried again; no one is to be told by now; the installation has no such channel.
const (
	Delivered Delivery = "told"
	Failed    Delivery = "failed"
	GivenUp   Delivery = "given_up"
	Unwanted  Delivery = "unwanted"
	Skipped   Delivery = "skipped"
)

// Metrics counts and logs what becomes of messages.
type Metrics interface {
	// Delivery tells what became of a message of a team in a channel; err is nil where
	// nothing went wrong.
	Delivery(team id.Team, c repricer.Channel, f Delivery, err error)
	// Expired counts alerts and messages that were too old to be told.
	Expired(n int64)
}
