// Package sending is what sending prices needs from outside: waiting prices, feeds, and the
// marketplace.
package sending
