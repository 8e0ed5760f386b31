// Package decision finds the price of a row from an Input and nothing else.
//
// Decide goes through these stages in order: gates, floor and ceiling, rules that need no offers,
// competitors, the buy box, the target, and the bounds of a change. The first stage that ends it
// names the reason. An input can be encoded and decided again.
//
// Amounts are in the currency of the row's marketplace; all numbers are exact.
package decision
