// Package history provides the use cases that read past decisions, sales and prices.
package history
