// Package pricelist gives the analysis of price lists data of other contexts, such as fees and
// profit.
package pricelist
