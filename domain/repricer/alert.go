package repricer

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// AlertReason is why an alert is sent.
type AlertReason string

// The reasons. A row in a hold has that of the hold, where it is none of these:
// one fall of its price that was too large, too many rows that fell together,
// too many prices of an account that were refused, too many offers of a
// marketplace that were empty; a price that was refused, and one that was sent
// and never seen.
const (
	AlertRowBreaker    AlertReason = "row_breaker"
	AlertRunBreaker    AlertReason = "run_breaker"
	AlertRejectBreaker AlertReason = "reject_breaker"
	AlertSourceBreaker AlertReason = "source_breaker"
	AlertRejected      AlertReason = "rejected"
	AlertTimedOut      AlertReason = "timed_out"
)

var alertReasons = []AlertReason{
	AlertReason(decision.HoldListingIssue), AlertReason(decision.HoldExternalChange), AlertReason(decision.HoldSubmissionFailed), AlertReason(decision.HoldCurrencyMismatch),
	AlertRowBreaker, AlertRunBreaker, AlertRejectBreaker, AlertSourceBreaker, AlertRejected, AlertTimedOut,
}

// Words lists the values.
func (AlertReason) Words() []AlertReason { return alertReasons }

// Alert is one event that a team asked to be notified of.
type Alert struct {
	Event NotifyEvent
	// ProductID, SKU and MarketplaceID name the row: None and "" for what is about
	// several. A breaker of a marketplace names that alone.
	ProductID     optional.Maybe[decision.ProductID]
	SKU           string
	MarketplaceID marketplace.ID
	Reason        AlertReason
	// Details is a sentence or two for people.
	Details string
	At      time.Time
}

// maxAlertDetails bounds the details, in bytes: words of the marketplace may be in them.
const maxAlertDetails = 500

// Brief is the alert with details that are not too long.
func (a Alert) Brief() Alert {
	if len(a.Details) > maxAlertDetails {
		a.Details = strings.ToValidUTF8(a.Details[:maxAlertDetails], "") + " …"
	}
	return a
}

// Alert is what is to be told of the hold that the row has come into since it
// was read, and false when it has not. A hold that goes on is no news.
func (p *Product) Alert(now time.Time) (Alert, bool) {
	h, held := p.frozen.Get()
	a := Alert{
		Event: NotifyHold, ProductID: optional.Some(p.id), SKU: p.key.SKU, MarketplaceID: p.key.MarketplaceID,
		Reason: AlertReason(h.Reason), Details: h.Details, At: now,
	}
	if h.Reason == decision.HoldCircuitBreaker {
		a.Event, a.Reason = NotifyCircuitBreaker, AlertRowBreaker
	}
	return a, held
}

// Channel is a way to send alerts.
type Channel string

// The channels.
const (
	ChannelWebhook Channel = "webhook"
	ChannelEmail   Channel = "email"
)

var channels = []Channel{ChannelWebhook, ChannelEmail}

// Words lists the values.
func (Channel) Words() []Channel { return channels }

// Address is where a channel leads, None for one that is not used.
func (n Notify) Address(c Channel) optional.Maybe[string] {
	switch c {
	case ChannelWebhook:
		return n.WebhookURL
	case ChannelEmail:
		return n.Email
	}
	return optional.None[string]()
}

// Wanted are those of the alerts whose events the team chose, none without a channel.
func (n Notify) Wanted(alerts []Alert) []Alert {
	if !n.Email.Known() && !n.WebhookURL.Known() {
		return nil
	}
	var out []Alert
	for _, a := range alerts {
		if slices.Contains(n.Events, a.Event) {
			out = append(out, a)
		}
	}
	return out
}

// MaxAlertsInMessage is how many alerts a message names; the others are counted.
const MaxAlertsInMessage = 100

// AlertDigest sums up alerts.
type AlertDigest struct {
	// Counts are all alerts by their event, without those there are none of.
	Counts map[NotifyEvent]int64
	// Alerts are the oldest, at most MaxAlertsTold, in the order in which they were
	// noted.
	Alerts []Alert
	// More is how many alerts are not among them.
	More int64
}

// Empty reports that there is nothing to tell.
func (d AlertDigest) Empty() bool { return len(d.Counts) == 0 }

// AlertMessage is a digest on its way.
type AlertMessage struct {
	// ID is the same for all channels and however often it is told.
	ID   string
	Team id.Team
	// At is when it was put together.
	At time.Time
	AlertDigest
}

// NotifyEvent is a kind of event that a team can be notified of.
type NotifyEvent string

// The events of a notification.
const (
	NotifyHold           NotifyEvent = "hold"
	NotifyCircuitBreaker NotifyEvent = "circuit_breaker"
	NotifyPriceRejected  NotifyEvent = "price_rejected"
)

var notifyEvents = []NotifyEvent{NotifyHold, NotifyCircuitBreaker, NotifyPriceRejected}

// Words lists the values.
func (NotifyEvent) Words() []NotifyEvent { return notifyEvents }
