package repricer

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
)

// percent counts a whole in ten-thousandths of a percent.
const percent = 1_000_000

// Profitability has the shares of a sale at the live price, in percent to four decimals, half away
// from zero: Margin of the net price, ROI of the cost.
type Profitability struct{ Margin, ROI optional.Maybe[money.Percent] }

// Profitability counts the fees at the live price without rounding them. Without price, fees, cost
// or, if the seller ships, postage there are no shares; a cost of 0 has no ROI, nor a price of 0 a
// margin.
func (s ProductSnapshot) Profitability() Profitability {
	formula, fees := s.sale()
	if fees == nil {
		return Profitability{}
	}
	roi, margin := formula.Shares(fees)
	return Profitability{Margin: margin.PercentTo(1), ROI: roi.PercentTo(1)}
}

// UnitProfit returns the profit of one unit at the live price, in the row's currency, to four
// decimals, half away from zero. It is absent without price, fees, cost or postage.
func (s ProductSnapshot) UnitProfit() optional.Maybe[money.Amount] {
	formula, fees := s.sale()
	if fees == nil {
		return optional.None[money.Amount]()
	}
	return formula.ProfitWith(formula.Price, fees).Amount(money.FromUnits(1))
}

// sale returns the sale at the live price and the exact sum of its fees, nil if something is
// unknown.
func (s ProductSnapshot) sale() (*profit.Formula, *big.Rat) {
	landed, priced := s.LandedPrice().Get()
	charged, known := s.Observed.Fees.Get()
	row := DecisionRow(s)
	if !priced || !known || !row.Spent().Known() {
		return nil, nil
	}
	return profit.NewFormula(row.Sale(profit.Fees{})), charged.At(landed)
}
