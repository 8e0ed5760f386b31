package sending

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/repricer"
)

// OwnPrices reads the prices of a seller's own offers, including those that are out of stock or
// inactive.
type OwnPrices interface {
	// OwnPrices answers each question separately, as Offers.Offers does.
	OwnPrices(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []OwnPriceAnswer
}

// OwnPriceAnswer has Offers, none for a SKU without a price, or Err.
type OwnPriceAnswer struct {
	Offers []OwnPrice
	Err    error
}

// OwnPrice is one own offer.
type OwnPrice struct {
	// PriceParts is what buyers pay now, sales included.
	ports.PriceParts
	// Regular is the price without any sale, nil if unknown.
	Regular *money.Amount
}

// PriceSubmitter sends prices to the marketplace, one at a time.
type PriceSubmitter interface {
	// Submit sets price, own minimum and own maximum of a SKU together. It sends
	// absolute values, so it may do so more than once. What it returns is only
	// queued: the price is live when it has been read back. With preview nothing
	// changes and the receipt says what would become of it.
	//
	// Faults are those of the marketplace: upstream_rejected, NotFound,
	// upstream_rate_limited, integration_needs_attention, upstream_unavailable.
	// After the last it is not known whether the price was taken.
	Submit(ctx context.Context, s account.Seller, c PriceChange, may MaySend, preview bool) (Receipt, error)
}

// MaySend reports whether something may still be sent. It is called right before each attempt,
// which may have waited for its turn. A refusal is upstream_rate_limited, unless an earlier
// attempt may have arrived. Nil always allows.
type MaySend func(context.Context) bool

// PriceChange is one price to set.
type PriceChange struct {
	SKU         string
	Marketplace marketplace.Marketplace
	// Price, Min and Max are listing prices in the marketplace's currency. Min and Max are the
	// seller's own bounds there; nil keeps the current one.
	Price money.Amount
	Min   *money.Amount
	Max   *money.Amount
}

// ReceiptState is the marketplace's result for a submission.
type ReceiptState string

// Queued, valid (a preview), rejected, and values the marketplace has added since.
const (
	ReceiptAccepted ReceiptState = "accepted"
	ReceiptValid    ReceiptState = "valid"
	ReceiptInvalid  ReceiptState = "invalid"
	ReceiptOther    ReceiptState = "other"
)

// Receipt is the answer to a submission.
type Receipt struct {
	State ReceiptState
	// ID identifies the submission at the marketplace.
	ID     string
	Issues []PriceIssue
}

// PriceIssue is a message of the marketplace about a submission.
type PriceIssue struct {
	Code     string
	Severity string
	Message  string
}
