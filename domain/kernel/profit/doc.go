// Package profit calculates the earnings of one sold unit after fees, VAT and costs, and finds the
// price and the cost that reach an aim. Product research, price lists and the repricer share this
// formula.
//
// Fee lines are rounded as Amazon charges them. Everything else is exact until a figure is rounded
// once, half away from zero. An unknown figure has no value: a missing cost, postage or fee never
// counts as 0.
package profit
