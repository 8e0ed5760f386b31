package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision/exact"
)

// FeeBand has the referral fee of a range of totals (price and shipping) that a single rule covers.
// Bands are in the order of their totals.
type FeeBand struct {
	// UpTo has the highest total of the band; it is absent for the last band.
	UpTo optional.Maybe[money.Amount]
	// Rate gives a share of the total, to which Added is added. Added is below 0 if a part of the
	// total has a lower rate.
	Rate  money.Percent
	Added money.Amount
}

// FeeCliff describes a break point of the fees above which a price would earn less than the last
// price before it.
type FeeCliff struct {
	// Above has the highest total before the fees rise.
	Above money.Amount
	// Last has the last price before the break point, From the price that was asked for.
	Last, From money.Amount
	// LastEarns and FromEarns have the profit of a unit at either, to the unit of the currency.
	LastEarns, FromEarns money.Amount
}

// offCliff returns the candidate, or the last price before a break point below it if that earns
// more. Of several it takes the price that earns most. It does not change a price that returns into
// the band.
func (d *decider) offCliff(candidate int64, reason Reason) int64 {
	if !d.in.Policy.AvoidFeeCliffs || reason == ReasonRaisedToFloor || reason == ReasonLoweredToCeiling || !d.row.Spent().Known() {
		return candidate
	}
	bands := d.row.Bands()
	if len(bands) < 2 {
		return candidate
	}
	price := exact.RoundDown(candidate, d.unit)
	formula := profit.NewFormula(d.row.Sale(profit.Fees{}))
	from := d.earned(formula, bands, price)
	cliff, most := FeeCliff{}, from
	for _, b := range bands {
		above, ends := b.UpTo.Get()
		last := exact.RoundDown(above.Units()-d.shipping, d.unit)
		if !ends || last >= price {
			break
		}
		if last < d.floor {
			continue
		}
		if earns := d.earned(formula, bands, last); earns > from && earns >= most {
			most = earns
			cliff = FeeCliff{above, money.FromUnits(last), money.FromUnits(price), money.FromUnits(earns), money.FromUnits(from)}
		}
	}
	if most == from {
		return candidate
	}
	d.out.Grounds.Cliff = optional.Some(cliff)
	return d.adjust(AdjustFeeCliff, candidate, cliff.Last.Units())
}

// Bands returns the bands of the row, or else the brackets of its fees. Bands that contradict
// the row's fees belong to another product, and are not returned.
func (f *Row) Bands() []FeeBand {
	fees, known := f.Fees.Get()
	if !known {
		return nil
	}
	bands := f.FeeBands
	if upper, two := fees.Upper.Get(); len(bands) == 0 && two && !upper.Marginal {
		return []FeeBand{{UpTo: optional.Some(upper.Above), Rate: fees.ReferralPercent}, {Rate: upper.ReferralPercent}}
	}
	if amount, ok := f.FeesTotal.Get(); ok && len(bands) > 0 {
		flat, banded := fees.charged(fees.flat(), amount.Units()), fees.charged(bands, amount.Units())
		off := flat.Minus(banded).Plus(banded.Minus(flat))
		if exact.Product(f.Currency.Unit().Units(), exact.PercentUnit).Less(off) {
			return nil
		}
	}
	return bands
}

// flat returns the referral fee as a band for all prices.
func (f Fees) flat() []FeeBand { return []FeeBand{{Rate: f.ReferralPercent}} }

// charged sums the fees at a total, with the referral fee of its band. It counts in PercentUnit-th
// parts of a ten-thousandth.
func (f Fees) charged(bands []FeeBand, total int64) exact.Wide {
	band := bands[len(bands)-1]
	for _, b := range bands {
		if upTo, ends := b.UpTo.Get(); ends && total <= upTo.Units() {
			band = b
			break
		}
	}
	added := band.Added.Units()
	referral := exact.Product(total, band.Rate.Units()).
		Plus(exact.Product(added, exact.PercentUnit)).Minus(exact.Product(-added, exact.PercentUnit))
	if least := exact.Product(f.ReferralMin.Units(), exact.PercentUnit); referral.Less(least) {
		referral = least
	}
	return referral.Plus(exact.Product(f.Fixed.Units(), exact.PercentUnit))
}

// earned returns the profit of a unit at a listing price, with the referral fee of the price's
// band. It is rounded to the unit, half away from zero.
func (d *decider) earned(formula *profit.Formula, bands []FeeBand, price int64) int64 {
	fees := d.row.Fees.Or(FeeTerms{})
	earned := formula.ProfitWith(money.FromUnits(price), fees.charged(bands, price+d.shipping).Rat(exact.PercentUnit))
	return earned.Amount(d.row.Currency.Unit()).Or(money.Amount{}).Units()
}
