package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// BreakerAction names the effect of a tripped circuit breaker.
type BreakerAction string

// BreakerHold stops the rows until a user resumes them.
const BreakerHold BreakerAction = "hold"

func (BreakerAction) Words() []BreakerAction { return []BreakerAction{BreakerHold} }

// Breaker says which price drops count as a runaway.
type Breaker struct {
	// PerRowPercent bounds the drop of one price in one change.
	PerRowPercent money.Percent
	// PerRunRowsPercent bounds the share of a team's rows that may fall together.
	PerRunRowsPercent money.Percent
	Action            BreakerAction
}

// Trips reports whether a decision lowers the price by more than PerRowPercent of the live price. A
// price that returns into its band, falls to the chosen minimum, or is exempt (ExemptFromBreaker)
// does not trip. A price above the ceiling has to fall to it in any case, so only the drop below
// the ceiling counts. A tripped change is not sent and the row is stopped. Suggestions never trip:
// a user judges them.
func (b Breaker) Trips(d Decision, row Row) bool {
	from := row.Price
	if ceiling, ok := d.Ceiling.Get(); ok && from.Cmp(ceiling) > 0 {
		from = ceiling
	}
	fall := from.Units() - d.Price.Units()
	if d.Verdict != VerdictChange || fall <= 0 || d.ExemptFromBreaker(row) {
		return false
	}
	switch d.Reason {
	case ReasonRaisedToFloor, ReasonLoweredToCeiling, ReasonNoCompetitionMin, ReasonBelowMinMin:
		return false
	}
	return exact.MoreThan(fall, from.Units(), b.PerRowPercent.Units())
}

// ExemptFromBreaker reports whether a change follows from the seller's own schedule or strategy:
// the price of a schedule window, or the way back from a price to which a window or the strategy
// had raised the row. Without the latter, every night at the maximum would end with a stopped row.
func (d Decision) ExemptFromBreaker(row Row) bool {
	switch d.Reason {
	case ReasonScheduleMin, ReasonScheduleMax, ReasonSchedulePercent:
		return true
	}
	if row.LastSubmitted != optional.Some(row.Price) {
		return false
	}
	switch row.LastChange {
	case ReasonScheduleMax, ReasonSchedulePercent, ReasonRestockMax, ReasonNoCompetitionMax, ReasonPriceWarReset, ReasonBelowMinMax:
		return true
	}
	return false
}

// MinFallingRows bounds from below the number of rows that can trip the breaker by falling
// together.
const MinFallingRows = 20

// FallingLimit returns how many of a team's rows must fall together to trip the breaker: more than
// its percentage of all rows, and at least MinFallingRows.
func (b Breaker) FallingLimit(rows int64) int64 {
	return max(exact.Share(rows, b.PerRunRowsPercent.Units(), false)+1, MinFallingRows)
}
