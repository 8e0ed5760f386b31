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

	SKUCreated               Type = "sku.created"
	SKUUpdated               Type = "sku.updated"
	SKUClosed                Type = "sku.closed"
	SKUPricesChanged         Type = "sku.prices_changed"
	SKUQuantitiesChanged     Type = "sku.quantities_changed"
	InventoryProductCreated  Type = "inventory_product.created"
	InventoryProductUpdated  Type = "inventory_product.updated"
	InventoryProductDeleted  Type = "inventory_product.deleted"
	InventoryProductStockLow Type = "inventory_product.stock_low"
	ListingStatusChanged     Type = "listing.status_changed"
	ListingIssuesChanged     Type = "listing.issues_changed"
	ListingDraftSubmitted    Type = "listing_draft.submitted"
	ListingDraftAccepted     Type = "listing_draft.accepted"
	ListingDraftRejected     Type = "listing_draft.rejected"

	DocumentUploaded  Type = "document.uploaded"
	DocumentReady     Type = "document.ready"
	DocumentFailed    Type = "document.failed"
	DocumentApplied   Type = "document.applied"
	DocumentTakenBack Type = "document.taken_back"

	RepricerPricesChanged   Type = "repricer.prices_changed"
	RepricerPriceRejected   Type = "repricer.price_rejected"
	RepricerRowHeld         Type = "repricer.row_held"
	RepricerRowReleased     Type = "repricer.row_released"
	RepricerRowLosing       Type = "repricer.row_losing"
	RepricerBuyBoxChanged   Type = "repricer.buy_box_changed"
	RepricerBreakerTripped  Type = "repricer.breaker_tripped"
	RepricerStopped         Type = "repricer.stopped"
	RepricerStarted         Type = "repricer.started"
	RepricerSettingsUpdated Type = "repricer.settings_updated"

	PurchaseOrderCreated       Type = "purchase_order.created"
	PurchaseOrderStatusChanged Type = "purchase_order.status_changed"
	PurchaseOrderReceived      Type = "purchase_order.received"
	PurchaseOrderOverdue       Type = "purchase_order.overdue"
	SupplierOfferCostChanged   Type = "supplier_offer.cost_changed"

	PriceListAnalyzed Type = "price_list.analyzed"
	PriceListFailed   Type = "price_list.failed"

	QuotaLow       Type = "quota.low"
	QuotaExhausted Type = "quota.exhausted"
	KeyExpiring    Type = "key.expiring"

	WebhookPing             Type = "webhook.ping"
	WebhookEndpointDisabled Type = "webhook_endpoint.disabled"
)

func (Type) Words() []Type {
	return []Type{
		ConnectionConnected, ConnectionNeedsAttention, ConnectionRemoved, SyncCompleted, SyncFailed,
		SKUCreated, SKUUpdated, SKUClosed, SKUPricesChanged, SKUQuantitiesChanged,
		InventoryProductCreated, InventoryProductUpdated, InventoryProductDeleted,
		InventoryProductStockLow, ListingStatusChanged, ListingIssuesChanged, ListingDraftSubmitted,
		ListingDraftAccepted, ListingDraftRejected, DocumentUploaded, DocumentReady, DocumentFailed,
		DocumentApplied, DocumentTakenBack, RepricerPricesChanged, RepricerPriceRejected,
		RepricerRowHeld, RepricerRowReleased, RepricerRowLosing, RepricerBuyBoxChanged, RepricerBreakerTripped,
		RepricerStopped, RepricerStarted, RepricerSettingsUpdated, PurchaseOrderCreated,
		PurchaseOrderStatusChanged, PurchaseOrderReceived, PurchaseOrderOverdue,
		SupplierOfferCostChanged, PriceListAnalyzed, PriceListFailed, QuotaLow, QuotaExhausted,
		KeyExpiring, WebhookPing, WebhookEndpointDisabled,
	}
}

// Noun returns the part before the dot: the kind of record that an event is about.
func (t Type) Noun() string {
	noun, _, _ := strings.Cut(string(t), ".")
	return noun
}
