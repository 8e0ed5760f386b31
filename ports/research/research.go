// Package research holds what product research needs from outside.
package research

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
)

// Histories is a provider of price histories.
type Histories interface {
	// Ask is answered within seconds or not at all. Faults: Rule not_supported where there is no provider or the provider does
	// not have the marketplace, Invalid upstream_rejected, Missing where one product was asked for that it does not know, Limited
	// upstream_rate_limited with RetryAfter, Unavailable upstream_unavailable.
	Ask(ctx context.Context, q lookup.Question) (lookup.Answer, error)
	// Read finds the products in the body of an answer; what it cannot read is Unavailable.
	Read(body []byte) ([]lookup.Product, error)
	// Roots lists the root categories of a marketplace, with the faults of Ask. They are kept for a day.
	Roots(ctx context.Context, m marketplace.Marketplace) ([]lookup.Category, error)
}

// KeptFor is how long an answer that a team paid is free for it.
const KeptFor = 24 * time.Hour

// Key names a kept answer. Each team pays for its own: a free one would tell that another team has asked.
type Key struct {
	Team        id.Team
	Marketplace marketplace.ID
	Kind        lookup.Kind
	// Asked is the question.
	Asked string
}

// Kept keeps answers for KeptFor. A cache that fails counts as empty. Bytes that it returns must not be changed.
type Kept interface {
	Get(ctx context.Context, k Key) ([]byte, bool)
	Put(ctx context.Context, k Key, answer []byte)
}
