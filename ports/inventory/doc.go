// Package inventory is what the inventory needs from outside.
//
// Every method names the team; another team's record is one that does not
// exist. Every method takes part in the transaction of ctx if there is one, and
// methods that lock need one. A store that is away is a fault of kind
// Unavailable; an error that is no fault is a bug or a broken store.
//
// Locks are taken in one order everywhere, so that writers wait instead of
// dying: inventory products by id, then SKUs by id, then listings by id.
package inventory
