// Package repricer has the ports that all packages of the repricer share: its settings, strategies
// and rows, and their accounts and listings.
//
// Every method takes a team and treats records of other teams as absent. Every method takes part in
// the transaction of ctx if any; methods that lock need a transaction. An unreachable store is a
// fault of kind Unavailable. Any error that is not a fault is a bug or a broken store.
//
// All writers take locks in the same order, so that they wait instead of deadlocking: settings,
// then strategies by id, then products by id, then open prices by product, or sales by order.
package repricer
