package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision/exact"
)

// terms is what a floor is calculated from, in ten-thousandths.
//
// A buyer pays the total T. profit(T) = T/v - max(f·T, M) - X - c, where v is 1
// plus VAT, f the referral rate, M the least referral fee, X the fixed fees and
// c the cost with the postage. A floor is the smallest price that reaches an aim: a return r on
// cost (profit ≥ r·c) or a share m of the net price (profit ≥ m·T/v). With
// W = v·10⁶, F = f·10⁶, g = 10⁶, or 10⁶ - m·10⁶ for a share of the net price, and
// K = X·10⁶ + c·(10⁶ + r·10⁶) that is
//
//	T ≥ K·W / (g·10⁶ - F·W)    and    T ≥ (M·10⁶ + K)·W / (g·10⁶)
//
// of which the second is larger exactly where the least fee is charged. All of
// it is whole numbers, and the one division rounds up.
type terms struct {
	unit, shipping int64
	fees           FeeTerms
	vat, cost      int64
	// roi and margin are the target; one of them is 0.
	roi, margin int64
	// markup is added to the total that reaches the target.
	markup        int64
	markupPercent bool
}

// price is the smallest listing price in whole units that reaches the target, false if there is
// none. With two fee brackets it is the smallest that reaches the target at the rate of its own
// bracket, after rounding and markup.
func (t terms) price() (int64, bool) {
	referral := t.fees.ReferralPercent.Units()
	total, ok := t.total(referral, t.aim())
	upper, two := t.fees.Upper.Get()
	if !two {
		return t.listing(total), ok
	}
	limit := upper.Above.Units()
	if ok {
		if p := t.listing(total); p+t.shipping <= limit {
			return p, true
		}
	}
	above := upper.ReferralPercent.Units()
	k := t.aim()
	if upper.Marginal {
		// The difference between the two rates on the part below the limit.
		k = k.Plus(exact.Product(limit, referral-above)).Minus(exact.Product(limit, above-referral))
	}
	total, ok = t.total(above, k)
	return max(t.listing(total), exact.RoundDown(limit-t.shipping, t.unit)+t.unit), ok
}

// aim is K: fixed fees, cost and the target profit on it.
func (t terms) aim() exact.Wide {
	return exact.Product(t.fees.Fixed.Units(), exact.PercentUnit).Plus(exact.Of(t.cost).Times(uint64(exact.PercentUnit + max(t.roi, 0))))
}

// total is the smallest T at one referral rate, rounded up to ten-thousandths.
func (t terms) total(referral int64, k exact.Wide) (int64, bool) {
	w := uint64(exact.PercentUnit + max(t.vat, 0))
	g := uint64(max(exact.PercentUnit-max(t.margin, 0), 0)) * exact.PercentUnit
	fee := exact.Of(referral).Times(w)
	left, ok := fee.RestOf(g)
	if !ok {
		return 0, false
	}
	least := exact.Product(t.fees.ReferralMin.Units(), exact.PercentUnit).Plus(t.aim())
	a, okA := t.marked(k.Times(w), left)
	b, okB := t.marked(least.Times(w), g)
	return max(a, b), okA && okB
}

// marked adds the markup to n/d and rounds up.
func (t terms) marked(n exact.Wide, d uint64) (int64, bool) {
	if t.markupPercent {
		return n.Times(uint64(exact.PercentUnit+max(t.markup, 0))).Over(d*exact.PercentUnit, true)
	}
	total, ok := n.Over(d, true)
	total += max(t.markup, 0)
	return total, ok && total <= exact.Most
}

// listing is the listing price for a total: at least one unit, whatever the shipping.
func (t terms) listing(total int64) int64 {
	return max(exact.RoundUp(total-t.shipping, t.unit), t.unit)
}

// floorFound is the floor of a row with its source, or why there is none: an error, or a skip if
// the row's fallback says so.
type floorFound struct {
	price int64
	// by is the min_price_mode, or the limit above it that raised the floor.
	by     FloorSource
	reason Reason
	skip   bool
}

// FloorSource is where a floor comes from.
type FloorSource string

// The sources other than the modes of min_price_mode.
const (
	FloorByMinPrice     FloorSource = "min_price"
	FloorByMapPrice     FloorSource = "map_price"
	FloorByCurrentPrice FloorSource = "current_price"
	FloorByBreakEven    FloorSource = "break_even"
)

var floorSources = []FloorSource{
	FloorSource(MinPriceManual), FloorSource(MinPriceROI), FloorSource(MinPriceMargin), FloorSource(MinPriceMarkup),
	FloorByMinPrice, FloorByMapPrice, FloorByCurrentPrice, FloorByBreakEven,
}

// Words lists the values.
func (FloorSource) Words() []FloorSource { return floorSources }

// floor is the largest of the mode's floor, min_price, map_price and, under the loss guard,
// break-even. They hold even if a missing cost leaves the price at its live value. If every price
// makes a loss, the guard leaves no floor.
func (f *Row) floor() floorFound {
	if f.FeesBy == FeesAwaited {
		return floorFound{reason: ReasonWaitingForFees, skip: true}
	}
	found := f.floorOfMode()
	if found.reason != "" {
		return found
	}
	if least, ok := f.leastPrice(); ok && least > found.price {
		found.price, found.by = least, FloorByMinPrice
	}
	if m, ok := f.MapPrice.Get(); ok && m.Units() > found.price {
		found.price, found.by = m.Units(), FloorByMapPrice
	}
	if f.LossGuard && f.Cost.Known() && f.Fees.Known() {
		least, ok := f.BreakEven().Get()
		if !ok {
			return floorFound{reason: ReasonTargetUnreachable}
		}
		if least.Units() > found.price {
			found.price, found.by = least.Units(), FloorByBreakEven
		}
	}
	found.price = exact.RoundUp(found.price, f.Currency.Unit().Units())
	return found
}

// floorOfMode is the floor by min_price_mode. A calculated mode without its target has none.
func (f *Row) floorOfMode() floorFound {
	mode := f.Limits.MinPriceMode
	switch {
	case mode == MinPriceManual:
		least, ok := f.leastPrice()
		if !ok {
			return floorFound{reason: ReasonMissingMinPrice}
		}
		return floorFound{price: least, by: FloorSource(mode)}
	case !f.Spent().Known():
		return f.floorWithout(ReasonMissingCost)
	case !f.Fees.Known():
		return f.floorWithout(ReasonMissingFees)
	}
	t, complete := f.terms()
	if !complete {
		return floorFound{reason: ReasonMissingMinPrice}
	}
	floor, ok := int64(0), false
	if b, solved := f.Bounds.Get(); solved {
		safe, reached := b.Floor.Safe.Get()
		floor, ok = safe.Units(), reached
	} else {
		floor, ok = t.price()
	}
	if !ok {
		return floorFound{reason: ReasonTargetUnreachable}
	}
	return floorFound{price: floor, by: FloorSource(mode)}
}

// floorWithout is the floor of a calculated mode when cost or fees are unknown.
func (f *Row) floorWithout(reason Reason) floorFound {
	switch f.Limits.MissingCostFallback {
	case FallbackMinPrice:
		if least, ok := f.leastPrice(); ok {
			return floorFound{price: least, by: FloorByMinPrice}
		}
		return floorFound{reason: reason}
	case FallbackCurrentPrice:
		return floorFound{price: max(f.Price.Units(), f.Currency.Unit().Units()), by: FloorByCurrentPrice}
	}
	return floorFound{reason: reason, skip: f.Limits.MissingCostFallback == FallbackSkip}
}

// leastPrice is the min_price of the row; false for none.
func (f *Row) leastPrice() (int64, bool) {
	least, ok := f.Limits.MinPrice.Get()
	return least.Units(), ok && least.Positive()
}

// terms are the terms of the row's calculated floor; false without its target.
func (f *Row) terms() (terms, bool) {
	t, _ := f.breakEven()
	switch f.Limits.MinPriceMode {
	case MinPriceROI:
		roi, ok := f.Limits.TargetROI.Get()
		t.roi = roi.Units()
		return t, ok
	case MinPriceMargin:
		margin, ok := f.Limits.TargetMargin.Get()
		t.margin = margin.Units()
		return t, ok
	case MinPriceMarkup:
		markup, ok := f.Limits.MinPriceMarkup.Get()
		t.markup, t.markupPercent = markup.Units(), f.Limits.MinPriceMarkupType == ByPercent
		return t, ok
	}
	return t, true
}

// ceiling is the highest price that may be sent; false for none.
func (f *Row) ceiling() (int64, bool) {
	c, ok := f.Limits.MaxPrice.Get()
	return exact.RoundDown(c.Units(), f.Currency.Unit().Units()), ok
}

// Sibling describes the row to the account's other rows for the product; false if it does not
// sell: it is off, or has no stock or price.
func (f *Row) Sibling() (Sibling, bool) {
	if f.Mode == ModeOff || f.Quantity.Or(1) <= 0 || !f.Price.Positive() {
		return Sibling{}, false
	}
	s := Sibling{ID: f.ID, Fulfillment: f.Fulfillment, Landed: money.FromUnits(f.Price.Units() + f.Shipping.Units())}
	if found := f.floor(); found.reason == "" {
		s.Floor = optional.Some(money.FromUnits(found.price))
	}
	return s, true
}

// PostageBasis says what stands in for postage that is not known.
type PostageBasis string

// The bases. Unknown postage is taken to be what the buyer is charged, so a charge for
// shipping is never profit. Free shipping leaves it unknown.
const (
	PostageAssumed PostageBasis = "postage_assumed"
	PostageUnknown PostageBasis = "postage_unknown"
)

// Words lists the values.
func (PostageBasis) Words() []PostageBasis { return []PostageBasis{PostageAssumed, PostageUnknown} }

// postage is what sending a unit costs, 0 for what the marketplace ships, and its
// basis, "" where it is known.
func (f *Row) postage() (int64, PostageBasis) {
	known, ok := f.Postage.Get()
	switch {
	case f.Fulfillment != FBM:
		return 0, ""
	case ok:
		return known.Units(), ""
	case f.Shipping.Positive():
		return f.Shipping.Units(), PostageAssumed
	}
	return 0, PostageUnknown
}

// AssumedPostage returns the postage that floors count, and its basis.
func (f *Row) AssumedPostage() (money.Amount, PostageBasis) {
	postage, basis := f.postage()
	return money.FromUnits(postage), basis
}

// PostageBasis is what break-even takes for postage that is not known, "" where it is
// known or the marketplace ships.
func (f *Row) PostageBasis() PostageBasis {
	_, basis := f.postage()
	return basis
}

// Spent is what one unit costs the team until its buyer has it: the cost and, where
// the team ships, the postage. None while one of them is not known.
func (f *Row) Spent() optional.Maybe[money.Amount] {
	cost, ok := f.Cost.Get()
	postage, basis := f.postage()
	if !ok || basis == PostageUnknown {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(cost.Units() + postage))
}

// breakEven are the terms of the price without profit or loss; false while cost or
// fees are not known.
func (f *Row) breakEven() (terms, bool) {
	postage, _ := f.postage()
	return terms{
		unit: f.Currency.Unit().Units(), shipping: f.Shipping.Units(), fees: f.Fees.Or(FeeTerms{}),
		vat: f.VATPercent.Units(), cost: f.Cost.Or(money.Amount{}).Units() + postage,
	}, f.Cost.Known() && f.Fees.Known()
}

// BreakEven returns the listing price from which no sale makes a loss, None while cost or fees
// are unknown. With PostageUnknown it is too low by the postage.
func (f *Row) BreakEven() optional.Maybe[money.Amount] {
	if b, solved := f.Bounds.Get(); solved {
		return b.BreakEven.Safe
	}
	t, known := f.breakEven()
	if !known {
		return optional.None[money.Amount]()
	}
	price, ok := t.price()
	if !ok {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(price))
}

// BoundedBy returns the price that the row's bounds ask for, None without one.
func (f *Row) BoundedBy() optional.Maybe[money.Amount] {
	found := f.floor()
	if found.reason != "" {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(found.price))
}

// AsDecided returns the row with the break-even price and the calculated floor of its last
// decision.
func (f Row) AsDecided(breakEven, floor optional.Maybe[money.Amount]) Row {
	if breakEven.Known() {
		f.Bounds = optional.Some(Bounds{BreakEven: profit.Solution{Safe: breakEven}, Floor: profit.Solution{Safe: floor}})
	}
	return f
}
