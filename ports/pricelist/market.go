package pricelist

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// Matcher finds products by what a list names them. Answers are in the order of the questions.
type Matcher interface {
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

// Market knows products on a marketplace. Answers are in the order of the questions.
type Market interface {
	// Facts are at most as old as maxAge where a source can tell newer ones. A product that no source knows has its ASIN alone.
	Facts(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN, maxAge time.Duration) ([]Told, error)
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
	// Defaults are the expenses of a team. Its amounts are left out where it counts in another currency.
	Defaults(ctx context.Context, team id.Team, in money.Currency) (pricelist.ExpensesPatch, error)
	// RowsMonth is how many rows of price lists a team may have analyzed in a calendar month.
	RowsMonth(ctx context.Context, team id.Team) (int64, error)
}
