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
	// Note stores alerts of a team in the transaction of what they are about, and
	// reports whether they are the first that wait. No alerts: nothing, without a
	// statement.
	Note(ctx context.Context, team id.Team, alerts []repricer.Alert) (first bool, err error)
	// Take removes all alerts of a team that wait and sums them up; an empty digest
	// without any.
	Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error)
	// Wait reports whether alerts of a team wait.
	Wait(ctx context.Context, team id.Team) (bool, error)
	// Post stores a message for a channel.
	Post(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error
	// Message reads a message for a channel, nil for one that is not there any more.
	Message(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error)
	// Drop removes a message for a channel, if it is there.
	Drop(ctx context.Context, team id.Team, message string, c repricer.Channel) error
	// Forget removes the alerts and messages of all teams from before a moment, and
	// returns how many.
	Forget(ctx context.Context, before time.Time) (int64, error)
	// Stranded lists the teams with alerts from before a moment.
	Stranded(ctx context.Context, before time.Time) ([]id.Team, error)
}

// Notifier tells people by one channel.
type Notifier interface {
	// Tell hands a message over to an address of the channel: an https address, an
	// e-mail address. The same message may be told again, when it is not known
	// whether it arrived. Errors never hold the address. ErrUnwanted is for good; after all
	// others it may be tried again.
	Tell(ctx context.Context, to string, m repricer.AlertMessage) error
}

// ErrUnwanted says that the receiver does not want to be told any more.
var ErrUnwanted = errors.New("the address is gone for good")

// Notifiers are the channels that this installation has.
type Notifiers map[repricer.Channel]Notifier

// Fate is what became of a message.
type Fate string

// The fates: it arrived; it did not and is tried again; it did not and is not
// tried again; no one is to be told by now; the installation has no such channel.
const (
	Told     Fate = "told"
	Failed   Fate = "failed"
	GivenUp  Fate = "given_up"
	Unwanted Fate = "unwanted"
	Skipped  Fate = "skipped"
)

// Metrics counts and logs what becomes of messages.
type Metrics interface {
	// Went tells what became of a message of a team in a channel; err is nil where
	// nothing went wrong.
	Went(team id.Team, c repricer.Channel, f Fate, err error)
	// Forgot counts alerts and messages that were too old to be told.
	Forgot(n int64)
}
