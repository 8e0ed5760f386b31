package history

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// QueueDepth counts the due rows of a priority, without those that a worker has claimed.
type QueueDepth struct {
	Priority repricer.Priority
	Rows     int64
	// Since has the due time of the oldest entry; no value without entries.
	Since optional.Maybe[time.Time]
}

// StoppedAccount names an account with delayed prices.
type StoppedAccount struct {
	SellerID string
	Region   marketplace.Region
	Until    time.Time
}

// NeedsAttention names a row that needs a person to act.
type NeedsAttention struct {
	ProductID     decision.ProductID
	MarketplaceID marketplace.ID
	SKU           string
	ASIN          string
	Title         optional.Maybe[string]
	Attention     repricer.Attention
	Hold          optional.Maybe[decision.HoldReason]
	// Reason has the reason of the last decision, "" without a decision.
	Reason decision.Reason
}

// Share counts rows out of the rows with a known answer.
type Share struct{ Count, Known int64 }
