package repricer

import (
	"cmp"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/decision"
)

// DecisionRow builds the decision input of a stored row, without its memory (Memory.AddTo). Unknown
// fulfilment counts as FBM, the weaker of the two, without postage. The loss guard comes from the
// last decision.
func DecisionRow(s ProductSnapshot) decision.Row {
	o := s.Observed
	tax := s.VAT()
	f := decision.Row{
		ID: s.ID, SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, Currency: s.Currency, Condition: s.Condition,
		Fulfillment: o.Fulfillment.Or(decision.FBM), Quantity: o.Quantity, Mode: s.Mode,
		PriceInFlight: s.RunState.PriceInFlight(),
		Price:         o.CurrentPrice.Or(money.Amount{}), Shipping: o.Shipping.Or(money.Amount{}),
		Cost: o.Cost, Postage: o.Postage, VATPercent: tax.Rate, VATFlat: tax.Flat, MapPrice: o.MapPrice, Limits: s.Limits, LossGuard: o.Guarded,
	}
	if tax.Scheme != vat.Usual(s.marketplace()) {
		f.VATScheme = tax.Scheme
	}
	f.Fees, f.FeesTotal = s.feeTerms()
	if !o.Fulfillment.Known() {
		f.Postage = optional.Some(money.Amount{})
	}
	if h, ok := s.Hold.Get(); ok {
		f.Hold = optional.Some(h.Reason)
	}
	return f
}

// VAT counts in the row's sales. Before the first evaluation the standard rate of the marketplace's
// country is assumed: an unknown rate of 0 would give a floor that loses money.
func (s ProductSnapshot) VAT() vat.Settings {
	if known, ok := s.Observed.VAT.Get(); ok {
		return known
	}
	m := s.marketplace()
	if m.Untaxed {
		return vat.Settings{Scheme: vat.SchemeNone}
	}
	rate := vat.Present(m.Country)
	return vat.Settings{Scheme: vat.SchemeStandard, Rate: rate, Cost: rate, Basis: vat.BasisAssumed}
}

func (s ProductSnapshot) marketplace() marketplace.Marketplace {
	m, _ := marketplace.ByID(s.Key.MarketplaceID)
	return m
}

// Observation has newly found values of a row. Cost, Postage, VAT and MapPrice replace the stored
// values even if absent. The other absent values keep the previous values.
type Observation struct {
	Title       optional.Maybe[string]
	Variation   Variation
	Fulfillment optional.Maybe[decision.Fulfillment]
	Quantity    optional.Maybe[int64]
	Price       optional.Maybe[money.Amount]
	Shipping    optional.Maybe[money.Amount]
	// Cost has the current cost; it is absent if no longer known.
	Cost optional.Maybe[money.Amount]
	// Postage has the current postage of a unit; it is absent if unknown.
	Postage optional.Maybe[money.Amount]
	// VAT counts in a sale now.
	VAT optional.Maybe[vat.Settings]
	// MapPrice has the current MAP price, if any.
	MapPrice  optional.Maybe[money.Amount]
	Fees      optional.Maybe[decision.Fees]
	FloorFees optional.Maybe[FloorFees]
	// OffersAt dates the offers that BuyBox and Competitors come from.
	OffersAt    optional.Maybe[time.Time]
	BuyBox      decision.BuyBox
	Competitors optional.Maybe[int]
}

// ApplyTo returns the row with the observation applied.
func (l Observation) ApplyTo(s ProductSnapshot) ProductSnapshot {
	s.Observed = l.over(s.Observed)
	return s
}

func (l Observation) over(o Observed) Observed {
	o.Title, o.Variation = either(l.Title, o.Title), cmp.Or(l.Variation, o.Variation)
	o.Fulfillment, o.Quantity = either(l.Fulfillment, o.Fulfillment), either(l.Quantity, o.Quantity)
	o.CurrentPrice, o.Shipping = either(l.Price, o.CurrentPrice), either(l.Shipping, o.Shipping)
	o.Cost, o.Postage, o.VAT, o.MapPrice, o.Fees = l.Cost, l.Postage, l.VAT, l.MapPrice, either(l.Fees, o.Fees)
	o.FloorFees = either(l.FloorFees, o.FloorFees)
	at, seen := l.OffersAt.Get()
	if last, ok := o.OffersAt.Get(); seen && (!ok || !at.Before(last)) && l.Competitors.Known() {
		o.CompetitorsCount = l.Competitors
		o.seeBox(at, l.BuyBox)
	}
	return o
}

func either[T any](a, b optional.Maybe[T]) optional.Maybe[T] {
	if a.Known() {
		return a
	}
	return b
}

// DependsOnCost reports whether a changed cost may change the row's decision. Its floor may be
// calculated from the cost or guarded by it, or the row is stopped because of its currency. The
// guard of the last decision does not count, because the next decision may be under way.
func (p *Product) DependsOnCost() bool {
	h, _ := p.settled.hold.Get()
	s := p.settled
	return s.limits.MinPriceMode != decision.MinPriceManual || !s.allowLoss || h.Reason == decision.HoldCurrencyMismatch
}

// NeedsFees reports whether the row's decision needs fees: it is not off, and its floor is
// calculated. Fees of other rows are only displayed.
func (s ProductSnapshot) NeedsFees() bool {
	return s.Mode != decision.ModeOff && s.Limits.MinPriceMode != decision.MinPriceManual
}

// Observe applies the findings of a decision.
func (p *Product) Observe(l Observation) { p.observed = l.over(p.observed) }

// ObserveCosts applies cost and fees that were found without a decision, and updates the break-even
// price to the solved price. It keeps the fees at the floor, and reports whether the floor moves
// with break-even.
func (p *Product) ObserveCosts(l Observation, solved optional.Maybe[decision.Bounds]) bool {
	before := p.observed.BreakEven
	p.Observe(l)
	if l.Fees.Known() {
		p.observed.FloorFees = optional.None[FloorFees]()
	}
	p.observed.BreakEven = solved.Or(decision.Bounds{}).BreakEven.Safe
	return p.observed.Guarded && p.observed.BreakEven != before
}

// ClearDue records that nothing is due for the row.
func (p *Product) ClearDue() { p.observed.NextDueAt = optional.None[time.Time]() }

// SetDueAt records when the row is due.
func (p *Product) SetDueAt(at time.Time) { p.observed.NextDueAt = optional.Some(at) }

// CurrencyHold returns the stop for a value in another currency than the row's.
func CurrencyHold(c money.Currency, what string, found money.Currency, now time.Time) Hold {
	return Hold{
		Reason: decision.HoldCurrencyMismatch, Since: now,
		Details: "The " + what + " is in " + string(found) + ", the row in " + string(c) + ".",
	}
}

// FloorFees has the fees at a row's floor. They may differ from the fees at the live price if a
// bracket of the marketplace lies between the two.
type FloorFees struct {
	ReferralPercent money.Percent
	Fixed           money.Amount
	// Total has the landed price at the floor for which the fees were found, At the time.
	Total money.Amount
	At    time.Time
}

// ValidFor reports whether the fees were found for this landed floor price. It tolerates one unit,
// because fees come rounded to units.
func (f FloorFees) ValidFor(total money.Amount, c money.Currency) bool {
	return max(f.Total.Units()-total.Units(), total.Units()-f.Total.Units()) <= 2*c.Unit().Units()
}

// feeTerms returns the fees for calculating the floor, preferably the known fees at the floor, and
// the landed price that they were found for.
func (s ProductSnapshot) feeTerms() (optional.Maybe[decision.FeeTerms], optional.Maybe[money.Amount]) {
	o := s.Observed
	if f, ok := o.FloorFees.Get(); ok && s.Limits.MinPriceMode != decision.MinPriceManual {
		return optional.Some(decision.FeeTerms{Fees: decision.Fees{ReferralPercent: f.ReferralPercent, Fixed: f.Fixed}}), optional.Some(f.Total)
	}
	fees, ok := o.Fees.Get()
	if !ok {
		return optional.None[decision.FeeTerms](), optional.None[money.Amount]()
	}
	total := optional.None[money.Amount]()
	if price, live := o.CurrentPrice.Get(); live {
		total = optional.Some(money.FromUnits(price.Units() + o.Shipping.Or(money.Amount{}).Units()))
	}
	return optional.Some(decision.FeeTerms{Fees: fees}), total
}
