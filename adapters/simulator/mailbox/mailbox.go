package mailbox

import (
	"net/http"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	subscriptions = "/notifications/v1/subscriptions"
	destinations  = "/notifications/v1/destinations"
)

// Mailbox has subscriptions and their destinations, and the queue that notifications go to.
type Mailbox struct {
	world   *world.World
	gateway *gateway.Gateway
	catalog *catalog.Catalog
	ledger  *ledger.Ledger
	floor   *market.Floor
	queue   *queue

	mu            sync.Mutex
	opened        time.Time // on the simulator's clock
	sequence      uint64
	destinations  []destination
	subscriptions []subscription
	pending       map[string]pending // gathered notifications on their way, by subscription and subject
	unhealthy     map[string]bool    // own offers that cost too much, by seller, marketplace and SKU
}

// New returns the mailbox of a world, and listens to its events.
func New(w *world.World, g *gateway.Gateway, c *catalog.Catalog, l *ledger.Ledger, f *market.Floor) *Mailbox {
	m := &Mailbox{world: w, gateway: g, catalog: c, ledger: l, floor: f, opened: w.Clock.Now()}
	m.queue = newQueue(func(n uint64) string { return m.world.Dashed("message", DefaultQueue, n) })
	m.ledger.OnListingChange(m.tellListing)
	m.floor.OnOfferChange(m.wantsOffers, m.tellOffers)
	m.floor.Ordered = m.tellOrder
	m.floor.WantsOrders = func(seller string, shop marketplace.ID) bool { return m.wanted(gateway.TypeOrder, seller, shop) }
	return m
}

// Paths returns the paths that the package serves besides its operations.
func (m *Mailbox) Paths() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{"POST " + QueuePath: m.serveQueue, "POST /{$}": m.serveQueue}
}

// Endpoints returns the operations of this package.
func (m *Mailbox) Endpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Post("createDestination", destinations, 1, 5, m.mailing(m.createDestination)).OfApplication(),
		gateway.Get("getDestinations", destinations, 1, 5, m.mailing(m.getDestinations)).OfApplication(),
		gateway.Get("getDestination", destinations+"/{destinationId}", 1, 5, m.mailing(m.getDestination)).OfApplication(),
		gateway.Delete("deleteDestination", destinations+"/{destinationId}", 1, 5, m.mailing(m.deleteDestination)).OfApplication(),
		gateway.Get("getSubscriptions", subscriptions, 1, 5, m.mailing(m.getSubscriptions)),
		gateway.Get("getSubscription", subscriptions+"/{notificationType}", 1, 5, m.mailing(m.getSubscription)),
		gateway.Post("createSubscription", subscriptions+"/{notificationType}", 1, 5, m.mailing(m.createSubscription)),
		gateway.Get("getSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, m.mailing(m.getSubscriptionByID)).OfApplication(),
		gateway.Delete("deleteSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, m.mailing(m.deleteSubscription)).OfApplication(),
		gateway.Post("sendTestNotification", subscriptions+"/{notificationType}/testNotification", 1, 5, m.mailing(m.sendTestNotification)).OfApplication(),
	}
}
