// Package mark is what contexts know of the tags and notes of their records.
package mark

import (
	"slices"

	"sellingassistant/domain/kernel/optional"
)

// Kind is the kind of a record that has marks.
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

// MaxTags is how many tags a record may have.
const MaxTags = 100

// Tag is a tag as records show it.
type Tag struct {
	ID   int64
	Name string
	// Color is #rrggbb in small letters.
	Color optional.Maybe[string]
}

// Marks are the tags of a record, by name, and how many notes are about it.
type Marks struct {
	Tags  []Tag
	Notes int64
}

// Filter narrows a list to records with one of the tags Any and with each of All.
// Lists that are empty do not narrow.
type Filter struct{ Any, All []int64 }

// Empty reports whether the filter names no tag.
func (f Filter) Empty() bool { return len(f.Any)+len(f.All) == 0 }

// Sorted are ids of tags ascending, each once.
func Sorted[T ~int64](tags []T) []T { return slices.Compact(slices.Sorted(slices.Values(tags))) }
