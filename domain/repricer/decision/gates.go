package decision

import (
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/repricer/decision/exact"
)

// gates decides whether the row is evaluated at all.
func (d *decider) gates() bool {
	input, row := d.in, d.row
	switch {
	case input.Policy == nil:
		return d.stop(VerdictSkip, 1, ReasonSettingsAbsent)
	case !input.Policy.Enabled || input.Killed:
		return d.stop(VerdictSkip, 1, ReasonRepricerDisabled)
	case d.closed(row.Mode != ModeAuto && row.Mode != ModeManual, ReasonModeOff),
		d.closed(row.Hold.Known(), ReasonOnHold):
		return false
	case d.plan == nil:
		return d.stop(VerdictSkip, 1, ReasonStrategyMissing)
	case !d.plan.Enabled:
		return d.stop(VerdictSkip, 1, ReasonStrategyDisabled)
	case len(d.plan.MarketplaceIDs) > 0 && !slices.Contains(d.plan.MarketplaceIDs, row.MarketplaceID):
		return d.stop(VerdictSkip, 1, ReasonMarketplaceNotServed)
	case row.Quantity.Or(1) <= 0:
		return d.stop(VerdictSkip, 1, ReasonOutOfStock)
	case d.closed(row.PriceInFlight, ReasonPendingSubmission):
		return false
	case input.Window != nil && input.Window.Action == WindowPause:
		return d.stop(VerdictSkip, 1, ReasonSchedulePause)
	}
	return d.inOrder()
}

// closed ends the decision at a gate; a preview passes it.
func (d *decider) closed(yes bool, r Reason) bool {
	if !yes {
		return false
	}
	if d.in.Preview {
		d.note(1, RulePreview, 0, 0, string(r))
		return false
	}
	d.stop(VerdictSkip, 1, r)
	return true
}

// inOrder rejects offers that are not newer than the offers of the last decision, and a live price
// that was changed too much outside the repricer.
func (d *decider) inOrder() bool {
	at, seen := d.in.OffersAt.Get()
	last, had := d.row.LastEventAt.Get()
	if seen && had && !at.After(last) {
		return d.stop(VerdictSkip, 1, ReasonOutOfOrderEvent)
	}
	submitted, ok := d.row.LastSubmitted.Get()
	if ok && submitted.Positive() &&
		exact.MoreThan(exact.Magnitude(d.live-submitted.Units()), submitted.Units(), d.in.Policy.AnomalyPercent.Units()) {
		return d.stop(VerdictHold, 1, ReasonExternalChange)
	}
	return true
}

// beforeOffers handles everything that needs no offers.
func (d *decider) beforeOffers() bool {
	at, seen := d.in.OffersAt.Get()
	if !seen || d.in.Now.Sub(at) > minutes(d.in.Policy.MaxOfferAgeMinutes) {
		if d.inBand(d.live) {
			return d.stop(VerdictSkip, 3, ReasonStaleOffers)
		}
		return d.rest(ReasonStaleOffers, aim{})
	}
	if d.row.ChangesToday >= d.in.Policy.MaxChangesPerDay {
		return d.rest(ReasonDailyLimit, aim{})
	}
	if d.in.Window != nil {
		return d.scheduled(d.in.Window)
	}
	if d.in.Restocks() {
		return d.toCeiling(ReasonRestockMax, aim{})
	}
	switch d.plan.Type {
	case TypeFixed:
		price, ok := d.plan.FixedPrice.Get()
		if !ok {
			return d.rest(ReasonFixedPrice, aim{})
		}
		return d.send(price.Units(), ReasonFixedPrice, aim{})
	case TypeVelocity:
		return d.byVelocity()
	}
	return true
}

// scheduled applies the window in force. A percentage refers to the price when the window began;
// if no price was sent since then, that is the live price. If it is unknown the price is kept:
// applying the percentage to a price that already moved would apply it twice.
func (d *decider) scheduled(w *ActiveWindow) bool {
	switch w.Action {
	case WindowMax:
		return d.toCeiling(ReasonScheduleMax, aim{})
	case WindowMin:
		return d.send(d.floor, ReasonScheduleMin, aim{})
	}
	start, ok := w.StartPrice.Get()
	changed, ever := d.row.LastChangeAt.Get()
	switch {
	case ok:
	case !ever || changed.Before(w.Since):
		start = d.row.Price
	default:
		return d.rest(ReasonSchedulePercent, aim{})
	}
	candidate := exact.RoundDown(exact.Share(start.Units(), exact.PercentUnit+w.Percent.Units(), false), d.unit)
	d.note(3, RuleSchedule, start.Units(), candidate, "")
	return d.send(candidate, ReasonSchedulePercent, aim{})
}

// byVelocity moves the price by own sales. With unknown sales the price is kept: unknown is not
// slow.
func (d *decider) byVelocity() bool {
	if days, ok := d.plan.LockDays.Get(); ok && (d.row.LastChange == ReasonVelocityUp || d.row.LastChange == ReasonVelocityDown) &&
		d.changedWithin(minutes(min(days, MaxDays)*24*60)) {
		return d.rest(ReasonVelocityLocked, aim{})
	}
	units, ok := d.row.UnitsSold.Get()
	if !ok {
		d.note(3, RuleSales, 0, 0, "unknown")
		return d.rest(ReasonVelocityUnknown, aim{})
	}
	if d.trace != nil {
		d.note(3, RuleSales, 0, 0, strconv.Itoa(units))
	}
	if target, ok := d.plan.DaysOfSupplyTarget.Get(); ok {
		return d.bySupply(units, target)
	}
	if high, ok := d.plan.HighUnits.Get(); ok && units >= high {
		return d.send(exact.RoundDown(d.live+d.step(), d.unit), ReasonVelocityUp, aim{})
	}
	if low, ok := d.plan.LowUnits.Get(); ok && units <= low {
		return d.send(exact.RoundUp(d.live-d.step(), d.unit), ReasonVelocityDown, aim{})
	}
	return d.rest(ReasonVelocityInBand, aim{})
}

// bySupply compares the days that the stock lasts, at the pace of the sales, with the target. It
// raises the price if the stock lasts for fewer days. It lowers the price if the stock lasts for
// more than twice as many, or if nothing is sold.
func (d *decider) bySupply(units, target int) bool {
	stock, ok := d.row.Quantity.Get()
	if !ok {
		return d.rest(ReasonVelocityUnknown, aim{})
	}
	days := d.plan.WindowDays.Or(UsualWindowDays)
	lasts, wanted := exact.Product(stock, int64(days)), exact.Product(int64(target), int64(units))
	switch {
	case units == 0 || wanted.Times(2).Less(lasts):
		return d.send(exact.RoundUp(d.live-d.step(), d.unit), ReasonVelocityDown, aim{})
	case lasts.Less(wanted):
		return d.send(exact.RoundDown(d.live+d.step(), d.unit), ReasonVelocityUp, aim{})
	}
	return d.rest(ReasonVelocityInBand, aim{})
}

// step returns the strategy's step: an amount, or a percentage of the live price.
func (d *decider) step() int64 {
	step, _ := d.plan.Step.Get()
	if d.plan.StepType == ByPercent {
		return exact.Share(d.live, step.Units(), false)
	}
	return step.Units()
}

// changedWithin reports whether the last price was sent less than age ago.
func (d *decider) changedWithin(age time.Duration) bool {
	at, ok := d.row.LastChangeAt.Get()
	return ok && d.in.Now.Sub(at) < age
}

// minutes converts n, at most about a century, to a duration.
func minutes(n int) time.Duration { return time.Duration(min(n, 50_000_000)) * time.Minute }

// Restocks reports whether stock is back and the strategy has a rule for that.
func (in *Input) Restocks() bool {
	return in.Row.WasSoldOut && in.Row.Quantity.Or(0) > 0 && in.Strategy != nil && in.Strategy.OnRestock == RestockMax
}
