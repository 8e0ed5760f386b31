// Package demo fills an empty service with a team, a key, a seller account on
// the built-in marketplace with its last thirty days, documents, repricer rows and
// a price list, so that the first call of a newcomer has something to answer.
package demo
