// Package breaker stops prices that fall too far, and rows that fall together.
package breaker

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/exact"
)

// Action names the effect of a tripped circuit breaker.
type Action string

// The only action stops the rows until a user resumes them.
const (
	Hold Action = "hold"
)

func (Action) Words() []Action { return []Action{Hold} }

// Breaker says which price drops count as a runaway.
type Breaker struct {
	// PerRowPercent bounds the drop of one price in one change.
	PerRowPercent money.Percent
	// PerRunRowsPercent bounds the share of a team's rows that may fall together.
	PerRunRowsPercent money.Percent
	Action            Action
}

// Trips reports whether a decision lowers the price by more than PerRowPercent of the live price. A
// price that returns into its band, falls to the chosen minimum, or is Exempt does not trip. A
// price above the ceiling has to fall to it in any case, so only the drop below the ceiling counts.
// A tripped change is not sent and the row is stopped. Suggestions never trip: a user judges them.
func (b Breaker) Trips(d decision.Decision, row decision.Row) bool {
	from := row.Price
	if ceiling, ok := d.Ceiling.Get(); ok && from.Cmp(ceiling) > 0 {
		from = ceiling
	}
	fall := from.Units() - d.Price.Units()
	if d.Verdict != decision.VerdictChange || fall <= 0 || Exempt(d, row) {
		return false
	}
	switch d.Reason {
	case decision.ReasonRaisedToFloor, decision.ReasonLoweredToCeiling,
		decision.ReasonNoCompetitionMin, decision.ReasonBelowMinMin:
		return false
	}
	return exact.MoreThan(fall, from.Units(), b.PerRowPercent.Units())
}

// Exempt reports whether a change follows from the seller's own schedule or strategy:
// the price of a schedule window, or the way back from a price to which a window or the strategy
// had raised the row. Without the latter, every night at the maximum would end with a stopped row.
func Exempt(d decision.Decision, row decision.Row) bool {
	switch d.Reason {
	case decision.ReasonScheduleMin, decision.ReasonScheduleMax, decision.ReasonSchedulePercent:
		return true
	}
	if row.LastSubmitted != optional.Some(row.Price) {
		return false
	}
	switch row.LastChange {
	case decision.ReasonScheduleMax, decision.ReasonSchedulePercent, decision.ReasonRestockMax,
		decision.ReasonNoCompetitionMax, decision.ReasonPriceWarReset, decision.ReasonBelowMinMax:
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
