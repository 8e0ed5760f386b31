package history

import (
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// EventID identifies an event; 0 before it is stored.
type EventID int64

// Kind names the change of a product.
type Kind string

// The kinds. Ordered also says that more or fewer units are ordered, StockReceived that
// a receipt was corrected.
const (
	Created       Kind = "created"
	Updated       Kind = "updated"
	Deleted       Kind = "deleted"
	Matched       Kind = "matched"
	Unmatched     Kind = "unmatched"
	CostChanged   Kind = "cost_changed"
	Tagged        Kind = "tagged"
	Untagged      Kind = "untagged"
	Noted         Kind = "noted"
	Ordered       Kind = "ordered"
	StockReceived Kind = "stock_received"
	StockReturned Kind = "stock_returned"
	Viewed        Kind = "viewed"
	// DocumentApplied names the document that was imported.
	DocumentApplied Kind = "document_applied"
	// Analyzed says that an analysis of a price list accepted the product.
	Analyzed Kind = "analyzed"
)

func (Kind) Words() []Kind {
	return []Kind{
		Created, Updated, Deleted, Matched, Unmatched, CostChanged, Tagged, Untagged, Noted, Ordered, StockReceived,
		StockReturned, Viewed, DocumentApplied, Analyzed,
	}
}

// ProductType names the kind of a product's record, or an ASIN that needs no record.
type ProductType string

// The types.
const (
	InventoryProduct ProductType = "inventory_product"
	SKU              ProductType = "sku"
	Listing          ProductType = "listing"
	ASIN             ProductType = "asin"
)

func (ProductType) Words() []ProductType { return []ProductType{InventoryProduct, SKU, Listing, ASIN} }

// Product names the subject of an event, as it was then.
type Product struct {
	Type ProductType
	// ID has the id of a record.
	ID          optional.Maybe[int64]
	ASIN        optional.Maybe[string]
	Marketplace optional.Maybe[marketplace.ID]
	Title       optional.Maybe[string]
}

// Change has a member before and after, in the form of the audit trail; nil is null.
type Change struct {
	Field    string
	Old, New any
}

// SourceKind names the origin of an event.
type SourceKind string

// The sources. A purchase order and the analysis of a price list have an id.
const (
	FromAPI      SourceKind = "api"
	FromCLI      SourceKind = "cli"
	FromJob      SourceKind = "job"
	FromOrder    SourceKind = "purchase_order"
	FromAnalysis SourceKind = "analysis"
)

func (SourceKind) Words() []SourceKind {
	return []SourceKind{FromAPI, FromCLI, FromJob, FromOrder, FromAnalysis}
}

// Source names the origin of an event, and its id.
type Source struct {
	Kind SourceKind
	ID   optional.Maybe[int64]
}

// Actor names the user who caused an event. The name keeps its text from the time of the event.
type Actor struct {
	ID   id.User
	Name string
}

// Event has a line of the feed. It does not change, except that views are counted.
type Event struct {
	ID      EventID
	Team    id.Team
	Kind    Kind
	Product Product
	// Changes come sorted by their fields.
	Changes []Change
	// Snapshot has the product as the user saw it, or as an analysis found it, or nil.
	Snapshot any
	Source   Source
	Actor    optional.Maybe[Actor]
	// Count exceeds 1 for views only.
	Count int64
	At    time.Time
}
