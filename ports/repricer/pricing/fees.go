package pricing

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Fees estimates the marketplace's fees of a sale.
type Fees interface {
	// Fees answers each question separately, as Offers.Offers does.
	Fees(ctx context.Context, s account.Seller, asked []FeeQuestion) []FeeAnswer
}

// FeeQuestion asks for the fees of one SKU or product at a price and a fulfilment. Exactly one of
// SKU and ASIN is given.
type FeeQuestion struct {
	Marketplace marketplace.Marketplace
	SKU         string
	ASIN        string
	Fulfillment decision.Fulfillment
	// Price and Shipping are what a buyer pays, in the marketplace's currency.
	Price    money.Amount
	Shipping money.Amount
	// Points is the value of the offer's points, in yen; Japan only.
	Points money.Amount
}

// FeeAnswer has Estimate or Err.
type FeeAnswer struct {
	Estimate *FeeEstimate
	Err      error
}

// FeeEstimate are the fees of one sale, all in one currency. Amounts include promotions of the
// marketplace and exclude taxes on fees.
type FeeEstimate struct {
	Currency money.Currency
	// Referral is the referral fee at the requested price, which may be its minimum; nil if
	// unknown.
	Referral *money.Amount
	// ReferralRate is the referral fee as a percentage of price and shipping, rounded up to four
	// decimals, so that a floor calculated with it is never too low. The marketplace rounds fees
	// and has minimum fees that it does not report, so the rate holds near the requested price
	// only. Nil if unknown.
	ReferralRate *money.Percent
	// Parts are all other fees, which do not depend on the price, in the marketplace's order.
	Parts []money.Amount
	// Total is the marketplace's own sum, nil if unknown.
	Total *money.Amount
	// Lines are all fees by the marketplace's names, the referral fee among them.
	Lines []FeeLine
}

// FeeLine is a fee of an estimate.
type FeeLine struct {
	Name   string
	Amount money.Amount
}

// Fixed sums the fees that do not depend on the price.
func (e *FeeEstimate) Fixed() money.Amount {
	var units int64
	for _, p := range e.Parts {
		units += p.Units()
	}
	return money.FromUnits(units)
}

// Remembered adds rate and lines to the time, price and fulfilment of the estimate.
func (e *FeeEstimate) Remembered(asked repricer.FeeEstimate) repricer.FeeEstimate {
	asked.Rate = *e.ReferralRate
	referral := false
	for _, l := range e.Lines {
		first := !referral && e.Referral != nil && l.Name == "ReferralFee" && l.Amount == *e.Referral
		referral = referral || first
		asked.Lines = append(asked.Lines, repricer.FeeLine{Name: l.Name, Referral: first, Amount: l.Amount})
	}
	if len(e.Lines) == 0 {
		asked.Lines = []repricer.FeeLine{{Name: "FBAFees", Amount: e.Fixed()}}
		if asked.Fulfillment != decision.FBA {
			asked.Lines[0].Name = "VariableClosingFee"
		}
	}
	return asked
}
