package repricer

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision"
)

const (
	// maxEstimates bounds the remembered fee estimates of a row.
	maxEstimates = 4
	// estimateAge bounds the age of estimates at other prices than the floor.
	estimateAge = 7 * 24 * time.Hour
)

// FeeEstimate has the marketplace's fees of a sale of the row at one price.
type FeeEstimate struct {
	At              time.Time
	Fulfillment     decision.Fulfillment
	Price, Shipping money.Amount
	// Rate has the referral fee in percent of price and shipping, rounded up to four decimals.
	Rate money.Percent
	// Lines lists all fees, the referral fee too if the marketplace names its amount.
	Lines []FeeLine
}

// FeeLine has the marketplace's name and amount of a fee.
type FeeLine struct {
	Name     string
	Referral bool
	Amount   money.Amount
}

// Fixed sums the fees without the referral fee.
func (e FeeEstimate) Fixed() money.Amount {
	var units int64
	for _, l := range e.Lines {
		if !l.Referral {
			units += l.Amount.Units()
		}
	}
	return money.FromUnits(units)
}

// Total returns the landed price of the sale.
func (e FeeEstimate) Total() money.Amount {
	return money.FromUnits(e.Price.Units() + e.Shipping.Units())
}

// ValidFor reports whether the estimate is for this landed price. It tolerates two units, because
// fees come rounded to units.
func (e FeeEstimate) ValidFor(total money.Amount, c money.Currency) bool {
	return max(e.Total().Units()-total.Units(), total.Units()-e.Total().Units()) <= 2*c.Unit().Units()
}

// NoteEstimate remembers an estimate. It replaces the estimate at the same price, and forgets old
// estimates and estimates of another fulfilment.
func (m *Memory) NoteEstimate(e FeeEstimate) {
	kept := slices.DeleteFunc(slices.Clone(m.Estimates), func(old FeeEstimate) bool {
		return old.Fulfillment != e.Fulfillment || old.Total() == e.Total() || e.At.Sub(old.At) > estimateAge
	})
	m.Estimates = append([]FeeEstimate{e}, kept[:min(len(kept), maxEstimates-1)]...)
}

// EstimatesFor returns the remembered estimates of a fulfilment, the newest first.
func (m *Memory) EstimatesFor(f decision.Fulfillment) []FeeEstimate {
	if len(m.Estimates) > 0 && m.Estimates[0].Fulfillment == f {
		return m.Estimates
	}
	return nil
}

// BoundsOf finds the break-even price of the row and the price of its target: from there up to the
// maximum price no sale misses them. It returns nothing while cost or fees are unknown.
func BoundsOf(row *decision.Row, fees profit.Fees) optional.Maybe[decision.Bounds] {
	none := optional.None[decision.Bounds]()
	if !row.Cost.Known() || len(fees.Pieces) == 0 {
		return none
	}
	s := solver{all: profit.NewFormula(row.Sale(fees))}
	if most, ok := row.Limits.MaxPrice.Get(); ok && most.Positive() {
		s.most = most.Units() - most.Units()%fees.Unit
		s.below = profit.NewFormula(row.Sale(upTo(fees, s.most)))
	}
	out := decision.Bounds{BreakEven: s.solve(profit.Aim{})}
	if !out.BreakEven.Safe.Known() && incomplete(fees) {
		return none
	}
	l := row.Limits
	switch l.MinPriceMode {
	case decision.MinPriceROI:
		out.Floor = s.solve(profit.Aim{ROI: l.TargetROI.Or(money.Percent{})})
	case decision.MinPriceMargin:
		out.Floor = s.solve(profit.Aim{Margin: l.TargetMargin.Or(money.Percent{})})
	case decision.MinPriceMarkup:
		out.Floor = profit.Solution{First: marked(row, out.BreakEven.First), Safe: marked(row, out.BreakEven.Safe)}
	case decision.MinPriceManual:
	}
	return optional.Some(out)
}

// solver solves up to the maximum price of a row, and beyond if no price up to it is safe.
type solver struct {
	all, below *profit.Formula
	most       int64
}

func (s solver) solve(a profit.Aim) profit.Solution {
	if s.below != nil {
		if found := s.below.Solve(a); found.Safe.Known() && found.Safe.Or(money.Amount{}).Units() <= s.most {
			return found
		}
	}
	return s.all.Solve(a)
}

// upTo cuts the fees at a price.
func upTo(f profit.Fees, most int64) profit.Fees {
	n := slices.IndexFunc(f.Pieces, func(p profit.Piece) bool { return p.To >= most })
	if n < 0 || f.Pieces[n].From > most {
		return f
	}
	f.Pieces = slices.Clone(f.Pieces[:n+1])
	f.Pieces[n].To = most
	return f
}

func incomplete(f profit.Fees) bool {
	return slices.ContainsFunc(f.Pieces, func(p profit.Piece) bool { return len(p.Missing) > 0 })
}

// marked adds the row's markup to the landed price, rounded up to the unit.
func marked(row *decision.Row, price optional.Maybe[money.Amount]) optional.Maybe[money.Amount] {
	p, ok := price.Get()
	markup := row.Limits.MinPriceMarkup.Or(money.Amount{}).Units()
	if !ok {
		return price
	}
	total := p.Units() + row.Shipping.Units()
	if row.Limits.MinPriceMarkupType == decision.ByPercent {
		// A percentage counts in ten-thousandths of a percent. Prices up to 100,000 do not
		// overflow.
		markup = (total/percent)*markup + (total%percent*markup+percent-1)/percent
	}
	unit := row.Currency.Unit().Units()
	return optional.Some(money.FromUnits((p.Units() + markup + unit - 1) / unit * unit))
}

// Estimates converts the fees at the live price and at the floor.
func (o Observed) Estimates(at time.Time) (estimates []FeeEstimate) {
	shipping := o.Shipping.Or(money.Amount{})
	add := func(at time.Time, total money.Amount, rate money.Percent, fixed money.Amount) {
		name := "VariableClosingFee"
		if o.Fulfillment == optional.Some(decision.FBA) {
			name = "FBAFees"
		}
		estimates = append(estimates, FeeEstimate{
			At: at, Fulfillment: o.Fulfillment.Or(decision.FBM), Price: money.FromUnits(total.Units() - shipping.Units()),
			Shipping: shipping, Rate: rate, Lines: []FeeLine{{Name: name, Amount: fixed}},
		})
	}
	if f, ok := o.FloorFees.Get(); ok {
		add(f.At, f.Total, f.ReferralPercent, f.Fixed)
	}
	price, priced := o.CurrentPrice.Get()
	if f, ok := o.Fees.Get(); ok && priced && price.Positive() {
		add(at, money.FromUnits(price.Units()+shipping.Units()), f.ReferralPercent, f.Fixed)
	}
	return estimates
}
