// Package repricer is what every room of the repricer needs from outside: its
// settings, strategies and rows, and the accounts and listings these are about.
//
// Every method names the team; another team's record is one that does not
// exist. Every method takes part in the transaction of ctx if there is one, and
// methods that lock need one. A store that is away is a fault of kind
// Unavailable; an error that is no fault is a bug or a broken store.
//
// Locks are taken in one order everywhere, so that writers wait instead of
// dying: settings, then strategies by id, then products by id, then open prices
// by product, or what was sold by an order.
package repricer
