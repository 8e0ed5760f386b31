// Package sending stores what sending needs to know of prices: when something is to
// be done with one, the feeds that carry them, and who works on an account.
package sending
