// Package events applies the marketplace's events to rows: changed offers, listings and orders. It
// queues the rows that need a decision.
package events
