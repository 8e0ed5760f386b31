package alerts_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestTheBodyOfAMessage(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 2, 12, 0, 0, 123456000, time.UTC)
	got, err := alerts.Body(repricer.AlertMessage{
		ID: "msg_1", Team: 7, At: noon.Add(time.Minute), AlertDigest: repricer.AlertDigest{
			Counts: map[repricer.NotifyEvent]int64{repricer.NotifyHold: 2, repricer.NotifyCircuitBreaker: 1},
			Alerts: []repricer.Alert{
				{
					Event: repricer.NotifyHold, ProductID: optional.Some[decision.ProductID](5), SKU: "A-1", MarketplaceID: "A1PA6795UKMFR9",
					Reason: "listing_issue", Details: "The listing is <not> on sale.", At: noon,
				},
				{Event: repricer.NotifyCircuitBreaker, Reason: repricer.AlertRunBreaker, Details: "The prices of 20 rows were to fall within 10 minutes.", At: noon},
			},
			More: 1,
		},
	})
	require.NoError(t, err)
	require.Equal(t, `{"type":"repricer.alerts","timestamp":"2026-11-02T12:01:00.123456Z","data":{"team_id":7,"counts":{"circuit_breaker":1,"hold":2},`+
		`"alerts":[{"event":"hold","product_id":5,"sku":"A-1","marketplace_id":"A1PA6795UKMFR9","reason":"listing_issue",`+
		`"details":"The listing is \u003cnot\u003e on sale.","at":"2026-11-02T12:00:00.123456Z"},`+
		`{"event":"circuit_breaker","product_id":null,"sku":null,"marketplace_id":null,"reason":"run_breaker",`+
		`"details":"The prices of 20 rows were to fall within 10 minutes.","at":"2026-11-02T12:00:00.123456Z"}],"more":1}}`, string(got))
}
