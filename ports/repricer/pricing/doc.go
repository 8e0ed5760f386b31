// Package pricing is what deciding prices needs from outside: stored data, and answers of the
// marketplace.
package pricing
