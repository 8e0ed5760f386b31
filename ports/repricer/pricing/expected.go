package pricing

import (
	"context"

	"sellingassistant/domain/kernel/account"
	ports "sellingassistant/ports/repricer"
)

// ExpectedPrices reads at which price an own offer can expect the buy box.
type ExpectedPrices interface {
	// ExpectedPrices answers question by question; see Offers.Offers. The
	// subjects are SKUs of new goods.
	ExpectedPrices(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []ExpectedPriceAnswer
}

// ExpectedPriceAnswer has the price or Err. Both are nil where the marketplace has no
// such price: there is no rival, or the offer or product cannot have the box.
type ExpectedPriceAnswer struct {
	// Price is the listing price at or below which the offer can expect the box. It is
	// the marketplace's estimate, no promise.
	Price *ports.PriceParts
	Err   error
}
