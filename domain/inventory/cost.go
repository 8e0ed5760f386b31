package inventory

import (
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// CostOwner names the kind of record a cost layer belongs to.
type CostOwner string

// The owners of cost layers.
const (
	CostOfSKU     CostOwner = "sku"
	CostOfProduct CostOwner = "product"
)

// SourceKind says where a figure came from.
type SourceKind string

// The sources of figures.
const (
	SourceManual        SourceKind = "manual"
	SourceDocument      SourceKind = "document"
	SourcePriceList     SourceKind = "price_list"
	SourcePurchaseOrder SourceKind = "purchase_order"
	SourceRepricer      SourceKind = "repricer"
	SourceSync          SourceKind = "sync"
	SourceAPI           SourceKind = "api"
)

// Source names the origin of a figure, and the record of that kind.
type Source struct {
	Kind SourceKind
	ID   optional.Maybe[int64]
}

// Cost has the cost of one unit. All amounts are in Currency, which may differ from any
// marketplace's. It compares with ==.
type Cost struct {
	// Unit has the supplier's price of one unit, not below 0.
	Unit money.Amount
	// Prep, InboundShipping and Other are added to each unit, not below 0.
	Prep            money.Amount
	InboundShipping money.Amount
	Other           money.Amount
	// OutboundShipping has the postage of one unit to its buyer, not below 0, for goods that the
	// seller ships. It is absent if unknown.
	OutboundShipping optional.Maybe[money.Amount]
	// VATRate has the percentage of VAT in the supplier's price.
	VATRate  optional.Maybe[money.Percent]
	Currency money.Currency
	Source   Source
}

// same reports whether two costs have equal figures. It ignores their sources.
func (c Cost) same(d Cost) bool {
	d.Source = c.Source
	return c == d
}

// CostLayer has a cost and the days on which it applies.
type CostLayer struct {
	From date.Date
	// To has the last day; it is absent while no end is known.
	To   optional.Maybe[date.Date]
	Cost Cost
}

func (l CostLayer) holds(day date.Date) bool {
	to, ends := l.To.Get()
	return !day.Before(l.From) && (!ends || !day.After(to))
}

// reaches reports whether the layer applies on or after the day.
func (l CostLayer) reaches(day date.Date) bool {
	to, ends := l.To.Get()
	return !ends || !to.Before(day)
}

// MaxCostLayers bounds the layers of one owner.
const MaxCostLayers = 1000

// The days on which a layer may begin or end.
var (
	FirstCostDay = date.MustParse("2000-01-01")
	LastCostDay  = date.MustParse("2099-12-31")
)

// CostLayers lists past, current and future costs. At most one layer applies on a day; days without
// a cost are possible. The zero value has no cost. Its methods return copies.
type CostLayers struct {
	// layers have the order of their days.
	layers []CostLayer
}

// RestoreCostLayers makes layers from stored layers, in any order. It refuses layers that overlap
// or end before they begin.
func RestoreCostLayers(list []CostLayer) (CostLayers, error) {
	c := CostLayers{slices.Clone(list)}
	slices.SortFunc(c.layers, func(a, b CostLayer) int { return a.From.Cmp(b.From) })
	for i, l := range c.layers {
		if !l.reaches(l.From) || i > 0 && c.layers[i-1].reaches(l.From) {
			return CostLayers{}, check.ErrShape
		}
	}
	return c, nil
}

// All lists the layers in the order of their days.
func (c CostLayers) All() []CostLayer { return slices.Clone(c.layers) }

// In returns the layer that applies on the day, if any.
func (c CostLayers) In(day date.Date) (CostLayer, bool) {
	for _, l := range c.layers {
		if l.holds(day) {
			return l, true
		}
	}
	return CostLayer{}, false
}

// SameOn reports whether other layers have the same cost on the day. It ignores the sources of the
// figures.
func (c CostLayers) SameOn(day date.Date, other CostLayers) bool {
	a, known := c.In(day)
	b, too := other.In(day)
	return known == too && a.Cost.same(b.Cost)
}

// TurnsOn returns the first day after the given day on which a layer begins, or no layer applies
// any more.
func (c CostLayers) TurnsOn(day date.Date) optional.Maybe[date.Date] {
	for _, l := range c.layers {
		if l.From.After(day) {
			return optional.Some(l.From)
		}
		// The next layer may begin on the same day.
		if to, ends := l.To.Get(); ends && !to.Before(day) {
			return optional.Some(to.Add(1))
		}
	}
	return optional.None[date.Date]()
}

// CostSpan bounds the days of a change: from From to To, or for good.
type CostSpan struct {
	From date.Date
	To   optional.Maybe[date.Date]
}

// Set sets the cost on the days of the span; other days keep theirs. A layer in force at the start
// of the span ends the day before, and continues after it if it lasted longer. A layer that begins
// inside the span is a Rule fault cost_layer_overlap that names it, unless it begins on the first
// day: then it is corrected. If the cost is already in force, nothing changes and the second
// result is false.
func (c CostLayers) Set(s CostSpan, cost Cost) (CostLayers, bool, error) {
	if now, ok := c.In(s.From); ok && now.Cost.same(cost) && now.covers(s) {
		return c, false, nil
	}
	return c.over(s, optional.Some(cost))
}

// Clear removes the cost on the days of the span. It returns the faults of Set.
func (c CostLayers) Clear(s CostSpan) (CostLayers, bool, error) {
	if !slices.ContainsFunc(c.layers, s.meets) {
		return c, false, nil
	}
	return c.over(s, optional.None[Cost]())
}

// covers reports whether the layer, which applies when the span begins, applies on all its days.
func (l CostLayer) covers(s CostSpan) bool {
	to, ends := s.To.Get()
	return !l.To.Known() || ends && l.reaches(to)
}

func (s CostSpan) meets(l CostLayer) bool {
	to, ends := s.To.Get()
	return l.reaches(s.From) && (!ends || !l.From.After(to))
}

func (s CostSpan) check() error {
	to, ends := s.To.Get()
	switch {
	case s.From.Before(FirstCostDay) || s.From.After(LastCostDay):
		return fault.Newf(fault.Rule, fault.CodeValidationFailed, "effective_from must be from %s to %s.", FirstCostDay, LastCostDay)
	case ends && (to.Before(s.From) || to.After(LastCostDay)):
		return fault.Newf(fault.Rule, fault.CodeValidationFailed, "effective_to must be from effective_from to %s.", LastCostDay)
	}
	return nil
}

// over sets a cost, or no cost, on the days of the span.
func (c CostLayers) over(s CostSpan, cost optional.Maybe[Cost]) (CostLayers, bool, error) {
	if err := s.check(); err != nil {
		return c, false, err
	}
	next := make([]CostLayer, 0, len(c.layers)+2)
	for _, l := range c.layers {
		if !s.meets(l) {
			next = append(next, l)
			continue
		}
		if l.From.After(s.From) {
			return c, false, overlap(l)
		}
		if l.From.Before(s.From) {
			next = append(next, CostLayer{From: l.From, To: optional.Some(s.From.Add(-1)), Cost: l.Cost})
		}
		if to, ends := s.To.Get(); ends && l.reaches(to.Add(1)) {
			next = append(next, CostLayer{From: to.Add(1), To: l.To, Cost: l.Cost})
		}
	}
	if v, ok := cost.Get(); ok {
		next = append(next, CostLayer{From: s.From, To: s.To, Cost: v})
	}
	if len(next) > MaxCostLayers {
		return c, false, fault.Newf(fault.Rule, fault.CodeValidationFailed, "There cannot be more than %d cost layers.", MaxCostLayers)
	}
	slices.SortFunc(next, func(a, b CostLayer) int { return a.From.Cmp(b.From) })
	return CostLayers{next}, true, nil
}

// overlap names the layer that blocks another.
func overlap(l CostLayer) error {
	layer := map[string]any{"from": l.From.String(), "to": nil}
	days := "From " + l.From.String() + " on"
	if to, ends := l.To.Get(); ends {
		layer["to"] = to.String()
		days = "From " + l.From.String() + " to " + to.String()
	}
	return fault.New(fault.Rule, fault.CodeCostLayerOverlap,
		days+" another cost layer is in force. End the new layer the day before with effective_to, "+
			"or begin it on the same day to correct that layer.").
		With("layer", layer)
}

// CostPart has one component of a sale: units of a product and the cost of one unit.
type CostPart struct {
	Units int64
	Cost  Cost
	// Known stays false if no cost is in force.
	Known bool
	// VATClass of the product.
	VATClass optional.Maybe[vat.Class]
}

// SaleCost has the cost of one sale, and the VAT class of the goods.
type SaleCost struct {
	Cost     optional.Maybe[Cost]
	VATClass optional.Maybe[vat.Class]
}

// CommonClass finds the class that all parts have. Goods of several classes have no class.
func CommonClass(parts []CostPart) (class optional.Maybe[vat.Class]) {
	for i, p := range parts {
		if i == 0 {
			class = p.VATClass
		}
		if p.VATClass != class {
			return optional.None[vat.Class]()
		}
	}
	return class
}

// KnownVAT has the VAT of a product's sales as far as the team knows it.
type KnownVAT struct {
	// Rate of the cost in force.
	Rate  optional.Maybe[money.Percent]
	Class optional.Maybe[vat.Class]
}

// Assemble sums the cost of one sale. It reports false without parts, if a cost is unknown, if the
// parts have different currencies, or if the sum overflows. The sum has a VAT rate only if all
// parts have the same, and postage only if the postage of all parts is known. It has the source of
// its first part.
func Assemble(parts []CostPart) (Cost, bool) {
	var sum Cost
	for i, p := range parts {
		if i == 0 {
			sum.Currency, sum.VATRate, sum.Source = p.Cost.Currency, p.Cost.VATRate, p.Cost.Source
			sum.OutboundShipping = optional.Some(money.Amount{})
		}
		if !p.Known || p.Cost.Currency != sum.Currency {
			return Cost{}, false
		}
		if p.Cost.VATRate != sum.VATRate {
			sum.VATRate = optional.None[money.Percent]()
		}
		if !plus(&sum.Unit, p.Cost.Unit, p.Units) || !plus(&sum.Prep, p.Cost.Prep, p.Units) ||
			!plus(&sum.InboundShipping, p.Cost.InboundShipping, p.Units) || !plus(&sum.Other, p.Cost.Other, p.Units) {
			return Cost{}, false
		}
		post, known := p.Cost.OutboundShipping.Get()
		total, all := sum.OutboundShipping.Get()
		if sum.OutboundShipping = optional.None[money.Amount](); known && all && plus(&total, post, p.Units) {
			sum.OutboundShipping = optional.Some(total)
		}
	}
	return sum, len(parts) > 0
}

// plus adds an amount several times; false if the sum is no valid amount.
func plus(sum *money.Amount, a money.Amount, times int64) bool {
	if a.Positive() && times > (money.MaxUnits-sum.Units())/a.Units() {
		return false
	}
	*sum = money.FromUnits(sum.Units() + a.Units()*times)
	return true
}
