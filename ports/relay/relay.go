// Package relay holds what passing calls on to Amazon needs from outside.
package relay

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/relay"
)

// Marketplace is called with what the relay passes on.
type Marketplace interface {
	// Call makes a call for a seller account. It returns a fault that carries
	// Amazon's words in its Errors: Invalid upstream_rejected, Forbidden
	// integration_needs_attention, NotFound, TooLarge and Unsupported for a
	// body, Limited upstream_rate_limited with RetryAfter, Unavailable
	// upstream_unavailable.
	Call(ctx context.Context, s account.Seller, r relay.Request) (relay.Answer, error)
}
