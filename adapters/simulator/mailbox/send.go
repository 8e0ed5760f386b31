package mailbox

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// aggregationPeriods maps the names of the periods in which changes of one offer are gathered into
// one notification.
var aggregationPeriods = map[string]time.Duration{"FiveMinutes": 5 * time.Minute, "TenMinutes": 10 * time.Minute}

// notice has an event that a seller may have subscribed to.
type notice struct {
	kind   string
	seller string
	shop   marketplace.ID
	// about names the subject of the event within the marketplace (an ASIN with its condition, a
	// SKU, a feed). Events about the same subject are gathered.
	about string
	asin  string
	at    time.Time
	// payload returns the content of the envelope. It is called when the message is read, because
	// most gathered notifications never are.
	payload func() any
}

// pending has a gathered notification that has not been delivered yet.
type pending struct {
	message string
	id      string // of the notification
}

// envelope wraps a payload for a subscriber, with the present as its time of publication.
func (m *Mailbox) envelope(e notice, subscription, id string) func() string {
	published := world.Stamp(m.world.Clock.Now())
	return func() string { return m.write(e, subscription, id, published) }
}

func (m *Mailbox) write(e notice, subscription, id, published string) string {
	version, title := "1.0", func(s string) string { return s }
	switch e.kind {
	case gateway.TypeFeed:
		version, title = "2020-09-04", smallFirst
	case gateway.TypeHealth:
		title = smallFirst
	}
	return string(gateway.Encoded(gateway.Object{
		title("NotificationVersion"): version,
		title("NotificationType"):    e.kind,
		title("PayloadVersion"):      version,
		title("EventTime"):           world.Stamp(e.at),
		title("Payload"):             e.payload(),
		title("NotificationMetadata"): gateway.Object{
			title("ApplicationId"):  gateway.ApplicationID,
			title("SubscriptionId"): subscription,
			title("PublishTime"):    published,
			title("NotificationId"): id,
		},
	}))
}

// wanted reports whether there is a subscriber, before a payload is built.
func (m *Mailbox) wanted(kind, seller string, shop marketplace.ID) bool {
	b := m
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.subscription(seller, kind)
	return s != nil && s.wants(shop)
}

func (s *subscription) wants(shop marketplace.ID) bool {
	if s.Directive == nil || s.Directive.EventFilter == nil || len(s.Directive.EventFilter.MarketplaceIDs) == 0 {
		return true
	}
	return slices.Contains(s.Directive.EventFilter.MarketplaceIDs, shop)
}

func (s *subscription) period() time.Duration {
	if s.Directive == nil || s.Directive.EventFilter == nil || s.Directive.EventFilter.Aggregation == nil {
		return 0
	}
	return aggregationPeriods[s.Directive.EventFilter.Aggregation.Period]
}

// publish notifies a seller's subscriber of an event, at once or at the end of the aggregation
// period. Of the events in a period only the newest is sent.
func (m *Mailbox) publish(e notice) {
	b := m
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.subscription(e.seller, e.kind)
	if s == nil || !s.wants(e.shop) {
		return
	}
	q, period, now := m.queue, s.period(), m.world.Clock.Now()
	key := strings.Join([]string{s.ID, string(e.shop), e.about}, "|")
	if p, ok := b.pending[key]; ok && period > 0 && q.replace(p.message, m.envelope(e, s.ID, p.id), now) {
		return
	}
	id := m.mailID("notification")
	message := m.deliver(q, e, m.envelope(e, s.ID, id), now.Add(period))
	if period > 0 {
		b.pending[key] = pending{message, id}
		m.dropDelivered(q, now)
	}
}

// dropDelivered keeps the table of gathered notifications small; the caller has the lock of the
// mailbox.
func (m *Mailbox) dropDelivered(q *queue, now time.Time) {
	b := m
	if len(b.pending)%1024 != 0 {
		return
	}
	for key, p := range b.pending {
		if !q.onItsWay(p.message, now) {
			delete(b.pending, key)
		}
	}
}

// deliver puts a notification into a queue, changed by the faults, and returns the id of the
// message.
func (m *Mailbox) deliver(q *queue, e notice, body func() string, at time.Time) string {
	now := m.world.Clock.Now()
	f := m.gateway.FaultAbout(e.kind, e.seller, e.asin)
	if f == nil {
		return q.put(body, now, at)
	}
	switch f.Mode {
	case gateway.QueueDuplicate:
		q.put(body, now, at)
	case gateway.QueueLate:
		at = at.Add(f.Wait(10 * time.Minute))
	case gateway.QueueReorder:
		// It becomes visible before it was sent, so it overtakes waiting messages.
		at = at.Add(-time.Duration(m.world.Hash("overtakes", body())%uint64(time.Minute)) - time.Second)
	case gateway.QueueMissing:
		return ""
	case gateway.QueueUnreadable:
		unreadable := m.scramble(body())
		body = func() string { return unreadable }
	case gateway.QueueOffersLie:
		lies := m.lie(body())
		body = func() string { return lies }
	}
	return q.put(body, now, at)
}

// lie makes the offers of a notification incomplete.
func (m *Mailbox) lie(body string) string {
	var tree any
	if err := gateway.Decode([]byte(body), &tree); err != nil {
		panic(err)
	}
	lies := gateway.LieAboutOffers(tree, func(n int) uint64 { return m.world.Hash("lie", body, n) })
	return string(gateway.Encoded(lies))
}

// scramble returns a body that is not a valid notification.
func (m *Mailbox) scramble(body string) string {
	kinds := []string{
		body[:len(body)/2], "not a notification", `[]`, `{"NotificationType":7,"Payload":"x"}`,
		`{"NotificationType":"UNHEARD_OF","Payload":{}}`, "{", `"` + strings.Repeat("\\u0000", 20) + `"`,
	}
	return kinds[m.world.Hash("scramble", body)%uint64(len(kinds))]
}
