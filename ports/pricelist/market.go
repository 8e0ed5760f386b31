package pricelist

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// Matcher finds products by the identities in a list. Answers are in the order of the questions.
type Matcher interface {
	// Cost returns the tokens that the questions would cost the team now. Without an account of the
	// marketplace it is a Forbidden or Rule fault.
	Cost(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Identity) (int64, error)
	// Match charges a token for each identity that the team has not asked for within a day. An
	// error applies to all questions: it keeps the team from asking at all.
	Match(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Identity) ([]Match, error)
}

// Match has the products with an identity, or the error.
type Match struct {
	Products []asin.ASIN
	Err      error
}

// Told has the facts of a product, or the error.
type Told struct {
	Facts pricelist.Facts
	Err   error
}

// Market reads facts about products on a marketplace. Answers are in the order of the questions. An
// error applies to all questions: it keeps the team from asking at all.
type Market interface {
	// Facts returns the facts of the catalogue and cached prices, and marks facts older than maxAge
	// as stale. A product that no source knows has only its ASIN.
	Facts(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN, maxAge time.Duration) ([]Told, error)
	// Prices returns the prices of buy boxes, at 600 products a minute.
	Prices(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN) ([]Priced, error)
	// Fees returns Amazon's fees of sales, at 600 a minute.
	Fees(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []FeeQuestion) ([]Charged, error)
	// Offers adds the present offers to facts, at 120 products a minute.
	Offers(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Facts) ([]Told, error)
}

// Boxes reads the prices of buy boxes with an account. It answers in the order of the questions.
type Boxes func(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []asin.ASIN) []Priced

// Priced has the price of a buy box with shipping and the number of offers of new goods, or the
// error.
type Priced struct {
	BuyBox pricelist.Maybe
	Offers optional.Maybe[int64]
	Err    error
}

// FeeQuestion asks for Amazon's fees of a sale.
type FeeQuestion struct {
	ASIN     asin.ASIN
	Price    money.Amount
	Merchant bool
}

// Charged has the fees of a sale, or the error.
type Charged struct {
	Charges []pricelist.Charge
	Err     error
}

// Permissions checks which products a team may sell. It says whether the team may sell products in
// new condition, in the order of the questions. An error applies to all questions: it keeps the
// team from asking at all.
type Permissions func(
	ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN,
) ([]Permission, error)

// Permission has an answer about a product, or the error.
type Permission struct {
	Status pricelist.Restriction
	At     time.Time
	Err    error
}

// Rates reads the team's exchange rates. It returns the rates that convert currencies to another
// currency at a day. Currencies without a rate are left out. Without currencies it reads nothing.
type Rates func(
	ctx context.Context, team id.Team, currencies []money.Currency, home money.Currency, day date.Date,
) ([]pricelist.Rate, error)

// Teams reads the limits and defaults of a team.
type Teams interface {
	// Defaults returns the expenses of a team. Amounts are left out if the team uses another
	// currency, and its VAT if prices exclude tax.
	Defaults(ctx context.Context, team id.Team, m marketplace.Marketplace) (pricelist.ExpensesPatch, error)
	// VATDoubt returns a doubt about VAT of sales on a marketplace today, "" without a doubt.
	VATDoubt(ctx context.Context, team id.Team, m marketplace.Marketplace) (string, error)
	// RowsMonth returns the limit of price list rows that a team may analyze in a calendar month.
	RowsMonth(ctx context.Context, team id.Team) (int64, error)
	// TokensLeft returns the tokens left this month; Payment subscription_inactive if the plan is
	// not active.
	TokensLeft(ctx context.Context, team id.Team) (int64, error)
}

// Purchasing reads suppliers, warehouses and orders, and writes offers.
type Purchasing interface {
	// OrdersOf maps products to the newest open order with an item of the product, drafts included.
	// Products without such an order are left out.
	OrdersOf(ctx context.Context, team id.Team, products []asin.ASIN) (map[asin.ASIN]int64, error)
	// Supply counts stock, and the units of open orders and drafts. Products without units are left
	// out.
	Supply(
		ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
	) (map[asin.ASIN]pricelist.Supply, error)
	// Offer writes a supplier's offers. Each replaces the supplier's offer with the same SKU, or
	// else with the same product. Offers that purchasing refuses are left out.
	Offer(ctx context.Context, who caller.Caller, supplier int64, m marketplace.ID, all []pricelist.Purchase) error
	// Supplier returns Rule not_found for an absent supplier.
	Supplier(ctx context.Context, team id.Team, one int64) error
	// Costs returns a warehouse's charges for a unit; an absent warehouse is Rule not_found.
	// Amounts in another currency are left out.
	Costs(ctx context.Context, team id.Team, warehouse int64, in money.Currency) (pricelist.ExpensesPatch, error)
}

// Inventory reads the goods of a team. It returns the VAT of products. Products without VAT are
// left out. Without products it does nothing.
type Inventory func(
	ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
) (map[asin.ASIN]pricelist.KnownVAT, error)

// Notes reads a team's notes about products. It counts the notes about products on a marketplace.
// Products without notes are left out.
type Notes func(ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN) (map[asin.ASIN]Noted, error)

// Noted has the number of notes about a product, and the text of the newest.
type Noted struct {
	Count int64
	Last  string
}

// Feed writes the history of products. It records that an analysis of a user accepted the
// products, in the transaction of ctx.
type Feed func(ctx context.Context, team id.Team, by id.User, of pricelist.ID, m marketplace.ID, products []Accepted) error

// Accepted has a product that an analysis found worth buying.
type Accepted struct {
	ASIN                asin.ASIN
	Title               string
	Price, Cost, Profit pricelist.Maybe
	ROI                 optional.Maybe[money.Percent]
}
