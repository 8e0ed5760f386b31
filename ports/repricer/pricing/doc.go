// Package pricing is what deciding a price needs from outside: what rows are
// decided from, and what the marketplace answers when it is asked.
package pricing
