package decision

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// Rule names the rule of a trace step.
type Rule string

// The rules.
const (
	RulePreview       Rule = "preview"
	RuleStop          Rule = "stop"
	RulePostage       Rule = "postage"
	RuleFees          Rule = "fees"
	RuleFloor         Rule = "floor"
	RuleCeiling       Rule = "ceiling"
	RuleSchedule      Rule = "schedule"
	RuleSales         Rule = "sales"
	RuleFilter        Rule = "filter"
	RuleBox           Rule = "buy_box"
	RuleOwnSKU        Rule = "own_sku"
	RuleRaise         Rule = "raise_to_next"
	RuleSoftCeiling   Rule = "soft_ceiling"
	RuleTarget        Rule = "target"
	RuleBelowMin      Rule = "below_min"
	RuleRest          Rule = "rest"
	RuleAdjust        Rule = "adjust"
	RuleCapOverridden Rule = "cap_overridden"
	RuleMinChange     Rule = "min_change"
	RuleBrake         Rule = "brake"
	RuleOutcome       Rule = "outcome"
)

func (Rule) Words() []Rule {
	return []Rule{
		RulePreview, RuleStop, RulePostage, RuleFees, RuleFloor, RuleCeiling, RuleSchedule, RuleSales, RuleFilter, RuleBox,
		RuleOwnSKU, RuleRaise, RuleSoftCeiling, RuleTarget, RuleBelowMin, RuleRest, RuleAdjust, RuleCapOverridden,
		RuleMinChange, RuleBrake, RuleOutcome,
	}
}

// Trace explains how a decision was made.
type Trace struct {
	Steps []TraceStep
	// Offers have the order of competitors, not the order of the input.
	Offers []TraceOffer
}

// TraceStep describes one applied rule. In and Out have the amounts before and after it. They are
// absent if it moved no amount.
type TraceStep struct {
	// Step has the number of the stage, 1 (gates) to 12 (outcome).
	Step int
	Rule Rule
	In   optional.Maybe[money.Amount]
	Out  optional.Maybe[money.Amount]
	// Note has a detail, or is "": a reason, a seller, the source of a floor, the basis of postage,
	// the units sold.
	Note string
}

// TraceOffer says how an offer was used.
type TraceOffer struct {
	SellerID string
	Landed   money.Amount
	Used     bool
	// Excluded says why the offer was excluded, "" for a competitor.
	Excluded Exclusion
	// Candidate has the price that its rule asks for. It is absent if the offer was excluded or the
	// rule ignores it.
	Candidate optional.Maybe[money.Amount]
}

// note adds a step; without a trace it does nothing. An amount of 0 leaves In or Out absent.
func (d *decider) note(step int, r Rule, number, out int64, text string) {
	if d.trace == nil {
		return
	}
	d.trace.Steps = append(d.trace.Steps, TraceStep{Step: step, Rule: r, In: amountUnless0(number), Out: amountUnless0(out), Note: text})
}

func amountUnless0(n int64) optional.Maybe[money.Amount] {
	if n == 0 {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(n))
}

// noteFees adds the price that the fees were found for, and their sum there. The note names their
// source if the marketplace did not answer.
func (d *decider) noteFees() {
	fees, known := d.row.Fees.Get()
	total, bound := d.row.FeesTotal.Get()
	if d.trace == nil || !d.row.FeesTraced || !known || !bound || !d.row.Cost.Known() || fees.Upper.Known() {
		return
	}
	sum, _ := fees.charged(fees.flat(), total.Units()).Nearest(uint64(exact.PercentUnit * d.unit))
	d.note(2, RuleFees, total.Units(), sum*d.unit, string(d.row.FeesBy))
}

// drop records an excluded offer.
func (d *decider) drop(o *Offer, landed int64, why Exclusion) {
	if d.trace != nil {
		d.trace.Offers = append(d.trace.Offers, TraceOffer{SellerID: o.SellerID, Landed: money.FromUnits(landed), Excluded: why})
	}
}

// finish adds the competitors and sorts all offers.
func (t *Trace) finish(d *decider) {
	for _, r := range d.rivals {
		o := TraceOffer{SellerID: r.offer.SellerID, Landed: money.FromUnits(r.landed), Used: true}
		if d.plan.Type == TypeCompetitor && d.rule(r.offer).Action != RivalIgnore {
			candidate, _ := d.candidate(r)
			o.Candidate = optional.Some(money.FromUnits(candidate))
		}
		t.Offers = append(t.Offers, o)
	}
	slices.SortStableFunc(t.Offers, func(a, b TraceOffer) int {
		return cmp.Or(a.Landed.Cmp(b.Landed), first(a.Used, b.Used), strings.Compare(a.SellerID, b.SellerID),
			strings.Compare(string(a.Excluded), string(b.Excluded)))
	})
	d.out.Trace = t
}

func countOf(n, number int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(number) }
