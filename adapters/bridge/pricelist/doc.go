// Package pricelist tells the analysis of price lists what other contexts know: fees and profit.
package pricelist
