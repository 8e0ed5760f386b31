package pricelist

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Counts finds what rows of a list earn.
type Counts struct{ research ports.Research }

// NewCounts takes what counts fees and profit.
func NewCounts(r ports.Research) *Counts { return &Counts{r} }

// Results counts rows by the expenses of their list, with break-even prices where solve says so, which takes ten times as long.
func (c *Counts) Results(v pricelist.Values, rows []pricelist.Row, solve bool) ([]pricelist.Result, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	terms := pricelist.Terms{Currency: m.Currency, Way: v.Way, Expenses: v.Expenses, Skip: v.Skip}
	return pricelist.Judge(rows, terms, solve, func(sales []pricelist.Sale) ([]pricelist.Earnings, error) { return c.research.Evaluate(m, sales) })
}
