package sentence

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/exact"
)

// target explains the reasons that name an offer or a figure.
func (t *teller) target() (string, bool) {
	asked := t.g.Asked
	stop := sentence(t.would(asked) + ", below " + t.floor())
	switch t.d.Reason {
	case decision.ReasonBeatTarget, decision.ReasonMatchTarget, decision.ReasonAboveTarget:
		return t.does(asked) + ".", true
	case decision.ReasonFeaturedExpected:
		return "Goes to the price at which Amazon expects to feature the offer: " + t.price(asked.Wanted) + t.rounded(asked.Wanted) + ".", true
	case decision.ReasonPriceWarHold:
		return t.war() + ", so the price stays instead of falling to " + t.price(asked.Wanted) + ".", true
	case decision.ReasonPriceWarReset:
		return t.war() + ", so the price goes to " + t.ceiling() + ".", true
	case decision.ReasonBelowMinKeep:
		return stop + ", so the price stays.", true
	case decision.ReasonBelowMinMin:
		return stop + ", so the price stops there.", true
	case decision.ReasonBelowMinMax:
		return stop + ", so the price goes to " + t.ceiling() + ".", true
	case decision.ReasonBelowMinAverage:
		return stop + ", so the price goes to the middle between floor and " + t.ceiling() + ": " + t.price(t.wanted()) + ".", true
	case decision.ReasonBelowMinNextAbove:
		return stop + ". The next offer above it: " + lower(t.does(t.g.Took)) + ".", true
	case decision.ReasonAlreadyCheaper:
		return sentence(t.would(asked)+", above the live price of "+t.price(t.live())) +
			". Without the buy box a higher price would not help, so it stays.", true
	}
	return "", false
}

func lower(s string) string { return string(s[0]-'A'+'a') + s[1:] }

// does writes the strategy's action against an offer, with the resulting price.
func (t *teller) does(c decision.Choice) string {
	does := t.rule(c, "Matches ", "Undercuts ", "Stays ")
	if c.Wanted == c.Landed && !t.ships() {
		return does
	}
	return does + ": " + t.parts(c.Wanted) + t.whole(c)
}

// would writes the same for a price that is not taken.
func (t *teller) would(c decision.Choice) string {
	if c.Seller == "" {
		return "the price at which Amazon expects to feature the offer is " + t.price(c.Wanted)
	}
	return t.rule(c, "matching ", "undercutting ", "staying ") + " would take " + t.parts(c.Wanted) + t.whole(c)
}

func (t *teller) rule(c decision.Choice, match, below, above string) string {
	offer, text := t.offer(c.Seller, c.Landed), t.measured(c.Rule.By, c.Rule.ByType)
	switch {
	case c.Rule.By.Units() == 0 || c.Rule.Action == decision.RivalMatch || c.Rule.Action == "":
		return match + offer
	case c.Rule.Action == decision.RivalBelow:
		return below + offer + " by " + text
	}
	return above + text + " above " + offer
}

// whole says that the price was rounded, and which way.
func (t *teller) whole(c decision.Choice) string {
	landed, number := c.Landed.Units(), c.Rule.By.Units()
	least, most := landed, landed
	if c.Rule.ByType == decision.ByPercent {
		number = 0
		switch c.Rule.Action {
		case decision.RivalBelow:
			least, most = exact.Share(landed, exact.PercentUnit-c.Rule.By.Units(), false), exact.Share(landed, exact.PercentUnit-c.Rule.By.Units(), true)
		case decision.RivalAbove:
			least, most = exact.Share(landed, exact.PercentUnit+c.Rule.By.Units(), false), exact.Share(landed, exact.PercentUnit+c.Rule.By.Units(), true)
		}
	}
	way := ", rounded down"
	switch c.Rule.Action {
	case decision.RivalBelow:
		least, most = least-number, most-number
	case decision.RivalAbove:
		least, most, way = least+number, most+number, ", rounded up"
	}
	if total := plus(c.Wanted, t.row.Shipping).Units(); least == total && most == total {
		return ""
	}
	return way
}

// war says why this is a price war: the falls now, or those that ended a short while ago.
func (t *teller) war() string {
	w := t.plan.PriceWar.Or(decision.PriceWar{})
	if t.row.FallsInWindow >= w.MaxDrops {
		return "The price fell " + count(t.row.FallsInWindow, "time", "times") + " in " + count(w.WindowMinutes, "minute", "minutes") + ", and " +
			count(w.MaxDrops, "fall is", "falls are") + " a price war"
	}
	return "A price war was seen less than " + count(w.CooldownMinutes, "minute", "minutes") + " ago"
}

// adjustment says how far a limit moves the price from the wanted price.
func (t *teller) adjustment(a decision.Adjustment) string {
	asked := t.wanted()
	if cliff, ok := t.g.Cliff.Get(); ok && a != decision.AdjustFeeCliff {
		asked = cliff.Last
	}
	wanted := t.price(asked)
	moved := ": from " + t.amount(t.live()) + " to " + t.amount(t.g.Reached.Or(money.Amount{})) + " instead of " + wanted + "."
	up := t.g.Reached.Or(money.Amount{}).Cmp(t.live()) > 0
	if t.d.Reason == decision.ReasonMaxChangeZero {
		moved, up = ".", asked.Cmp(t.live()) > 0
	}
	switch a {
	case decision.AdjustFallbackLowest:
		if t.d.Reason == decision.ReasonBuyBoxUnknown {
			return ""
		}
		return "The owner of the buy box is unknown, so the lowest offer is used instead."
	case decision.AdjustFeeCliff:
		return t.cliff(t.g.Cliff.Or(decision.FeeCliff{}))
	case decision.AdjustCeiling:
		if t.d.Reason == decision.ReasonLoweredToCeiling {
			return ""
		}
		return wanted + " is above " + t.ceiling() + ", so the price stops there."
	case decision.AdjustFloor:
		if t.d.Reason == decision.ReasonRaisedToFloor {
			return ""
		}
		return wanted + " is below " + t.floor() + ", so the price stops there."
	case decision.AdjustCapOverridden:
		bound := "the maximum"
		if t.d.Reason == decision.ReasonRaisedToFloor {
			bound = "the floor"
		}
		return sentence(t.limit(t.g.Cap, up)) + ", but " + bound + " comes first."
	}
	return sentence(t.limit(a, up)) + moved
}

// cliff writes the profit of a unit on both sides of a break point of the fees.
func (t *teller) cliff(c decision.FeeCliff) string {
	total := t.amount(c.Above)
	if t.ships() {
		total = t.landed(c.Above)
	}
	return t.price(c.From) + " would earn " + t.amount(c.FromEarns) + " a unit, and " + t.price(c.Last) + " earns " + t.amount(c.LastEarns) +
		", because the referral fee rises above " + total + ". So the price stops there."
}

// limit writes how far a price may move.
func (t *teller) limit(a decision.Adjustment, up bool) string {
	l := t.row.Limits
	switch a {
	case decision.AdjustMaxChange:
		return "at most " + t.amount(l.MaxChange.Or(money.Amount{})) + " at once"
	case decision.AdjustMaxChangePercent:
		return "at most " + percent(l.MaxChangePercent.Or(money.Percent{})) + " at once"
	case decision.AdjustMaxDailyChange:
		way := "down"
		if up {
			way = "up"
		}
		return "at most " + percent(t.policy.MaxDailyChangePercent.Or(money.Percent{})) + " " + way + " from " + t.amount(t.row.DayPrice.Or(t.row.Price)) +
			", the day's first price"
	}
	return "at most 10 % up at once without a maximum price"
}

// already says that the price is reached.
func (t *teller) already() string {
	if t.d.Verdict != decision.VerdictKeep || t.g.Reached != optional.Some(t.live()) {
		return ""
	}
	return "That is the live price."
}

// fallback says that the strategy's first target was missing.
func (t *teller) fallback() string {
	asked := t.g.Asked
	if asked.Target == "" {
		return ""
	}
	first := t.plan.CompeteWith.Or("")
	switch {
	case asked.Target != first:
		return "The strategy's target, " + targets[first] + ", gives no price here, so its fallback counts: " + targets[asked.Target] + "."
	case first != decision.TargetBuyBox:
		return ""
	case t.d.BuyBox.Owner == decision.BoxOwn:
		return "You have the buy box, so the lowest offer is used instead."
	case t.d.BuyBox.Owner == decision.BoxNone:
		return "The marketplace shows no buy box, so the lowest offer is used instead."
	}
	return ""
}

var targets = map[decision.Target]string{
	decision.TargetBuyBox: "the buy box", decision.TargetLowest: "the lowest offer", decision.TargetLowestFBA: "the lowest FBA offer",
	decision.TargetLowestFBM: "the lowest FBM offer", decision.TargetAmazon: "Amazon's offer", decision.TargetFeaturedExpected: "the price expected to be featured",
}

// inferred says that the owner of the box is a conclusion.
func (t *teller) inferred() string {
	if !t.d.BuyBox.Inferred {
		return ""
	}
	return "Who has the buy box follows from its price of " + t.landed(t.d.BuyBox.Price.Or(money.Amount{})) + "; the marketplace did not name the seller."
}

// calculated reports whether the floor comes from cost and fees.
func (t *teller) calculated() bool {
	switch t.g.FloorBy {
	case decision.FloorSource(decision.MinPriceROI), decision.FloorSource(decision.MinPriceMargin), decision.FloorSource(decision.MinPriceMarkup), decision.FloorByBreakEven:
		return true
	}
	return false
}

// postage writes the assumption of a calculated floor about unknown postage.
func (t *teller) postage() string {
	switch t.row.PostageBasis() {
	case decision.PostageAssumed:
		if t.calculated() {
			return "The postage of one unit is unknown; the floor assumes the " + t.amount(t.row.Shipping) + " that buyers pay for it."
		}
	case decision.PostageUnknown:
		if t.calculated() {
			return "The postage of one unit is unknown, and the floor leaves it out."
		}
	}
	return ""
}

// fees notes that the fees apply to another price than the floor.
func (t *teller) fees() string {
	floor, ok := t.d.Floor.Get()
	if ok && t.row.FeesBy == decision.FeesByTables && t.calculated() {
		return "The marketplace has not answered for the floor, so the fees of " + t.landed(plus(floor, t.row.Shipping)) +
			" come from the fee tables."
	}
	total, other := t.row.FeesTotal.Get()
	if !ok || !other || !t.calculated() || exact.Magnitude(plus(floor, t.row.Shipping).Units()-total.Units()) <= 2*t.row.Currency.Unit().Units() {
		return ""
	}
	return "The fees apply to a price of " + t.landed(total) + "; at the floor they may be others."
}
