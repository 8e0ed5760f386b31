// Package exchange has the use cases of exchange rates.
package exchange
