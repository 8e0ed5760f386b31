package alerts

import (
	"encoding/json"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// messageType names the subject of a message to a program.
const messageType = "repricer.alerts"

// moment formats a time in UTC with microseconds, as the API does.
const moment = "2006-01-02T15:04:05.000000Z"

// messageBody has the body of a message. Users' programs read it: members may be added, but no
// member may change.
type messageBody struct {
	Type      string      `json:"type"`
	Timestamp string      `json:"timestamp"`
	Data      messageData `json:"data"`
}

type messageData struct {
	Team   id.Team                        `json:"team_id"`
	Counts map[repricer.NotifyEvent]int64 `json:"counts"`
	Alerts []messageAlert                 `json:"alerts"`
	More   int64                          `json:"more"`
}

// messageAlert has one alert; members about a row are null if the alert names no row.
type messageAlert struct {
	Event         repricer.NotifyEvent `json:"event"`
	ProductID     *decision.ProductID  `json:"product_id"`
	SKU           *string              `json:"sku"`
	MarketplaceID *marketplace.ID      `json:"marketplace_id"`
	Reason        repricer.AlertReason `json:"reason"`
	Details       string               `json:"details"`
	At            string               `json:"at"`
}

// Body encodes a message to a program: the same bytes each time.
func Body(m repricer.AlertMessage) ([]byte, error) {
	c := messageBody{Type: messageType, Timestamp: momentOf(m.At), Data: messageData{
		Team: m.Team, Counts: m.Counts, Alerts: make([]messageAlert, len(m.Alerts)), More: m.More,
	}}
	for i, a := range m.Alerts {
		c.Data.Alerts[i] = messageAlert{
			Event: a.Event, ProductID: a.ProductID.Ptr(), SKU: named(a.SKU), MarketplaceID: named(a.MarketplaceID),
			Reason: a.Reason, Details: a.Details, At: momentOf(a.At),
		}
	}
	return json.Marshal(c)
}

func momentOf(t time.Time) string { return t.UTC().Format(moment) }

func named[T ~string](s T) *T {
	if s == "" {
		return nil
	}
	return &s
}
