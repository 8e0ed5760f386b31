// Package pricelist has the ports of the analysis of price lists.
package pricelist
