package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// Decide finds the action for a row's price. It depends only on its input.
//
// Prices are whole units of the currency (0.01, or 1 yen). A value between two units is rounded up
// for a floor or a candidate above its target, and down otherwise. Limits of a change are rounded
// down. Percentages and fee formulas are exact before that. Every sent or suggested price satisfies
// floor ≤ price ≤ ceiling. Amounts too large to store are not prices: the caller keeps them away.
func Decide(input Input) Decision { return decide(&input, nil) }

// Explain decides like Decide and adds a trace.
func Explain(input Input) Decision {
	return decide(&input, &Trace{Steps: []TraceStep{}, Offers: []TraceOffer{}})
}

// aim names the offer that a price is set against; the zero value names no offer.
type aim struct {
	seller string
	landed int64
}

// rival describes a competing offer, which no filter excluded.
type rival struct {
	offer  *Offer
	landed int64
}

func (r rival) aim() aim { return aim{r.offer.SellerID, r.landed} }

// decider has the state of one decision. Amounts are ten-thousandths.
type decider struct {
	in    *Input
	row   *Row
	plan  *Strategy
	trace *Trace

	unit, live, shipping int64
	floor, ceiling       int64
	capped               bool // there is a ceiling

	box    box
	rivals []rival
	out    Decision
}

// usualOffers sizes the buffer for offers: sources name at most twenty.
const usualOffers = 24

func decide(input *Input, trace *Trace) Decision {
	var room [usualOffers]rival
	d := decider{
		in: input, row: &input.Row, plan: input.Strategy, trace: trace, rivals: room[:0],
		unit: input.Row.Currency.Unit().Units(), live: input.Row.Price.Units(), shipping: input.Row.Shipping.Units(),
	}
	d.out.BuyBox.Owner = BoxUnknown
	if d.gates() && d.band() && d.beforeOffers() {
		d.see()
		if d.whileWinning() && d.special() {
			d.compete()
		}
	}
	if trace != nil {
		trace.finish(&d)
	}
	return d.out
}

// band finds floor and ceiling and checks that there is a live price. Like every stage it returns
// false once the decision is made.
func (d *decider) band() bool {
	if postage, basis := d.row.postage(); basis != "" && d.row.Cost.Known() {
		d.note(2, RulePostage, 0, postage, string(basis))
	}
	d.noteFees()
	found := d.row.floor()
	switch {
	case found.skip:
		return d.stop(VerdictSkip, 2, found.reason)
	case found.reason != "":
		return d.stop(VerdictError, 2, found.reason)
	}
	d.floor = found.price
	d.out.Floor, d.out.Grounds.FloorBy = optional.Some(money.FromUnits(d.floor)), found.by
	d.note(2, RuleFloor, 0, d.floor, string(found.by))
	if d.ceiling, d.capped = d.row.ceiling(); d.capped {
		d.out.Ceiling = optional.Some(money.FromUnits(d.ceiling))
		d.note(2, RuleCeiling, d.row.Limits.MaxPrice.Or(money.Amount{}).Units(), d.ceiling, "")
		if d.floor > d.ceiling {
			return d.stop(VerdictError, 2, ReasonFloorAboveCeiling)
		}
	}
	if d.live <= 0 {
		return d.stop(VerdictError, 2, ReasonMissingPrice)
	}
	return true
}

// inBand reports whether a price lies between floor and ceiling.
func (d *decider) inBand(price int64) bool {
	return price >= d.floor && (!d.capped || price <= d.ceiling)
}

// stop ends the decision without a price.
func (d *decider) stop(v Verdict, step int, r Reason) bool {
	d.note(step, RuleStop, 0, 0, string(r))
	return d.end(v, r, d.live, aim{})
}

// end ends the decision; it returns false so that a stage can return it.
func (d *decider) end(v Verdict, r Reason, price int64, target aim) bool {
	d.out.Verdict, d.out.Reason, d.out.Price = v, r, money.FromUnits(price)
	d.out.TargetSellerID = target.seller
	if target.seller != "" {
		d.out.TargetPrice = optional.Some(money.FromUnits(target.landed))
	}
	return false
}

// keep keeps the live price.
func (d *decider) keep(r Reason, target aim) bool {
	return d.end(VerdictKeep, r, d.live, target)
}

// rest keeps the live price, or moves it into the band.
func (d *decider) rest(r Reason, target aim) bool {
	switch {
	case d.live < d.floor:
		d.note(7, RuleRest, d.live, d.floor, string(r))
		return d.send(d.floor, ReasonRaisedToFloor, target)
	case d.capped && d.live > d.ceiling:
		d.note(7, RuleRest, d.live, d.ceiling, string(r))
		return d.send(d.ceiling, ReasonLoweredToCeiling, target)
	}
	d.note(7, RuleRest, d.live, d.live, string(r))
	return d.keep(r, target)
}

// toCeiling sends the ceiling; without a ceiling it keeps the price.
func (d *decider) toCeiling(r Reason, target aim) bool {
	if !d.capped {
		return d.rest(ReasonNoCeiling, target)
	}
	return d.send(d.ceiling, r, target)
}

// outcomes lists the reasons of one situation, by behaviour.
type outcomes struct{ keep, min, max, average Reason }

var (
	withoutCompetition = outcomes{
		ReasonNoCompetitionKeep, ReasonNoCompetitionMin, ReasonNoCompetitionMax, ReasonNoCompetitionAverage,
	}
	underTheFloor = outcomes{ReasonBelowMinKeep, ReasonBelowMinMin, ReasonBelowMinMax, ReasonBelowMinAverage}
)

// behave applies the strategy's behaviour for a situation. Without a ceiling there is no maximum
// and no average, and the price is kept.
func (d *decider) behave(word OnBelowMin, r outcomes, target aim) bool {
	switch {
	case word == BelowMinMin:
		return d.send(d.floor, r.min, target)
	case word == BelowMinMax:
		return d.toCeiling(r.max, target)
	case word == BelowMinAverage && d.capped:
		return d.send(exact.RoundDown((d.floor+d.ceiling)/2, d.unit), r.average, target)
	case word == BelowMinAverage:
		return d.rest(ReasonNoCeiling, target)
	}
	return d.rest(r.keep, target)
}

// alone ends the decision without a competitor. Incomplete offers do not show that.
func (d *decider) alone() bool {
	if d.in.OffersIncomplete || d.unseen() {
		return d.rest(ReasonOffersIncomplete, aim{})
	}
	return d.behave(OnBelowMin(d.plan.OnNoCompetition), withoutCompetition, aim{})
}
