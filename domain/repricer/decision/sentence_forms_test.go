package decision_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
)

// readSentences reads the sentences of a decision and does their sum. It returns which remarks were
// among them.
func readSentences(input decision.Input, d decision.Decision, texts []string) (seen []int, err error) {
	if len(texts) == 0 {
		return nil, errors.New("no sentence")
	}
	if d.Reason == decision.ReasonCircuitBreaker {
		last := len(texts) - 1
		if stop := (&figures{in: input, d: d}); !stop.read(braking, texts[last]) {
			return nil, fmt.Errorf("the brake is not read: %s", texts[last])
		}
		wanted := d
		wanted.Verdict, wanted.Reason, wanted.Price = decision.VerdictChange, d.Grounds.Braked, d.Grounds.Reached.Or(money.Amount{})
		return readSentences(input, wanted, texts[:last])
	}
	f := &figures{in: input, d: d}
	if !f.read(told[d.Reason], texts[0]) {
		return nil, fmt.Errorf("the reason is not read: %s", texts[0])
	}
	left := slices.DeleteFunc(slices.Clone(d.Adjustments), func(a decision.Adjustment) bool { return silent(d.Reason, a) })
	already := false
	for _, text := range texts[1:] {
		if len(left) > 0 && f.read(adjusting[left[0]], text) {
			left = left[1:]
			continue
		}
		n := slices.IndexFunc(remarks, func(r form) bool { return f.read([]form{r}, text) })
		if n < 0 {
			return nil, fmt.Errorf("not read, with %v to come: %s", left, text)
		}
		already = already || text == "That is the live price."
		seen = append(seen, n)
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("nothing is said of %v", left)
	}
	final := f.live()
	moves := d.Verdict == decision.VerdictChange || d.Verdict == decision.VerdictSuggest
	switch {
	case f.price == nil && moves, f.price != nil && !moves && !already && !f.stopped():
		return nil, errors.New("the sentences end at another price")
	case f.price != nil && (moves || already):
		final = f.whole(f.price)
	}
	if already && (moves || f.price == nil) {
		return nil, errors.New("the live price is no new one")
	}
	if !equal(final, amountOf(d.Price)) {
		return nil, fmt.Errorf("the sentences come to %s", final.FloatString(4))
	}
	return seen, nil
}

// stopped reports whether the price stays although another was reached.
func (f *figures) stopped() bool {
	return f.d.Reason == decision.ReasonMaxChangeZero || f.d.Reason == decision.ReasonBelowMinChange
}

// silent reports adjustments that the reason has named.
func silent(r decision.Reason, a decision.Adjustment) bool {
	return r == decision.ReasonBuyBoxUnknown && a == decision.AdjustFallbackLowest ||
		r == decision.ReasonRaisedToFloor && a == decision.AdjustFloor || r == decision.ReasonLoweredToCeiling && a == decision.AdjustCeiling
}

// read reads a sentence in one of its forms.
func (f *figures) read(list []form, text string) bool {
	for _, form := range list {
		match := form.re.FindStringSubmatch(text)
		if match == nil {
			continue
		}
		f.at = map[string]string{}
		for i, name := range form.re.SubexpNames() {
			f.at[name] = match[i]
		}
		delete(f.at, "")
		if f.consistent() && form.holds(f) {
			return true
		}
	}
	return false
}

// wants takes a figure as the price that the reason asks for.
func (f *figures) wants(name string) bool {
	f.wanted = f.value(name)
	f.price = f.wanted
	return true
}

func stays(*figures) bool { return true }

func says(texts ...string) []form {
	var out []form
	for _, text := range texts {
		out = append(out, form{text: text, holds: stays})
	}
	return forms(out...)
}

func says1(text string, holds func(*figures) bool) form { return form{text: text, holds: holds} }

func (f *figures) isLive(name string) bool { return f.is(name, f.in.Row.Price) }

// sums reports whether a listing price and the own shipping are a total, rounded as it says.
func (f *figures) sums(name, round string, total *big.Rat, up bool) bool {
	exact, way := less(total, f.shipping()), ", rounded down"
	price := f.whole(exact)
	if up {
		price, way = f.wholeUp(exact), ", rounded up"
	}
	if equal(price, exact) {
		way = ""
	}
	return equal(f.value(name), price) && f.at[round] == way
}

// dealing has the ways to set a price against an offer, before and after a verb.
type dealing struct {
	text string
	way  int
}

var (
	does  = []dealing{{"Matches <oNAME>", 0}, {"Undercuts <oNAME> by <mNAME>", -1}, {"Stays <mNAME> above <oNAME>", 1}}
	would = []dealing{{"Matching <oNAME>", 0}, {"Undercutting <oNAME> by <mNAME>", -1}, {"Staying <mNAME> above <oNAME>", 1}}
)

// deals reports whether the price follows from the offer and the strategy's rule.
func (f *figures) deals(name string, way int) bool {
	total := f.value("o" + name)
	r := new(big.Rat)
	if way != 0 {
		r = f.measured("m"+name, total)
		if !f.ruled("m"+name, way) {
			return false
		}
	}
	to := sum(total, multiplied(r, rat(int64(way), 1)))
	if most := amountOf(money.FromUnits(money.MaxUnits)); to.Cmp(most) > 0 {
		to = most // no larger amount can be stored
	}
	// A distance of 0 above an offer reads as a match, and is rounded up all the same.
	return f.sums("s"+name, "x"+name, to, way > 0) || way == 0 && f.stays() && f.sums("s"+name, "x"+name, to, true)
}

// ruled finds the distance among the rules of the strategy.
func (f *figures) ruled(name string, way int) bool {
	action := map[int]decision.RivalAction{-1: decision.RivalBelow, 1: decision.RivalAbove}[way]
	return slices.ContainsFunc(f.rules(), func(r decision.RivalRule) bool { return r.Action == action && f.isMeasured(name, r.By, r.ByType) })
}

// stays reports whether a rule of the strategy stays nothing above an offer.
func (f *figures) stays() bool {
	return slices.ContainsFunc(f.rules(), func(r decision.RivalRule) bool { return r.Action == decision.RivalAbove && r.By.Units() == 0 })
}

func (f *figures) rules() []decision.RivalRule {
	plan := f.in.Strategy
	rules := []decision.RivalRule{{Action: decision.RivalAction(plan.Action.Or("")), By: plan.By, ByType: plan.ByType}}
	for _, r := range []interface {
		Get() (decision.RivalRule, bool)
	}{plan.VsAmazon, plan.VsFBA, plan.VsFBM} {
		if rule, ok := r.Get(); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

// against makes the forms of a strategy's rule, followed by the end of the sentence.
func against(ways []dealing, between, end string, name string, holds func(*figures) bool) []form {
	var out []form
	for _, way := range ways {
		out = append(out, form{
			text:  strings.ReplaceAll(way.text, "NAME", name) + between + "<s" + name + "><x" + name + ">" + end,
			holds: func(f *figures) bool { return f.deals(name, way.way) && holds(f) },
		})
	}
	return out
}

// below makes the forms of a target under the floor.
func below(end string, holds func(*figures) bool) []form {
	under := func(asked string) func(*figures) bool {
		return func(f *figures) bool { return f.value(asked).Cmp(f.value("fFloor")) < 0 && holds(f) }
	}
	list := against(would, " would take ", ", below <fFloor>"+end, "Asked", under("sAsked"))
	return append(list, says1("The price at which Amazon expects to feature the offer is <pAsked>, below <fFloor>"+end, func(f *figures) bool {
		return f.is("pAsked", f.in.FeaturedExpected.Or(money.Amount{})) && under("pAsked")(f)
	}))
}

func wars(end string, holds func(*figures) bool) []form {
	return forms(
		says1("The price fell <nFalls> times in <nMinutes> minutes, and <nMost> falls are a price war"+end, func(f *figures) bool {
			w := f.in.Strategy.PriceWar.Or(decision.PriceWar{})
			return f.isCount("nFalls", f.in.Row.FallsInWindow) && f.isCount("nMinutes", w.WindowMinutes) && f.isCount("nMost", w.MaxDrops) &&
				f.value("nFalls").Cmp(f.value("nMost")) >= 0 && holds(f)
		}),
		says1("A price war was seen less than <nMinutes> minutes ago"+end, func(f *figures) bool {
			return f.isCount("nMinutes", f.in.Strategy.PriceWar.Or(decision.PriceWar{}).CooldownMinutes) &&
				f.in.Now.Sub(f.in.Row.PriceWarAt.Or(time.Time{})) < minutesOf(f.value("nMinutes")) && holds(f)
		}))
}

// small reads that a change is too small, by an amount or a share of the price.
func small(end string, holds func(*figures) bool) []form {
	var out []form
	for _, least := range leasts {
		out = append(out, says1("From <aLive> to <aReached> is less than "+least+", the smallest change that is sent"+end+", so the price stays.", func(f *figures) bool {
			return f.isLive("aLive") && f.is("aReached", f.d.Grounds.Reached.Or(money.Amount{})) && f.isSmall(f.value("aReached")) && holds(f)
		}))
	}
	return forms(out...)
}

var leasts = []string{"<aLeast>", "<rLeast> of the live price"}

// isSmall reports whether a price is nearer to the live price than the smallest change, which is
// the larger of an amount and a share.
func (f *figures) isSmall(price *big.Rat) bool {
	plan := f.in.Strategy
	amount, least := amountOf(plan.MinChange), multiplied(f.live(), divided(units(plan.MinChangePercent), rat(100, 1)))
	var right bool
	if f.says("aLeast") {
		right = f.is("aLeast", plan.MinChange) && amount.Cmp(least) >= 0
		least = amount
	} else {
		right = f.isRate("rLeast", plan.MinChangePercent) && least.Cmp(amount) > 0
	}
	moved := less(price, f.live())
	return right && moved.Abs(moved).Cmp(least) < 0
}

// mayWin reports whether a price may win the box: it goes back after a lost raise, matches an offer
// that the live price is above, or undercuts an offer that the live price matches.
func (f *figures) mayWin(price *big.Rat) bool {
	if f.d.BuyBox.Owner == decision.BoxOwn || price.Cmp(f.live()) >= 0 {
		return false
	}
	passes := func(landed *big.Rat) bool {
		return sum(price, f.shipping()).Cmp(landed) < sum(f.live(), f.shipping()).Cmp(landed)
	}
	box, known := f.d.BuyBox.Price.Get()
	target, aimed := f.d.TargetPrice.Get()
	won, ever := f.in.Row.LastWon.Get()
	lost := f.in.Row.LastChange == decision.ReasonOwnBuyBoxStepUp && ever && amountOf(won).Cmp(f.live()) < 0
	return known && passes(amountOf(box)) || aimed && passes(amountOf(target)) || lost
}

func minutesOf(n *big.Rat) time.Duration { return time.Duration(n.Num().Int64()) * time.Minute }

func (f *figures) changedWithin(d time.Duration) bool {
	return f.in.Now.Sub(f.in.Row.LastChangeAt.Or(time.Time{})) < d
}

// steps reports whether a price is a step from the live price.
func (f *figures) steps(way int64) bool {
	plan := f.in.Strategy
	to := sum(f.live(), multiplied(f.measured("mStep", f.live()), rat(way, 1)))
	to = map[bool]*big.Rat{true: f.whole(to), false: f.wholeUp(to)}[way > 0]
	return f.isMeasured("mStep", plan.Step.Or(money.Amount{}), plan.StepType) && f.isLive("aLive") && equal(f.value("pWanted"), to) && f.wants("pWanted")
}

func (f *figures) isSold() bool {
	return f.isCount("nSold", f.in.Row.UnitsSold.Or(-1)) && f.isCount("nDays", f.in.Strategy.WindowDays.Or(7))
}

// isStock reports whether stock, sales and the given number of targets are the row's.
func (f *figures) isStock(targets int) bool {
	stock, known := f.in.Row.Quantity.Get()
	return f.isSold() && known && f.isCount("nStock", int(stock)) && f.isCount("nTarget", targets*f.in.Strategy.DaysOfSupplyTarget.Or(-1))
}

// supply returns the days that the stock lasts at the pace of the sales.
func (f *figures) supply() *big.Rat {
	return divided(multiplied(f.value("nStock"), f.value("nDays")), f.value("nSold"))
}

func (f *figures) middles() bool {
	middle := divided(sum(amountOf(f.d.Floor.Or(money.Amount{})), f.value("cMax")), rat(2, 1))
	return equal(f.value("pWanted"), f.whole(middle)) && f.wants("pWanted")
}

func (f *figures) isRounded(name, round string) bool {
	if !f.says(round) {
		return equal(f.value(name), f.whole(f.value(name)))
	}
	return !equal(f.value(name), f.value(round)) && equal(f.whole(f.value(name)), f.value(round))
}

func toCeiling(f *figures) bool { return f.wants("cMax") }
func toFloor(f *figures) bool   { return f.wants("fFloor") }

// taken checks both rates, and that fees and tax take at least the share that the target leaves.
func (f *figures) taken(left *big.Rat) bool {
	fees := f.in.Row.Fees.Or(decision.FeeTerms{})
	rate := fees.ReferralPercent
	if upper, two := fees.Upper.Get(); two {
		rate = upper.ReferralPercent
	}
	vat := sum(rat(1, 1), divided(f.value("rVat"), rat(100, 1)))
	fee := divided(f.value("rFee"), rat(100, 1))
	return f.isRate("rFee", rate) && f.isRate("rVat", f.in.Row.VATPercent) && divided(left, vat).Cmp(fee) <= 0
}

const (
	takes   = ": a referral fee of <rFee> and VAT of <rVat> take too much of it."
	takesAt = ": a referral fee of <rFee>, as at a price of <aTotal> with shipping, and VAT of <rVat> take too much of it."
	leave   = ": fees and VAT leave too little of it."
)

// unreachable makes the sentences about targets that no price reaches.
func unreachable(why string, taken func(*figures, *big.Rat) bool) []form {
	return []form{
		says1("No price reaches an ROI of <rTarget>"+why, func(f *figures) bool {
			return f.isRate("rTarget", f.in.Row.Limits.TargetROI.Or(money.Percent{})) && taken(f, rat(1, 1))
		}),
		says1("No price reaches a margin of <rTarget>"+why, func(f *figures) bool {
			return f.isRate("rTarget", f.in.Row.Limits.TargetMargin.Or(money.Percent{})) &&
				taken(f, less(rat(1, 1), divided(f.value("rTarget"), rat(100, 1))))
		}),
		says1("No price is free of loss"+why, func(f *figures) bool { return taken(f, rat(1, 1)) }),
	}
}

func (f *figures) takenAt(left *big.Rat) bool {
	return f.is("aTotal", f.in.Row.FeesTotal.Or(money.Amount{})) && f.taken(left)
}

// told lists the forms of the sentence of each reason.
var told = map[decision.Reason][]form{
	decision.ReasonSettingsAbsent:       says("The repricer has no settings, so nothing is repriced."),
	decision.ReasonRepricerDisabled:     says("Repricing is switched off."),
	decision.ReasonModeOff:              says("This row is switched off."),
	decision.ReasonOnHold:               says("This row is on hold until you check it."),
	decision.ReasonStrategyMissing:      says("The row has no strategy."),
	decision.ReasonStrategyDisabled:     says("The row's strategy is switched off."),
	decision.ReasonMarketplaceNotServed: says("The row's strategy does not serve this marketplace."),
	decision.ReasonOutOfStock:           says("There is nothing in stock to sell."),
	decision.ReasonPendingSubmission:    says("The last price is still being sent to the marketplace."),
	decision.ReasonSchedulePause:        says("The schedule pauses repricing at this time."),
	decision.ReasonOutOfOrderEvent:      says("The offers are not newer than those decided last, so they were ignored."),
	decision.ReasonMissingMinPrice:      says("The row has no minimum price or no target to calculate it from, and without a floor no price is sent."),
	decision.ReasonMissingFees:          says("The floor is calculated from the marketplace's fees, which are still unknown."),
	decision.ReasonWaitingForFees:       says("The fees at the floor are still unknown, and no price is sent before."),
	decision.ReasonMissingPrice:         says("The live price of the listing is still unknown."),
	decision.ReasonNoCeiling:            says("The strategy asks for the maximum price, but no maximum is set, so the price stays."),
	decision.ReasonOwnBuyBoxKeep:        says("You have the buy box, so the price stays."),
	decision.ReasonNoCompetitionKeep:    says("There are no competitors, so the price stays."),
	decision.ReasonOffersIncomplete:     says("The marketplace left offers or prices out, so the price stays for now."),
	decision.ReasonSuppressedKeep:       says("The marketplace shows no buy box, so the price stays."),
	decision.ReasonMissingCost: forms(
		says1("The floor is calculated from the cost of the product, which is unknown.", func(f *figures) bool { return !f.in.Row.Cost.Known() }),
		says1("The floor is calculated from the cost of the product and the postage, and the postage of one unit is unknown.",
			func(f *figures) bool { return f.in.Row.Cost.Known() && !f.in.Row.Postage.Known() })),
	decision.ReasonExternalChange: forms(says1("The live price of <aLive> is more than <rMost> away from <aLast>, the price sent last. "+
		"It was changed outside the repricer, so the row is on hold.", func(f *figures) bool {
		away := less(f.value("aLive"), f.value("aLast"))
		return f.isLive("aLive") && f.is("aLast", f.in.Row.LastSubmitted.Or(money.Amount{})) && f.isRate("rMost", f.in.Policy.AnomalyPercent) &&
			away.Abs(away).Cmp(f.measured("rMost", f.value("aLast"))) > 0
	})),
	decision.ReasonTargetUnreachable: forms(
		slices.Concat(unreachable(takes, (*figures).taken), unreachable(takesAt, (*figures).takenAt),
			unreachable(leave, func(f *figures, _ *big.Rat) bool { return f.in.Row.VATScheme != "" }))...),
	decision.ReasonFloorAboveCeiling: forms(says1("<fFloor> is above <cMax>, so no price fits.", func(f *figures) bool {
		return f.value("fFloor").Cmp(f.value("cMax")) > 0
	})),
	decision.ReasonRaisedToFloor: forms(says1("The live price of <pLive> is below <fFloor> and goes up to it.", func(f *figures) bool {
		return f.isLive("pLive") && f.value("pLive").Cmp(f.value("fFloor")) < 0 && toFloor(f)
	})),
	decision.ReasonLoweredToCeiling: forms(says1("The live price of <pLive> is above <cMax> and goes down to it.", func(f *figures) bool {
		return f.isLive("pLive") && f.value("pLive").Cmp(f.value("cMax")) > 0 && toCeiling(f)
	})),
	decision.ReasonMaxChangeZero: forms(says1("<pWanted> was wanted instead of <aLive>, but the limits of a change do not allow it.", func(f *figures) bool {
		return f.isLive("aLive") && f.is("pWanted", f.d.Grounds.Wanted.Or(money.Amount{})) && f.wants("pWanted")
	})),
	decision.ReasonBelowMinChange: slices.Concat(small("", func(f *figures) bool { return !f.d.Grounds.SmallForBox }),
		small("; the buy box may depend on it, but the last change was less than <nWait> minutes ago", func(f *figures) bool {
			return f.mayWin(f.value("aReached")) && f.isCount("nWait", f.in.Strategy.SmallChangeIntervalMinutes.Or(0)) && f.changedWithin(minutesOf(f.value("nWait")))
		})),
	decision.ReasonStaleOffers: forms(
		says1("No offers have been seen yet.", func(f *figures) bool { return !f.in.OffersAt.Known() }),
		says1("The offers are older than the <nMost> minutes for which they count.", func(f *figures) bool {
			return f.isCount("nMost", f.in.Policy.MaxOfferAgeMinutes) && f.in.Now.Sub(f.in.OffersAt.Or(f.in.Now)) > minutesOf(f.value("nMost"))
		})),
	decision.ReasonDailyLimit: forms(says1("The price changed <nDone> times today and may change <nMost> times a day, so it stays.", func(f *figures) bool {
		return f.isCount("nDone", f.in.Row.ChangesToday) && f.isCount("nMost", f.in.Policy.MaxChangesPerDay) && f.value("nDone").Cmp(f.value("nMost")) >= 0
	})),
	decision.ReasonScheduleMax: forms(says1("The schedule asks for <cMax> at this time.", toCeiling)),
	decision.ReasonScheduleMin: forms(says1("The schedule asks for <fFloor> at this time.", toFloor)),
	decision.ReasonSchedulePercent: forms(
		says1("The schedule changes the price at which the window began, <aStart>, by <rBy>: <pWanted>.", func(f *figures) bool {
			return f.is("aStart", f.in.Window.StartPrice.Or(f.in.Row.Price)) && f.isRate("rBy", f.in.Window.Percent) &&
				equal(f.value("pWanted"), f.whole(sum(f.value("aStart"), f.measured("rBy", f.value("aStart"))))) && f.wants("pWanted")
		}),
		says1("The schedule changes the price by <rBy>, but the price at the start of the window is unknown, so it stays.", func(f *figures) bool {
			return f.isRate("rBy", f.in.Window.Percent)
		})),
	decision.ReasonRestockMax: forms(says1("Back in stock, with <nStock> unit<u> to sell: the price goes to <cMax>.", func(f *figures) bool {
		return f.isCount("nStock", int(f.in.Row.Quantity.Or(0))) && f.in.Row.WasSoldOut && toCeiling(f)
	})),
	decision.ReasonFixedPrice: forms(says1("The strategy's fixed price is <pWanted><dRounded>.", func(f *figures) bool {
		return f.is("pWanted", f.in.Strategy.FixedPrice.Or(money.Amount{})) && f.isRounded("pWanted", "dRounded") && f.wants("pWanted")
	})),
	decision.ReasonVelocityUp: forms(
		says1("<nSold> sold in <nDays> days, at least <nLeast>: up <mStep> from <aLive> to <pWanted>.", func(f *figures) bool {
			return f.isSold() && f.isCount("nLeast", f.in.Strategy.HighUnits.Or(-1)) && f.value("nSold").Cmp(f.value("nLeast")) >= 0 && f.steps(1)
		}),
		says1("<nStock> in stock, <nSold> sold in <nDays> days: lasts less than <nTarget> day<u>, so up <mStep> from <aLive> to <pWanted>.", func(f *figures) bool {
			return f.isStock(1) && f.supply().Cmp(f.value("nTarget")) < 0 && f.steps(1)
		})),
	decision.ReasonVelocityDown: forms(
		says1("<nSold> of at least <nLeast> sold in <nDays> days: down <mStep> from <aLive> to <pWanted>.", func(f *figures) bool {
			return f.isSold() && f.isCount("nLeast", f.in.Strategy.LowUnits.Or(-1)+1) && f.value("nSold").Cmp(f.value("nLeast")) < 0 && f.steps(-1)
		}),
		says1("<nStock> in stock, <nSold> sold in <nDays> days: lasts more than <nTarget> days, so down <mStep> from <aLive> to <pWanted>.", func(f *figures) bool {
			return f.isStock(2) && (f.value("nSold").Sign() == 0 || f.supply().Cmp(f.value("nTarget")) > 0) && f.steps(-1)
		})),
	decision.ReasonVelocityInBand: forms(
		says1("<nSold> sold in <nDays> days, more than <nLow>, fewer than <nHigh>: the price stays.", func(f *figures) bool {
			return f.isSold() && f.isCount("nLow", f.in.Strategy.LowUnits.Or(-1)) && f.isCount("nHigh", f.in.Strategy.HighUnits.Or(-1)) &&
				f.value("nSold").Cmp(f.value("nLow")) > 0 && f.value("nSold").Cmp(f.value("nHigh")) < 0
		}),
		says1("<nStock> in stock, <nSold> sold in <nDays> days: lasts <nLeast> to <nTarget> days, so the price stays.", func(f *figures) bool {
			return f.isStock(2) && f.isCount("nLeast", f.in.Strategy.DaysOfSupplyTarget.Or(-1)) &&
				f.supply().Cmp(f.value("nLeast")) >= 0 && f.supply().Cmp(f.value("nTarget")) <= 0
		})),
	decision.ReasonVelocityUnknown: forms(
		says1("Your orders are unknown for part of the window of <nDays> days, so the price stays.", func(f *figures) bool {
			return f.isCount("nDays", f.in.Strategy.WindowDays.Or(7)) && !f.in.Row.UnitsSold.Known()
		}),
		says1("The stock is unknown, so the price stays.", func(f *figures) bool {
			return f.in.Row.UnitsSold.Known() && !f.in.Row.Quantity.Known() && f.in.Strategy.DaysOfSupplyTarget.Known()
		})),
	decision.ReasonVelocityLocked: forms(says1("The last step was less than <nDays> days ago, so the price stays.", func(f *figures) bool {
		return f.isCount("nDays", f.in.Strategy.LockDays.Or(-1)) && f.changedWithin(24*60*minutesOf(f.value("nDays")))
	})),
	decision.ReasonSiblingBuyBox: forms(says1("Your account <oBox> has the buy box, and your accounts do not compete with each other.", stays)),
	decision.ReasonFollowOwnSKU: forms(says1("Another SKU of yours leads at <aLeader> with shipping; this one stays <aGap> above it: <sWanted><xRound>.", func(f *figures) bool {
		return slices.ContainsFunc(f.in.Siblings, func(s decision.Sibling) bool { return f.is("aLeader", s.Landed) }) && f.isGap() &&
			f.sums("sWanted", "xRound", sum(f.value("aLeader"), f.value("aGap")), true) && f.wants("sWanted")
	})),
	decision.ReasonOwnBuyBoxRaise: forms(says1("You have the buy box: raises to <aGap> below the next offer, <oNext>: <sWanted><xRound>.", func(f *figures) bool {
		return f.isGap() && f.sums("sWanted", "xRound", less(f.value("oNext"), f.value("aGap")), false) && f.value("sWanted").Cmp(f.live()) > 0 && f.wants("sWanted")
	})),
	decision.ReasonStepWait: forms(says1("The last change was less than <nMost> minutes ago, so the next step waits.", func(f *figures) bool {
		return f.isCount("nMost", f.in.Strategy.StepIntervalMinutes.Or(-1)) && f.changedWithin(minutesOf(f.value("nMost")))
	})),
	decision.ReasonOwnBuyBoxStepUp: forms(
		says1("You have the buy box: up <mStep> from <aLive> to <pWanted>.", func(f *figures) bool { return f.steps(1) }),
		says1("You have the buy box: up <mStep> from <aLive>, but not above <aSoft>, which is known to keep it: <pWanted><dRound>.", func(f *figures) bool {
			plan := f.in.Strategy
			return f.isMeasured("mStep", plan.Step.Or(money.Amount{}), plan.StepType) && f.isLive("aLive") && f.isSoft() &&
				f.whole(sum(f.live(), f.measured("mStep", f.live()))).Cmp(f.value("aSoft")) > 0 && equal(f.value("pWanted"), f.value("aSoft")) &&
				f.isRounded("pWanted", "dRound") && f.wants("pWanted")
		}),
		says1("You have the buy box: <aLive> is not raised, because no price above <aSoft> is known to keep it.", func(f *figures) bool {
			return f.isLive("aLive") && f.isSoft() && f.value("aSoft").Cmp(f.live()) <= 0 && f.wants("aLive")
		})),
	decision.ReasonBuyBoxUnknown: forms(says1("The owner of the buy box is unknown and may be you, so the price is not raised to <pWanted>.", func(f *figures) bool {
		return f.is("pWanted", f.d.Grounds.Wanted.Or(money.Amount{})) && f.value("pWanted").Cmp(f.live()) > 0
	})),
	decision.ReasonNoCompetitionMin:     forms(says1("There are no competitors, so the price goes to <fFloor>.", toFloor)),
	decision.ReasonNoCompetitionMax:     forms(says1("There are no competitors, so the price goes to <cMax>.", toCeiling)),
	decision.ReasonNoCompetitionAverage: forms(says1("There are no competitors, so the price goes to the middle between <fFloor> and <cMax>: <pWanted>.", (*figures).middles)),
	decision.ReasonSuppressedStepDown: forms(says1("The marketplace shows no buy box: down <mStep> from <aLive> to <pWanted>.", func(f *figures) bool {
		return f.steps(-1)
	})),
	decision.ReasonSuppressedExternalPrice: forms(says1("The marketplace shows no buy box: follows <aOut> with shipping outside the marketplace: <sWanted><xRound>.",
		func(f *figures) bool {
			return f.is("aOut", f.in.ExternalPrice.Or(money.Amount{})) && f.sums("sWanted", "xRound", f.value("aOut"), false) && f.wants("sWanted")
		})),
	decision.ReasonRevertToLastWin: forms(says1("The buy box was lost after a raise: back from <aLive> to <pWanted><dRound>, which had it.", func(f *figures) bool {
		return f.isLive("aLive") && f.is("pWanted", f.in.Row.LastWon.Or(money.Amount{})) && f.value("pWanted").Cmp(f.live()) < 0 &&
			f.isRounded("pWanted", "dRound") && f.wants("pWanted")
	})),
	decision.ReasonMatchTarget: meets(does[:1]),
	decision.ReasonBeatTarget:  meets(does[:2]),
	decision.ReasonAboveTarget: meets([]dealing{does[0], does[2]}),
	decision.ReasonFeaturedExpected: forms(says1("Goes to the price at which Amazon expects to feature the offer: <pWanted><dRound>.", func(f *figures) bool {
		return f.is("pWanted", f.in.FeaturedExpected.Or(money.Amount{})) && f.isRounded("pWanted", "dRound") && f.wants("pWanted")
	})),
	decision.ReasonPriceWarHold: wars(", so the price stays instead of falling to <pWanted>.", func(f *figures) bool {
		return f.is("pWanted", f.d.Grounds.Asked.Wanted) && f.value("pWanted").Cmp(f.live()) < 0
	}),
	decision.ReasonPriceWarReset:     wars(", so the price goes to <cMax>.", toCeiling),
	decision.ReasonBelowMinKeep:      forms(below(", so the price stays.", stays)...),
	decision.ReasonBelowMinMin:       forms(below(", so the price stops there.", toFloor)...),
	decision.ReasonBelowMinMax:       forms(below(", so the price goes to <cMax>.", toCeiling)...),
	decision.ReasonBelowMinAverage:   forms(below(", so the price goes to the middle between floor and <cMax>: <pWanted>.", (*figures).middles)...),
	decision.ReasonBelowMinNextAbove: forms(nextAbove()...),
	decision.ReasonAlreadyCheaper: forms(against(would, " would take ", ", above the live price of <pLive>. Without the buy box a higher price would not help, so it stays.",
		"Asked", func(f *figures) bool { return f.isLive("pLive") && f.value("sAsked").Cmp(f.live()) > 0 })...),
}

// meets makes the forms of a strategy's rule. A match without shipping needs a single figure.
func meets(ways []dealing) []form {
	list := against(ways, ": ", ".", "Own", func(f *figures) bool { return f.wants("sOwn") })
	return forms(append(list, says1("Matches <oOwn>.", func(f *figures) bool { return f.in.Row.Shipping.Units() == 0 && f.wants("oOwn") }))...)
}

func nextAbove() []form {
	var out []form
	for _, way := range does {
		text := strings.ReplaceAll(way.text, "NAME", "Took")
		text = strings.ToLower(text[:1]) + text[1:]
		out = append(out, below(". The next offer above it: "+text+": <sTook><xTook>.", func(f *figures) bool {
			return f.deals("Took", way.way) && f.value("sTook").Cmp(f.value("fFloor")) >= 0 && f.wants("sTook")
		})...)
	}
	out = append(out, below(". The next offer above it: matches <oTook>.", func(f *figures) bool {
		return f.in.Row.Shipping.Units() == 0 && f.value("oTook").Cmp(f.value("fFloor")) >= 0 && f.wants("oTook")
	})...)
	return out
}

func (f *figures) isGap() bool {
	return f.is("aGap", f.in.Strategy.RaiseGap.Or(f.in.Row.Currency.Unit()))
}

func (f *figures) isSoft() bool {
	return f.is("aSoft", f.in.Row.SoftCeiling.Or(decision.SoftCeiling{}).Price)
}

// braking lists the forms of the last sentence about a price that the brake stopped.
var braking = forms(
	says1("A rise from <aLive> to <aReached> is more than <rMost>, which ends at <aEnd>, so it was not sent. Resume the row to send it.", func(f *figures) bool {
		return f.isRate("rMost", f.in.Policy.MaxRisePercent.Or(money.Percent{})) && f.brakes(f.whole(sum(f.live(), f.measured("rMost", f.live()))), 1)
	}),
	says1("A fall from <aLive> to <aReached> is more than <rMost>, which ends at <aEnd>, so it was not sent. Resume the row to send it.", func(f *figures) bool {
		return f.isRate("rMost", f.in.Policy.AnomalyPercent) && f.brakes(f.wholeUp(less(f.live(), f.measured("rMost", f.live()))), -1)
	}))

// brakes reports whether the price that was wanted lies beyond the end of the allowed move.
func (f *figures) brakes(end *big.Rat, way int) bool {
	return f.isLive("aLive") && f.is("aReached", f.d.Grounds.Reached.Or(money.Amount{})) && equal(f.value("aEnd"), end) &&
		f.value("aReached").Cmp(end) == way
}

// adjusting lists the forms of the sentence of each adjustment.
var adjusting = map[decision.Adjustment][]form{
	decision.AdjustFallbackLowest: forms(says1("The owner of the buy box is unknown, so the lowest offer is used instead.", func(f *figures) bool {
		return f.d.BuyBox.Owner == decision.BoxUnknown
	})),
	decision.AdjustFeeCliff: forms(says1("<pFrom> would earn <aFrom> a unit, and <pLast> earns <aLast>, because the referral fee rises above <aBreak><wShips>. So the price stops there.",
		(*figures).cliff)),
	decision.AdjustCeiling: forms(says1("<pWanted> is above <cMax>, so the price stops there.", func(f *figures) bool {
		return f.goesOn("pWanted") && f.value("pWanted").Cmp(f.value("cMax")) > 0 && f.to("cMax")
	})),
	decision.AdjustFloor: forms(says1("<pWanted> is below <fFloor>, so the price stops there.", func(f *figures) bool {
		return f.goesOn("pWanted") && f.value("pWanted").Cmp(f.value("fFloor")) < 0 && f.to("fFloor")
	})),
	decision.AdjustMaxChange:        limited(limits[0]),
	decision.AdjustMaxChangePercent: limited(limits[1]),
	decision.AdjustMaxDailyChange:   limited(limits[2], limits[3]),
	decision.AdjustNoCeilingCap:     limited(limits[4]),
	decision.AdjustCapOverridden:    overridden(),
}

// cliff reads the profit of a unit on both sides of a break point of the fees.
func (f *figures) cliff() bool {
	asked := amountOf(f.d.Grounds.Wanted.Or(money.Amount{}))
	if f.wanted != nil && !equal(f.wanted, asked) || f.wanted == nil && !f.stopped() {
		return false
	}
	f.wanted, f.price = f.value("pLast"), f.value("pLast")
	breaks := func(b decision.FeeBand) bool { return b.UpTo.Known() && f.is("aBreak", b.UpTo.Or(money.Amount{})) }
	total := func(name string) *big.Rat { return sum(f.value(name), f.shipping()) }
	return slices.ContainsFunc(bandsOf(f.in.Row), breaks) && equal(f.value("pFrom"), f.whole(asked)) && equal(f.value("aFrom"), f.earns(total("pFrom"))) && equal(f.value("aLast"), f.earns(total("pLast"))) &&
		f.value("aFrom").Cmp(f.value("aLast")) < 0 && f.says("wShips") == (f.shipping().Sign() != 0) &&
		equal(f.value("pLast"), f.whole(less(f.value("aBreak"), f.shipping()))) && f.value("pLast").Cmp(f.value("pFrom")) < 0
}

// earns returns the profit of a unit at a total, to the unit of the currency.
func (f *figures) earns(total *big.Rat) *big.Rat {
	earned := divided(profitAt(f.in.Row, total), f.unit())
	half := rat(1, 2)
	if earned.Sign() < 0 {
		return f.wholeUp(multiplied(less(earned, half), f.unit()))
	}
	return f.whole(multiplied(sum(earned, half), f.unit()))
}

// goesOn takes up the price that the reason has named.
func (f *figures) goesOn(name string) bool {
	if f.wanted == nil {
		f.wanted = f.value(name)
		return f.d.Reason == decision.ReasonBelowMinChange && f.is(name, f.d.Grounds.Wanted.Or(money.Amount{}))
	}
	return equal(f.wanted, f.value(name))
}

func (f *figures) to(name string) bool {
	f.price = f.value(name)
	return true
}

// limit has the limit of a change and the allowed move of the price.
type limit struct {
	text string
	most func(f *figures) (rat *big.Rat, ok bool)
}

var limits = []limit{
	{"t most <aMost> at once", func(f *figures) (*big.Rat, bool) {
		return f.value("aMost"), f.is("aMost", f.in.Row.Limits.MaxChange.Or(money.Amount{}))
	}},
	{"t most <rMost> at once", func(f *figures) (*big.Rat, bool) {
		return f.measured("rMost", f.live()), f.isRate("rMost", f.in.Row.Limits.MaxChangePercent.Or(money.Percent{}))
	}},
	{"t most <rMost> up from <aDay>, the day's first price", func(f *figures) (*big.Rat, bool) { return f.left(1) }},
	{"t most <rMost> down from <aDay>, the day's first price", func(f *figures) (*big.Rat, bool) { return f.left(-1) }},
	{"t most <rMost> up at once without a maximum price", func(f *figures) (*big.Rat, bool) {
		return f.measured("rMost", f.live()), f.isRate("rMost", pct("10"))
	}},
}

// left returns the rest of the day's limit on a side.
func (f *figures) left(way int64) (*big.Rat, bool) {
	end := sum(f.value("aDay"), multiplied(f.measured("rMost", f.value("aDay")), rat(way, 1)))
	r := multiplied(less(end, f.live()), rat(way, 1))
	if r.Sign() < 0 {
		r = new(big.Rat)
	}
	return r, f.is("aDay", f.in.Row.DayPrice.Or(f.in.Row.Price)) && f.isRate("rMost", f.in.Policy.MaxDailyChangePercent.Or(money.Percent{}))
}

func limited(list ...limit) []form {
	var out []form
	for _, l := range list {
		out = append(out,
			says1("A"+l.text+": from <aLive> to <aReached> instead of <pWanted>.", func(f *figures) bool {
				rat, ok := l.most(f)
				rat = f.whole(rat)
				end := sum(f.live(), rat)
				up := f.value("pWanted").Cmp(f.live()) > 0
				if !up {
					end = less(f.live(), rat)
				}
				return ok && f.goesOn("pWanted") && f.isLive("aLive") && equal(f.value("aReached"), end) &&
					(f.value("pWanted").Cmp(end) > 0) == up && f.to("aReached")
			}),
			says1("A"+l.text+".", func(f *figures) bool {
				rat, ok := l.most(f)
				return ok && f.d.Reason == decision.ReasonMaxChangeZero && f.whole(rat).Sign() == 0
			}))
	}
	return forms(out...)
}

func overridden() []form {
	var out []form
	for _, l := range limits {
		for bound, reason := range map[string]decision.Reason{"floor": decision.ReasonRaisedToFloor, "maximum": decision.ReasonLoweredToCeiling} {
			out = append(out, says1("A"+l.text+", but the "+bound+" comes first.", func(f *figures) bool {
				rat, ok := l.most(f)
				moved := less(f.price, f.live())
				return ok && f.d.Reason == reason && moved.Abs(moved).Cmp(f.whole(rat)) > 0
			}))
		}
	}
	return forms(out...)
}

// The following sentences are remarks: replaced and assumed figures.
func sentForBox(f *figures) bool {
	wait, ok := f.in.Strategy.SmallChangeIntervalMinutes.Get()
	return ok && !f.changedWithin(time.Duration(wait)*time.Minute) && f.isSmall(amountOf(f.d.Price)) && f.mayWin(amountOf(f.d.Price))
}

var remarks = forms(
	says1("The strategy's target, <tFirst>, gives no price here, so its fallback counts: <tSecond>.", func(f *figures) bool { return f.at["tFirst"] != f.at["tSecond"] }),
	says1("You have the buy box, so the lowest offer is used instead.", func(f *figures) bool { return f.d.BuyBox.Owner == decision.BoxOwn }),
	says1("The marketplace shows no buy box, so the lowest offer is used instead.", func(f *figures) bool { return f.d.BuyBox.Owner == decision.BoxNone }),
	says1("That is the live price.", stays),
	says1("That is a change of less than <aLeast>, and is sent because the buy box may depend on it.", sentForBox),
	says1("That is a change of less than <rLeast> of the live price, and is sent because the buy box may depend on it.", sentForBox),
	says1("Who has the buy box follows from its price of <aBox> with shipping; the marketplace did not name the seller.", func(f *figures) bool {
		return f.is("aBox", f.in.Box.Price.Or(money.Amount{})) && f.is("aBox", f.d.BuyBox.Price.Or(money.Amount{}))
	}),
	says1("The postage of one unit is unknown; the floor assumes the <aPaid> that buyers pay for it.", func(f *figures) bool {
		return f.is("aPaid", f.in.Row.Shipping) && !f.in.Row.Postage.Known()
	}),
	says1("The postage of one unit is unknown, and the floor leaves it out.", func(f *figures) bool { return !f.in.Row.Postage.Known() }),
	says1("The marketplace has not answered for the floor, so the fees of <aTotal> with shipping come from the fee tables.", func(f *figures) bool {
		floor := f.d.Floor.Or(money.Amount{}).Units() + f.in.Row.Shipping.Units()
		return f.in.Row.FeesBy == decision.FeesByTables && f.is("aTotal", money.FromUnits(floor))
	}),
	says1("The fees apply to a price of <aTotal> with shipping; at the floor they may be others.", func(f *figures) bool {
		return f.is("aTotal", f.in.Row.FeesTotal.Or(money.Amount{}))
	}),
)
