// Package ledger has the data of seller accounts at the simulated marketplace: their listings,
// their submissions and feeds, the times at which these are applied, and their stock.
package ledger
