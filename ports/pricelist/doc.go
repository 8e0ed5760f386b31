// Package pricelist is what the analysis of price lists needs from outside.
package pricelist
