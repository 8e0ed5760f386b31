// Package history is what looking back needs from outside: decisions, sales and
// what they add up to.
package history
