// Package research has the ports of product research.
package research

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	"sellingassistant/ports/cache"
)

// Histories asks a provider of price histories.
type Histories interface {
	// Has returns nil if questions about a marketplace can be asked, else Rule not_supported.
	Has(m marketplace.Marketplace) error
	// Ask answers within seconds or fails; lanes other than lookup.Interactive wait for tokens.
	// Faults: Rule not_supported without a provider for the marketplace, Invalid upstream_rejected,
	// Missing for a question about a single unknown product, Limited upstream_rate_limited with
	// RetryAfter, Unavailable upstream_unavailable.
	Ask(ctx context.Context, q lookup.Question) (lookup.Answer, error)
	// Read parses the products in the body of an answer, and the number of the provider's tokens it
	// cost. An unreadable body is Unavailable.
	Read(body []byte) (products []lookup.Product, consumed int64, err error)
	// ReadNames parses the products in the answer to a selection. An unreadable body is
	// Unavailable.
	ReadNames(body []byte) ([]asin.ASIN, error)
	// Roots lists the root categories of a marketplace, with the faults of Ask. They are cached for
	// a day.
	Roots(ctx context.Context, m marketplace.Marketplace) ([]lookup.Category, error)
}

// Catalog reads Amazon's catalogue. It finds any number of products, in calls of twenty. Unknown
// products are left out. Faults are Invalid upstream_rejected, Forbidden
// integration_needs_attention, Limited upstream_rate_limited, Unavailable upstream_unavailable.
type Catalog func(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error)

// Market reads facts about products through a seller account. Answers are in the order of the
// questions and have a time unless they failed. Faults are the faults of Catalog, and NotFound for
// an unknown product.
type Market interface {
	Offers(ctx context.Context, s account.Seller, m marketplace.Marketplace, asins []asin.ASIN) []lookup.Told[lookup.Offers]
	Fees(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []FeeQuestion) []lookup.Told[[]fee.Given]
	// Restriction says whether the team may sell a product in new condition.
	Restriction(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN) lookup.Told[string]
}

// FeeQuestion asks for the fees of a product.
type FeeQuestion struct {
	ASIN asin.ASIN
	lookup.FeeQuestion
}

// Rates reads the team's exchange rates. It returns how much quote one base was worth at a day.
// Without a rate of the last 7 days it is the Rule fault exchange_rate_missing.
type Rates func(ctx context.Context, team id.Team, base, quote money.Currency, day date.Date) (money.Rate, error)

// Terms reads the team's defaults for the sale of a product.
type Terms func(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN) (SaleTerms, error)

// SaleTerms has the team's defaults, and the VAT of its goods. An unknown member has no value.
type SaleTerms struct {
	StorageMonths optional.Maybe[money.Amount]
	VAT           vat.Defaults
	// CostLayer has the rate of the goods' cost, Class comes from the inventory product.
	CostLayer optional.Maybe[money.Percent]
	Class     optional.Maybe[vat.Class]
}

// Given completes the VAT of a sale on a day.
func (t SaleTerms) Given(m marketplace.Marketplace, day date.Date, g vat.Given) vat.Given {
	g = t.VAT.For(m, day, g)
	g.CostLayer, g.Class = t.CostLayer, t.Class
	return g
}

// OwnProducts reads the products that a team sells. It lists at most limit SKUs that can be bought
// and have a price, in the order of SKUs.
type OwnProducts func(ctx context.Context, team id.Team, limit int) ([]Own, error)

// Own has a SKU of a team. Price is in the marketplace's currency.
type Own struct {
	SKU         string
	Marketplace marketplace.Marketplace
	ASIN        asin.ASIN
	Price       money.Amount
	// Merchant marks a SKU that the seller ships.
	Merchant bool
}

// OwnSales reads the sales of a team. It returns a team's sales in the last sales.Days. Products
// without a complete record of the team's orders are left out. It never uses sales of other teams.
type OwnSales func(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]sales.OwnSales, error)

// ProductKey names the cached facts of a product. Each team pays for its own.
type ProductKey struct {
	Team        id.Team
	Marketplace marketplace.ID
	ASIN        asin.ASIN
}

// Known has the facts found about products, by the size in bytes.
type Known = cache.Cache[ProductKey, lookup.Found]

// KeptFor sets how long an answer that a team paid is free for it.
const KeptFor = 24 * time.Hour

// Payments stores which products teams paid for.
type Payments interface {
	// Since returns the time of a team's last payment for each product. Products not paid after the
	// given time are left out.
	Since(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, after time.Time) (map[asin.ASIN]time.Time, error)
	// Pay records that a team paid for products. Each product occurs once.
	Pay(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, at time.Time) error
	// Forget removes payments from before a time.
	Forget(ctx context.Context, before time.Time) error
}

// Key names a cached answer. Each team pays for its own: a free answer would disclose that another
// team has asked.
type Key struct {
	Team        id.Team
	Marketplace marketplace.ID
	Kind        lookup.Kind
	// Asked has the question.
	Asked string
}

// Kept caches answers that teams paid.
type Kept interface {
	// Get returns an answer that was cached after a time.
	Get(ctx context.Context, k Key, after time.Time) (answer []byte, found bool, err error)
	// Put caches an answer and replaces an older answer. An answer that is too large is not cached.
	Put(ctx context.Context, k Key, answer []byte, at time.Time) error
	// Forget removes answers from before a time, and the oldest answers beyond the bound on their
	// number.
	Forget(ctx context.Context, before time.Time) error
}

// Observed has a product's data for the curve of its root category.
type Observed struct {
	sales.Cell
	ASIN asin.ASIN
	At   time.Time
	// Truth has the actual sales, absent if no source knows them.
	Truth optional.Maybe[sales.Point]
	// Estimate has the curve's estimate, absent without a curve.
	Estimate optional.Maybe[sales.Evidence]
}

// JudgedFor sets how long judged estimates count.
const JudgedFor = 180 * 24 * time.Hour

// Calibration stores the data that curves are fitted to and checked against. It takes no team:
// nothing in it comes from a team's sales.
type Calibration interface {
	// Observe stores the truth of a product once in thirty days and an estimate once a week;
	// further values are left out. Truth also judges the product's unjudged estimates of the last
	// thirty days.
	Observe(ctx context.Context, all []Observed) error
	// Cells lists the root categories that have points since a time.
	Cells(ctx context.Context, since time.Time) ([]sales.Cell, error)
	// Points calls each with the points of a cell since a time, in the same order on every store.
	Points(ctx context.Context, c sales.Cell, since time.Time, each func(sales.Point)) error
	// Judged lists the estimates of a cell that were judged since a time.
	Judged(ctx context.Context, c sales.Cell, since time.Time) ([]sales.Judged, error)
	// Save stores a curve beside earlier curves, and returns its version.
	Save(ctx context.Context, f sales.Fitted) (int64, error)
	// Curves lists the last curve of every cell.
	Curves(ctx context.Context) ([]sales.Fitted, error)
	// Forget removes points and estimates from before a time.
	Forget(ctx context.Context, before time.Time) error
}
