package casefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	api "sellingassistant/adapters/http/repricer"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// MaxOffers bounds the offers, and the own SKUs, of a case.
const MaxOffers = 1_000

// reader keeps the first fault that it meets.
type reader struct{ err error }

func (r *reader) fail(at string, err error) {
	if r.err == nil {
		r.err = fmt.Errorf("%s %w", at, err)
	}
}

var (
	errRequired = errors.New("is required")
	errPositive = errors.New("must be above 0")
	errNegative = errors.New("must not be below 0")
	errTooMany  = fmt.Errorf("must have at most %d entries", MaxOffers)
)

func (r *reader) amount(at string, n *number) optional.Maybe[money.Amount] {
	if n == nil {
		return optional.None[money.Amount]()
	}
	v, err := money.Parse(string(*n))
	if err != nil {
		r.fail(at, err)
	}
	return optional.Some(v)
}

// sum reads an amount that must not be below 0; 0 if absent.
func (r *reader) sum(at string, n *number) money.Amount {
	v := r.amount(at, n).Or(money.Amount{})
	if v.Cmp(money.Amount{}) < 0 {
		r.fail(at, errNegative)
	}
	return v
}

func (r *reader) maybeSum(at string, n *number) optional.Maybe[money.Amount] {
	if n == nil {
		return optional.None[money.Amount]()
	}
	return optional.Some(r.sum(at, n))
}

func (r *reader) percent(at string, n *number) optional.Maybe[money.Percent] {
	if n == nil {
		return optional.None[money.Percent]()
	}
	v, err := money.ParsePercent(string(*n))
	if err != nil {
		r.fail(at, err)
	}
	return optional.Some(v)
}

// rate reads a percentage that must not be below 0; 0 if absent.
func (r *reader) rate(at string, n *number) money.Percent {
	v := r.percent(at, n).Or(money.Percent{})
	if v.Cmp(money.Percent{}) < 0 {
		r.fail(at, errNegative)
	}
	return v
}

func (r *reader) moment(at string, s *string) optional.Maybe[time.Time] {
	if s == nil {
		return optional.None[time.Time]()
	}
	v, err := time.Parse(time.RFC3339, *s)
	if err != nil {
		r.fail(at, errors.New("must be a time of the form 2026-01-15T12:00:00Z"))
	}
	return optional.Some(v.UTC())
}

// parsed reads a word of a closed list, or returns the default.
func parsed[T ~string](r *reader, at string, s *string, standard T, parse func(string) (T, error)) T {
	if s == nil {
		return standard
	}
	v, err := parse(*s)
	if err != nil {
		r.refuse(at, err)
	}
	return v
}

// malformed records a fault of the API's request check, which names the member below before.
func (r *reader) malformed(before string, err error) {
	if e, ok := fault.As(err); ok && r.err == nil {
		r.err = errors.New(before + e.Message)
	}
}

// absent reports a member that is missing or null.
func absent(text json.RawMessage) bool { return len(text) == 0 || string(text) == "null" }

// refuse records a fault of the domain under the pointer at.
func (r *reader) refuse(at string, err error) {
	e, ok := fault.As(err)
	if !ok {
		r.fail(at, err)
		return
	}
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", at, e.Message)
	}
}

// input returns the input of a case, or its first error.
func (c caseBody) input() (decision.Input, error) {
	var r reader
	b := c.Input
	if b == nil {
		return decision.Input{}, fmt.Errorf("input %w", errRequired)
	}
	now := r.moment("now", &b.Now).Or(time.Time{})
	in := decision.Input{
		Now: now, OffersAt: r.moment("offers_at", b.OffersAt), Killed: b.Killed, Preview: b.Preview,
		Row: b.Product.facts(&r), Box: b.box(&r),
		OffersIncomplete: b.Incomplete,
		ExternalPrice:    r.amount("competitive_price", b.CompetitivePrice), FeaturedExpected: r.amount("foep", b.FOEP),
	}
	plan := b.plan(&r)
	if plan != nil {
		in.Strategy = &plan.Strategy
	}
	v := b.policy(&r, &in)
	in.Offers, in.Siblings = b.offers(&r), b.siblings(&r)
	if r.err != nil {
		return decision.Input{}, r.err
	}
	if !in.Row.Postage.Known() {
		in.Row.Postage = v.DefaultOutboundShipping
	}
	in.Row.LossGuard = v.Guards(b.Product.AllowLoss, plan)
	var own []schedule.Window
	if plan != nil {
		own = plan.Schedule
	}
	in.Window = b.window(&r, in.Now, v.Timezone, own, v.Schedules)
	return in, r.err
}

// policy reads the settings; null means no settings. Without the loss guard, the avoiding of fee
// cliffs or max_rise_percent the case is decided without them.
func (b *inputBody) policy(r *reader, in *decision.Input) repricer.SettingsValues {
	if len(b.Settings) == 0 {
		r.fail("settings", errors.New("is required; null says that there are none"))
		return repricer.SettingsValues{}
	}
	if absent(b.Settings) {
		return repricer.SettingsValues{Timezone: "UTC"}
	}
	patch, err := api.SettingsOfCase(b.Settings)
	if err != nil {
		r.malformed("", err)
		return repricer.SettingsValues{}
	}
	patch.SubmissionMode = optional.Put(patch.SubmissionMode.Maybe().Or(decision.SubmitLive))
	patch.LossGuard = optional.Put(patch.LossGuard.Maybe().Or(repricer.LossGuardOff))
	patch.AvoidFeeCliffs = optional.Put(patch.AvoidFeeCliffs.Maybe().Or(false))
	made := repricer.NewSettings(1)
	if _, err := made.Patch(patch, in.Now); err != nil {
		r.refuse("settings", err)
	}
	v := made.Snapshot().Values
	p := repricer.PolicyOf(v, nil)
	if !patch.MaxRisePercent.Maybe().Known() {
		p.MaxRisePercent = optional.None[money.Percent]()
	}
	in.Policy = &p
	return v
}

// plan reads a strategy that could be stored: a strategy that the program refuses is a fault of the
// case.
func (b *inputBody) plan(r *reader) *strategy.Values {
	if absent(b.Strategy) {
		return nil
	}
	patch, err := api.StrategyOfCase(b.Strategy)
	if err != nil {
		r.malformed("", err)
		return nil
	}
	patch.Name = optional.Put(patch.Name.Maybe().Or("case"))
	made, err := strategy.New(1, patch, time.Time{})
	if err != nil {
		r.refuse("strategy", err)
		return nil
	}
	v := made.Snapshot().Values
	return &v
}

func (b *inputBody) box(r *reader) decision.BoxReport {
	return decision.BoxReport{Unknown: b.BuyBoxTold != nil && !*b.BuyBoxTold, Price: r.amount("buy_box_price", b.BuyBoxPrice)}
}

// window returns the given active window, or else the window that the schedules set.
func (b *inputBody) window(
	r *reader, now time.Time, zone string, own, team []schedule.Window,
) *decision.ActiveWindow {
	if b.ActiveSchedule == nil {
		w, err := schedule.WindowAt(now, zone, own, team)
		if err != nil {
			r.fail("schedule", err)
		}
		return w
	}
	a := b.ActiveSchedule
	return &decision.ActiveWindow{
		Action:  parsed(r, "active_schedule.action", &a.Action, "", words.Parse[decision.WindowAction]),
		Percent: r.percent("active_schedule.percent", a.Percent).Or(money.Percent{}),
		Since:   r.moment("active_schedule.since", a.Since).Or(now), StartPrice: r.amount("active_schedule.start_price", a.StartPrice),
	}
}

func (b *inputBody) offers(r *reader) []decision.Offer {
	if len(b.Offers) > MaxOffers {
		r.fail("offers", errTooMany)
		return nil
	}
	out := make([]decision.Offer, len(b.Offers))
	for i, o := range b.Offers {
		at := fmt.Sprintf("offers.%d.", i)
		if o.SellerID == "" {
			r.fail(at+"seller_id", errRequired)
		}
		if o.Price == nil {
			r.fail(at+"price", errRequired)
		}
		out[i] = decision.Offer{
			SellerID: o.SellerID, Price: r.amount(at+"price", o.Price).Or(money.Amount{}),
			Shipping: r.sum(at+"shipping", o.Shipping), Points: r.sum(at+"points", o.Points),
			Fulfillment:  parsed(r, at+"fulfillment", o.Fulfillment, decision.FBM, words.Parse[decision.Fulfillment]),
			Condition:    parsed(r, at+"condition", o.Condition, decision.ConditionNew, words.Parse[decision.Condition]),
			SubCondition: maybeWord(r, at+"sub_condition", o.SubCondition, words.Parse[decision.SubCondition]),
			BuyBox:       o.IsBuyBox, Featured: o.IsFeatured, Amazon: o.IsAmazon,
			FeedbackCount: optional.Of(o.FeedbackCount), RatingPercent: r.percent(at+"rating_percent", o.RatingPercent),
			HandlingHours: optional.Of(o.HandlingHours), AvailableNow: optional.Of(o.AvailableNow),
		}
		if o.ShipsFrom != nil {
			out[i].ShipsFrom = *o.ShipsFrom
		}
	}
	return out
}

func (b *inputBody) siblings(r *reader) []decision.Sibling {
	if len(b.Siblings) > MaxOffers {
		r.fail("own_skus", errTooMany)
		return nil
	}
	out := make([]decision.Sibling, len(b.Siblings))
	for i, s := range b.Siblings {
		at := fmt.Sprintf("own_skus.%d.", i)
		if s.LandedPrice == nil {
			r.fail(at+"landed_price", errRequired)
		}
		out[i] = decision.Sibling{
			ID: decision.ProductID(s.ID), Fulfillment: parsed(r, at+"fulfillment", &s.Fulfillment, "", words.Parse[decision.Fulfillment]),
			Floor: r.maybeSum(at+"floor", s.Floor), Landed: r.sum(at+"landed_price", s.LandedPrice),
		}
	}
	return out
}

func maybeWord[T ~string](r *reader, at string, s *string, parse func(string) (T, error)) optional.Maybe[T] {
	if s == nil {
		return optional.None[T]()
	}
	return optional.Some(parsed(r, at, s, "", parse))
}

// marketplaceOf finds a marketplace by its id.
func marketplaceOf(r *reader, at, id string) marketplace.Marketplace {
	m, ok := marketplace.ByID(marketplace.ID(id))
	if !ok {
		r.fail(at, errors.New("is not a known marketplace"))
	}
	return m
}
