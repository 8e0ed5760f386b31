// Package history holds the use cases that look back at decisions, sales and prices.
package history
