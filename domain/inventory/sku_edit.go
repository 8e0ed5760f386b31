package inventory

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// SKUPatch changes the members of a SKU that the team maintains. Absent keeps; null clears.
type SKUPatch struct {
	MinPrice optional.Field[money.Amount]
	MaxPrice optional.Field[money.Amount]
	MapPrice optional.Field[money.Amount]
	Supplier optional.Field[int64]
	// Hidden cannot be null.
	Hidden optional.Maybe[bool]
	// Costs cannot be null.
	Costs optional.Maybe[CostPatch]
}

// CostPatch sets the cost of one unit from a day on. Absent members keep their values from the cost
// that applies on that day. Without a cost on that day, or if its currency differs, they are empty.
type CostPatch struct {
	// Unit null says that no cost is known.
	Unit            optional.Field[money.Amount]
	Prep            optional.Maybe[money.Amount]
	InboundShipping optional.Maybe[money.Amount]
	Other           optional.Maybe[money.Amount]
	// OutboundShipping null means that the postage is unknown.
	OutboundShipping optional.Field[money.Amount]
	VATRate          optional.Field[money.Percent]
	Currency         optional.Maybe[money.Currency]
	// From defaults to today. To has the last day; if absent, the cost applies for good.
	From, To optional.Maybe[date.Date]
}

// Edit applies a patch and reports whether anything changed. After a fault the SKU is as before.
// Faults: invalid_limits for a price finer than the currency or a minimum above the maximum of the
// changed row; validation_failed for a cost without a unit cost; and those from CostLayers.Set.
func (k *SKU) Edit(p SKUPatch, source Source, today date.Date, now time.Time) (bool, error) {
	next := k.s.SKULocal
	next.MinPrice, next.MaxPrice = p.MinPrice.Over(next.MinPrice), p.MaxPrice.Over(next.MaxPrice)
	next.MapPrice, next.Supplier = p.MapPrice.Over(next.MapPrice), p.Supplier.Over(next.Supplier)
	next.Hidden = p.Hidden.Or(next.Hidden)
	if err := next.check(k.s.Currency); err != nil {
		return false, err
	}
	layers, recosted := k.s.Costs, false
	if c, ok := p.Costs.Get(); ok {
		var err error
		if layers, recosted, err = c.over(layers, k.s.Currency, source, today); err != nil {
			return false, at("/costs", err)
		}
	}
	if next == k.s.SKULocal && !recosted {
		return false, nil
	}
	k.s.SKULocal, k.s.Costs = next, layers
	k.Roll(today)
	k.touch(now)
	return true, nil
}

// at adds a member to a fault that names no member.
func at(pointer string, err error) error {
	if e, ok := fault.As(err); ok && e.Pointer == "" {
		return e.At(pointer)
	}
	return err
}

// check compares prices with the currency's unit and with each other.
func (l SKULocal) check(c money.Currency) error {
	for _, p := range []struct {
		name  string
		price optional.Maybe[money.Amount]
	}{{"min_price", l.MinPrice}, {"max_price", l.MaxPrice}, {"map_price", l.MapPrice}} {
		if v, ok := p.price.Get(); ok && !v.Fits(c) {
			return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
				"%s has more decimals than %s allows (%d).", p.name, c, c.Decimals()).At("/" + p.name)
		}
	}
	least, hasLeast := l.MinPrice.Get()
	most, hasMost := l.MaxPrice.Get()
	if hasLeast && hasMost && least.Cmp(most) > 0 {
		return fault.New(fault.Rule, fault.CodeInvalidLimits, "min_price must not be above max_price.").At("/min_price")
	}
	return nil
}

// over lays the cost over the layers.
func (p CostPatch) over(layers CostLayers, currency money.Currency, source Source, today date.Date) (CostLayers, bool, error) {
	if c, ok := p.Currency.Get(); ok && !c.Known() {
		return layers, false, check.Rule(fault.CodeValidationFailed, "/costs/currency",
			"currency must be an ISO 4217 code of three capitals, such as EUR.")
	}
	span := CostSpan{From: p.From.Or(today), To: p.To}
	if p.Unit.Set && p.Unit.Null {
		return layers.Clear(span)
	}
	cost := Cost{Currency: p.Currency.Or(currency)}
	base, known := layers.In(span.From)
	if known && p.Currency.Or(base.Cost.Currency) == base.Cost.Currency {
		cost = base.Cost
	} else if !p.Unit.Set {
		return layers, false, fault.New(fault.Rule, fault.CodeValidationFailed,
			"unit_cost is needed: on that day no cost is known in the currency.").At("/costs/unit_cost")
	}
	if v, ok := p.Unit.Given(); ok {
		cost.Unit = v
	}
	cost.Prep, cost.InboundShipping, cost.Other = p.Prep.Or(cost.Prep), p.InboundShipping.Or(cost.InboundShipping), p.Other.Or(cost.Other)
	cost.OutboundShipping, cost.VATRate = p.OutboundShipping.Over(cost.OutboundShipping), p.VATRate.Over(cost.VATRate)
	cost.Source = source
	return layers.Set(span, cost)
}
