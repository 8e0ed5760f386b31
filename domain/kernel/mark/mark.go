// Package mark models the tags and notes of records for other contexts.
package mark

import (
	"slices"

	"sellingassistant/domain/kernel/optional"
)

// Kind names a kind of record that has marks.
type Kind string

// The kinds.
const (
	Product   Kind = "inventory_product"
	SKU       Kind = "sku"
	Listing   Kind = "listing"
	Supplier  Kind = "supplier"
	Offer     Kind = "supplier_offer"
	Order     Kind = "purchase_order"
	Warehouse Kind = "warehouse"
	Document  Kind = "document"
)

// MaxTags bounds the tags of a record.
const MaxTags = 100

// Tag has a tag as records show it.
type Tag struct {
	ID   int64
	Name string
	// Color has the form #rrggbb in small letters.
	Color optional.Maybe[string]
}

// Marks has the tags of a record, by name, and the number of notes about it.
type Marks struct {
	Tags  []Tag
	Notes int64
}

// Filter narrows a list to records with one of the tags Any and with each of All.
// Lists that are empty do not narrow.
type Filter struct{ Any, All []int64 }

// Empty reports whether the filter names no tag.
func (f Filter) Empty() bool { return len(f.Any)+len(f.All) == 0 }

// Sorted returns ids of tags ascending, each once.
func Sorted[T ~int64](tags []T) []T { return slices.Compact(slices.Sorted(slices.Values(tags))) }
