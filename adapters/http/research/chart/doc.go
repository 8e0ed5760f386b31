// Package chart draws the history of a product as SVG: prices on the left axis, the rank on a
// logarithmic axis at the right, counts in a strip below. Series without data are named below it.
// The same history always gives the same bytes. The SVG contains no scripts.
package chart
