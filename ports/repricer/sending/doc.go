// Package sending is what sending a price needs from outside: the prices that
// wait, the feeds that carry them, and the marketplace that takes them.
package sending
