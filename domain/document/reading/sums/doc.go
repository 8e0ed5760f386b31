// Package sums finds the printed sums of a document by their labels: subtotal, shipping, discount,
// tax, rounding and total. It fills a header with the sums that add up, else with the usual sums.
package sums
