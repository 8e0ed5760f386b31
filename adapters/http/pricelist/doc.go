// Package pricelist serves the price list analyzer. It starts analyses from rows or files, and
// answers and corrects their results.
package pricelist
