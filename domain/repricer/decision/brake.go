package decision

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// Brake stops large moves of a price, with any cause.
type Brake struct {
	// FallPercent and RisePercent bound a move, in percent of the price that it starts from.
	FallPercent, RisePercent money.Percent
}

// Brake returns the brake of the policy if it is on.
func (p Policy) Brake() optional.Maybe[Brake] {
	rise, on := p.MaxRisePercent.Get()
	if !on {
		return optional.None[Brake]()
	}
	return optional.Some(Brake{FallPercent: p.AnomalyPercent, RisePercent: rise})
}

// Stops reports whether the move is larger than allowed.
func (b Brake) Stops(from, to money.Amount) bool {
	if move := to.Units() - from.Units(); move > 0 {
		return exact.MoreThan(move, from.Units(), b.RisePercent.Units())
	}
	return exact.MoreThan(from.Units()-to.Units(), from.Units(), b.FallPercent.Units())
}

// Furthest returns the last price, in whole units of the currency, that a move in the direction of
// to may reach.
func (b Brake) Furthest(from, to money.Amount, c money.Currency) money.Amount {
	unit := c.Unit().Units()
	if to.Cmp(from) > 0 {
		most := exact.Share(from.Units(), exact.PercentUnit+b.RisePercent.Units(), false)
		return money.FromUnits(exact.RoundDown(most, unit))
	}
	least := exact.Share(from.Units(), exact.PercentUnit-b.FallPercent.Units(), true)
	return money.FromUnits(max(exact.RoundUp(least, unit), 0))
}

// acceptedWithin lets a price lie a tenth beyond a price that the seller accepted: offers continue
// to change until the seller answers.
const acceptedWithin = 10

// Permits reports whether a move from the live price may be sent: it is small enough, or it ends at
// or before a price that the seller accepted.
func (b Brake) Permits(live, to money.Amount, accepted optional.Maybe[money.Amount]) bool {
	if !b.Stops(live, to) {
		return true
	}
	end, ok := accepted.Get()
	if !ok {
		return false
	}
	beyond := end.Units() / acceptedWithin
	if to.Cmp(live) > 0 {
		return to.Units() <= end.Units()+beyond
	}
	return to.Units() >= end.Units()-beyond
}

// stopped reports whether the brake stops a price. The maximum after an empty stock is sent in any
// case, because the strategy asks for it only by on_restock.
func (d *decider) stopped(price int64, reason Reason) bool {
	brake, on := d.in.Policy.Brake().Get()
	return on && reason != ReasonRestockMax && !brake.Permits(d.row.Price, money.FromUnits(price), d.row.Accepted)
}
