// Package pricelist stores analyses of price lists, their rows and results on both databases.
package pricelist
