package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer/decision/exact"
)

// floorFound has the floor of a row with its source, or the reason for a missing floor: an error,
// or a skip if the row's fallback says so.
type floorFound struct {
	price int64
	// by names the min_price_mode, or the limit above it that raised the floor.
	by     FloorSource
	reason Reason
	skip   bool
}

// FloorSource names the origin of a floor.
type FloorSource string

// The sources other than the modes of min_price_mode.
const (
	FloorByMinPrice     FloorSource = "min_price"
	FloorByMapPrice     FloorSource = "map_price"
	FloorByCurrentPrice FloorSource = "current_price"
	FloorByBreakEven    FloorSource = "break_even"
)

func (FloorSource) Words() []FloorSource {
	return []FloorSource{
		FloorSource(MinPriceManual), FloorSource(MinPriceROI), FloorSource(MinPriceMargin), FloorSource(MinPriceMarkup),
		FloorByMinPrice, FloorByMapPrice, FloorByCurrentPrice, FloorByBreakEven,
	}
}

// floor returns the largest of the mode's floor, min_price, map_price and, under the loss guard,
// break-even. These bounds apply even if a missing cost leaves the price at its live value. If
// every price makes a loss, the guard leaves no floor.
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

// floorOfMode returns the floor by min_price_mode. A calculated mode without its target gives no
// floor.
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
	aim, markup, complete := f.target()
	if !complete {
		return floorFound{reason: ReasonMissingMinPrice}
	}
	var floor optional.Maybe[money.Amount]
	if b, solved := f.Bounds.Get(); solved {
		floor = b.Floor.Safe
	} else {
		floor = f.lowest(aim, markup)
	}
	price, ok := floor.Get()
	if !ok {
		return floorFound{reason: ReasonTargetUnreachable}
	}
	return floorFound{price: price.Units(), by: FloorSource(mode)}
}

// floorWithout returns the floor of a calculated mode when cost or fees are unknown.
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

// leastPrice returns the min_price of the row, and false without a min_price.
func (f *Row) leastPrice() (int64, bool) {
	least, ok := f.Limits.MinPrice.Get()
	return least.Units(), ok && least.Positive()
}

// ceiling returns the highest price that may be sent, and false without a maximum.
func (f *Row) ceiling() (int64, bool) {
	c, ok := f.Limits.MaxPrice.Get()
	return exact.RoundDown(c.Units(), f.Currency.Unit().Units()), ok
}

// Sibling describes the row to the account's other rows for the product; false if it does not sell:
// it is off, or has no stock or price.
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

// PostageBasis names the substitute for unknown postage.
type PostageBasis string

// The bases. Unknown postage counts as the shipping that the buyer pays, so a charge for shipping
// is never profit. Free shipping leaves it unknown.
const (
	PostageAssumed PostageBasis = "postage_assumed"
	PostageUnknown PostageBasis = "postage_unknown"
)

func (PostageBasis) Words() []PostageBasis { return []PostageBasis{PostageAssumed, PostageUnknown} }

// postage returns the cost of sending a unit, 0 if the marketplace ships it, and the basis, "" if
// the postage is known.
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

// PostageBasis returns the basis that break-even uses for unknown postage. It is "" if the postage
// is known or the marketplace ships.
func (f *Row) PostageBasis() PostageBasis {
	_, basis := f.postage()
	return basis
}

// Spent returns the cost of one unit up to its delivery: the cost and, if the team ships, the
// postage. It is absent while either is unknown.
func (f *Row) Spent() optional.Maybe[money.Amount] {
	cost, ok := f.Cost.Get()
	postage, basis := f.postage()
	if !ok || basis == PostageUnknown {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(cost.Units() + postage))
}

// BreakEven returns the listing price from which no sale makes a loss. It is absent while cost or
// fees are unknown. With PostageUnknown it is too low by the postage.
func (f *Row) BreakEven() optional.Maybe[money.Amount] {
	if b, solved := f.Bounds.Get(); solved {
		return b.BreakEven.Safe
	}
	return f.lowest(profit.Aim{}, markup{})
}

// BoundedBy returns the price that the row's bounds ask for. It is absent without a floor.
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
