package sending

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/repricer"
)

// OwnPrices reads the prices of a seller's own offers, including those that are out of stock or
// inactive. It answers each question separately, as pricing.Market does.
type OwnPrices func(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []OwnPriceAnswer

// OwnPriceAnswer has Offers or Err. Offers is empty for a SKU without a price.
type OwnPriceAnswer struct {
	Offers []OwnPrice
	Err    error
}

// OwnPrice has one own offer.
type OwnPrice struct {
	// PriceParts has the price that buyers pay now, sales included.
	ports.PriceParts
	// Regular has the price without any sale, nil if unknown.
	Regular *money.Amount
}

// PriceSubmitter sets price, own minimum and own maximum of a SKU together at the marketplace. It
// sends absolute values, so it may be repeated. The result is only queued: the price is live only
// after it was read back. With preview nothing changes and the receipt has the expected result.
//
// It returns the faults of the marketplace: upstream_rejected, NotFound, upstream_rate_limited,
// integration_needs_attention, upstream_unavailable. After the last it is unknown whether the price
// was accepted.
type PriceSubmitter func(
	ctx context.Context, s account.Seller, c PriceChange, may MaySend, preview bool,
) (Receipt, error)

// MaySend reports whether the request may still be sent. It is called right before each attempt,
// which may have waited for its turn. A refusal is upstream_rate_limited, unless an earlier attempt
// may have arrived. Nil always allows.
type MaySend func(context.Context) bool

// PriceChange has one price to set.
type PriceChange struct {
	SKU         string
	Marketplace marketplace.Marketplace
	// Price, Min and Max are listing prices in the marketplace's currency. Min and Max are the
	// seller's own bounds there; nil keeps the current bound.
	Price money.Amount
	Min   *money.Amount
	Max   *money.Amount
}

// ReceiptState has the marketplace's result for a submission.
type ReceiptState string

// Queued, valid (a preview), rejected, and values that the marketplace added later.
const (
	ReceiptAccepted ReceiptState = "accepted"
	ReceiptValid    ReceiptState = "valid"
	ReceiptInvalid  ReceiptState = "invalid"
	ReceiptOther    ReceiptState = "other"
)

// Receipt has the answer to a submission.
type Receipt struct {
	State ReceiptState
	// ID identifies the submission at the marketplace.
	ID     string
	Issues []PriceIssue
}

// PriceIssue has a message of the marketplace about a submission.
type PriceIssue struct {
	Code     string
	Severity string
	Message  string
}
