package repricer

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// SKUOrASIN names what a question is about on one marketplace: a SKU of the seller or a product.
// Exactly one is given.
type SKUOrASIN struct {
	Marketplace marketplace.ID
	SKU         string
	ASIN        string
}

// PriceParts is a price with shipping and points, all in one currency.
type PriceParts struct {
	Currency money.Currency
	// Price is the listing price.
	Price money.Amount
	// Shipping is the shipping price, nil if unknown.
	Shipping *money.Amount
	// Points is the value of the offer's points, nil if unknown. They are deducted in Japan only.
	Points *money.Amount
}
