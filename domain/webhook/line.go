package webhook

import (
	"fmt"
	"maps"
	"slices"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
)

// Change has a member before and after; nil is null.
type Change struct{ Old, New any }

// Line describes a change of a record in the words of the audit trail.
type Line struct {
	Record, Verb string
	ID           int64
	// Version has 0 if the writer of the line does not know it.
	Version int64
	Changes map[string]Change
	// Marketplace has the marketplace of the record, "" without a marketplace or if the writer does
	// not know it.
	Marketplace string
}

// Happening has the type and the data of an event.
type Happening struct {
	Type event.Type
	Data Data
}

// Happenings returns the events of a change, in the order of their causes. Most lines are no event.
func (l Line) Happenings() []Happening {
	var out []Happening
	for _, t := range l.types() {
		out = append(out, Happening{t, l.data(t)})
	}
	return out
}

// verbs maps the lines that are one event because of their verb.
var verbs = map[string]map[string]event.Type{
	"connection": {
		"added": event.ConnectionConnected, "renewed": event.ConnectionConnected,
		"needs_attention": event.ConnectionNeedsAttention, "removed": event.ConnectionRemoved,
	},
	"sku": {"updated": event.SKUUpdated, "deleted": event.SKUUpdated},
	"inventory_product": {
		"created": event.InventoryProductCreated, "deleted": event.InventoryProductDeleted,
		"updated": event.InventoryProductUpdated, "matched": event.InventoryProductUpdated,
		"unmatched": event.InventoryProductUpdated, "tagged": event.InventoryProductUpdated,
		"untagged": event.InventoryProductUpdated,
	},
	"document":       {"imported": event.DocumentApplied, "taken_back": event.DocumentTakenBack},
	"purchase_order": {"created": event.PurchaseOrderCreated},
}

func (l Line) types() []event.Type {
	if t, ok := verbs[l.Record][l.Verb]; ok {
		return []event.Type{t}
	}
	switch l.Record {
	case "listing":
		return l.listing()
	case "purchase_order":
		return l.order()
	case "supplier_offer":
		if l.changes("unit_cost") || l.changes("price_breaks") || l.changes("currency") {
			return []event.Type{event.SupplierOfferCostChanged}
		}
	}
	return nil
}

func (l Line) changes(member string) bool {
	_, ok := l.Changes[member]
	return ok && l.Verb == "updated"
}

// listing returns the events of a listing. A new draft has no status before.
func (l Line) listing() (out []event.Type) {
	status, moved := l.Changes["status"]
	moved = moved && l.Verb != "created" && l.Verb != "deleted"
	switch {
	case l.Verb == "accepted":
		out = append(out, event.ListingDraftAccepted)
	case l.Verb == "refused":
		out = append(out, event.ListingDraftRejected)
	case moved && status.New == "submitting":
		out = append(out, event.ListingDraftSubmitted)
	}
	if moved {
		out = append(out, event.ListingStatusChanged)
	}
	if _, ok := l.Changes["issues"]; ok && l.Verb != "created" && l.Verb != "deleted" {
		out = append(out, event.ListingIssuesChanged)
	}
	return out
}

// order returns the events of an order that changed.
func (l Line) order() []event.Type {
	status, moved := l.Changes["status"]
	switch {
	case !moved || l.Verb == "deleted":
		return nil
	case status.New == "received":
		return []event.Type{event.PurchaseOrderStatusChanged, event.PurchaseOrderReceived}
	}
	return []event.Type{event.PurchaseOrderStatusChanged}
}

// data names the changed members. An event about a status has it before and after; one about issues
// has an event about the status beside it.
func (l Line) data(t event.Type) Data {
	d := Data{Part: Part{Record: optional.Some(l.ID)}}
	if l.Version > 0 {
		d.Version = optional.Some(l.Version)
	}
	if l.Verb == "deleted" && l.Record != "sku" {
		return d
	}
	d.Changed = slices.Sorted(maps.Keys(l.Changes))
	if status, ok := l.Changes["status"]; ok && l.Verb != "created" && t != event.ListingIssuesChanged {
		d.Details = between(text(status.Old), text(status.New))
	}
	if l.Marketplace != "" {
		if d.Details == nil {
			d.Details = map[string]string{}
		}
		d.Details[MarketplaceDetail] = l.Marketplace
	}
	return d
}

// text returns a word of a line; null is "".
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
