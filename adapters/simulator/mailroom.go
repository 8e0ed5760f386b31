package simulator

import "sellingassistant/adapters/simulator/gateway"

const (
	subscriptions = "/notifications/v1/subscriptions"
	destinations  = "/notifications/v1/destinations"
)

// mailEndpoints are the operations this room answers.
func (m *Marketplace) mailEndpoints() []gateway.Endpoint {
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
