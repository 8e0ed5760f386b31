// Package list finds the entries of price lists on pages: a code, a text and a price, and no
// quantity.
package list
