package sentence

import (
	"cmp"
	"strconv"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/exact"
)

// Of explains a decision: its reason, a target that replaced the strategy's, each adjustment in its
// order, and the assumptions. in must be the input of the decision. A price that the brake stopped
// is explained like a sent price, and then the stop.
func Of(input *decision.Input, d *decision.Decision) []string {
	if d.Reason == decision.ReasonCircuitBreaker {
		wanted := *d
		wanted.Reason = d.Grounds.Braked
		return append(Of(input, &wanted), Braked(input, d))
	}
	t := teller{
		in: input, row: &input.Row, d: d, g: &d.Grounds,
		plan: cmp.Or(input.Strategy, &decision.Strategy{}), policy: cmp.Or(input.Policy, &decision.Policy{}), window: cmp.Or(input.Window, &decision.ActiveWindow{}),
	}
	t.say(t.reason())
	t.say(t.fallback())
	for _, a := range d.Adjustments {
		t.say(t.adjustment(a))
	}
	t.say(t.already())
	t.say(t.small())
	t.say(t.inferred())
	t.say(t.postage())
	t.say(t.fees())
	return t.out
}

// teller writes the sentences of one decision.
type teller struct {
	in  *decision.Input
	row *decision.Row
	d   *decision.Decision
	g   *decision.Grounds
	// The zero value replaces a part that the input lacks.
	plan   *decision.Strategy
	policy *decision.Policy
	window *decision.ActiveWindow
	out    []string
}

func (t *teller) say(s string) {
	if s != "" {
		t.out = append(t.out, s)
	}
}

// plain has the sentences of reasons that need no figures.
var plain = map[decision.Reason]string{
	decision.ReasonSettingsAbsent:       "The repricer has no settings, so nothing is repriced.",
	decision.ReasonRepricerDisabled:     "Repricing is switched off.",
	decision.ReasonModeOff:              "This row is switched off.",
	decision.ReasonOnHold:               "This row is on hold until you check it.",
	decision.ReasonStrategyMissing:      "The row has no strategy.",
	decision.ReasonStrategyDisabled:     "The row's strategy is switched off.",
	decision.ReasonMarketplaceNotServed: "The row's strategy does not serve this marketplace.",
	decision.ReasonOutOfStock:           "There is nothing in stock to sell.",
	decision.ReasonPendingSubmission:    "The last price is still being sent to the marketplace.",
	decision.ReasonSchedulePause:        "The schedule pauses repricing at this time.",
	decision.ReasonOutOfOrderEvent:      "The offers are not newer than those decided last, so they were ignored.",
	decision.ReasonMissingMinPrice:      "The row has no minimum price or no target to calculate it from, and without a floor no price is sent.",
	decision.ReasonMissingFees:          "The floor is calculated from the marketplace's fees, which are still unknown.",
	decision.ReasonWaitingForFees:       "The fees at the floor are still unknown, and no price is sent before.",
	decision.ReasonMissingPrice:         "The live price of the listing is still unknown.",
	decision.ReasonNoCeiling:            "The strategy asks for the maximum price, but no maximum is set, so the price stays.",
	decision.ReasonOwnBuyBoxKeep:        "You have the buy box, so the price stays.",
	decision.ReasonNoCompetitionKeep:    "There are no competitors, so the price stays.",
	decision.ReasonOffersIncomplete:     "The marketplace left offers or prices out, so the price stays for now.",
	decision.ReasonSuppressedKeep:       "The marketplace shows no buy box, so the price stays.",
}

func (t *teller) reason() string {
	if s, ok := plain[t.d.Reason]; ok {
		return s
	}
	for _, tell := range []func() (string, bool){t.bounds, t.timed, t.sales, t.box, t.alone, t.target} {
		if s, ok := tell(); ok {
			return s
		}
	}
	return string(t.d.Reason)
}

func (t *teller) live() money.Amount   { return t.row.Price }
func (t *teller) wanted() money.Amount { return t.g.Wanted.Or(money.Amount{}) }

// bounds explains the reasons of floor, maximum and limits.
func (t *teller) bounds() (string, bool) {
	switch t.d.Reason {
	case decision.ReasonExternalChange:
		return "The live price of " + t.amount(t.live()) + " is more than " + percent(t.policy.AnomalyPercent) + " away from " +
			t.amount(t.row.LastSubmitted.Or(money.Amount{})) + ", the price sent last. It was changed outside the repricer, so the row is on hold.", true
	case decision.ReasonTargetUnreachable:
		return t.unreachable(), true
	case decision.ReasonMissingCost:
		what := "The floor is calculated from the cost of the product, which is unknown."
		if t.row.Cost.Known() {
			what = "The floor is calculated from the cost of the product and the postage, and the postage of one " +
				"unit is unknown."
		}
		return what, true
	case decision.ReasonFloorAboveCeiling:
		return sentence(t.floor() + " is above " + t.ceiling() + ", so no price fits."), true
	case decision.ReasonRaisedToFloor:
		return "The live price of " + t.price(t.live()) + " is below " + t.floor() + " and goes up to it.", true
	case decision.ReasonLoweredToCeiling:
		return "The live price of " + t.price(t.live()) + " is above " + t.ceiling() + " and goes down to it.", true
	case decision.ReasonMaxChangeZero:
		return t.price(t.wanted()) + " was wanted instead of " + t.amount(t.live()) + ", but the limits of a change do not allow it.", true
	case decision.ReasonBelowMinChange:
		return "From " + t.amount(t.live()) + " to " + t.amount(t.g.Reached.Or(money.Amount{})) + " is less than " + t.least() +
			", the smallest change that is sent" + t.waits() + ", so the price stays.", true
	}
	return "", false
}

// Braked says by which figures the brake stopped a price, "" if it did not.
func Braked(input *decision.Input, d *decision.Decision) string {
	if d.Reason != decision.ReasonCircuitBreaker || input.Policy == nil {
		return ""
	}
	t := teller{in: input, row: &input.Row, d: d, g: &d.Grounds}
	brake, to := input.Policy.Brake().Or(decision.Brake{}), d.Grounds.Reached.Or(money.Amount{})
	move, most := "A fall", brake.FallPercent
	if to.Cmp(t.live()) > 0 {
		move, most = "A rise", brake.RisePercent
	}
	return move + " from " + t.amount(t.live()) + " to " + t.amount(to) + " is more than " + percent(most) +
		", which ends at " + t.amount(brake.Furthest(t.live(), to, t.row.Currency)) +
		", so it was not sent. Resume the row to send it."
}

// least writes the smallest change that is sent.
func (t *teller) least() string {
	if least, share := t.plan.LeastChange(t.live()); !share {
		return t.amount(least)
	}
	return percent(t.plan.MinChangePercent) + " of the live price"
}

// waits says why a small change that the buy box depends on is not sent yet.
func (t *teller) waits() string {
	if !t.g.SmallForBox {
		return ""
	}
	return "; the buy box may depend on it, but the last change was less than " +
		count(t.plan.SmallChangeIntervalMinutes.Or(0), "minute", "minutes") + " ago"
}

// small explains why a change below the smallest change is sent.
func (t *teller) small() string {
	if !t.g.SmallForBox || t.d.Reason == decision.ReasonBelowMinChange {
		return ""
	}
	return "That is a change of less than " + t.least() + ", and is sent because the buy box may depend on it."
}

// unreachable names the causes that leave too little of any price.
func (t *teller) unreachable() string {
	text, kept := "No price is free of loss", int64(exact.PercentUnit)
	switch l := t.row.Limits; l.MinPriceMode {
	case decision.MinPriceROI:
		text = "No price reaches an ROI of " + percent(l.TargetROI.Or(money.Percent{}))
	case decision.MinPriceMargin:
		text = "No price reaches a margin of " + percent(l.TargetMargin.Or(money.Percent{}))
		kept -= l.TargetMargin.Or(money.Percent{}).Units()
	}
	if t.row.VATScheme != "" {
		return text + ": fees and VAT leave too little of it."
	}
	fees := t.row.Fees.Or(decision.FeeTerms{})
	rate := fees.ReferralPercent
	if upper, two := fees.Upper.Get(); two {
		rate = upper.ReferralPercent
	}
	if taken := exact.Product(rate.Units(), exact.PercentUnit+t.row.VATPercent.Units()); taken.Less(exact.Product(kept, exact.PercentUnit)) {
		return text + ": it would be beyond all prices."
	}
	text += ": a referral fee of " + percent(rate)
	if total, ok := t.row.FeesTotal.Get(); ok {
		text += ", as at a price of " + t.landed(total) + ","
	}
	return text + " and VAT of " + percent(t.row.VATPercent) + " take too much of it."
}

// timed explains the reasons of age, day and schedule.
func (t *teller) timed() (string, bool) {
	switch t.d.Reason {
	case decision.ReasonStaleOffers:
		if !t.in.OffersAt.Known() {
			return "No offers have been seen yet.", true
		}
		return "The offers are older than the " + count(t.policy.MaxOfferAgeMinutes, "minute", "minutes") + " for which they count.", true
	case decision.ReasonDailyLimit:
		return "The price changed " + count(t.row.ChangesToday, "time", "times") + " today and may change " + count(t.policy.MaxChangesPerDay, "time", "times") +
			" a day, so it stays.", true
	case decision.ReasonScheduleMax:
		return "The schedule asks for " + t.ceiling() + " at this time.", true
	case decision.ReasonScheduleMin:
		return "The schedule asks for " + t.floor() + " at this time.", true
	case decision.ReasonSchedulePercent:
		return t.share(), true
	case decision.ReasonRestockMax:
		return "Back in stock, with " + count(int(t.row.Quantity.Or(0)), "unit", "units") + " to sell: the price goes to " + t.ceiling() + ".", true
	case decision.ReasonFixedPrice:
		fixed, ok := t.plan.FixedPrice.Get()
		if !ok {
			return "The strategy has no fixed price, so the price stays.", true
		}
		return "The strategy's fixed price is " + t.price(fixed) + t.rounded(fixed) + ".", true
	}
	return "", false
}

// share explains the percentage of a schedule window.
func (t *teller) share() string {
	w := t.window
	wanted, ok := t.g.Wanted.Get()
	if !ok {
		return "The schedule changes the price by " + signed(w.Percent) + ", but the price at the start of the window is unknown, so it stays."
	}
	return "The schedule changes the price at which the window began, " + t.amount(w.StartPrice.Or(t.row.Price)) + ", by " + signed(w.Percent) + ": " +
		t.price(wanted) + "."
}

// sales explains the reasons of velocity.
func (t *teller) sales() (string, bool) {
	days := t.plan.WindowDays.Or(decision.UsualWindowDays)
	sold := strconv.Itoa(t.row.UnitsSold.Or(0))
	within := " in " + count(days, "day", "days")
	high, low := t.plan.HighUnits, t.plan.LowUnits
	if target, ok := t.plan.DaysOfSupplyTarget.Get(); ok {
		if s, found := t.supply(target, sold+" sold"+within); found {
			return s, true
		}
	}
	switch t.d.Reason {
	case decision.ReasonVelocityUp:
		return sold + " sold" + within + ", at least " + strconv.Itoa(high.Or(0)) + ": " + t.step("up") + ".", true
	case decision.ReasonVelocityDown:
		return sold + " of at least " + strconv.Itoa(low.Or(0)+1) + " sold" + within + ": " + t.step("down") + ".", true
	case decision.ReasonVelocityInBand:
		bounds := ""
		if n, ok := low.Get(); ok {
			bounds += ", more than " + strconv.Itoa(n)
		}
		if n, ok := high.Get(); ok {
			bounds += ", fewer than " + strconv.Itoa(n)
		}
		return sold + " sold" + within + bounds + ": the price stays.", true
	case decision.ReasonVelocityUnknown:
		return "Your orders are unknown for part of the window of " + count(days, "day", "days") + ", so the price stays.", true
	case decision.ReasonVelocityLocked:
		return "The last step was less than " + count(t.plan.LockDays.Or(0), "day", "days") + " ago, so the price stays.", true
	}
	return "", false
}

// supply explains the reasons of the days for which the stock lasts.
func (t *teller) supply(target int, sold string) (string, bool) {
	stock, known := t.row.Quantity.Get()
	text := strconv.FormatInt(stock, 10) + " in stock, " + sold + ": "
	least, most := strconv.Itoa(target), count(2*target, "day", "days")
	switch t.d.Reason {
	case decision.ReasonVelocityUp:
		return text + "lasts less than " + count(target, "day", "days") + ", so " + t.step("up") + ".", true
	case decision.ReasonVelocityDown:
		return text + "lasts more than " + most + ", so " + t.step("down") + ".", true
	case decision.ReasonVelocityInBand:
		return text + "lasts " + least + " to " + most + ", so the price stays.", true
	case decision.ReasonVelocityUnknown:
		return "The stock is unknown, so the price stays.", t.row.UnitsSold.Known() && !known
	}
	return "", false
}

// step writes a step of the strategy from the live price.
func (t *teller) step(way string) string {
	return way + " " + t.measured(t.plan.Step.Or(money.Amount{}), t.plan.StepType) + " from " + t.amount(t.live()) + " to " + t.price(t.wanted())
}

// box explains the reasons of the own, the empty and the unknown buy box.
func (t *teller) box() (string, bool) {
	gap := t.plan.RaiseGap.Or(t.row.Currency.Unit())
	switch t.d.Reason {
	case decision.ReasonSiblingBuyBox:
		return "Your account " + t.offer(t.d.TargetSellerID, t.d.TargetPrice.Or(money.Amount{})) +
			" has the buy box, and your accounts do not compete with each other.", true
	case decision.ReasonFollowOwnSKU:
		return "Another SKU of yours leads at " + t.landed(t.g.Leader) + "; this one stays " + t.amount(gap) + " above it: " + t.parts(t.wanted()) +
			t.up(plus(t.g.Leader, gap)) + ".", true
	case decision.ReasonOwnBuyBoxRaise:
		target := t.d.TargetPrice.Or(money.Amount{})
		return "You have the buy box: raises to " + t.amount(gap) + " below the next offer, " + t.offer(t.d.TargetSellerID, target) + ": " +
			t.parts(t.wanted()) + t.rest(money.FromUnits(target.Units()-gap.Units())) + ".", true
	case decision.ReasonStepWait:
		return "The last change was less than " + count(t.plan.StepIntervalMinutes.Or(0), "minute", "minutes") + " ago, so the next step waits.", true
	case decision.ReasonOwnBuyBoxStepUp:
		soft, ok := t.g.SoftCeiling.Get()
		switch {
		case ok && soft.Cmp(t.live()) <= 0:
			return "You have the buy box: " + t.amount(t.live()) + " is not raised, because no price above " + t.amount(soft) + " is known to keep it.", true
		case ok:
			return "You have the buy box: up " + t.measured(t.plan.Step.Or(money.Amount{}), t.plan.StepType) + " from " + t.amount(t.live()) +
				", but not above " + t.amount(soft) + ", which is known to keep it: " + t.price(t.wanted()) + t.rounded(t.wanted()) + ".", true
		}
		return "You have the buy box: " + t.step("up") + ".", true
	case decision.ReasonBuyBoxUnknown:
		return "The owner of the buy box is unknown and may be you, so the price is not raised to " + t.price(t.wanted()) + ".", true
	case decision.ReasonSuppressedStepDown:
		return "The marketplace shows no buy box: " + t.step("down") + ".", true
	case decision.ReasonSuppressedExternalPrice:
		outside := t.in.ExternalPrice.Or(money.Amount{})
		return "The marketplace shows no buy box: follows " + t.landed(outside) + " outside the marketplace: " + t.parts(t.wanted()) + t.rest(outside) + ".", true
	case decision.ReasonRevertToLastWin:
		return "The buy box was lost after a raise: back from " + t.amount(t.live()) + " to " + t.price(t.wanted()) + t.rounded(t.wanted()) + ", which had it.", true
	}
	return "", false
}

// rest says that the parts are less than the landed price, because they are whole.
func (t *teller) rest(total money.Amount) string {
	if plus(t.wanted(), t.row.Shipping) == total {
		return ""
	}
	return ", rounded down"
}

// up says that the parts are more than the landed price.
func (t *teller) up(total money.Amount) string {
	if plus(t.wanted(), t.row.Shipping) == total {
		return ""
	}
	return ", rounded up"
}

// alone explains the reasons of missing competition.
func (t *teller) alone() (string, bool) {
	const none = "There are no competitors, so the price goes to "
	switch t.d.Reason {
	case decision.ReasonNoCompetitionMin:
		return none + t.floor() + ".", true
	case decision.ReasonNoCompetitionMax:
		return none + t.ceiling() + ".", true
	case decision.ReasonNoCompetitionAverage:
		return none + t.middle() + ".", true
	}
	return "", false
}

func (t *teller) middle() string {
	return "the middle between " + t.floor() + " and " + t.ceiling() + ": " + t.price(t.wanted())
}

// sentence begins with a capital.
func sentence(s string) string { return string(s[0]-'a'+'A') + s[1:] }
