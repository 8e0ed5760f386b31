// Package repricer contains the packages of the repricer's use cases. A package imports only
// packages below it in this list:
//
//	pricing    decides prices: of rows that are due, by hand, and of rows without events
//	events     applies the marketplace's events to rows
//	history    reads decisions, statistics and the current state
//	sending    sends decided prices, each once, and follows them until they are seen live
//	queue      decides when a row is evaluated
//	alerts     notifies people
//
// Package manage changes settings, strategies and rows for users. A change wakes rows by the stores
// of queue, and withdraws prices by its port Withdrawer.
//
// Each use case writes in a single transaction, which locks in the same order: settings, strategies
// by id, rows by id, open prices by row. Everything that can fail for a single row is decided
// before anything is written, so a store that fails leaves no partial writes.
package repricer
