package pricing

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
)

// Fees estimates what the marketplace takes of a sale.
type Fees interface {
	// Fees answers question by question; see Offers.Offers.
	Fees(ctx context.Context, s account.Seller, asked []FeeQuestion) []FeeAnswer
}

// FeeQuestion asks for the fees of one SKU or product, sold at a price and
// shipped by one side. Exactly one of SKU and ASIN is given.
type FeeQuestion struct {
	Marketplace marketplace.Marketplace
	SKU         string
	ASIN        string
	Fulfillment decision.Fulfillment
	// Price and Shipping are what a buyer pays, in the marketplace's currency.
	Price    money.Amount
	Shipping money.Amount
	// Points are what the points of the offer are worth, in yen; Japan only.
	Points money.Amount
}

// FeeAnswer has Estimate or Err.
type FeeAnswer struct {
	Estimate *FeeEstimate
	Err      error
}

// FeeEstimate is what one sale costs, all in one currency. Amounts are after
// promotions of the marketplace and without taxes on fees.
type FeeEstimate struct {
	Currency money.Currency
	// Referral is the share of the marketplace at the price asked for, which may
	// be its minimum; nil when not told.
	Referral *money.Amount
	// ReferralRate is that share as a percentage of price and shipping, rounded up
	// to four decimals, so that a floor made with it never lies too low. The
	// marketplace rounds fees to its smallest coin and has least fees it does not
	// tell: the rate holds near the price asked for. Nil when not known.
	ReferralRate *money.Percent
	// Parts are all other fees, which do not depend on the price, in the
	// marketplace's order.
	Parts []money.Amount
	// Total is the marketplace's own sum, nil when not told.
	Total *money.Amount
}

// Fixed sums up the fees that do not depend on the price.
func (e *FeeEstimate) Fixed() money.Amount {
	var units int64
	for _, p := range e.Parts {
		units += p.Units()
	}
	return money.FromUnits(units)
}
