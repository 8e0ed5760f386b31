// Package decision finds the price of a row from an Input and from nothing else.
//
// Decide goes through gates, floor and ceiling, what needs no offers, competitors,
// the buy box, the target, and the bounds of a change, in this order. The first that
// ends it names the reason. An input can be encoded and decided again.
//
// Amounts are in the currency of the row's marketplace; all numbers are exact.
package decision
