package pricelist

import "sellingassistant/domain/kernel/money"

// ListFilter selects analyses; nil and empty members select all.
type ListFilter struct {
	Suppliers []int64
	// Running selects analyses that have not ended, or the others.
	Running *bool
}

// Filter selects results; nil and empty members select all.
type Filter struct {
	Statuses               []Status
	Verdicts               []Verdict
	Restrictions           []Restriction
	Alerts, AlertsNot      []AlertCode
	Brands, Categories     []string
	InStock, Edited, Liked *bool
	Query                  string
	// Ranges include both ends, in the units of columns: ten-thousandths of amounts and
	// percentages.
	Ranges []Range
}

// Totals sums up results; results without the figure do not count.
type Totals struct {
	Count        int64
	Cost, Profit money.Amount
}

// Range bounds a figure of results.
type Range struct {
	Field    string
	From, To *int64
}
