// Package relay has the port that passes calls on to Amazon.
package relay

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/relay"
)

// Marketplace passes calls on to Amazon. It makes a call for a seller account. Its faults have
// Amazon's messages in Errors: Invalid upstream_rejected, Forbidden integration_needs_attention,
// NotFound, TooLarge and Unsupported for a body, Limited upstream_rate_limited with RetryAfter,
// Unavailable upstream_unavailable.
type Marketplace func(ctx context.Context, s account.Seller, r relay.Request) (relay.Answer, error)
