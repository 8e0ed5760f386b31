package gateway

// Names in faults and counters besides the operations.
const (
	FeedDocumentOperation = "feedDocument" // the addresses of feed documents
	KeepaOperation        = "keepa"        // the price history provider
)

// queueCalls lists the actions of the queue.
var queueCalls = []string{
	"ReceiveMessage", "DeleteMessage", "DeleteMessageBatch", "ChangeMessageVisibility", "ChangeMessageVisibilityBatch",
}

// The types of notification that sellers can subscribe to.
const (
	TypeOffers    = "ANY_OFFER_CHANGED"
	typeB2BOffers = "B2B_ANY_OFFER_CHANGED"
	TypeHealth    = "PRICING_HEALTH"
	TypeStatus    = "LISTINGS_ITEM_STATUS_CHANGE"
	TypeIssues    = "LISTINGS_ITEM_ISSUES_CHANGE"
	TypeFeed      = "FEED_PROCESSING_FINISHED"
	TypeOrder     = "ORDER_CHANGE"
)

// NotificationTypes lists all types.
var NotificationTypes = []string{TypeOffers, typeB2BOffers, TypeHealth, TypeStatus, TypeIssues, TypeFeed, TypeOrder}
