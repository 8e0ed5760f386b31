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

// mailbox holds who wants to be told what, and where to.
type mailbox struct {
	mu            sync.Mutex
	opened        time.Time // on the simulator's clock
	sequence      uint64
	destinations  []destination
	subscriptions []subscription
	pending       map[string]pending // gathered notifications on their way, by subscription and what they are about
	unhealthy     map[string]bool    // own offers that are known to cost too much, by seller, marketplace and SKU
}

// openMailbox makes the queues, and listens for what subscribers are told.
func (m *Marketplace) openMailbox() {
	m.redirect, m.mailbox, m.queues = m.cfg.Redirect, &mailbox{opened: m.cfg.Clock.Now()}, map[string]*queue{}
	for _, name := range m.cfg.Queues {
		m.queues[name] = newQueue(name, func(n uint64) string { return m.dashed("message", name, n) })
	}
	m.onListingChange(m.tellListing)
	m.onOfferChange(m.wantsOffers, m.tellOffers)
	m.floor.ordered = m.tellOrder
}

// forgetMail ends all subscriptions and empties the queues.
func (m *Marketplace) forgetMail() {
	for _, q := range m.queues {
		q.forget()
	}
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened, b.sequence, b.destinations, b.subscriptions = m.cfg.Clock.Now(), 0, nil, nil
	b.pending, b.unhealthy = map[string]pending{}, map[string]bool{}
}

type destination struct {
	ID       string   `json:"destinationId"`
	Name     string   `json:"name"`
	Resource resource `json:"resource"`

	region marketplace.Region
	queue  string
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
	queue  string
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

func (m *Marketplace) notificationRows() []operation {
	const base = "/notifications/v1/"
	row := func(id, method, path, scope string, check func(*call) *refusal, answer func(*call) (int, any)) operation {
		return operation{
			id: id, method: method, path: segments(base + path), rate: rate{1, 5}, scope: scope, check: check, answer: answer,
		}
	}
	const app = scopeNotifications
	return []operation{
		row("createDestination", http.MethodPost, "destinations", app, nothingToCheck, m.createDestination),
		row("getDestinations", http.MethodGet, "destinations", app, nothingToCheck, m.getDestinations),
		row("getDestination", http.MethodGet, "destinations/{destinationId}", app, nothingToCheck, m.getDestination),
		row("deleteDestination", http.MethodDelete, "destinations/{destinationId}", app, nothingToCheck, m.deleteDestination),
		row("getSubscriptions", http.MethodGet, "subscriptions", "", checkSubscriptions, m.getSubscriptions),
		row("getSubscription", http.MethodGet, "subscriptions/{notificationType}", "", checkType, m.getSubscription),
		row("createSubscription", http.MethodPost, "subscriptions/{notificationType}", "", checkType, m.createSubscription),
		row("getSubscriptionById", http.MethodGet, "subscriptions/{notificationType}/{subscriptionId}", app, checkType, m.getSubscriptionByID),
		row("deleteSubscriptionById", http.MethodDelete, "subscriptions/{notificationType}/{subscriptionId}", app, checkType, m.deleteSubscriptionByID),
		row("sendTestNotification", http.MethodPost, "subscriptions/{notificationType}/testNotification", app, checkType, m.sendTestNotification),
	}
}

func nothingToCheck(*call) *refusal { return nil }

func checkType(c *call) *refusal {
	if !slices.Contains(notificationTypes, c.segments["notificationType"]) {
		return badRequest("'notificationType' is not a type of notification.")
	}
	return nil
}

func checkSubscriptions(c *call) *refusal {
	if !slices.Contains(notificationTypes, c.query.Get("notificationTypes")) {
		return badRequest("'notificationTypes' must be one type of notification.")
	}
	if size := c.query.Get("pageSize"); size != "" {
		if n, err := strconv.Atoi(size); err != nil || n < 30 || n > 100 {
			return badRequest("'pageSize' must be 30 to 100.")
		}
	}
	return nil
}

func conflict(words string) *refusal { return &refusal{http.StatusConflict, "Conflict", words} }

func missing(words string) *refusal { return &refusal{http.StatusNotFound, "NotFound", words} }

func payload(of any) (int, any) { return http.StatusOK, map[string]any{"payload": of} }

var queueARN = regexp.MustCompile(`^arn:aws:sqs:[^\s:]+:[^\s:]+:([^\s:]+)$`)

func (m *Marketplace) createDestination(c *call) (int, any) {
	var in struct {
		Name          string    `json:"name"`
		Specification *resource `json:"resourceSpecification"`
	}
	if json.Unmarshal(c.body, &in) != nil || in.Name == "" || len(in.Name) > 256 || in.Specification == nil || in.Specification.SQS == nil {
		return 0, badRequest("'name' and 'resourceSpecification.sqs' are required.")
	}
	arn := in.Specification.SQS.ARN
	parts := queueARN.FindStringSubmatch(arn)
	if parts == nil || len(arn) > 1000 {
		return 0, badRequest("'arn' is not the name of a queue.")
	}
	if m.queues[parts[1]] == nil {
		return 0, badRequest("The queue does not let us send messages to it.")
	}
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.destinations {
		if d.region == c.region && d.Resource.SQS.ARN == arn {
			return 0, conflict("A destination with this queue exists.")
		}
	}
	d := destination{ID: m.mailID("destination"), Name: in.Name, Resource: resource{SQS: in.Specification.SQS}, region: c.region, queue: parts[1]}
	b.destinations = append(b.destinations, d)
	return payload(d)
}

// mailID makes an id, which no other start of the marketplace gives again: who is
// told keeps the ids. The caller holds the lock of the mailbox.
func (m *Marketplace) mailID(of string) string {
	m.mailbox.sequence++
	return m.dashed(of, m.mailbox.opened.UnixMicro(), m.mailbox.sequence)
}

func (m *Marketplace) getDestinations(c *call) (int, any) {
	m.mailbox.mu.Lock()
	defer m.mailbox.mu.Unlock()
	all := []destination{}
	for _, d := range m.mailbox.destinations {
		if d.region == c.region {
			all = append(all, d)
		}
	}
	return payload(all)
}

// destination finds one of the call's region; the caller holds the lock.
func (b *mailbox) destination(c *call, id string) int {
	return slices.IndexFunc(b.destinations, func(d destination) bool { return d.ID == id && d.region == c.region })
}

func (m *Marketplace) getDestination(c *call) (int, any) {
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.destination(c, c.segments["destinationId"])
	if i < 0 {
		return 0, missing("The destination does not exist.")
	}
	return payload(b.destinations[i])
}

func (m *Marketplace) deleteDestination(c *call) (int, any) {
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.destination(c, c.segments["destinationId"])
	if i < 0 {
		return 0, missing("The destination does not exist.")
	}
	if slices.ContainsFunc(b.subscriptions, func(s subscription) bool { return s.DestinationID == b.destinations[i].ID }) {
		return 0, &refusal{http.StatusForbidden, "Unauthorized", "The destination has subscriptions."}
	}
	b.destinations = slices.Delete(b.destinations, i, i+1)
	return http.StatusOK, struct{}{}
}

func (m *Marketplace) createSubscription(c *call) (int, any) {
	var in struct {
		PayloadVersion string     `json:"payloadVersion"`
		DestinationID  string     `json:"destinationId"`
		Directive      *directive `json:"processingDirective"`
	}
	kind := c.segments["notificationType"]
	if json.Unmarshal(c.body, &in) != nil || in.PayloadVersion != "1.0" || in.DestinationID == "" {
		return 0, badRequest("'destinationId' and 'payloadVersion' 1.0 are required.")
	}
	if no := checkDirective(c, kind, in.Directive); no != nil {
		return 0, no
	}
	if strings.HasPrefix(kind, "LISTINGS_") && m.sellerKind(c.token.seller) == NoRole {
		return 0, unauthorized
	}
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.destination(c, in.DestinationID)
	if i < 0 {
		return 0, missing("The destination does not exist.")
	}
	if b.subscription(c.token.seller, kind) >= 0 {
		return 0, conflict("A subscription to this type exists.")
	}
	s := subscription{
		ID: m.mailID("subscription"), PayloadVersion: in.PayloadVersion, DestinationID: in.DestinationID, Directive: in.Directive,
		kind: kind, seller: c.token.seller, region: c.region, queue: b.destinations[i].queue,
	}
	b.subscriptions = append(b.subscriptions, s)
	return payload(s)
}

// filtered are the types that take an event filter.
var filtered = []string{typeOffers, typeOrder}

func checkDirective(c *call, kind string, d *directive) *refusal {
	if d == nil || d.EventFilter == nil {
		return nil
	}
	f := d.EventFilter
	switch {
	case d.FilterExpression != "":
		return badRequest("'eventFilter' and 'filterExpression' exclude each other.")
	case f.EventFilterType != kind || !slices.Contains(filtered, kind):
		return badRequest("'eventFilterType' does not fit the type of notification.")
	case f.Aggregation != nil && (kind != typeOffers || aggregationPeriods[f.Aggregation.Period] == 0):
		return badRequest("'aggregationTimePeriod' has an unknown value.")
	}
	for _, id := range f.MarketplaceIDs {
		if shop, ok := marketplace.ByID(id); !ok || shop.Region != c.region {
			return badRequest("'marketplaceIds' names a marketplace that this region does not have.")
		}
	}
	return nil
}

// subscription finds a seller's; the caller holds the lock.
func (b *mailbox) subscription(seller, kind string) int {
	return slices.IndexFunc(b.subscriptions, func(s subscription) bool { return s.seller == seller && s.kind == kind })
}

func (m *Marketplace) getSubscription(c *call) (int, any) {
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.subscription(c.token.seller, c.segments["notificationType"])
	if version := c.query.Get("payloadVersion"); i < 0 || (version != "" && version != b.subscriptions[i].PayloadVersion) {
		return 0, missing("There is no such subscription.")
	}
	return payload(b.subscriptions[i])
}

func (m *Marketplace) getSubscriptions(c *call) (int, any) {
	if c.query.Get("nextToken") != "" {
		return 0, badRequest("'nextToken' is not one of ours.") // a seller has one subscription a type: no second page
	}
	all := []subscription{}
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := b.subscription(c.token.seller, c.query.Get("notificationTypes")); i >= 0 {
		all = append(all, b.subscriptions[i])
	}
	return payload(map[string]any{"subscriptions": all})
}

// subscriptionOf finds the one that the path names; the caller holds the lock.
func (b *mailbox) subscriptionOf(c *call) int {
	return slices.IndexFunc(b.subscriptions, func(s subscription) bool {
		return s.ID == c.segments["subscriptionId"] && s.kind == c.segments["notificationType"] && s.region == c.region
	})
}

func (m *Marketplace) getSubscriptionByID(c *call) (int, any) {
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.subscriptionOf(c)
	if i < 0 {
		return 0, missing("There is no such subscription.")
	}
	return payload(b.subscriptions[i])
}

func (m *Marketplace) deleteSubscriptionByID(c *call) (int, any) {
	b := m.mailbox
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.subscriptionOf(c)
	if i < 0 {
		return 0, missing("There is no such subscription.")
	}
	b.subscriptions = slices.Delete(b.subscriptions, i, i+1)
	return http.StatusOK, struct{}{}
}
