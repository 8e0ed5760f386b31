// Package history stores the product feed on both databases.
package history
