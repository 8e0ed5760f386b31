// Package history stores decisions, what became of their prices, what rows sold,
// and the day counters of all that.
package history
