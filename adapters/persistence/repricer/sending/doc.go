// Package sending stores the state of prices that are sent: the time of the next step, the feeds
// that carry them, and the process that works on an account.
package sending
