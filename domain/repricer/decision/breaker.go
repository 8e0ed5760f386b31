package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// BreakerAction is what a tripped circuit breaker does.
type BreakerAction string

// BreakerHold freezes what the breaker watches until a person resumes it.
const BreakerHold BreakerAction = "hold"

var breakerActions = []BreakerAction{BreakerHold}

// Words lists the values.
func (BreakerAction) Words() []BreakerAction { return breakerActions }

// Breaker says what counts as a runaway.
type Breaker struct {
	// PerRowPercent is the largest fall of one price in one change.
	PerRowPercent money.Percent
	// PerRunRowsPercent is the largest share of a team's rows going down together.
	PerRunRowsPercent money.Percent
	Action            BreakerAction
}

// Trips reports whether a decision is a runaway: one change downward by more
// than the breaker's percentage of the live price, that neither brings a price
// back into its band nor was chosen as such (the minimum, or what Arranged
// names). What is above the ceiling has to come down to it anyway: the fall counts
// from there. The change is then not sent and the row is frozen. A suggestion is
// for a person to judge.
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
	return moreThan(fall, from.Units(), b.PerRowPercent.Units())
}

// ExemptFromBreaker reports whether a change is the seller's own arrangement, which no
// breaker judges: the price of a schedule, or the way back from a price beside the
// market's to which a schedule or the strategy had raised the row. Without the
// latter each night at the maximum would end with rows that stay there.
func (d Decision) ExemptFromBreaker(row Row) bool {
	switch d.Reason {
	case ReasonScheduleMin, ReasonScheduleMax, ReasonSchedulePercent:
		return true
	}
	if row.LastSubmitted != optional.Some(row.Price) {
		return false
	}
	switch row.LastChange {
	case ReasonScheduleMax, ReasonSchedulePercent, ReasonNoCompetitionMax, ReasonPriceWarReset, ReasonBelowMinMax:
		return true
	}
	return false
}

// MinFallingRows is how many rows have to fall together at least to be a runaway.
const MinFallingRows = 20

// FallingLimit is how many of a team's rows have to fall together to be a runaway: more
// than the breaker's percentage of all of them, and not only a few.
func (b Breaker) FallingLimit(rows int64) int64 {
	return max(share(rows, b.PerRunRowsPercent.Units(), false)+1, MinFallingRows)
}
