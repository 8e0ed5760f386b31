package alerts

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
)

// Alerts stores waiting alerts, and the messages made of them until they are delivered.
type Alerts interface {
	// Add stores alerts of a team in the transaction of their event, and reports whether no other
	// alert was waiting. Without alerts it runs no statement.
	Add(ctx context.Context, team id.Team, alerts []repricer.Alert) (first bool, err error)
	// Take removes all waiting alerts of a team and sums them up; without alerts the digest is
	// empty.
	Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error)
	// HasWaiting reports whether the team has waiting alerts.
	HasWaiting(ctx context.Context, team id.Team) (bool, error)
	// SaveMessage stores a message for a channel.
	SaveMessage(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error
	// LoadMessage reads a message for a channel, nil if it no longer exists.
	LoadMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error)
	// DeleteMessage removes a message for a channel, if it exists.
	DeleteMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) error
	// DeleteBefore removes the alerts and messages of all teams from before a moment, and returns
	// how many.
	DeleteBefore(ctx context.Context, before time.Time) (int64, error)
	// TeamsWaitingSince lists the teams with alerts from before a moment.
	TeamsWaitingSince(ctx context.Context, before time.Time) ([]id.Team, error)
}

// Notifier sends messages through one channel. It mails a message, or has it delivered to a
// program. A message may be sent again with the same id if it is unknown whether it arrived. Errors
// never contain the address, and may be retried.
type Notifier func(ctx context.Context, to string, m repricer.AlertMessage) error

// Notifiers maps channels of this installation to their notifiers.
type Notifiers map[repricer.Channel]Notifier

// Delivery names the result of sending a message.
type Delivery string

// It arrived, or is delivered as a webhook; it failed and is retried; it failed for good; the team
// no longer wants it; the installation has no such channel.
const (
	Delivered Delivery = "told"
	Failed    Delivery = "failed"
	GivenUp   Delivery = "given_up"
	Unwanted  Delivery = "unwanted"
	Skipped   Delivery = "skipped"
)

// Metrics counts and logs deliveries.
type Metrics interface {
	// Delivery counts the result of a team's message on a channel; err is nil if nothing failed.
	Delivery(team id.Team, c repricer.Channel, f Delivery, err error)
	// Expired counts alerts and messages that became too old to be sent.
	Expired(n int64)
}
