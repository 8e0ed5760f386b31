package pricelist

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

// Research calculates the earnings of sales. It answers in the order of the questions. If a sale
// cannot be calculated, all its earnings are missing, for example at a price with more decimals
// than the currency.
type Research func(m marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error)
