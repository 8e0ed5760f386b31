package repricer

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// SKUOrASIN names the subject of a question on a marketplace: a SKU of the seller or a product.
// Either must be set, not both.
type SKUOrASIN struct {
	Marketplace marketplace.ID
	SKU         string
	ASIN        string
}

// PriceParts has a price with shipping and points, all in one currency.
type PriceParts struct {
	Currency money.Currency
	// Price has the listing price.
	Price money.Amount
	// Shipping has the shipping price, nil if unknown.
	Shipping *money.Amount
	// Points has the value of the offer's points, nil if unknown. They are deducted in Japan only.
	Points *money.Amount
}
