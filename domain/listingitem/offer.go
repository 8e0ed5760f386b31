// Package listingitem models a seller's offer on a marketplace: the rules that an offer has to keep
// before it is sent, and the parts of a listing as the marketplace keeps it.
package listingitem

import (
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Condition has the state of an item in the marketplace's words.
type Condition string

// New means the condition of an unused item.
const New Condition = "new_new"

// Channel names the party that stores and ships the units.
type Channel string

// The channels.
const (
	ByMerchant    Channel = "MFN"
	ByMarketplace Channel = "AFN"
)

// Terms has the terms on which a seller wants to sell a product. Amounts are in the currency of the
// marketplace.
type Terms struct {
	ASIN      asin.ASIN
	Price     money.Amount
	Condition Condition
	Channel   Channel
	// Quantity has the seller's own stock; the marketplace counts the stock in its warehouses.
	Quantity *int64
	// MinPrice and MaxPrice bound every later price.
	MinPrice, MaxPrice *money.Amount
	// LeadTimeDays has the days that the seller takes to hand a parcel over.
	LeadTimeDays *int64
}

// Offer has terms that keep the rules of one marketplace.
type Offer struct {
	terms       Terms
	marketplace marketplace.Marketplace
}

// NewOffer checks terms by the rules. A price outside its bounds, not above 0 or finer than the
// currency allows is invalid_limits; missing stock is quantity_required; stock and lead time of
// units that the marketplace keeps are not_supported. All are Rule faults that name the member.
func NewOffer(t Terms, m marketplace.Marketplace) (Offer, error) {
	for _, check := range []func(Terms, money.Currency) error{checkPrices, checkStock} {
		if err := check(t, m.Currency); err != nil {
			return Offer{}, err
		}
	}
	return Offer{terms: t, marketplace: m}, nil
}

func checkPrices(t Terms, c money.Currency) error {
	for _, p := range []struct {
		name   string
		amount *money.Amount
	}{{"price", &t.Price}, {"minPrice", t.MinPrice}, {"maxPrice", t.MaxPrice}} {
		switch {
		case p.amount == nil:
		case !p.amount.Positive():
			return limits(p.name, p.name+" must be greater than 0.")
		case !p.amount.Fits(c):
			return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
				"%s has more decimals than %s allows (%d).", p.name, c, c.Decimals()).At("/" + p.name)
		}
	}
	switch {
	case t.MinPrice != nil && t.MaxPrice != nil && t.MinPrice.Cmp(*t.MaxPrice) > 0:
		return limits("minPrice", "minPrice must not be above maxPrice.")
	case t.MinPrice != nil && t.Price.Cmp(*t.MinPrice) < 0:
		// The marketplace would take the listing down.
		return limits("price", "price must not be below minPrice.")
	case t.MaxPrice != nil && t.Price.Cmp(*t.MaxPrice) > 0:
		return limits("price", "price must not be above maxPrice.")
	}
	return nil
}

func limits(member, message string) error {
	return fault.New(fault.Rule, fault.CodeInvalidLimits, message).At("/" + member)
}

func checkStock(t Terms, _ money.Currency) error {
	const unsupported = "Units that the marketplace keeps (AFN) have no %s of the seller's."
	switch {
	case t.Channel == ByMerchant && t.Quantity == nil:
		return fault.New(fault.Rule, fault.CodeQuantityRequired,
			"quantity is needed for units that the seller ships (MFN).").At("/quantity")
	case t.Channel == ByMarketplace && t.Quantity != nil:
		return fault.Newf(fault.Rule, fault.CodeNotSupported, unsupported, "quantity").At("/quantity")
	case t.Channel == ByMarketplace && t.LeadTimeDays != nil:
		return fault.Newf(fault.Rule, fault.CodeNotSupported, unsupported, "leadTimeDays").At("/leadTimeDays")
	}
	return nil
}

// Terms returns the terms of the offer.
func (o Offer) Terms() Terms { return o.terms }

// Marketplace returns the marketplace of the offer; amounts are in its currency.
func (o Offer) Marketplace() marketplace.Marketplace { return o.marketplace }

// Permission says whether a seller may sell a product in a condition.
type Permission uint8

// The permissions. The zero value forbids.
const (
	NotEligible Permission = iota
	ApprovalRequired
	Allowed
)

// Check refuses an offer that the seller may not make: approval_required or
// not_eligible (Rule).
func (p Permission) Check() error {
	switch p {
	case Allowed:
		return nil
	case ApprovalRequired:
		return fault.New(fault.Rule, fault.CodeApprovalRequired,
			"The marketplace wants to approve the seller before this product is sold in this condition.").At("/asin")
	}
	return fault.New(fault.Rule, fault.CodeNotEligible,
		"The seller may not sell this product in this condition.").At("/asin")
}
