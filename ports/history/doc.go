// Package history holds what the product feed needs from outside.
package history
