// Package history publishes the product feed.
package history
