// Package history has the ports of the product feed.
package history
