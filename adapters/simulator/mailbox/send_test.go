package mailbox

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

var testStart = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// subscribed makes a marketplace with a single subscription of the full account of North America,
// and its queue.
func subscribed(kind string, d *directive) (*place, *queue) {
	m := open(settings{})
	m.subscriptions = []subscription{{
		ID: "sub", PayloadVersion: "1.0", DestinationID: "dest", Directive: d, kind: kind,
		seller: m.Seller(marketplace.NA, world.Full).ID, region: marketplace.NA,
	}}
	return m, m.queue
}

func fiveMinutes(shops ...marketplace.ID) *directive {
	var d directive
	if err := json.Unmarshal([]byte(`{"eventFilter":{"eventFilterType":"ANY_OFFER_CHANGED","aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}`), &d); err != nil {
		panic(err)
	}
	d.EventFilter.MarketplaceIDs = shops
	return &d
}

// send publishes says about an ASIN in a marketplace, now.
func (m *place) send(kind, asin string, shop marketplace.ID, says int) {
	m.publish(notice{
		kind: kind, seller: m.Seller(marketplace.NA, world.Full).ID, shop: shop, about: asin, asin: asin, at: m.World.Clock.Now(),
		payload: func() any { return map[string]int{"says": says} },
	})
}

// said takes the receivable messages out of the queue and returns their payloads.
func said(t *testing.T, m *place, q *queue) []int {
	t.Helper()
	all := []int{}
	for _, received := range q.receive(m.World.Clock.Now(), 1000, time.Hour) {
		var n struct{ Payload struct{ Says int } }
		if json.Unmarshal([]byte(received.body), &n) != nil {
			n.Payload.Says = -1
		}
		all = append(all, n.Payload.Says)
		require.Empty(t, q.remove(received.receipt))
	}
	return all
}

func TestEnvelopes(t *testing.T) {
	for kind, want := range map[string]string{
		gateway.TypeOffers: `{"NotificationVersion":"1.0","NotificationType":"ANY_OFFER_CHANGED","PayloadVersion":"1.0","EventTime":"2026-11-01T12:00:00.000Z",
			"Payload":{"says":7},"NotificationMetadata":{"ApplicationId":"amzn1.sp.solution.simulator","SubscriptionId":"sub",
			"PublishTime":"2026-11-01T12:00:00.000Z","NotificationId":"ID"}}`,
		gateway.TypeHealth: `{"notificationVersion":"1.0","notificationType":"PRICING_HEALTH","payloadVersion":"1.0","eventTime":"2026-11-01T12:00:00.000Z",
			"payload":{"says":7},"notificationMetadata":{"applicationId":"amzn1.sp.solution.simulator","subscriptionId":"sub",
			"publishTime":"2026-11-01T12:00:00.000Z","notificationId":"ID"}}`,
		gateway.TypeFeed: `{"notificationVersion":"2020-09-04","notificationType":"FEED_PROCESSING_FINISHED","payloadVersion":"2020-09-04",
			"eventTime":"2026-11-01T12:00:00.000Z","payload":{"says":7},"notificationMetadata":{"applicationId":"amzn1.sp.solution.simulator",
			"subscriptionId":"sub","publishTime":"2026-11-01T12:00:00.000Z","notificationId":"ID"}}`,
	} {
		m, _ := subscribed(kind, nil)
		got := m.envelope(notice{kind: kind, at: testStart, payload: func() any { return map[string]int{"says": 7} }}, "sub", "ID")()
		require.JSONEq(t, want, got)
	}
}

// Changes of a product are gathered for five minutes; the newest is sent.
func TestGathering(t *testing.T) {
	m, q := subscribed(gateway.TypeOffers, fiveMinutes(marketplace.US))
	m.send(gateway.TypeOffers, "A", marketplace.US, 1)
	m.send(gateway.TypeOffers, "A", "A2EUQ1WTGCTBG2", 99) // not subscribed to
	m.send(gateway.TypeHealth, "A", marketplace.US, 99)   // likewise
	m.World.Clock.Step(2 * time.Minute)
	m.send(gateway.TypeOffers, "A", marketplace.US, 2)
	m.send(gateway.TypeOffers, "B", marketplace.US, 3)
	m.World.Clock.Step(3*time.Minute - 1)
	require.Equal(t, []int{}, said(t, m, q))
	m.World.Clock.Step(1)
	require.Equal(t, []int{2}, said(t, m, q))
	m.send(gateway.TypeOffers, "A", marketplace.US, 4)
	m.World.Clock.Step(2 * time.Minute)
	require.Equal(t, []int{3}, said(t, m, q))
	m.World.Clock.Step(3 * time.Minute)
	require.Equal(t, []int{4}, said(t, m, q))

	m, q = subscribed(gateway.TypeOffers, nil)
	m.send(gateway.TypeOffers, "A", marketplace.US, 1)
	m.send(gateway.TypeOffers, "A", marketplace.US, 2)
	require.Equal(t, []int{1, 2}, said(t, m, q), "one by one without an aggregation")
}

func TestQueueFaults(t *testing.T) {
	for mode, want := range map[gateway.Mode][]int{
		gateway.QueueDuplicate: {1, 2, 2, 3},
		gateway.QueueLate:      {1, 3},
		gateway.QueueReorder:   {2, 1, 3},
		gateway.QueueMissing:   {1, 3},
	} {
		m, q := subscribed(gateway.TypeOffers, nil)
		m.send(gateway.TypeOffers, "A", marketplace.US, 1)
		m.Inject(gateway.Fault{Mode: mode, Operation: gateway.TypeOffers, Times: 1})
		m.send(gateway.TypeOffers, "A", marketplace.US, 2)
		m.send(gateway.TypeOffers, "A", marketplace.US, 3)
		require.Equal(t, want, said(t, m, q), mode)
		m.World.Clock.Step(10 * time.Minute)
		if mode == gateway.QueueLate {
			require.Equal(t, []int{2}, said(t, m, q))
		}
	}
	m, q := subscribed(gateway.TypeOffers, nil)
	m.Inject(gateway.Fault{Mode: gateway.QueueUnreadable})
	for i := range 40 {
		m.send(gateway.TypeOffers, "A", marketplace.US, i+1)
	}
	for _, n := range said(t, m, q) {
		require.LessOrEqual(t, n, 0)
	}
}

// A missing product stays missing, as sellers report it.
func TestMissingIsByProduct(t *testing.T) {
	m, q := subscribed(gateway.TypeOffers, nil)
	m.Inject(gateway.Fault{Mode: gateway.QueueMissing, Share: 0.15})
	count := map[int]int{}
	for range 3 {
		for i := range 1000 {
			m.send(gateway.TypeOffers, world.ASIN(i), marketplace.US, i)
		}
	}
	for range 3 {
		for _, n := range said(t, m, q) {
			count[n]++
		}
	}
	for asin, n := range count {
		require.Equal(t, 3, n, asin)
	}
	require.InDelta(t, 850, len(count), 40)
}

func TestFaultWindows(t *testing.T) {
	m := open(settings{})
	m.Inject(gateway.Fault{Mode: gateway.Error503, AfterSeconds: 10, ForSeconds: 5})
	for second := range 20 {
		require.Equal(t, second >= 10 && second < 15, m.Fault("getCatalogItem", "") != nil, second)
		m.World.Clock.Step(time.Second)
	}
}

// A fault may be about any action of the queue.
func TestFaultsKnowTheActionsOfTheQueue(t *testing.T) {
	m := open(settings{})
	for name := range queueActions {
		require.True(t, m.Knows(name), name)
	}
	require.False(t, m.Knows("PurgeQueue"))
}
