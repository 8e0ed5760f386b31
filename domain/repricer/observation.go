package repricer

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// DecisionRow are the facts of a row as it is stored. What is remembered of it is
// added by Memory.Recall. A row of which it is not known who ships counts as
// shipped by the merchant, who is the weaker of the two.
func DecisionRow(s ProductSnapshot) decision.Row {
	o := s.Observed
	f := decision.Row{
		ID: s.ID, SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, Currency: s.Currency, Condition: s.Condition,
		Fulfillment: o.Fulfillment.Or(decision.FBM), Quantity: o.Quantity, Mode: s.Mode,
		PriceInFlight: s.RunState.PriceInFlight(),
		Price:         o.CurrentPrice.Or(money.Amount{}), Shipping: o.Shipping.Or(money.Amount{}),
		Cost: o.Cost, VATPercent: s.VAT(), MapPrice: o.MapPrice, Limits: s.Limits, Fees: s.feeTerms(),
	}
	if h, ok := s.Hold.Get(); ok {
		f.Hold = optional.Some(h.Reason)
	}
	return f
}

// VAT is the rate that the prices of the row are taken to contain: the one that its
// cost names, else the standard one of the marketplace's country. An unknown
// rate counted as 0 would make a floor that sells at a loss; a seller who owes no VAT
// gives the cost a rate of 0.
func (s ProductSnapshot) VAT() money.Percent {
	m, _ := marketplace.ByID(s.Key.MarketplaceID)
	return s.Observed.VATPercent.Or(m.StandardVAT())
}

// Observation is what a decision found out about a row beside its price. What is None
// or nil stays as it was.
type Observation struct {
	Title       optional.Maybe[string]
	Fulfillment optional.Maybe[decision.Fulfillment]
	Quantity    optional.Maybe[int64]
	Price       optional.Maybe[money.Amount]
	Shipping    optional.Maybe[money.Amount]
	// Cost is the cost now, None where it is not known any more.
	Cost optional.Maybe[money.Amount]
	// VATPercent is the rate that the cost names now, None where it names none.
	VATPercent optional.Maybe[money.Percent]
	// MapPrice is the maker's lowest price now, None for none.
	MapPrice  optional.Maybe[money.Amount]
	Fees      optional.Maybe[decision.Fees]
	FloorFees optional.Maybe[FloorFees]
	// OffersAt is the time of the offers that were looked at, with what they said
	// of the box and of competitors.
	OffersAt    optional.Maybe[time.Time]
	BuyBox      decision.BuyBox
	Competitors optional.Maybe[int]
}

// ApplyTo returns the row with what was learnt of it.
func (l Observation) ApplyTo(s ProductSnapshot) ProductSnapshot {
	s.Observed = l.over(s.Observed)
	return s
}

func (l Observation) over(o Observed) Observed {
	o.Title, o.Fulfillment, o.Quantity = either(l.Title, o.Title), either(l.Fulfillment, o.Fulfillment), either(l.Quantity, o.Quantity)
	o.CurrentPrice, o.Shipping = either(l.Price, o.CurrentPrice), either(l.Shipping, o.Shipping)
	o.Cost, o.VATPercent, o.MapPrice, o.Fees = l.Cost, l.VATPercent, l.MapPrice, either(l.Fees, o.Fees)
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

// DependsOnCost reports whether another cost may change what is decided of the row:
// its floor is made from it, or it is held because of its currency.
func (p *Product) DependsOnCost() bool {
	h, _ := p.settled.hold.Get()
	return p.settled.limits.MinPriceMode != decision.MinPriceManual || h.Reason == decision.HoldCurrencyMismatch
}

// NeedsFees reports whether deciding the row needs its fees: it is not off, and
// its floor is made from them. Those of other rows are only shown.
func (s ProductSnapshot) NeedsFees() bool {
	return s.Mode != decision.ModeOff && s.Limits.MinPriceMode != decision.MinPriceManual
}

// Observe takes over what a decision found out.
func (p *Product) Observe(l Observation) { p.observed = l.over(p.observed) }

// ObserveCosts takes over what was found out of cost and fees without a decision, with
// the price without profit or loss that follows. Fees at the floor are older.
func (p *Product) ObserveCosts(l Observation) {
	p.Observe(l)
	if l.Fees.Known() {
		p.observed.FloorFees = optional.None[FloorFees]()
	}
	f := DecisionRow(p.Snapshot())
	p.observed.BreakEven = f.BreakEven()
}

// ClearDue notes that nothing is due for the row.
func (p *Product) ClearDue() { p.observed.NextDueAt = optional.None[time.Time]() }

// SetDueAt notes when the row's turn comes.
func (p *Product) SetDueAt(at time.Time) { p.observed.NextDueAt = optional.Some(at) }

// CurrencyHold is a currency of something of the row that is not the row's own.
func CurrencyHold(c money.Currency, what string, found money.Currency, now time.Time) Hold {
	return Hold{
		Reason: decision.HoldCurrencyMismatch, Since: now,
		Details: "The " + what + " is in " + string(found) + ", the row in " + string(c) + ".",
	}
}

// FloorFees are the fees at the floor of a row. Beyond a limit of the marketplace
// that lies between them and the live price the rate, or the fee for shipping, is
// another one.
type FloorFees struct {
	ReferralPercent money.Percent
	Fixed           money.Amount
	// Total is what a buyer pays at the floor for which they were found, At when.
	Total money.Amount
	At    time.Time
}

// ValidFor tells whether they were found for a floor of which the buyer pays a total. A
// coin more or less comes from fees that are told in whole coins.
func (f FloorFees) ValidFor(total money.Amount, c money.Currency) bool {
	return max(f.Total.Units()-total.Units(), total.Units()-f.Total.Units()) <= 2*c.Unit().Units()
}

// feeTerms are what a floor is made of: the fees at it, as far as they were asked
// for.
func (s ProductSnapshot) feeTerms() optional.Maybe[decision.FeeTerms] {
	if f, ok := s.Observed.FloorFees.Get(); ok && s.Limits.MinPriceMode != decision.MinPriceManual {
		return optional.Some(decision.FeeTerms{Fees: decision.Fees{ReferralPercent: f.ReferralPercent, Fixed: f.Fixed}})
	}
	if fees, ok := s.Observed.Fees.Get(); ok {
		return optional.Some(decision.FeeTerms{Fees: fees})
	}
	return optional.None[decision.FeeTerms]()
}
