// Package history has the ports that read the past: decisions, sales and their sums.
package history
