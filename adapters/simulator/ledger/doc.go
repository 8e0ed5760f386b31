// Package ledger is what seller accounts have at the simulated marketplace: their
// listings, what they submitted or uploaded in feeds, when it is applied, and
// their stock.
package ledger
