// Package exchange serves the operations of exchange rates.
package exchange
