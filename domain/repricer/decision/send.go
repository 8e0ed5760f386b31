package decision

import (
	"cmp"
	"slices"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// send applies the band and the change limits to a candidate and ends with the remaining price.
func (d *decider) send(candidate int64, reason Reason, target aim) bool {
	if d.in.OffersIncomplete && candidate > d.live && d.out.Competitors.Known() && d.inBand(d.live) {
		// A cheaper offer may be among those that are missing.
		return d.rest(ReasonOffersIncomplete, aim{})
	}
	d.want(candidate)
	candidate = d.offCliff(candidate, reason)
	price := exact.RoundDown(candidate, d.unit)
	switch {
	case d.capped && candidate > d.ceiling:
		price = d.adjust(AdjustCeiling, candidate, d.ceiling)
	case candidate < d.floor:
		price = d.adjust(AdjustFloor, candidate, d.floor)
	}
	allowed, name := d.allowed(price > d.live)
	if name != "" && exact.Magnitude(price-d.live) > allowed {
		d.readjust()
		if allowed == 0 && d.inBand(d.live) {
			d.adjust(name, price, d.live)
			return d.keep(ReasonMaxChangeZero, target)
		}
		price, reason = d.capChange(price, allowed, name, reason)
	}
	switch {
	case reason == ReasonRaisedToFloor && !d.adjusted(AdjustFloor):
		d.readjust(AdjustFloor)
	case reason == ReasonLoweredToCeiling && !d.adjusted(AdjustCeiling):
		d.readjust(AdjustCeiling)
	}
	d.out.Grounds.Reached = optional.Some(money.FromUnits(price))
	switch {
	case price == d.live:
		return d.keep(reason, target)
	case d.tooSmall(price, reason, target):
		d.note(11, RuleMinChange, price, d.live, "")
		return d.keep(ReasonBelowMinChange, target)
	case d.row.Mode != ModeAuto || d.in.Policy.SubmissionMode != SubmitLive:
		d.note(12, RuleOutcome, d.live, price, string(VerdictSuggest))
		return d.end(VerdictSuggest, reason, price, target)
	}
	if d.stopped(price, reason) {
		d.out.Grounds.Braked = reason
		d.note(12, RuleBrake, d.live, price, string(reason))
		return d.end(VerdictHold, ReasonCircuitBreaker, d.live, target)
	}
	d.note(12, RuleOutcome, d.live, price, string(VerdictChange))
	return d.end(VerdictChange, reason, price, target)
}

// tooSmall reports whether a change is not worth sending. A live price outside its limits is always
// changed, and a small change that the buy box depends on is sent once in a while.
func (d *decider) tooSmall(price int64, reason Reason, target aim) bool {
	least, _ := d.plan.LeastChange(d.row.Price)
	if !d.inBand(d.live) || exact.Magnitude(price-d.live) >= least.Units() {
		return false
	}
	wait, ok := d.plan.SmallChangeIntervalMinutes.Get()
	d.out.Grounds.SmallForBox = ok && d.boxDepends(price, reason, target)
	return !d.out.Grounds.SmallForBox || d.changedWithin(minutes(wait))
}

// boxDepends reports whether a price may get the row the box. The row does not have it, and the
// price reaches or undercuts the offer that has it, or the offer that it is set against.
func (d *decider) boxDepends(price int64, reason Reason, target aim) bool {
	passes := func(landed int64) bool {
		return cmp.Compare(price+d.shipping, landed) < cmp.Compare(d.live+d.shipping, landed)
	}
	switch {
	case d.box.winning:
		return false
	case reason == ReasonRevertToLastWin, d.box.landed > 0 && passes(d.box.landed):
		return true
	}
	return target.seller != "" && passes(target.landed)
}

// capChange limits the size of a change. Floor and ceiling take precedence: a cap never keeps a
// price outside the band.
func (d *decider) capChange(price, allowed int64, name Adjustment, reason Reason) (int64, Reason) {
	moved := exact.RoundDown(d.live+allowed, d.unit)
	if price < d.live {
		moved = exact.RoundUp(d.live-allowed, d.unit)
	}
	d.adjust(name, price, moved)
	switch {
	case d.capped && moved > d.ceiling:
		d.override(AdjustCeiling, name, allowed)
		d.note(9, RuleCapOverridden, moved, d.ceiling, string(AdjustCeiling))
		return d.ceiling, ReasonLoweredToCeiling
	case moved < d.floor:
		d.override(AdjustFloor, name, allowed)
		d.note(9, RuleCapOverridden, moved, d.floor, string(AdjustFloor))
		return d.floor, ReasonRaisedToFloor
	}
	return moved, reason
}

// override names the bound that comes before a limit of a change.
func (d *decider) override(bound, limit Adjustment, allowed int64) {
	// The bound replaces the requested price.
	d.out.Grounds.Cliff = optional.None[FeeCliff]()
	d.readjust(bound, AdjustCapOverridden)
	d.out.Grounds.Cap, d.out.Grounds.Allowed = limit, money.FromUnits(allowed)
}

// readjust replaces the adjustments of the price by new adjustments. Adjustments of the target and
// fee cliffs stay.
func (d *decider) readjust(adjustments ...Adjustment) {
	kept := d.out.Adjustments[:0]
	if d.adjusted(AdjustFallbackLowest) {
		kept = append(kept, AdjustFallbackLowest)
	}
	if d.out.Grounds.Cliff.Known() {
		kept = append(kept, AdjustFeeCliff)
	}
	d.out.Adjustments = append(kept, adjustments...)
}

// want records the price that the decision's reason asks for.
func (d *decider) want(candidate int64) {
	d.out.Grounds.Wanted = optional.Some(money.FromUnits(candidate))
}

// allowed returns how far the price may move, in whole units, and the limit that applies, ""
// without a limit. Of equal limits the first named counts. The daily limit is a band around the
// day's first price. It does not replace a cap per change: without such a cap and without a ceiling
// a raise stays within a tenth of the live price.
func (d *decider) allowed(up bool) (int64, Adjustment) {
	least, name := int64(0), Adjustment("")
	limit := func(n int64, adjustment Adjustment) {
		if n = max(exact.RoundDown(n, d.unit), 0); name == "" || n < least {
			least, name = n, adjustment
		}
	}
	if v, ok := d.row.Limits.MaxChange.Get(); ok {
		limit(v.Units(), AdjustMaxChange)
	}
	if v, ok := d.row.Limits.MaxChangePercent.Get(); ok {
		limit(exact.Share(d.live, v.Units(), false), AdjustMaxChangePercent)
	}
	single := name != ""
	if v, ok := d.in.Policy.MaxDailyChangePercent.Get(); ok {
		day := d.row.DayPrice.Or(d.row.Price).Units()
		moved := d.live - day
		if !up {
			moved = -moved
		}
		limit(exact.Share(day, v.Units(), false)-moved, AdjustMaxDailyChange)
	}
	if up && !d.capped && !single {
		limit(d.live/10, AdjustNoCeilingCap)
	}
	return least, name
}

// adjust records an adjustment and returns the adjusted price.
func (d *decider) adjust(a Adjustment, from, to int64) int64 {
	d.out.Adjustments = append(d.out.Adjustments, a)
	d.note(8, RuleAdjust, from, to, string(a))
	return to
}

func (d *decider) adjusted(a Adjustment) bool { return slices.Contains(d.out.Adjustments, a) }
