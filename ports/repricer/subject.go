package repricer

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// SKUOrASIN is what a question is about on one marketplace: a SKU of the seller
// or a product. Exactly one of the two is given.
type SKUOrASIN struct {
	Marketplace marketplace.ID
	SKU         string
	ASIN        string
}

// PriceParts is a price with what is added to it and taken off it, all in one
// currency.
type PriceParts struct {
	Currency money.Currency
	// Price is the listing price, as it is or could be set by a seller.
	Price money.Amount
	// Shipping is what a buyer pays for it, nil when not told.
	Shipping *money.Amount
	// Points are what the points of the offer are worth, nil for none told. They
	// are taken off in Japan only.
	Points *money.Amount
}
