package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// ExpectedPrices reads at which price an own offer can expect the buy box.
type ExpectedPrices interface {
	// ExpectedPrices answers question by question; see Offers.Offers. The
	// subjects are SKUs of new goods.
	ExpectedPrices(ctx context.Context, s account.Seller, asked []ports.Subject) []ExpectedPriceAnswer
}

// ExpectedPriceAnswer has Expected or Err.
type ExpectedPriceAnswer struct {
	Expected *ExpectedPrice
	Err      error
}

// ExpectedState says whether there is an expected price.
type ExpectedState string

// The states: a price; no rival; an offer that cannot have the box; no
// such offer; a product without this figure; something the marketplace has
// added since.
const (
	ExpectedKnown          ExpectedState = "known"
	ExpectedNoRival        ExpectedState = "no_rival"
	ExpectedOfferBarred    ExpectedState = "offer_barred"
	ExpectedOfferMissing   ExpectedState = "offer_missing"
	ExpectedProductBarred  ExpectedState = "product_barred"
	ExpectedSomethingOther ExpectedState = "other"
)

// ExpectedPrice is the marketplace's estimate; no promise.
type ExpectedPrice struct {
	At    time.Time
	ASIN  string // "" when not told
	State ExpectedState
	// Price is the listing price at or below which the offer can expect the box;
	// nil in every state but ExpectedKnown.
	Price *ports.Tag
	// Rival would have the box otherwise, Current has it; nil when not told.
	Rival   *BoxOffer
	Current *BoxOffer
}

// BoxOffer is the offer in a box.
type BoxOffer struct {
	SellerID    string
	Condition   decision.Condition
	Fulfillment decision.Fulfillment // "" when not told
	ports.Tag
}
