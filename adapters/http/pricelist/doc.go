// Package pricelist serves the price list analyzer: analyses are started from rows or files, and their results are read and corrected.
package pricelist
