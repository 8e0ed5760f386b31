package pricelist

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// Matcher finds products by what a list names them. Answers are in the order of the questions.
type Matcher interface {
	// Cost is how many tokens the questions would cost the team now. Without an account of the marketplace it is Forbidden or Rule.
	Cost(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Identity) (int64, error)
	// Match charges a token for each identity that the team has not asked for within a day. The error is of all: what keeps the
	// team from asking at all.
	Match(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Identity) ([]Match, error)
}

// Match are the products with an identity, or why they are not known.
type Match struct {
	Products []asin.ASIN
	Err      error
}

// Told is what is known of a product, or why nothing is.
type Told struct {
	Facts pricelist.Facts
	Err   error
}

// Market knows products on a marketplace. Answers are in the order of the questions. An error is of all: what keeps the team from
// asking at all.
type Market interface {
	// Facts are what the catalogue says, at most as old as maxAge where it can tell newer ones, and prices that are kept. A product
	// that no source knows has its ASIN alone.
	Facts(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN, maxAge time.Duration) ([]Told, error)
	// Prices are those of the buy box, of 600 products a minute.
	Prices(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN) ([]Priced, error)
	// Fees are what Amazon charges for sales, of 600 a minute.
	Fees(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []FeeQuestion) ([]Charged, error)
	// Offers lays the present offers over facts, of 120 products a minute.
	Offers(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Facts) ([]Told, error)
}

// Boxes reads the prices of buy boxes with an account.
type Boxes interface {
	// BoxPrices answers in the order of the questions.
	BoxPrices(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []asin.ASIN) []Priced
}

// Priced is the price of a buy box with shipping, and how many offers of new goods there are; or why they are not known.
type Priced struct {
	BuyBox pricelist.Maybe
	Offers optional.Maybe[int64]
	Err    error
}

// FeeQuestion asks what Amazon charges for a sale.
type FeeQuestion struct {
	ASIN     asin.ASIN
	Price    money.Amount
	Merchant bool
}

// Charged are the fees of a sale, or why they are not known.
type Charged struct {
	Charges []pricelist.Charge
	Err     error
}

// Permissions says what a team may sell.
type Permissions interface {
	// Restrictions say whether the team may sell products in new condition, in the order of the questions. The
	// error is of all: what keeps the team from asking at all.
	Restrictions(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN) ([]Permission, error)
}

// Permission is an answer about a product, or why there is none.
type Permission struct {
	Status pricelist.Restriction
	At     time.Time
	Err    error
}

// Teams knows what a team may do and takes where a list says nothing.
type Teams interface {
	// Defaults returns the expenses of a team. Its amounts are left out where it counts in another
	// currency, its VAT where prices exclude tax.
	Defaults(ctx context.Context, team id.Team, m marketplace.Marketplace) (pricelist.ExpensesPatch, error)
	// RowsMonth is how many rows of price lists a team may have analyzed in a calendar month.
	RowsMonth(ctx context.Context, team id.Team) (int64, error)
	// TokensLeft are those of this month; Payment subscription_inactive where the plan does not run.
	TokensLeft(ctx context.Context, team id.Team) (int64, error)
}

// Purchasing knows whom a list is from and where its goods go.
type Purchasing interface {
	// OrdersOf are the newest open orders, drafts too, that have an item of the products; products that none has are left out.
	OrdersOf(ctx context.Context, team id.Team, products []asin.ASIN) (map[asin.ASIN]int64, error)
	// Supply counts stock, and the units of open orders and drafts. Products without any are left out.
	Supply(
		ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
	) (map[asin.ASIN]pricelist.Supply, error)
	// Offer writes what a supplier asks for things, in place of its offers with the same SKU or else the same product. What purchasing
	// refuses is left out.
	Offer(ctx context.Context, who caller.Caller, supplier int64, m marketplace.ID, all []pricelist.Purchase) error
	// Supplier is Rule not_found for one that does not exist.
	Supplier(ctx context.Context, team id.Team, one int64) error
	// Costs are what a warehouse asks for a unit; one that does not exist is Rule not_found. Amounts of another currency are left out.
	Costs(ctx context.Context, team id.Team, warehouse int64, in money.Currency) (pricelist.ExpensesPatch, error)
}

// Inventory knows the goods of a team.
type Inventory interface {
	// VAT returns the VAT of products; those without any are left out. Without products it does
	// nothing.
	VAT(
		ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
	) (map[asin.ASIN]pricelist.KnownVAT, error)
}

// Notes knows what a team has noted about products.
type Notes interface {
	// About counts the notes about products on a marketplace; those without one are left out.
	About(ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN) (map[asin.ASIN]Noted, error)
}

// Noted is how many notes there are about a product, and the text of the newest.
type Noted struct {
	Count int64
	Last  string
}

// Feed is the history of products.
type Feed interface {
	// Analyzed says of products that an analysis that a user started has accepted them, in the transaction of ctx.
	Analyzed(ctx context.Context, team id.Team, by id.User, of pricelist.ID, m marketplace.ID, products []Accepted) error
}

// Accepted is a product that an analysis found worth buying.
type Accepted struct {
	ASIN                asin.ASIN
	Title               string
	Price, Cost, Profit pricelist.Maybe
	ROI                 optional.Maybe[money.Percent]
}
