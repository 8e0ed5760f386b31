// Package catalog reads what Amazon says about products: codes, product types, allowed listing
// attributes, and selling restrictions.
package catalog
