package pricelist

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

// Research calculates the earnings of sales.
type Research interface {
	// Evaluate answers in the order of the questions. If a sale cannot be calculated, all its
	// earnings are missing, for example at a price with more decimals than the currency.
	Evaluate(m marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error)
}
