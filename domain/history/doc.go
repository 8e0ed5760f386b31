// Package history decides which changes of products are events of the product feed.
package history
