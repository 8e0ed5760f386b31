// Package research holds what product research needs from outside.
package research

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
)

// Histories is a provider of price histories.
type Histories interface {
	// Has is nil where questions about a marketplace can be asked, else Rule not_supported.
	Has(m marketplace.Marketplace) error
	// Ask is answered within seconds or not at all. Faults: Rule not_supported where there is no provider or the provider does
	// not have the marketplace, Invalid upstream_rejected, Missing where one product was asked for that it does not know, Limited
	// upstream_rate_limited with RetryAfter, Unavailable upstream_unavailable.
	Ask(ctx context.Context, q lookup.Question) (lookup.Answer, error)
	// Read finds the products in the body of an answer, and how many of the provider's tokens it cost; what it cannot read is
	// Unavailable.
	Read(body []byte) (products []lookup.Product, consumed int64, err error)
	// Roots lists the root categories of a marketplace, with the faults of Ask. They are kept for a day.
	Roots(ctx context.Context, m marketplace.Marketplace) ([]lookup.Category, error)
}

// Catalog reads Amazon's catalogue.
type Catalog interface {
	// Products finds any number of products, in calls of twenty. Those it does not know are left out. Faults are Invalid
	// upstream_rejected, Forbidden integration_needs_attention, Limited upstream_rate_limited, Unavailable upstream_unavailable.
	Products(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error)
}

// Market tells of products through a seller account. Answers are in the order of the questions and have a time unless they failed,
// with the faults of Catalog, and NotFound for a product that it does not know.
type Market interface {
	Offers(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) []lookup.Told[lookup.Offers]
	Fees(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []FeeQuestion) []lookup.Told[[]fee.Given]
	// Restriction says whether the team may sell a product in new condition.
	Restriction(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN) lookup.Told[string]
}

// FeeQuestion is one about a product.
type FeeQuestion struct {
	ASIN asin.ASIN
	lookup.FeeQuestion
}

// ProductKey names what is known of a product. Each team pays for its own.
type ProductKey struct {
	Team        id.Team
	Marketplace marketplace.ID
	ASIN        asin.ASIN
}

// Known keeps what was found of products for KeptFor. A cache that fails counts as empty. What it returns must not be changed.
type Known interface {
	Get(ctx context.Context, k ProductKey) (lookup.Found, bool)
	Put(ctx context.Context, k ProductKey, f lookup.Found)
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
