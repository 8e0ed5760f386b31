// Package pricelist has the use cases of the price list analyzer.
package pricelist
