package pricing

import (
	"context"

	"sellingassistant/domain/kernel/account"
	ports "sellingassistant/ports/repricer"
)

// ExpectedPrices reads featured offer expected prices.
type ExpectedPrices interface {
	// ExpectedPrices answers each question separately, as Offers.Offers does. It asks about SKUs
	// of new goods.
	ExpectedPrices(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []ExpectedPriceAnswer
}

// ExpectedPriceAnswer has the price or Err. Both are nil if the marketplace has no such price:
// there is no rival, or the offer or product cannot have the box.
type ExpectedPriceAnswer struct {
	// Price is the listing price at or below which the offer can expect the box. It is an estimate
	// of the marketplace.
	Price *ports.PriceParts
	Err   error
}
