// Package exchange has the ports of exchange rates.
package exchange
