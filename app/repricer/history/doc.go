// Package history holds the use cases that read past decisions, sales and prices.
package history
