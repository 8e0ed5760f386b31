package mailbox

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Forget ends all subscriptions and empties the queues.
func (m *Mailbox) Forget() {
	m.queue.forget()
	b := m
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened, b.sequence, b.destinations, b.subscriptions = m.world.Clock.Now(), 0, nil, nil
	b.pending, b.unhealthy = map[string]pending{}, map[string]bool{}
}

type destination struct {
	ID       string   `json:"destinationId"`
	Name     string   `json:"name"`
	Resource resource `json:"resource"`

	region marketplace.Region
}

type resource struct {
	SQS         *sqsResource    `json:"sqs"`
	EventBridge json.RawMessage `json:"eventBridge"`
}

type sqsResource struct {
	ARN string `json:"arn"`
}

type subscription struct {
	ID             string     `json:"subscriptionId"`
	PayloadVersion string     `json:"payloadVersion"`
	DestinationID  string     `json:"destinationId"`
	Directive      *directive `json:"processingDirective,omitempty"`

	kind   string
	seller string
	region marketplace.Region
}

type directive struct {
	EventFilter      *eventFilter `json:"eventFilter,omitempty"`
	FilterExpression string       `json:"filterExpression,omitempty"`
}

type eventFilter struct {
	EventFilterType string           `json:"eventFilterType"`
	MarketplaceIDs  []marketplace.ID `json:"marketplaceIds,omitempty"`
	Aggregation     *struct {
		Period string `json:"aggregationTimePeriod"`
	} `json:"aggregationSettings,omitempty"`
}

// mailing answers an operation about notifications with the mailbox locked.
func (m *Mailbox) mailing(answer func(*gateway.Call) any) func(*gateway.Call) any {
	return func(c *gateway.Call) any {
		m.mu.Lock()
		defer m.mu.Unlock()
		return answer(c)
	}
}

// notificationType returns the type in the path.
func notificationType(c *gateway.Call) string {
	kind := c.Path("notificationType")
	c.WrongIf(!slices.Contains(gateway.NotificationTypes, kind), "'notificationType' is not a type of notification.")
	return kind
}

func conflict(words string) *gateway.Refusal {
	return &gateway.Refusal{Status: http.StatusConflict, Code: "Conflict", Words: words}
}

var queueARN = regexp.MustCompile(`^arn:aws:sqs:[^\s:]+:[^\s:]+:([^\s:]+)$`)

func (m *Mailbox) createDestination(c *gateway.Call) any {
	var row struct {
		Name          string    `json:"name"`
		Specification *resource `json:"resourceSpecification"`
	}
	unread := json.Unmarshal(c.Body, &row) != nil
	c.WrongIf(unread || row.Name == "" || len(row.Name) > 256 || row.Specification == nil || row.Specification.SQS == nil,
		"'name' and 'resourceSpecification.sqs' are required.")
	arn := row.Specification.SQS.ARN
	parts := queueARN.FindStringSubmatch(arn)
	c.WrongIf(parts == nil || len(arn) > 1000, "'arn' is not the name of a queue.")
	c.WrongIf(parts[1] != DefaultQueue, "The queue does not let us send messages to it.")
	b := m
	if slices.ContainsFunc(b.destinations, func(d destination) bool { return d.region == c.Region && d.Resource.SQS.ARN == arn }) {
		panic(conflict("A destination with this queue exists."))
	}
	d := destination{ID: m.mailID("destination"), Name: row.Name, Resource: resource{SQS: row.Specification.SQS}, region: c.Region}
	b.destinations = append(b.destinations, d)
	return gateway.Object{"payload": d}
}

// mailID returns an id that no other start of the marketplace repeats, because receivers store the
// ids. The caller has the lock of the mailbox.
func (m *Mailbox) mailID(text string) string {
	m.sequence++
	return m.world.Dashed(text, m.opened.UnixMicro(), m.sequence)
}

func (m *Mailbox) getDestinations(c *gateway.Call) any {
	all := []destination{}
	for _, d := range m.destinations {
		if d.region == c.Region {
			all = append(all, d)
		}
	}
	return gateway.Object{"payload": all}
}

// destination returns a destination of the call's region; the caller has the lock.
func (m *Mailbox) destination(c *gateway.Call, id string) destination {
	i := slices.IndexFunc(m.destinations, func(d destination) bool { return d.ID == id && d.region == c.Region })
	if i < 0 {
		panic(gateway.NotFound("The destination does not exist."))
	}
	return m.destinations[i]
}

func (m *Mailbox) getDestination(c *gateway.Call) any {
	return gateway.Object{"payload": m.destination(c, c.Path("destinationId"))}
}

func (m *Mailbox) deleteDestination(c *gateway.Call) any {
	b := m
	gone := b.destination(c, c.Path("destinationId"))
	if slices.ContainsFunc(b.subscriptions, func(s subscription) bool { return s.DestinationID == gone.ID }) {
		panic(&gateway.Refusal{Status: http.StatusForbidden, Code: "Unauthorized", Words: "The destination has subscriptions."})
	}
	b.destinations = slices.DeleteFunc(b.destinations, func(d destination) bool { return d.ID == gone.ID })
	return gateway.Object{}
}

func (m *Mailbox) createSubscription(c *gateway.Call) any {
	kind := notificationType(c)
	var entry struct {
		PayloadVersion string     `json:"payloadVersion"`
		DestinationID  string     `json:"destinationId"`
		Directive      *directive `json:"processingDirective"`
	}
	unread := json.Unmarshal(c.Body, &entry) != nil
	c.WrongIf(unread || entry.PayloadVersion != "1.0" || entry.DestinationID == "", "'destinationId' and 'payloadVersion' 1.0 are required.")
	checkDirective(c, kind, entry.Directive)
	if strings.HasPrefix(kind, "LISTINGS_") && c.Seller().Kind == world.NoRole {
		panic(gateway.AccessDenied)
	}
	b := m
	b.destination(c, entry.DestinationID)
	if b.subscription(c.Token.Seller, kind) != nil {
		panic(conflict("A subscription to this type exists."))
	}
	s := subscription{
		ID: m.mailID("subscription"), PayloadVersion: entry.PayloadVersion, DestinationID: entry.DestinationID, Directive: entry.Directive,
		kind: kind, seller: c.Token.Seller, region: c.Region,
	}
	b.subscriptions = append(b.subscriptions, s)
	return gateway.Object{"payload": s}
}

// filtered lists the types that take an event filter.
var filtered = []string{gateway.TypeOffers, gateway.TypeOrder}

func checkDirective(c *gateway.Call, kind string, d *directive) {
	if d == nil || d.EventFilter == nil {
		return
	}
	f := d.EventFilter
	c.WrongIf(d.FilterExpression != "", "'eventFilter' and 'filterExpression' exclude each other.")
	c.WrongIf(f.EventFilterType != kind || !slices.Contains(filtered, kind), "'eventFilterType' does not fit the type of notification.")
	c.WrongIf(f.Aggregation != nil && (kind != gateway.TypeOffers || aggregationPeriods[f.Aggregation.Period] == 0),
		"'aggregationTimePeriod' has an unknown value.")
	for _, id := range f.MarketplaceIDs {
		c.WrongIf(c.Shop(id) == nil, "'marketplaceIds' names a marketplace that this region does not have.")
	}
}

// subscription returns a seller's subscription of a type, or nil; the caller has the lock.
func (m *Mailbox) subscription(seller, kind string) *subscription {
	for i := range m.subscriptions {
		if s := &m.subscriptions[i]; s.seller == seller && s.kind == kind {
			return s
		}
	}
	return nil
}

func (m *Mailbox) getSubscription(c *gateway.Call) any {
	kind := notificationType(c)
	b := m
	s := b.subscription(c.Token.Seller, kind)
	if version := c.Text("payloadVersion"); s == nil || (version != "" && version != s.PayloadVersion) {
		panic(gateway.NotFound("There is no such subscription."))
	}
	return gateway.Object{"payload": *s}
}

func (m *Mailbox) getSubscriptions(c *gateway.Call) any {
	kind := c.Text("notificationTypes")
	c.WrongIf(!slices.Contains(gateway.NotificationTypes, kind), "'notificationTypes' must be one type of notification.")
	if size := c.Text("pageSize"); size != "" {
		n, err := strconv.Atoi(size)
		c.WrongIf(err != nil || n < 30 || n > 100, "'pageSize' must be 30 to 100.")
	}
	c.WrongIf(c.Text("nextToken") != "", "'nextToken' is not one of ours.") // a seller has one subscription per type: no second page
	all := []subscription{}
	b := m
	if s := b.subscription(c.Token.Seller, kind); s != nil {
		all = append(all, *s)
	}
	return gateway.Object{"payload": gateway.Object{"subscriptions": all}}
}

// subscriptionOf returns the index of the subscription in the path; the caller has the lock.
func (m *Mailbox) subscriptionOf(c *gateway.Call) int {
	kind := notificationType(c)
	i := slices.IndexFunc(m.subscriptions, func(s subscription) bool {
		return s.ID == c.Path("subscriptionId") && s.kind == kind && s.region == c.Region
	})
	if i < 0 {
		panic(gateway.NotFound("There is no such subscription."))
	}
	return i
}

func (m *Mailbox) getSubscriptionByID(c *gateway.Call) any {
	return gateway.Object{"payload": m.subscriptions[m.subscriptionOf(c)]}
}

func (m *Mailbox) deleteSubscription(c *gateway.Call) any {
	b := m
	i := b.subscriptionOf(c)
	b.subscriptions = slices.Delete(b.subscriptions, i, i+1)
	return gateway.Object{}
}
