// Package chart draws the history of a product as SVG: prices on the left axis, the rank on a logarithmic one at the right, counts
// in a strip below. The same history is always the same bytes, and nothing in them runs.
package chart
