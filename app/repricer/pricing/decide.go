package pricing

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// decide decides every row that has its inputs.
func (b *batch) decide() {
	for _, c := range b.cases {
		if c.waits || c.later != nil {
			continue
		}
		if c.build(b); c.later != nil {
			continue
		}
		if b.trial != nil {
			c.decision = decision.Explain(c.input)
			continue
		}
		c.decision = decision.Decide(c.input)
	}
}

// build assembles the input of a decision. A row is postponed if its input cannot be built, such as
// a row with a time zone that no longer exists.
func (c *evaluation) build(b *batch) {
	row := c.observed.ApplyTo(c.row)
	facts := repricer.DecisionRow(row)
	facts.Cost, facts.UnitsSold, facts.FeeBands = c.observed.Cost, c.sold, c.feeBands
	facts.FX = used(c.fx)
	var plan *strategy.Values
	input := decision.Input{Now: b.now, Killed: b.killed, Policy: b.policy, Siblings: b.rivalsAtHome(c.row)}
	if c.plan != nil {
		plan, input.Strategy = &c.plan.Values, &c.plan.Values.Strategy
	}
	facts.LossGuard = b.settings.Values.Guards(row.AllowLoss, plan)
	c.boundBy(&facts)
	if err := c.schedule(b, &input, &facts); err != nil {
		c.later = err
		return
	}
	if h, held := c.hold.Get(); held && facts.Hold.Or("") == "" {
		facts.Hold = optional.Some(h.Reason)
	} else if !held && facts.Hold == optional.Some(decision.HoldCurrencyMismatch) {
		facts.Hold = optional.None[decision.HoldReason]()
	}
	if c.row.ResumedFrom(decision.HoldExternalChange) {
		// The user who resumed the row has seen the live price.
		facts.LastSubmitted = optional.None[money.Amount]()
	}
	facts.Accepted = row.Accepted(b.now)
	if !c.fromEvent {
		facts.LastEventAt = optional.None[time.Time]()
	}
	if c.offers != nil {
		input.OffersAt, input.Box, input.Offers = optional.Some(c.offers.At), c.offers.Box, c.offers.Offers
		input.ExternalPrice, input.OffersIncomplete = c.offers.ExternalPrice, c.offers.Incomplete
	}
	if tag, ok := c.expected.Get(); ok && tag.Currency == row.Currency && tag.Price.Positive() {
		input.FeaturedExpected = optional.Some(tag.Price)
	}
	input.Row = facts
	if b.trial != nil {
		b.trial.over(&input, c.row.Hold)
	}
	c.input = input
}

// schedule adds the inputs that depend on the day and on the schedule window in force.
func (c *evaluation) schedule(b *batch, input *decision.Input, row *decision.Row) error {
	v := b.settings.Values
	var own []schedule.Window
	if c.plan != nil {
		own = c.plan.Values.Schedule
	}
	window, err := schedule.WindowAt(b.now, v.Timezone, own, v.Schedules)
	if err != nil {
		return err
	}
	since, paused, err := schedule.PausedAt(b.now, v.Timezone, v.Pauses, c.row.Key.MarketplaceID)
	if err != nil {
		return err
	}
	if paused {
		window = &decision.ActiveWindow{Action: decision.WindowPause, Since: since}
	}
	day, err := schedule.DayIn(b.now, v.Timezone)
	if err != nil {
		return err
	}
	// Work on a copy: the memory is updated when the decision is written.
	m := c.memory
	m.NoteWindow(window, row.Price)
	if input.Strategy != nil {
		m.NotePriceWar(input.Strategy.PriceWar, b.now)
	}
	m.AddTo(row, input.Strategy, b.now, day)
	input.Window = window
	return nil
}

// turns returns the time when a schedule window or a pause of the row begins or ends next. It is
// absent for a row that no window affects until its user changes it; that change wakes the row.
func (c *evaluation) turns(b *batch) (optional.Maybe[time.Time], error) {
	v := b.settings.Values
	if b.policy == nil || !v.Enabled || c.row.Mode == decision.ModeOff || c.plan == nil || !c.plan.Values.Enabled {
		return optional.None[time.Time](), nil
	}
	next, err := schedule.NextChangeAt(b.now, v.Timezone, c.plan.Values.Schedule, v.Schedules)
	if err != nil {
		return next, err
	}
	pause, err := schedule.NextPauseAt(b.now, v.Timezone, v.Pauses, c.row.Key.MarketplaceID)
	if at, ok := pause.Get(); ok && (!next.Known() || at.Before(next.Or(at))) {
		next = pause
	}
	return next, err
}

// rivalsAtHome returns the account's other selling rows for the same product.
func (b *batch) rivalsAtHome(row repricer.ProductSnapshot) []decision.Sibling {
	var out []decision.Sibling
	for _, other := range b.siblings(row) {
		facts := repricer.DecisionRow(*other).AsDecided(other.Observed.BreakEven, other.Observed.DecidedFloor)
		if s, sells := facts.Sibling(); sells {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b decision.Sibling) int { return int(a.ID - b.ID) })
	return out
}

func (b *batch) offerAge() time.Duration {
	return b.settings.Values.MaxOfferAge()
}

// over applies the overrides of a manual call to the input of a row.
func (t *trial) over(input *decision.Input, hold optional.Maybe[repricer.Hold]) {
	input.Preview = t.preview
	if t.resume {
		input.Row.Hold = optional.None[decision.HoldReason]()
		// The user who resumes the row has seen the live price.
		input.Row.LastSubmitted = optional.None[money.Amount]()
		if h, ok := hold.Get(); ok && h.Price.Known() {
			input.Row.Accepted = h.Price
		}
	}
	if t.apply && input.Policy != nil {
		policy := *input.Policy
		policy.SubmissionMode = decision.SubmitLive
		input.Policy = &policy
		if input.Row.Mode == decision.ModeManual {
			input.Row.Mode = decision.ModeAuto
		}
	}
}
