// Package history stores decisions with the outcomes of their prices, sales, and the day counters
// of both.
package history
