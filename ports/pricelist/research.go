package pricelist

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

// Research counts what sales earn.
type Research interface {
	// Evaluate answers in the order of the questions. A sale that cannot be counted with is a Rule fault.
	Evaluate(m marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error)
}
