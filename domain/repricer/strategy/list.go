package strategy

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
)

// Filter filters a list of strategies; an empty member does not filter.
type Filter struct {
	Types   []decision.StrategyType
	Enabled *bool
	// Marketplaces selects strategies that apply to any of these.
	Marketplaces []marketplace.ID
	// Query matches text within the name, ignoring letter case.
	Query string
}

// Row has a strategy with its number of rows.
type Row struct {
	Snapshot
	// ProductsCount counts the live rows that name the strategy as their own.
	ProductsCount int64
}
