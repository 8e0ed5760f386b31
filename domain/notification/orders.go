package notification

import (
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// The bounds of an order. An order beyond them is rejected as a whole: a part of an order would
// look like an order with its rest cancelled.
const (
	MaxOrderItems    = 1_000
	MaxOrderQuantity = 100_000
)

// OrderChange has the state of an order after a change, with all of its items.
type OrderChange struct {
	SellerID    string
	Marketplace marketplace.ID
	OrderID     string
	PurchasedAt time.Time
	// Status has the marketplace's word, such as Unshipped.
	Status string
	// Items lists all items of the order; empty if unknown.
	Items []OrderItem
}

// OrderItem has one position of an order.
type OrderItem struct {
	ItemID string
	// SKU may be "", if unknown.
	SKU      string
	Quantity int
	// Cancelled reports that no unit of the position was or will be delivered.
	Cancelled bool
}

// Cancelled reports whether the status of an order or item means cancelled. A request to cancel
// does not: the event then has the order's previous status.
func Cancelled(status string) bool {
	switch strings.ToLower(strings.TrimSpace(status)) {
	case "canceled", "cancelled", "unfulfillable":
		return true
	}
	return false
}

// pending reports whether an order waits for payment or for a product's release. It is no sale
// yet: a further event reports it as Unshipped or cancelled.
func pending(status string) bool {
	switch strings.ToLower(strings.TrimSpace(status)) {
	case "pending", "pendingavailability", "upcoming":
		return true
	}
	return false
}

// Sold counts the units of a position that count as sold. An unknown status counts as a sale.
func (o OrderChange) Sold(i OrderItem) int {
	if i.Cancelled || Cancelled(o.Status) || pending(o.Status) {
		return 0
	}
	return i.Quantity
}
