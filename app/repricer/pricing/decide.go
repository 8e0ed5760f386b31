package pricing

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

// decide finds the decision of every row that can be decided.
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

// build puts everything that is known of a row together. What cannot be read,
// such as a time zone that is not known any more, puts the row off.
func (c *evaluation) build(b *batch) {
	row := c.learnt.ApplyTo(c.row)
	facts := repricer.DecisionRow(row)
	facts.Cost, facts.UnitsSold = c.learnt.Cost, c.sold
	in := decision.Input{Now: b.now, Killed: b.killed, Policy: b.policy, Siblings: b.rivalsAtHome(c.row)}
	if c.plan != nil {
		in.Strategy = &c.plan.Values.Strategy
	}
	if err := c.schedule(b, &in, &facts); err != nil {
		c.later = err
		return
	}
	if h, held := c.hold.Get(); held && facts.Hold.Or("") == "" {
		facts.Hold = optional.Some(h.Reason)
	} else if !held && facts.Hold == optional.Some(decision.HoldCurrencyMismatch) {
		facts.Hold = optional.None[decision.HoldReason]()
	}
	if c.row.ResumedFrom(decision.HoldExternalChange) {
		// The user who resumed the row has looked at the live price.
		facts.LastSubmitted = optional.None[money.Amount]()
	}
	if !c.told {
		facts.LastEventAt = optional.None[time.Time]()
	}
	if c.sighting != nil {
		in.OffersAt, in.Box, in.Offers = optional.Some(c.sighting.At), c.sighting.Box, c.sighting.Offers
		in.ExternalPrice = c.sighting.ExternalPrice
	}
	if tag, ok := c.expected.Get(); ok && tag.Currency == row.Currency {
		in.FeaturedExpected = optional.Some(tag.Price)
	}
	in.Row = facts
	if b.trial != nil {
		b.trial.over(&in)
	}
	c.input = in
}

// schedule adds what depends on the day and on the window in force.
func (c *evaluation) schedule(b *batch, in *decision.Input, facts *decision.Row) error {
	v := b.settings.Values
	var own []schedule.Window
	if c.plan != nil {
		own = c.plan.Values.Schedule
	}
	window, err := schedule.WindowAt(b.now, v.Timezone, own, v.Schedules)
	if err != nil {
		return err
	}
	day, err := schedule.DayIn(b.now, v.Timezone)
	if err != nil {
		return err
	}
	// A copy: what is kept is noted anew when the decision is written.
	m := c.memory
	m.NoteWindow(window, facts.Price)
	if in.Strategy != nil {
		m.NotePriceWar(in.Strategy.PriceWar, b.now)
	}
	m.AddTo(facts, in.Strategy, b.now, day)
	in.Window = window
	return nil
}

// turns is when a window of the row's schedule begins or ends next, None for a
// row that no window matters to before its user changes something, which wakes
// it anyway.
func (c *evaluation) turns(b *batch) (optional.Maybe[time.Time], error) {
	v := b.settings.Values
	if b.policy == nil || !v.Enabled || c.row.Mode == decision.ModeOff || c.plan == nil || !c.plan.Values.Enabled {
		return optional.None[time.Time](), nil
	}
	return schedule.NextChangeAt(b.now, v.Timezone, c.plan.Values.Schedule, v.Schedules)
}

// rivalsAtHome are the other rows of the account for the same product that sell.
func (b *batch) rivalsAtHome(row repricer.ProductSnapshot) []decision.Sibling {
	var out []decision.Sibling
	for _, other := range b.siblings(row) {
		facts := repricer.DecisionRow(*other)
		if s, sells := facts.Sibling(); sells {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b decision.Sibling) int { return int(a.ID - b.ID) })
	return out
}

func (b *batch) offerAge() time.Duration {
	return time.Duration(b.settings.Values.MaxOfferAgeMinutes) * time.Minute
}

// over changes an input as a call by hand asks for.
func (t *trial) over(in *decision.Input) {
	in.Preview = t.preview
	if t.resume {
		in.Row.Hold = optional.None[decision.HoldReason]()
		// The user who resumes has looked at the live price.
		in.Row.LastSubmitted = optional.None[money.Amount]()
	}
	if t.apply && in.Policy != nil {
		policy := *in.Policy
		policy.SubmissionMode = decision.SubmitLive
		in.Policy = &policy
		if in.Row.Mode == decision.ModeManual {
			in.Row.Mode = decision.ModeAuto
		}
	}
}
