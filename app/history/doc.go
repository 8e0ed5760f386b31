// Package history has the use cases of the product feed.
package history
