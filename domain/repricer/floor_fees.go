package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
)

// FloorFees are the fees at the floor of a row. Beyond a limit of the marketplace
// that lies between them and the live price the rate, or the fee for shipping, is
// another one.
type FloorFees struct {
	ReferralPercent money.Percent
	Fixed           money.Amount
	// Total is what a buyer pays at the floor for which they were found, At when.
	Total money.Amount
	At    time.Time
}

// For tells whether they were found for a floor of which the buyer pays a total. A
// coin more or less comes from fees that are told in whole coins.
func (f FloorFees) For(total money.Amount, c money.Currency) bool {
	return magnitude(f.Total.Units()-total.Units()) <= 2*c.Unit().Units()
}

// feeTerms are what a floor is made of: the fees at it, as far as they were asked
// for.
func (s ProductSnapshot) feeTerms() Maybe[FeeTerms] {
	if f, ok := s.Observed.FloorFees.Get(); ok && s.Limits.MinPriceMode != MinPriceManual {
		return Some(FeeTerms{Fees: Fees{ReferralPercent: f.ReferralPercent, Fixed: f.Fixed}})
	}
	if fees, ok := s.Observed.Fees.Get(); ok {
		return Some(FeeTerms{Fees: fees})
	}
	return None[FeeTerms]()
}
