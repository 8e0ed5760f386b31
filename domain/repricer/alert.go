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

// AlertReason names the cause of an alert.
type AlertReason string

// One price fell too far (AlertRowBreaker), or many rows fell together (AlertRunBreaker). Many
// prices of an account were rejected, or many offers of a marketplace were empty. A price was
// rejected, or was never seen live after it was sent. Another team has proven the same seller
// account. Other alerts repeat the HoldReason of the row.
const (
	AlertRowBreaker    AlertReason = "row_breaker"
	AlertRunBreaker    AlertReason = "run_breaker"
	AlertRejectBreaker AlertReason = "reject_breaker"
	AlertSourceBreaker AlertReason = "source_breaker"
	AlertRejected      AlertReason = "rejected"
	AlertTimedOut      AlertReason = "timed_out"
	AlertAccountShared AlertReason = "account_shared"
)

func (AlertReason) Words() []AlertReason {
	return []AlertReason{
		AlertReason(decision.HoldListingIssue), AlertReason(decision.HoldExternalChange),
		AlertReason(decision.HoldSubmissionFailed), AlertReason(decision.HoldCurrencyMismatch), AlertRowBreaker,
		AlertRunBreaker, AlertRejectBreaker, AlertSourceBreaker, AlertRejected, AlertTimedOut, AlertAccountShared,
	}
}

// Alert reports one event that a team asked to be notified of.
type Alert struct {
	Event NotifyEvent
	// ProductID, SKU and MarketplaceID name the row. They are absent and "" for an alert about
	// several rows. A marketplace breaker sets only MarketplaceID.
	ProductID     optional.Maybe[decision.ProductID]
	SKU           string
	MarketplaceID marketplace.ID
	Reason        AlertReason
	// Details has a sentence or two for people.
	Details string
	At      time.Time
}

// maxAlertDetails bounds the details, in bytes, because they may quote the marketplace.
const maxAlertDetails = 500

// Brief returns the alert with its details cut to maxAlertDetails.
func (a Alert) Brief() Alert {
	if len(a.Details) > maxAlertDetails {
		a.Details = strings.ToValidUTF8(a.Details[:maxAlertDetails], "") + " …"
	}
	return a
}

// Alert returns the alert for a row that was stopped since it was read, else false. A row that
// stays stopped raises no second alert.
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

// Channel names a way to send alerts.
type Channel string

// The channels.
const (
	ChannelWebhook Channel = "webhook"
	ChannelEmail   Channel = "email"
)

func (Channel) Words() []Channel { return []Channel{ChannelWebhook, ChannelEmail} }

// Address returns the address of a channel; it is absent for a channel that is not configured.
func (n Notify) Address(c Channel) optional.Maybe[string] {
	switch c {
	case ChannelWebhook:
		return n.WebhookURL
	case ChannelEmail:
		return n.Email
	}
	return optional.None[string]()
}

// Wanted returns the alerts of the events that the team chose. Without a channel it returns
// nothing.
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

// MaxAlertsInMessage bounds the alerts that a message lists; the others are only counted.
const MaxAlertsInMessage = 100

// AlertDigest sums up alerts.
type AlertDigest struct {
	// Counts has the number of alerts by event; events without alerts are missing.
	Counts map[NotifyEvent]int64
	// Alerts has the oldest alerts in order, at most MaxAlertsInMessage.
	Alerts []Alert
	// More counts the alerts that are not listed.
	More int64
}

// Empty reports that there are no alerts.
func (d AlertDigest) Empty() bool { return len(d.Counts) == 0 }

// AlertMessage adds the id, team and time to a digest that is sent.
type AlertMessage struct {
	// ID stays the same for all channels and for repeated deliveries.
	ID   string
	Team id.Team
	// At dates the creation of the message.
	At time.Time
	AlertDigest
}

// NotifyEvent names a kind of event that a team can be notified of.
type NotifyEvent string

// The events of a notification.
const (
	NotifyHold           NotifyEvent = "hold"
	NotifyCircuitBreaker NotifyEvent = "circuit_breaker"
	NotifyPriceRejected  NotifyEvent = "price_rejected"
	NotifyAccountShared  NotifyEvent = "account_shared"
)

func (NotifyEvent) Words() []NotifyEvent {
	return []NotifyEvent{NotifyHold, NotifyCircuitBreaker, NotifyPriceRejected, NotifyAccountShared}
}
