// Package inventory has the ports of the inventory.
//
// Every method takes a team and treats records of other teams as absent. Every method takes part in
// the transaction of ctx if any; methods that lock need a transaction. An unreachable store is a
// fault of kind Unavailable. Any error that is not a fault is a bug or a broken store.
//
// All writers take locks in the same order, so that they wait instead of deadlocking: inventory
// products by id, then SKUs by id, then listings by id.
package inventory
