package pricing

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// FeeQuestion asks for the fees of one SKU or product at a price and a fulfilment. Either SKU or
// ASIN must be set, not both.
type FeeQuestion struct {
	Marketplace marketplace.Marketplace
	SKU         string
	ASIN        string
	Fulfillment decision.Fulfillment
	// Price and Shipping make up the buyer's payment, in the marketplace's currency.
	Price    money.Amount
	Shipping money.Amount
	// Points has the value of the offer's points, in yen; Japan only.
	Points money.Amount
}

// FeeAnswer has Estimate or Err.
type FeeAnswer struct {
	Estimate *FeeEstimate
	Err      error
}

// FeeEstimate has the fees of one sale, all in one currency. Amounts include promotions of the
// marketplace and exclude taxes on fees.
type FeeEstimate struct {
	Currency money.Currency
	// Referral has the referral fee at the requested price, which may be its minimum; nil if
	// unknown.
	Referral *money.Amount
	// ReferralRate has the referral fee as a percentage of price and shipping; nil if unknown. It
	// is rounded up to four decimals, so that a floor calculated with it is never too low. The
	// marketplace rounds fees and has minimum fees that it does not report, so the rate is valid
	// near the requested price only.
	ReferralRate *money.Percent
	// Parts has all other fees, which do not depend on the price, in the marketplace's order.
	Parts []money.Amount
	// Total has the marketplace's own sum, nil if unknown.
	Total *money.Amount
	// Lines has all fees by the marketplace's names, including the referral fee.
	Lines []FeeLine
}

// FeeLine has a fee of an estimate.
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
