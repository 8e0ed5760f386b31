// Package purchasing holds whom a team buys from, what they offer, and where goods
// are kept.
package purchasing
