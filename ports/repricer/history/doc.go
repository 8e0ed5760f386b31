// Package history is what reading the past needs from outside: decisions, sales and their sums.
package history
