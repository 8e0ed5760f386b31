// Package view has the values that other contexts read from the inventory.
package view

import (
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// Keys has the keys of a search for products and SKUs. GTINs have 14 digits, ASINs are in
// capitals, and SKUs match letter for letter. MPNs and titles match in any letter case.
type Keys struct {
	GTINs, ASINs, SKUs, MPNs, Titles []string
	Products                         []int64
}

// Product describes an active product. GTINs have 14 digits. ASINs has the product's own
// ASINs, and the wanted ASINs of its matches.
type Product struct {
	ID                int64
	Title, Brand, MPN string
	GTINs, ASINs      []string
	// UnitCost has the cost in force.
	UnitCost optional.Maybe[money.Sum]
	// SKUs lists the SKUs matched with the product.
	SKUs []int64
}

// SKU describes a SKU that is not hidden. Product is 0 if the SKU belongs to no product or
// to several products.
type SKU struct {
	ID, Product int64
	SKU, ASIN   string
}

// Stocked has the stock and supply of an active product.
type Stocked struct {
	Product int64
	// Supplier names the default supplier.
	Supplier     optional.Maybe[int64]
	LeadTimeDays optional.Maybe[int64]
	// Position has the value of Quantities.Position. ReorderPoint is 0 if it is not set.
	Position, ReorderPoint int64
}

// SoldAs names a SKU that sells a product, with the units per sale.
type SoldAs struct {
	Product    int64
	SKU        inventory.SKUKey
	Connection id.Connection
	Units      int64
}

// SKUPart has the number of units of a product in one sale of a SKU.
type SKUPart struct {
	SKU, Product int64
	Units        int64
	// VATClass has the VAT class of the product.
	VATClass optional.Maybe[vat.Class]
}
