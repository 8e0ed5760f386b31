package alerts

import (
	"testing"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, sendArgs{Message: "msg_ABC", Channel: repricer.ChannelWebhook})
	golden.Check(t, messageBody{Type: messageType, Timestamp: "2026-11-27T07:00:00.000001Z", Data: messageData{
		Team: 1, Counts: map[repricer.NotifyEvent]int64{repricer.NotifyHold: 2}, More: 1, Alerts: []messageAlert{{
			Event: repricer.NotifyHold, ProductID: new(decision.ProductID(3)), SKU: new("A-1"),
			MarketplaceID: new(marketplace.US),
			Reason:        repricer.AlertRowBreaker, Details: "It fell.", At: "2026-11-27T06:59:00.000000Z",
		}},
	}})
}
