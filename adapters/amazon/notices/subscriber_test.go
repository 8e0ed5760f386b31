package notices

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
	"sellingassistant/test/contract/upstream"
)

const ourQueue = "arn:aws:sqs:eu-west-1:123456789012:sa"

var subscribed = account.Seller{Team: 7, Connection: 3, Region: "na", ID: "A1", Active: true}

func subscriber(t *testing.T, answers ...string) (*Subscriber, *upstream.Script) {
	f := &upstream.Script{Answers: answers}
	return NewSubscriber(f.Client(t), ourQueue), f
}

func TestDestinationIsFoundOrMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		there := `200 {"payload":[{"name":"x","destinationId":"d-0","resource":{"sqs":{"arn":"arn:aws:sqs:eu-west-1:1:other"}}},
			{"name":"x","destinationId":"d-1","resource":{"sqs":{"arn":"` + ourQueue + `"},"eventBridge":null}}]}`
		s, f := subscriber(t, there)
		got, err := s.Destination(context.Background(), "eu")
		require.NoError(t, err)
		require.Equal(t, "d-1", got)
		require.Equal(t, []string{"GET /notifications/v1/destinations Atza|scope  "}, f.Asked)

		s, f = subscriber(t, `200 {"payload":[]}`, `200 {"payload":{"destinationId":"d-2"}}`)
		got, err = s.Destination(context.Background(), "eu")
		require.NoError(t, err)
		require.Equal(t, "d-2", got)
		require.Equal(t, `POST /notifications/v1/destinations Atza|scope application/json {"name":"selling-assistant","resourceSpecification":{"sqs":{"arn":"`+ourQueue+`"}}}`, f.Asked[1])

		s, _ = subscriber(t, `200 {"payload":[]}`, `409 {"errors":[{"code":"Conflict","message":"There."}]}`, there)
		got, err = s.Destination(context.Background(), "eu")
		require.NoError(t, err)
		require.Equal(t, "d-1", got, "another process was faster")

		_, err = NewSubscriber((&upstream.Script{}).Client(t), "").Destination(context.Background(), "eu")
		require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
	})
}

func TestSubscriptionsOnTheWire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wanted := ports.Remote{DestinationID: "d-1", Aggregated: true, Marketplaces: []marketplace.ID{"A", "B"}}
		s, f := subscriber(t, `200 {"payload":{"subscriptionId":"s-1","payloadVersion":"1.0","destinationId":"d-1"}}`)
		got, err := s.Create(context.Background(), subscribed, notification.AnyOfferChanged, wanted)
		require.NoError(t, err)
		require.Equal(t, &ports.Remote{ID: "s-1", DestinationID: "d-1", Aggregated: true, Marketplaces: []marketplace.ID{"A", "B"}}, got)
		require.Equal(t, []string{`POST /notifications/v1/subscriptions/ANY_OFFER_CHANGED Atza|seller application/json {"payloadVersion":"1.0","destinationId":"d-1",` +
			`"processingDirective":{"eventFilter":{"eventFilterType":"ANY_OFFER_CHANGED","marketplaceIds":["A","B"],"aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}}`}, f.Asked)

		wanted.Aggregated = false
		s, f = subscriber(t, `200 {"payload":{"subscriptionId":"s-1","destinationId":"d-1"}}`)
		_, err = s.Create(context.Background(), subscribed, notification.AnyOfferChanged, wanted)
		require.NoError(t, err)
		require.NotContains(t, f.Asked[0], "aggregation")
		_, err = s.Create(context.Background(), subscribed, notification.PricingHealthType, wanted)
		require.NoError(t, err)
		require.Equal(t, `POST /notifications/v1/subscriptions/PRICING_HEALTH Atza|seller application/json {"payloadVersion":"1.0","destinationId":"d-1"}`, f.Asked[1])

		_, err = s.Create(context.Background(), subscribed, notification.OrderChanged, wanted)
		require.NoError(t, err)
		require.Equal(t, `POST /notifications/v1/subscriptions/ORDER_CHANGE Atza|seller application/json {"payloadVersion":"1.0","destinationId":"d-1",`+
			`"processingDirective":{"eventFilter":{"eventFilterType":"ORDER_CHANGE","orderChangeTypes":["OrderStatusChange","BuyerRequestedChange"]}}}`, f.Asked[2])

		// Reads an existing subscription.
		s, f = subscriber(t, `409 {"errors":[]}`, `200 {"payload":{"subscriptionId":"s-9","destinationId":"d-0","processingDirective":{"eventFilter":{
			"eventFilterType":"ANY_OFFER_CHANGED","marketplaceIds":["B","A"],"aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}}}`)
		got, err = s.Create(context.Background(), subscribed, notification.AnyOfferChanged, wanted)
		require.NoError(t, err)
		require.Equal(t, &ports.Remote{ID: "s-9", DestinationID: "d-0", Aggregated: true, Marketplaces: []marketplace.ID{"A", "B"}}, got)
		require.Len(t, f.Asked, 2)

		// Does not send a creation again in doubt.
		s, f = subscriber(t, `503 `)
		_, err = s.Create(context.Background(), subscribed, notification.AnyOfferChanged, wanted)
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable))
		require.Len(t, f.Asked, 1)

		s, f = subscriber(t, `404 {"errors":[{"code":"NotFound","message":"None."}]}`)
		got, err = s.Find(context.Background(), subscribed, notification.PricingHealthType)
		require.NoError(t, err)
		require.Nil(t, got)
		require.NoError(t, s.Delete(context.Background(), "na", notification.PricingHealthType, "s/1"))
		require.Equal(t, []string{
			"GET /notifications/v1/subscriptions/PRICING_HEALTH Atza|seller  ",
			"DELETE /notifications/v1/subscriptions/PRICING_HEALTH/s%2F1 Atza|scope  ",
		}, f.Asked)

		s, _ = subscriber(t, `200 {"payload":null}`)
		_, err = s.Find(context.Background(), subscribed, notification.PricingHealthType)
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable), "an answer without a subscription is none")
		s, _ = subscriber(t, `200 `)
		require.NoError(t, s.Delete(context.Background(), "na", notification.PricingHealthType, "s"), "nothing has to come back")
	})
}
