// Package ledger has the data of seller accounts at the simulated marketplace: their listings,
// stock, submissions and feeds. It applies these when they are due.
package ledger
