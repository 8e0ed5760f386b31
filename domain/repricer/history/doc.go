// Package history records each decision about a row and follows its price to the
// marketplace, until the price is seen live, refused or given up.
package history
