package simulator

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// The types of notification that sellers can subscribe to.
const (
	typeOffers    = "ANY_OFFER_CHANGED"
	typeB2BOffers = "B2B_ANY_OFFER_CHANGED"
	typeHealth    = "PRICING_HEALTH"
	typeStatus    = "LISTINGS_ITEM_STATUS_CHANGE"
	typeIssues    = "LISTINGS_ITEM_ISSUES_CHANGE"
	typeFeed      = "FEED_PROCESSING_FINISHED"
	typeOrder     = "ORDER_CHANGE"
)

var notificationTypes = []string{typeOffers, typeB2BOffers, typeHealth, typeStatus, typeIssues, typeFeed, typeOrder}

// mailbox holds subscriptions and their destinations.
type mailbox struct {
	mu            sync.Mutex
	opened        time.Time // on the simulator's clock
	sequence      uint64
	destinations  []destination
	subscriptions []subscription
	pending       map[string]pending // gathered notifications on their way, by subscription and what they are about
	unhealthy     map[string]bool    // own offers that are known to cost too much, by seller, marketplace and SKU
}

// openMailbox creates the queue and listens for events.
func (m *Marketplace) openMailbox() {
	m.redirect, m.mailbox = m.cfg.Redirect, &mailbox{opened: m.World.Clock.Now()}
	m.queue = newQueue(func(n uint64) string { return m.Dashed("message", DefaultQueue, n) })
	m.onListingChange(m.tellListing)
	m.onOfferChange(m.wantsOffers, m.tellOffers)
	m.floor.ordered = m.tellOrder
}

// forgetMail ends all subscriptions and empties the queues.
func (m *Marketplace) forgetMail() {
	m.queue.forget()
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened, b.sequence, b.destinations, b.subscriptions = m.World.Clock.Now(), 0, nil, nil
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
func mailing(answer func(*Marketplace, *call) any) func(*Marketplace, *call) any {
	return func(m *Marketplace, c *call) any {
		m.mailbox.mu.Lock()
		defer m.mailbox.mu.Unlock()
		return answer(m, c)
	}
}

// notificationType is the type that the path names.
func (c *call) notificationType() string {
	kind := c.path("notificationType")
	c.wrongIf(!slices.Contains(notificationTypes, kind), "'notificationType' is not a type of notification.")
	return kind
}

func conflict(words string) *refusal { return &refusal{http.StatusConflict, "Conflict", words} }

var queueARN = regexp.MustCompile(`^arn:aws:sqs:[^\s:]+:[^\s:]+:([^\s:]+)$`)

func (m *Marketplace) createDestination(c *call) any {
	var in struct {
		Name          string    `json:"name"`
		Specification *resource `json:"resourceSpecification"`
	}
	unread := json.Unmarshal(c.body, &in) != nil
	c.wrongIf(unread || in.Name == "" || len(in.Name) > 256 || in.Specification == nil || in.Specification.SQS == nil,
		"'name' and 'resourceSpecification.sqs' are required.")
	arn := in.Specification.SQS.ARN
	parts := queueARN.FindStringSubmatch(arn)
	c.wrongIf(parts == nil || len(arn) > 1000, "'arn' is not the name of a queue.")
	c.wrongIf(parts[1] != DefaultQueue, "The queue does not let us send messages to it.")
	b := m.mailbox
	if slices.ContainsFunc(b.destinations, func(d destination) bool { return d.region == c.region && d.Resource.SQS.ARN == arn }) {
		panic(conflict("A destination with this queue exists."))
	}
	d := destination{ID: m.mailID("destination"), Name: in.Name, Resource: resource{SQS: in.Specification.SQS}, region: c.region}
	b.destinations = append(b.destinations, d)
	return object{"payload": d}
}

// mailID makes an id that no other start of the marketplace repeats, because receivers store the
// ids. The mailbox is locked.
func (m *Marketplace) mailID(of string) string {
	m.mailbox.sequence++
	return m.Dashed(of, m.mailbox.opened.UnixMicro(), m.mailbox.sequence)
}

func (m *Marketplace) getDestinations(c *call) any {
	all := []destination{}
	for _, d := range m.mailbox.destinations {
		if d.region == c.region {
			all = append(all, d)
		}
	}
	return object{"payload": all}
}

// destination is one of the call's region; the caller holds the lock.
func (b *mailbox) destination(c *call, id string) destination {
	i := slices.IndexFunc(b.destinations, func(d destination) bool { return d.ID == id && d.region == c.region })
	if i < 0 {
		panic(notThere("The destination does not exist."))
	}
	return b.destinations[i]
}

func (m *Marketplace) getDestination(c *call) any {
	return object{"payload": m.mailbox.destination(c, c.path("destinationId"))}
}

func (m *Marketplace) deleteDestination(c *call) any {
	b := m.mailbox
	gone := b.destination(c, c.path("destinationId"))
	if slices.ContainsFunc(b.subscriptions, func(s subscription) bool { return s.DestinationID == gone.ID }) {
		panic(&refusal{http.StatusForbidden, "Unauthorized", "The destination has subscriptions."})
	}
	b.destinations = slices.DeleteFunc(b.destinations, func(d destination) bool { return d.ID == gone.ID })
	return object{}
}

func (m *Marketplace) createSubscription(c *call) any {
	kind := c.notificationType()
	var in struct {
		PayloadVersion string     `json:"payloadVersion"`
		DestinationID  string     `json:"destinationId"`
		Directive      *directive `json:"processingDirective"`
	}
	unread := json.Unmarshal(c.body, &in) != nil
	c.wrongIf(unread || in.PayloadVersion != "1.0" || in.DestinationID == "", "'destinationId' and 'payloadVersion' 1.0 are required.")
	c.checkDirective(kind, in.Directive)
	if strings.HasPrefix(kind, "LISTINGS_") && c.seller().Kind == world.NoRole {
		panic(unauthorized)
	}
	b := m.mailbox
	b.destination(c, in.DestinationID)
	if b.subscription(c.token.seller, kind) != nil {
		panic(conflict("A subscription to this type exists."))
	}
	s := subscription{
		ID: m.mailID("subscription"), PayloadVersion: in.PayloadVersion, DestinationID: in.DestinationID, Directive: in.Directive,
		kind: kind, seller: c.token.seller, region: c.region,
	}
	b.subscriptions = append(b.subscriptions, s)
	return object{"payload": s}
}

// filtered are the types that take an event filter.
var filtered = []string{typeOffers, typeOrder}

func (c *call) checkDirective(kind string, d *directive) {
	if d == nil || d.EventFilter == nil {
		return
	}
	f := d.EventFilter
	c.wrongIf(d.FilterExpression != "", "'eventFilter' and 'filterExpression' exclude each other.")
	c.wrongIf(f.EventFilterType != kind || !slices.Contains(filtered, kind), "'eventFilterType' does not fit the type of notification.")
	c.wrongIf(f.Aggregation != nil && (kind != typeOffers || aggregationPeriods[f.Aggregation.Period] == 0),
		"'aggregationTimePeriod' has an unknown value.")
	for _, id := range f.MarketplaceIDs {
		c.wrongIf(c.shop(id) == nil, "'marketplaceIds' names a marketplace that this region does not have.")
	}
}

// subscription finds a seller's, nil for none; the caller holds the lock.
func (b *mailbox) subscription(seller, kind string) *subscription {
	for i := range b.subscriptions {
		if s := &b.subscriptions[i]; s.seller == seller && s.kind == kind {
			return s
		}
	}
	return nil
}

func (m *Marketplace) getSubscription(c *call) any {
	kind := c.notificationType()
	b := m.mailbox
	s := b.subscription(c.token.seller, kind)
	if version := c.text("payloadVersion"); s == nil || (version != "" && version != s.PayloadVersion) {
		panic(notThere("There is no such subscription."))
	}
	return object{"payload": *s}
}

func (m *Marketplace) getSubscriptions(c *call) any {
	kind := c.text("notificationTypes")
	c.wrongIf(!slices.Contains(notificationTypes, kind), "'notificationTypes' must be one type of notification.")
	if size := c.text("pageSize"); size != "" {
		n, err := strconv.Atoi(size)
		c.wrongIf(err != nil || n < 30 || n > 100, "'pageSize' must be 30 to 100.")
	}
	c.wrongIf(c.text("nextToken") != "", "'nextToken' is not one of ours.") // a seller has one subscription a type: no second page
	all := []subscription{}
	b := m.mailbox
	if s := b.subscription(c.token.seller, kind); s != nil {
		all = append(all, *s)
	}
	return object{"payload": object{"subscriptions": all}}
}

// subscriptionOf is the index of the subscription in the path; the caller holds the lock.
func (b *mailbox) subscriptionOf(c *call) int {
	kind := c.notificationType()
	i := slices.IndexFunc(b.subscriptions, func(s subscription) bool {
		return s.ID == c.path("subscriptionId") && s.kind == kind && s.region == c.region
	})
	if i < 0 {
		panic(notThere("There is no such subscription."))
	}
	return i
}

func (m *Marketplace) getSubscriptionByID(c *call) any {
	return object{"payload": m.mailbox.subscriptions[m.mailbox.subscriptionOf(c)]}
}

func (m *Marketplace) deleteSubscription(c *call) any {
	b := m.mailbox
	i := b.subscriptionOf(c)
	b.subscriptions = slices.Delete(b.subscriptions, i, i+1)
	return object{}
}
