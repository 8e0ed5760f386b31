// Package event names the events that users' programs can receive. Every context may report them.
package event

import "strings"

// Type names a kind of event as "noun.verb". Published: a type never changes its meaning.
type Type string

// The types.
const (
	ConnectionConnected      Type = "connection.connected"
	ConnectionNeedsAttention Type = "connection.needs_attention"
	ConnectionRemoved        Type = "connection.removed"
	SyncCompleted            Type = "sync.completed"
	SyncFailed               Type = "sync.failed"

	SKUUpdated              Type = "sku.updated"
	InventoryProductCreated Type = "inventory_product.created"
	InventoryProductUpdated Type = "inventory_product.updated"
	InventoryProductDeleted Type = "inventory_product.deleted"
	ListingStatusChanged    Type = "listing.status_changed"
	ListingIssuesChanged    Type = "listing.issues_changed"
	ListingDraftSubmitted   Type = "listing_draft.submitted"
	ListingDraftAccepted    Type = "listing_draft.accepted"
	ListingDraftRejected    Type = "listing_draft.rejected"

	DocumentReady     Type = "document.ready"
	DocumentFailed    Type = "document.failed"
	DocumentApplied   Type = "document.applied"
	DocumentTakenBack Type = "document.taken_back"

	RepricerPriceRejected  Type = "repricer.price_rejected"
	RepricerRowHeld        Type = "repricer.row_held"
	RepricerBreakerTripped Type = "repricer.breaker_tripped"

	PurchaseOrderCreated       Type = "purchase_order.created"
	PurchaseOrderStatusChanged Type = "purchase_order.status_changed"
	PurchaseOrderReceived      Type = "purchase_order.received"
	SupplierOfferCostChanged   Type = "supplier_offer.cost_changed"

	WebhookPing             Type = "webhook.ping"
	WebhookEndpointDisabled Type = "webhook_endpoint.disabled"
)

func (Type) Words() []Type {
	return []Type{
		ConnectionConnected, ConnectionNeedsAttention, ConnectionRemoved, SyncCompleted, SyncFailed,
		SKUUpdated, InventoryProductCreated, InventoryProductUpdated, InventoryProductDeleted,
		ListingStatusChanged, ListingIssuesChanged,
		ListingDraftSubmitted, ListingDraftAccepted, ListingDraftRejected,
		DocumentReady, DocumentFailed, DocumentApplied, DocumentTakenBack,
		RepricerPriceRejected, RepricerRowHeld, RepricerBreakerTripped,
		PurchaseOrderCreated, PurchaseOrderStatusChanged, PurchaseOrderReceived, SupplierOfferCostChanged,
		WebhookPing, WebhookEndpointDisabled,
	}
}

// Noun returns the part before the dot: the kind of record that an event is about.
func (t Type) Noun() string {
	noun, _, _ := strings.Cut(string(t), ".")
	return noun
}
