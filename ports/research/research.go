// Package research holds what product research needs from outside.
package research

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
)

// Histories is a provider of price histories.
type Histories interface {
	// Has is nil where questions about a marketplace can be asked, else Rule not_supported.
	Has(m marketplace.Marketplace) error
	// Ask is answered within seconds or not at all, but in other lanes than lookup.Interactive waits for tokens. Faults: Rule not_supported where there is no provider or the provider does
	// not have the marketplace, Invalid upstream_rejected, Missing where one product was asked for that it does not know, Limited
	// upstream_rate_limited with RetryAfter, Unavailable upstream_unavailable.
	Ask(ctx context.Context, q lookup.Question) (lookup.Answer, error)
	// Read finds the products in the body of an answer, and how many of the provider's tokens it cost; what it cannot read is
	// Unavailable.
	Read(body []byte) (products []lookup.Product, consumed int64, err error)
	// ReadNames finds the products that an answer to a selection names; what it cannot read is Unavailable.
	ReadNames(body []byte) ([]asin.ASIN, error)
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

// Terms knows the defaults of a team's sale of a product.
type Terms interface {
	Of(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN) (SaleTerms, error)
}

// SaleTerms has the team's defaults, and the VAT of its goods. An unknown member has no value.
type SaleTerms struct {
	StorageMonths optional.Maybe[money.Amount]
	VAT           vat.Defaults
	// CostLayer has the rate of the goods' cost, Class comes from the inventory product.
	CostLayer optional.Maybe[money.Percent]
	Class     optional.Maybe[vat.Class]
}

// Given completes the VAT of a sale.
func (t SaleTerms) Given(m marketplace.Marketplace, g vat.Given) vat.Given {
	g = t.VAT.For(m, g)
	g.CostLayer, g.Class = t.CostLayer, t.Class
	return g
}

// OwnProducts are what a team itself sells.
type OwnProducts interface {
	// Own lists at most limit SKUs that can be bought and have a price, in the order of SKUs.
	Own(ctx context.Context, team id.Team, limit int) ([]Own, error)
}

// Own is a SKU of a team. Price is in the marketplace's currency.
type Own struct {
	SKU         string
	Marketplace marketplace.Marketplace
	ASIN        asin.ASIN
	Price       money.Amount
	// Merchant is one that the seller ships.
	Merchant bool
}

// OwnSales are what a team itself sold.
type OwnSales interface {
	// Sold is what a team sold in the last sales.Days of products of which all its orders are known; others are left out. No other
	// team's sales are in it.
	Sold(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]sales.OwnSales, error)
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

// Payments are for which products teams paid.
type Payments interface {
	// Since says when a team last paid for products. Those that it has not paid after the time are left out.
	Since(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, after time.Time) (map[asin.ASIN]time.Time, error)
	// Pay notes that a team paid for products. Each is named once.
	Pay(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, at time.Time) error
	// Forget removes payments from before a time.
	Forget(ctx context.Context, before time.Time) error
}

// Key names a kept answer. Each team pays for its own: a free one would tell that another team has asked.
type Key struct {
	Team        id.Team
	Marketplace marketplace.ID
	Kind        lookup.Kind
	// Asked is the question.
	Asked string
}

// Kept keeps answers that teams paid.
type Kept interface {
	// Get returns an answer that was kept after a time.
	Get(ctx context.Context, k Key, after time.Time) (answer []byte, found bool, err error)
	// Put keeps an answer in place of an older one. One too large to be kept is left out.
	Put(ctx context.Context, k Key, answer []byte, at time.Time) error
	// Forget removes answers from before a time, and the oldest of more than are kept.
	Forget(ctx context.Context, before time.Time) error
}

// Observed is what a look at a product says of the curve of its root category.
type Observed struct {
	sales.Cell
	ASIN asin.ASIN
	At   time.Time
	// Truth is what was sold, absent where nothing tells.
	Truth optional.Maybe[sales.Point]
	// Estimate is the curve's, absent without a curve.
	Estimate optional.Maybe[sales.Evidence]
}

// Fitted is a curve with the day of its fit. Version is 0 for one that was never fitted.
type Fitted struct {
	sales.Cell
	sales.Curve
	Version int64
	At      time.Time
}

// JudgedFor is how long estimates count that were judged.
const JudgedFor = 180 * 24 * time.Hour

// Calibration keeps what curves are fitted to and held against. It belongs to no team: nothing in it comes from what a team sells.
type Calibration interface {
	// Observe keeps the truth of a product once in thirty days and an estimate once a week; further ones are left out. Truth also
	// judges the product's estimates of the last thirty days that were not judged before.
	Observe(ctx context.Context, all []Observed) error
	// Cells lists the root categories that have points since a time.
	Cells(ctx context.Context, since time.Time) ([]sales.Cell, error)
	// Points calls each with the points of a cell since a time, in one order on every store.
	Points(ctx context.Context, c sales.Cell, since time.Time, each func(sales.Point)) error
	// Judged lists the estimates of a cell that were judged since a time.
	Judged(ctx context.Context, c sales.Cell, since time.Time) ([]sales.Judged, error)
	// Save keeps a curve beside those before it, and returns its version.
	Save(ctx context.Context, f Fitted) (int64, error)
	// Curves lists the last curve of every cell.
	Curves(ctx context.Context) ([]Fitted, error)
	// Forget removes points and estimates from before a time.
	Forget(ctx context.Context, before time.Time) error
}
