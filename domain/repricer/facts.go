package repricer

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// FactsOf are the facts of a row as it is stored. What is remembered of it is
// added by Memory.Recall. A row of which it is not known who ships counts as
// shipped by the merchant, who is the weaker of the two.
func FactsOf(s ProductSnapshot) Facts {
	o := s.Observed
	f := Facts{
		ID: s.ID, SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, Currency: s.Currency, Condition: s.Condition,
		Fulfillment: o.Fulfillment.Or(FBM), Quantity: o.Quantity, Mode: s.Mode,
		Pending: s.RunState.OnItsWay(),
		Price:   o.CurrentPrice.Or(money.Amount{}), Shipping: o.Shipping.Or(money.Amount{}),
		Cost: o.Cost, VATPercent: s.VAT(), MapPrice: o.MapPrice, Limits: s.Limits, Fees: s.feeTerms(),
	}
	if h, ok := s.Hold.Get(); ok {
		f.Hold = Some(h.Reason)
	}
	return f
}

// VAT is the rate that the prices of the row are taken to contain: the one that its
// cost names, else the standard one of the marketplace's country. Taken for 0, a rate
// that nobody named would make a floor that sells at a loss; a seller who owes no
// VAT gives the cost a rate of 0.
func (s ProductSnapshot) VAT() money.Percent {
	m, _ := marketplace.ByID(s.Key.MarketplaceID)
	return s.Observed.VATPercent.Or(m.StandardVAT())
}

// Sibling is the row as another row of the account for the same product sees
// it; false for one that sells nothing: it is off, or has no stock or price.
func (f *Facts) Sibling() (Sibling, bool) {
	if f.Mode == ModeOff || f.Quantity.Or(1) <= 0 || !f.Price.Positive() {
		return Sibling{}, false
	}
	s := Sibling{ID: f.ID, Fulfillment: f.Fulfillment, Landed: money.FromUnits(f.Price.Units() + f.Shipping.Units())}
	if found := f.floor(); found.reason == "" {
		s.Floor = Some(money.FromUnits(found.price))
	}
	return s, true
}

// BreakEven is the listing price without profit or loss, None while cost or fees
// are not known.
func (f *Facts) BreakEven() Maybe[money.Amount] {
	if !f.Cost.Known() || !f.Fees.Known() {
		return None[money.Amount]()
	}
	t := terms{
		unit: f.Currency.Unit().Units(), shipping: f.Shipping.Units(), fees: f.Fees.Or(FeeTerms{}),
		vat: f.VATPercent.Units(), cost: f.Cost.Or(money.Amount{}).Units(),
	}
	price, ok := t.price()
	if !ok {
		return None[money.Amount]()
	}
	return Some(money.FromUnits(price))
}

// Learnt is what a decision found out about a row beside its price. What is None
// or nil stays as it was.
type Learnt struct {
	Title       Maybe[string]
	Fulfillment Maybe[Fulfillment]
	Quantity    Maybe[int64]
	Price       Maybe[money.Amount]
	Shipping    Maybe[money.Amount]
	// Cost is the cost now, None where it is not known any more.
	Cost Maybe[money.Amount]
	// VATPercent is the rate that the cost names now, None where it names none.
	VATPercent Maybe[money.Percent]
	// MapPrice is the maker's lowest price now, None for none.
	MapPrice  Maybe[money.Amount]
	Fees      Maybe[Fees]
	FloorFees Maybe[FloorFees]
	// OffersAt is the time of the offers that were looked at, with what they said
	// of the box and of competitors.
	OffersAt    Maybe[time.Time]
	BuyBox      BuyBox
	Competitors Maybe[int]
}

// Over returns the row with what was learnt of it.
func (l Learnt) Over(s ProductSnapshot) ProductSnapshot {
	s.Observed = l.over(s.Observed)
	return s
}

func (l Learnt) over(o Observed) Observed {
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

func either[T any](a, b Maybe[T]) Maybe[T] {
	if a.Known() {
		return a
	}
	return b
}

// FollowsCost reports whether another cost may change what is decided of the row:
// its floor is made from it, or it is held because of its currency.
func (p *Product) FollowsCost() bool {
	h, _ := p.settled.hold.Get()
	return p.settled.limits.MinPriceMode != MinPriceManual || h.Reason == HoldCurrencyMismatch
}

// NeedsFees reports whether deciding the row needs its fees: it is not off, and
// its floor is made from them. Those of other rows are only shown.
func (s ProductSnapshot) NeedsFees() bool {
	return s.Mode != ModeOff && s.Limits.MinPriceMode != MinPriceManual
}

// Learn takes over what a decision found out.
func (p *Product) Learn(l Learnt) { p.observed = l.over(p.observed) }

// Appraise takes over what was found out of cost and fees without a decision, with
// the price without profit or loss that follows. Fees at the floor are older.
func (p *Product) Appraise(l Learnt) {
	p.Learn(l)
	if l.Fees.Known() {
		p.observed.FloorFees = None[FloorFees]()
	}
	f := FactsOf(p.Snapshot())
	p.observed.BreakEven = f.BreakEven()
}

// Rest notes that nothing is due for the row.
func (p *Product) Rest() { p.observed.NextDueAt = None[time.Time]() }

// DueAt notes when the row's turn comes.
func (p *Product) DueAt(at time.Time) { p.observed.NextDueAt = Some(at) }

// SeenHold is a currency of something of the row that is not the row's own.
func SeenHold(c money.Currency, what string, found money.Currency, now time.Time) Hold {
	return Hold{
		Reason: HoldCurrencyMismatch, Since: now,
		Details: "The " + what + " is in " + string(found) + ", the row in " + string(c) + ".",
	}
}
