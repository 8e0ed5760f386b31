package pricing

import ports "sellingassistant/ports/repricer"

// ExpectedPriceAnswer has the price or Err. Both are nil if the marketplace has no such price, for
// example without a rival, or if the offer or product cannot win the box.
type ExpectedPriceAnswer struct {
	// Price has the marketplace's estimate of the highest listing price at which the offer can
	// expect the box.
	Price *ports.PriceParts
	Err   error
}
