// Package demo fills an empty service, so that a newcomer's first calls return data. It adds a
// team, a key, a seller account on the built-in marketplace with its last thirty days, documents,
// repricer rows and a price list.
package demo
