package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// pick has a chosen target: a competitor, or the marketplace's own figure.
type pick struct {
	rival  rival
	figure optional.Maybe[money.Amount]
	isBox  bool
	// by has the word of the strategy that chose it.
	by Target
}

// compete prices against the target.
func (d *decider) compete() bool {
	p, found := d.target()
	if !found {
		return d.alone()
	}
	var candidate int64
	reason, target, asked := ReasonFeaturedExpected, aim{}, &d.out.Grounds.Asked
	if figure, ok := p.figure.Get(); ok {
		candidate = figure.Units()
		*asked = Choice{Target: p.by, Wanted: figure}
		d.note(7, RuleTarget, candidate, candidate, string(TargetFeaturedExpected))
	} else {
		candidate, reason = d.candidate(p.rival)
		target = p.rival.aim()
		*asked = d.choice(p.rival, p.by, candidate)
		d.note(7, RuleTarget, p.rival.landed, candidate, p.rival.offer.SellerID)
	}
	if p.by == TargetBuyBox && d.box.unknown {
		d.out.Adjustments = append(d.out.Adjustments, AdjustFallbackLowest)
	}
	d.want(candidate)
	if d.inPriceWar() && candidate < d.live {
		return d.endPriceWar(target)
	}
	if candidate < d.floor {
		return d.belowFloor(candidate, target)
	}
	// The row may have the box, so do not raise the price on a guess.
	if d.box.unknown && candidate > d.live {
		return d.rest(ReasonBuyBoxUnknown, aim{})
	}
	if p.isBox && d.plan.CompeteWith == optional.Some(TargetBuyBox) && !d.box.winning && candidate > d.live && !d.plan.RaiseWhenNotWinning {
		return d.rest(ReasonAlreadyCheaper, target)
	}
	return d.send(candidate, reason, target)
}

// target returns the first of compete_with and its fallbacks that yields an offer.
func (d *decider) target() (pick, bool) {
	if t, ok := d.plan.CompeteWith.Get(); ok {
		if p, found := d.pick(t); found {
			return p, true
		}
	}
	for _, t := range d.plan.FallbackTargets {
		if p, found := d.pick(t); found {
			return p, true
		}
	}
	return pick{}, false
}

func (d *decider) pick(t Target) (pick, bool) {
	target := t
	// The lowest price replaces the buy box as the target while the row has the box, or the box is
	// empty or unknown.
	if t == TargetBuyBox && (d.box.winning || d.box.offer == nil) {
		t = TargetLowest
	}
	if t == TargetFeaturedExpected {
		return pick{figure: d.in.FeaturedExpected, by: target}, d.in.FeaturedExpected.Known()
	}
	for _, r := range d.rivals {
		fits := t == TargetLowest || t == TargetBuyBox && r.offer == d.box.offer || t == TargetLowestFBA && r.offer.Fulfillment == FBA ||
			t == TargetLowestFBM && r.offer.Fulfillment == FBM || t == TargetAmazon && r.offer.Amazon
		if fits && d.rule(r.offer).Action != RivalIgnore {
			return pick{rival: r, isBox: r.offer == d.box.offer, by: target}, true
		}
	}
	return pick{}, false
}

// rule returns the rule against an offer: for Amazon, for its fulfilment, or the strategy's own.
func (d *decider) rule(o *Offer) RivalRule {
	if r, ok := d.plan.VsAmazon.Get(); ok && o.Amazon {
		return r
	}
	if r, ok := d.plan.VsFBA.Get(); ok && o.Fulfillment == FBA {
		return r
	}
	if r, ok := d.plan.VsFBM.Get(); ok && o.Fulfillment == FBM {
		return r
	}
	return RivalRule{Action: RivalAction(d.plan.Action.Or(ActionMatch)), By: d.plan.By, ByType: d.plan.ByType}
}

// candidate returns the listing price that the rule asks for against an offer.
func (d *decider) candidate(r rival) (int64, Reason) {
	rule := d.rule(r.offer)
	number := rule.By.Units()
	switch rule.Action {
	case RivalBelow:
		if rule.ByType == ByPercent {
			return exact.RoundDown(exact.Share(r.landed, exact.PercentUnit-number, false)-d.shipping, d.unit), ReasonBeatTarget
		}
		return exact.RoundDown(r.landed-number-d.shipping, d.unit), ReasonBeatTarget
	case RivalAbove:
		if rule.ByType == ByPercent {
			return exact.RoundUp(exact.Share(r.landed, exact.PercentUnit+number, true)-d.shipping, d.unit), ReasonAboveTarget
		}
		return exact.RoundUp(r.landed+number-d.shipping, d.unit), ReasonAboveTarget
	}
	return exact.RoundDown(r.landed-d.shipping, d.unit), ReasonMatchTarget
}

func (d *decider) choice(r rival, target Target, candidate int64) Choice {
	return Choice{Target: target, Seller: r.offer.SellerID, Landed: money.FromUnits(r.landed), Rule: d.rule(r.offer), Wanted: money.FromUnits(candidate)}
}

// inPriceWar reports whether the price fell too often, now or so recently that the cooldown lasts.
func (d *decider) inPriceWar() bool {
	war, ok := d.plan.PriceWar.Get()
	if !ok {
		return false
	}
	at, had := d.row.PriceWarAt.Get()
	return d.row.FallsInWindow >= war.MaxDrops || had && d.in.Now.Sub(at) < minutes(war.CooldownMinutes)
}

func (d *decider) endPriceWar(target aim) bool {
	war, _ := d.plan.PriceWar.Get()
	if war.Action != PriceWarMax {
		return d.rest(ReasonPriceWarHold, target)
	}
	return d.toCeiling(ReasonPriceWarReset, target)
}

// belowFloor handles a target that asks for less than the floor.
func (d *decider) belowFloor(candidate int64, target aim) bool {
	d.note(7, RuleBelowMin, candidate, d.floor, string(d.plan.OnBelowMin))
	if d.plan.OnBelowMin != BelowMinNextAbove {
		return d.behave(d.plan.OnBelowMin, underTheFloor, target)
	}
	for _, r := range d.rivals {
		if d.rule(r.offer).Action == RivalIgnore {
			continue
		}
		if next, _ := d.candidate(r); next >= d.floor {
			d.out.Grounds.Took = d.choice(r, d.out.Grounds.Asked.Target, next)
			if d.box.unknown && next > d.live {
				d.want(next)
				return d.rest(ReasonBuyBoxUnknown, aim{})
			}
			return d.send(next, ReasonBelowMinNextAbove, r.aim())
		}
	}
	return d.send(d.floor, ReasonBelowMinMin, target)
}
