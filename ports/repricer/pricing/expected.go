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

// ExpectedPriceAnswer has the price or Err. Both are nil if the marketplace has no such price, for
// example without a rival, or if the offer or product cannot win the box.
type ExpectedPriceAnswer struct {
	// Price has the marketplace's estimate of the highest listing price at which the offer can
	// expect the box.
	Price *ports.PriceParts
	Err   error
}
