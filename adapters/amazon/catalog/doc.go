// Package catalog reads product data from Amazon: codes, product types, allowed listing attributes,
// and selling restrictions.
package catalog
