// Package repricer is the house of the repricer's use cases, which stand in its
// rooms. A room imports only rooms below it:
//
//	pricing    decides prices: of rows that are due, by hand, and of rows nothing was heard of
//	history    looks back: decisions, statistics, what stands where now
//	sending    lets decided prices leave, each once, and follows them until they are seen
//	queue      when a row's turn comes
//	alerts     what people are to be told
//
// Beside them manage, where users change settings, strategies and rows: a change
// wakes rows by the stores of queue, and withdraws prices by its port Withdrawer.
//
// Each use case writes in one transaction, which locks in one order: settings,
// strategies by id, rows by id, open prices by row. What can fail for a single
// row is decided before anything is written, so a store that fails leaves
// nothing behind.
package repricer
