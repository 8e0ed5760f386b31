package pricelist

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

// Research counts what sales earn.
type Research interface {
	// Evaluate answers in the order of the questions. Of a sale that cannot be counted with, such as one at a price with more decimals
	// than the currency, all is missing.
	Evaluate(m marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error)
}
