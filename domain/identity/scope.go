package identity

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/caller"
)

// Groups returns the groups of operations that the scope of a key can name, in the order of their
// names.
func Groups() []string {
	return []string{
		"account", "connections", "converters", "documents", "exchange-rates", "imports", "inbound-shipments", "inventory-products", "listings", "listings-items",
		"notes", "price-history", "price-list-analyzer", "product-history", "products", "purchase-orders", "repricer", "restrictions", "sales-estimation", "skus",
		"sp-api-catalog-items", "sp-api-fba-inventory", "sp-api-fba-shipments",
		"sp-api-listings-items", "sp-api-listings-restrictions", "sp-api-orders", "sp-api-product-fees",
		"sp-api-product-pricing", "sp-api-product-types", "sp-api-sellers", "supplier-offers", "suppliers", "tags", "user",
		"warehouses", "webhooks",
	}
}

// checkScope refuses scopes without a permission: a key with such a scope would look good and be
// refused everywhere.
func checkScope(s caller.Scope) error {
	if !s.Valid() {
		return invalid("/scopes", "must be read or write, alone or after a group and a colon")
	}
	if group, _, ok := strings.Cut(string(s), ":"); ok && !slices.Contains(Groups(), group) {
		return invalid("/scopes", "names the unknown group "+group+"; there are "+strings.Join(Groups(), ", "))
	}
	return nil
}
