package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// box describes the buy box as far as it is known.
type box struct {
	offer  *Offer // nil if the box is empty or its owner unknown
	landed int64
	// unknown reports that the owner of the box could not be found.
	unknown bool
	// winning reports that the row's own account has the box.
	winning bool
}

// empty reports that no offer has the box.
func (b box) empty() bool { return b.offer == nil && !b.unknown && !b.winning }

// findBox finds the offer with the buy box among all offers of the row's condition: the marked
// offer, else a single featured offer at the box's price, else a single offer at it. The offers may
// lack the row's own. The owner stays unknown if several sellers qualify, or if the source said
// nothing about the box.
func (d *decider) findBox() {
	price, known := d.in.Box.Price.Get()
	var marked, likely, equal candidates
	for i := range d.in.Offers {
		o := &d.in.Offers[i]
		if o.Condition != d.row.Condition {
			continue
		}
		r := rival{o, d.landed(o)}
		if o.BuyBox {
			marked.add(r)
		}
		if known && r.landed == price.Units() {
			equal.add(r)
			if o.Featured {
				likely.add(r)
			}
		}
	}
	if likely.first.offer == nil {
		likely = equal
		if known && price.Units() == d.live+d.shipping {
			likely.add(rival{&Offer{SellerID: d.row.SellerID, Fulfillment: d.row.Fulfillment}, price.Units()})
		}
	}
	out := &d.out.BuyBox
	switch {
	case marked.one():
		d.box.offer, d.box.landed = marked.first.offer, marked.first.landed
	case marked.first.offer == nil && likely.one():
		d.box.offer, d.box.landed = likely.first.offer, likely.first.landed
		out.Inferred = true
	case marked.first.offer == nil && !known && !d.in.Box.Unknown:
		out.Owner = BoxNone
		return
	default:
		d.box.unknown, d.box.landed = true, price.Units()
		out.Owner = BoxUnknown
		if known {
			out.Price = optional.Some(price)
		}
		return
	}
	out.Price = optional.Some(money.FromUnits(d.box.landed))
	out.SellerID = d.box.offer.SellerID
	switch o := d.box.offer; {
	case o.SellerID == d.row.SellerID:
		out.Owner, d.box.winning = BoxOwn, true
	case d.own(o.SellerID):
		out.Owner = BoxTeam
	case o.Amazon:
		out.Owner = BoxAmazon
	default:
		out.Owner = BoxCompetitor
	}
}

// candidates collects offers that may have the box.
type candidates struct {
	first rival
	// several reports that the offers belong to different sellers.
	several bool
}

func (c *candidates) add(r rival) {
	if c.first.offer == nil {
		c.first = r
		return
	}
	c.several = c.several || c.first.offer.SellerID != r.offer.SellerID
	if compareRivals(r, c.first) < 0 {
		c.first = r
	}
}

func (c *candidates) one() bool { return c.first.offer != nil && !c.several }

// whileWinning handles the cases in which the row's account, or another account of the team, has
// the box. It returns true to continue: a rival or no offer has the box, or the strategy competes
// anyway.
func (d *decider) whileWinning() bool {
	if d.out.BuyBox.Owner == BoxTeam {
		return d.rest(ReasonSiblingBuyBox, aim{d.box.offer.SellerID, d.box.landed})
	}
	if leader := d.leader(); leader != nil {
		candidate := exact.RoundUp(leader.Landed.Units()+d.gap()-d.shipping, d.unit)
		d.out.Grounds.Leader = leader.Landed
		d.note(5, RuleOwnSKU, leader.Landed.Units(), candidate, "")
		return d.send(candidate, ReasonFollowOwnSKU, aim{})
	}
	if !d.box.winning {
		return true
	}
	switch d.plan.OnOwnBuyBox {
	case OwnBoxCompete:
		return true
	case OwnBoxRaiseToNext:
		return d.raiseToNext()
	case OwnBoxStepUp:
		return d.stepUp()
	}
	return d.rest(ReasonOwnBuyBoxKeep, aim{})
}

// leader returns the sibling row that this row follows, nil if this row leads. FBA leads FBM, then
// the lower floor leads, then the lower id.
func (d *decider) leader() *Sibling {
	if len(d.in.Siblings) == 0 {
		return nil
	}
	self := Sibling{ID: d.row.ID, Fulfillment: d.row.Fulfillment, Floor: optional.Some(money.FromUnits(d.floor))}
	best := &self
	for i := range d.in.Siblings {
		if s := &d.in.Siblings[i]; s.leads(best) {
			best = s
		}
	}
	if best == &self {
		return nil
	}
	return best
}

func (s *Sibling) leads(t *Sibling) bool {
	if (s.Fulfillment == FBA) != (t.Fulfillment == FBA) {
		return s.Fulfillment == FBA
	}
	beyond := money.FromUnits(exact.Most + 1)
	if c := s.Floor.Or(beyond).Cmp(t.Floor.Or(beyond)); c != 0 {
		return c < 0
	}
	if s.ID != t.ID {
		return s.ID < t.ID
	}
	return s.Landed.Cmp(t.Landed) < 0
}

// gap returns how far below the next offer a raise stays.
func (d *decider) gap() int64 { return d.plan.RaiseGap.Or(money.FromUnits(d.unit)).Units() }

func (d *decider) raiseToNext() bool {
	if len(d.rivals) == 0 {
		return d.alone()
	}
	next := d.rivals[0]
	candidate := exact.RoundDown(next.landed-d.gap()-d.shipping, d.unit)
	d.note(5, RuleRaise, next.landed, candidate, "")
	if candidate <= d.live {
		return d.rest(ReasonOwnBuyBoxKeep, aim{})
	}
	return d.send(candidate, ReasonOwnBuyBoxRaise, next.aim())
}

// stepUp raises by a step, but not above a price known to lose the box and never to one below the
// live price.
func (d *decider) stepUp() bool {
	if wait, ok := d.plan.StepIntervalMinutes.Get(); ok && d.changedWithin(minutes(wait)) {
		return d.rest(ReasonStepWait, aim{})
	}
	candidate := exact.RoundDown(d.live+d.step(), d.unit)
	if soft, ok := d.row.SoftCeiling.Get(); ok && d.in.Now.Before(soft.Until) && candidate > soft.Price.Units() {
		candidate = max(soft.Price.Units(), d.live)
		d.out.Grounds.SoftCeiling = optional.Some(soft.Price)
		d.note(5, RuleSoftCeiling, d.live, candidate, "")
	}
	return d.send(candidate, ReasonOwnBuyBoxStepUp, aim{})
}

// special handles the cases before any target: no rivals, an empty box, a raise that lost the box.
func (d *decider) special() bool {
	if len(d.rivals) == 0 {
		return d.alone()
	}
	if d.box.empty() && d.plan.CompeteWith == optional.Some(TargetBuyBox) && d.plan.OnSuppressedBuyBox != SuppressedLowest {
		return d.suppressed()
	}
	// A box with an unknown owner may still be the row's own.
	won, ok := d.row.LastWon.Get()
	if ok && !d.box.winning && !d.box.unknown && d.row.LastChange == ReasonOwnBuyBoxStepUp && won.Units() < d.live &&
		d.plan.OnLostAfterRaise != LostCompete {
		return d.send(won.Units(), ReasonRevertToLastWin, aim{})
	}
	return true
}

func (d *decider) suppressed() bool {
	if d.in.OffersIncomplete {
		return d.rest(ReasonOffersIncomplete, aim{})
	}
	switch d.plan.OnSuppressedBuyBox {
	case SuppressedStepDown:
		return d.send(exact.RoundUp(d.live-d.step(), d.unit), ReasonSuppressedStepDown, aim{})
	case SuppressedExternalPrice:
		if price, ok := d.in.ExternalPrice.Get(); ok {
			return d.send(exact.RoundDown(price.Units()-d.shipping, d.unit), ReasonSuppressedExternalPrice, aim{})
		}
	}
	return d.rest(ReasonSuppressedKeep, aim{})
}

// unseen reports whether there is a buy box although no offer in the list can have it, which shows
// that an offer is missing.
func (d *decider) unseen() bool {
	if !d.in.Box.Price.Known() || d.box.winning || d.out.BuyBox.Owner == BoxTeam {
		return false
	}
	for i := range d.in.Offers {
		if o := &d.in.Offers[i]; o.Condition == d.row.Condition && o.Price.Positive() && !d.own(o.SellerID) {
			return false
		}
	}
	return true
}
