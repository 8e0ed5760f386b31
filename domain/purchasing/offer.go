package purchasing

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// OfferID identifies a supplier offer; 0 before it is stored.
type OfferID int64

// ProductID identifies an inventory product.
type ProductID int64

// Availability says whether a supplier has the offered goods.
type Availability string

// Words lists the states, the default first.
func (Availability) Words() []Availability {
	return []Availability{"unknown", "in_stock", "low", "out"}
}

// The bounds of an offer's members.
const (
	MaxSupplierSKU = 100
	MaxTitle       = 500
	MaxBrand       = 200
	MaxURL         = 2000
	MaxGTINs       = 20
	MaxPackSize    = 100_000
	MaxUnits       = 1_000_000
	MaxBreaks      = 20
	MaxAvailable   = 1_000_000_000
)

// PriceBreak has the unit cost from a quantity on.
type PriceBreak struct {
	MinQuantity int
	UnitCost    money.Amount
}

// Source names the origin of figures: api, or the kind of a record and its id.
type Source struct {
	Kind string
	ID   optional.Maybe[int64]
}

// OfferValues has the members of an offer. Amounts are in Currency and for one unit, except
// CaseCost, which is for PackSize units.
type OfferValues struct {
	Supplier    SupplierID
	SupplierSKU optional.Maybe[string]
	// Product names the inventory product that the offer is matched with.
	Product     optional.Maybe[ProductID]
	ASIN        optional.Maybe[string]
	Marketplace optional.Maybe[marketplace.ID]
	// GTINs keeps the digits as they were written.
	GTINs         []string
	Title         optional.Maybe[string]
	Brand         optional.Maybe[string]
	URL           optional.Maybe[string]
	UnitCost      money.Amount
	Currency      money.Currency
	PackSize      int
	CaseCost      optional.Maybe[money.Amount]
	MOQ           int
	OrderMultiple int
	PriceBreaks   []PriceBreak

	LeadTimeDays      optional.Maybe[int]
	Availability      Availability
	AvailableQuantity optional.Maybe[int]
	CheckedAt         optional.Maybe[time.Time]
	ValidFrom         optional.Maybe[date.Date]
	ValidTo           optional.Maybe[date.Date]
	// Preferred marks the first choice for the product: at most one offer of a product.
	Preferred bool
	Status    Status

	// PreviousUnitCost has the unit cost before the last change in this currency, and CostChange
	// the size of that change.
	PreviousUnitCost optional.Maybe[money.Amount]
	CostChange       optional.Maybe[money.Percent]
	LastSeenAt       optional.Maybe[time.Time]
	Source           Source

	Seen OfferSeen `member:"-"`
}

// OfferSeen has derived, read-only fields.
type OfferSeen struct {
	Marks               mark.Marks
	LastOrderedUnitCost optional.Maybe[money.Amount]
	LastOrderedAt       optional.Maybe[time.Time]
	// History lists its prices, the newest first. It is read for one offer and not for lists.
	History []OfferPrice
}

// OfferPrice has the unit cost from a time on.
type OfferPrice struct {
	UnitCost money.Amount
	Currency money.Currency
	From     time.Time
	Source   Source
}

// OfferPatch changes an offer. An absent member keeps its value; null clears a member that may be
// empty, and is refused for the others.
type OfferPatch struct {
	// Supplier may be set for a new offer only.
	Supplier          optional.Field[SupplierID]
	SupplierSKU       optional.Field[string]
	Product           optional.Field[ProductID]
	ASIN              optional.Field[string]
	Marketplace       optional.Field[marketplace.ID]
	GTINs             optional.Field[[]string]
	Title             optional.Field[string]
	Brand             optional.Field[string]
	URL               optional.Field[string]
	UnitCost          optional.Field[money.Amount]
	Currency          optional.Field[money.Currency]
	PackSize          optional.Field[int]
	CaseCost          optional.Field[money.Amount]
	MOQ               optional.Field[int]
	OrderMultiple     optional.Field[int]
	PriceBreaks       optional.Field[[]PriceBreak]
	LeadTimeDays      optional.Field[int]
	Availability      optional.Field[Availability]
	AvailableQuantity optional.Field[int]
	CheckedAt         optional.Field[time.Time]
	ValidFrom         optional.Field[date.Date]
	ValidTo           optional.Field[date.Date]
	Preferred         optional.Field[bool]
	Status            optional.Field[Status]
	// Source names the origin of a price that no caller gave.
	Source optional.Maybe[Source]
}

// Over lays the patch over values. It returns an Invalid fault with every wrong member, or else a
// Rule fault validation_failed with the members that exclude each other.
func (p OfferPatch) Over(v OfferValues) (OfferValues, error) {
	var f check.Faults
	v.Supplier = p.Supplier.Maybe().Or(v.Supplier)
	f.Required("/supplier_id", v.Supplier != 0)
	v.SupplierSKU = check.Line(&f, "/supplier_sku", p.SupplierSKU, MaxSupplierSKU).Over(v.SupplierSKU)
	v.Product = p.Product.Over(v.Product)
	p.codes(&f, &v)
	v.Title = check.Line(&f, "/title", p.Title, MaxTitle).Over(v.Title)
	v.Brand = check.Line(&f, "/brand", p.Brand, MaxBrand).Over(v.Brand)
	v.URL = check.Form(&f, "/url", p.URL, MaxURL, isSite, "an http or https address").Over(v.URL)
	v.Availability, v.Status = check.WordOver(&f, "/availability", p.Availability, v.Availability), check.WordOver(&f, "/status", p.Status, v.Status)
	check.FieldInt(&f, "/lead_time_days", p.LeadTimeDays, 0, MaxLeadTimeDays)
	check.FieldInt(&f, "/available_quantity", p.AvailableQuantity, 0, MaxAvailable)
	v.LeadTimeDays, v.AvailableQuantity = p.LeadTimeDays.Over(v.LeadTimeDays), p.AvailableQuantity.Over(v.AvailableQuantity)
	v.CheckedAt, v.ValidFrom, v.ValidTo = p.CheckedAt.Over(v.CheckedAt), p.ValidFrom.Over(v.ValidFrom), p.ValidTo.Over(v.ValidTo)
	check.NotNull(&f, "/preferred", p.Preferred)
	v.Preferred = p.Preferred.Maybe().Or(v.Preferred && v.Product.Known())
	p.prices(&f, &v)
	v.Source = p.Source.Or(v.Source)
	v.together(&f)
	broken := fault.CodeValidationFailed
	if at := v.rises(); at >= 0 && (p.UnitCost.Set || p.CaseCost.Set || p.PriceBreaks.Set) {
		broken = fault.CodeInvalidPriceBreaks
		f.Clash(fault.CodeInvalid, check.Item("/price_breaks", at)+"/unit_cost", "must not be above the price of a smaller quantity")
	}
	return v, f.Err(broken)
}

// codes checks the codes of the marketplace and the GTINs.
func (p OfferPatch) codes(f *check.Faults, v *OfferValues) {
	if code, ok := p.ASIN.Given(); ok {
		p.ASIN.Value = strings.ToUpper(code)
		if _, err := asin.Parse(p.ASIN.Value); err != nil {
			f.Add(fault.CodeInvalid, "/asin", "must be 10 letters or digits")
		}
	}
	if m, ok := p.Marketplace.Given(); ok {
		check.Marketplace(f, "/marketplace_id", m)
	}
	v.ASIN, v.Marketplace = p.ASIN.Over(v.ASIN), p.Marketplace.Over(v.Marketplace)
	if !p.GTINs.Set {
		return
	}
	v.GTINs = append([]string{}, p.GTINs.Value...)
	check.Entries(f, "/gtins", v.GTINs, MaxGTINs, func(at, text string) (string, bool) {
		key, ok := GTINKey(text)
		if !ok {
			f.Add(fault.CodeInvalid, at, "must be 8, 12, 13 or 14 digits with a fitting check digit")
		}
		return key, ok
	})
}

// GTINKey returns a code of 8, 12, 13 or 14 digits in 14 digits, and false for another text.
func GTINKey(text string) (string, bool) {
	code, err := gtin.Parse(text)
	if err != nil || len(text) == 10 || strings.Trim(text, "0123456789") != "" {
		return "", false
	}
	return code.Key(), true
}

// prices lays costs and quantities over the values of the offer. Either of unit_cost and case_cost
// sets the other; if both are given they have to agree.
func (p OfferPatch) prices(f *check.Faults, v *OfferValues) {
	check.FieldCurrency(f, "/currency", p.Currency)
	check.NotNull(f, "/currency", p.Currency)
	v.Currency = p.Currency.Maybe().Or(v.Currency)
	check.NotNull(f, "/unit_cost", p.UnitCost)
	check.FieldNotNegative(f, "/unit_cost", p.UnitCost)
	check.FieldNotNegative(f, "/case_cost", p.CaseCost)
	for _, n := range []struct {
		at    string
		field optional.Field[int]
		to    *int
		most  int
	}{{"/pack_size", p.PackSize, &v.PackSize, MaxPackSize}, {"/moq", p.MOQ, &v.MOQ, MaxUnits}, {"/order_multiple", p.OrderMultiple, &v.OrderMultiple, MaxUnits}} {
		check.NotNull(f, n.at, n.field)
		check.FieldInt(f, n.at, n.field, 1, n.most)
		*n.to = n.field.Maybe().Or(*n.to)
	}
	if v.OrderMultiple == 0 {
		v.OrderMultiple = v.PackSize
	}
	p.breaks(f, v)
	unit, unitGiven := p.UnitCost.Given()
	whole, caseGiven := p.CaseCost.Given()
	if fresh := v.Source.Kind == ""; fresh && !unitGiven && !caseGiven {
		f.Required("/unit_cost", false)
	}
	pack := big.NewRat(int64(v.PackSize), 1)
	switch {
	case v.PackSize < 1:
	case caseGiven && !unitGiven:
		v.UnitCost, _ = money.HalfUp(new(big.Rat).Quo(whole.Exact(), pack), money.FromUnits(1))
		v.CaseCost = optional.Some(whole)
	default:
		if unitGiven {
			v.UnitCost = unit
		}
		had := v.CaseCost.Known()
		if v.CaseCost = p.CaseCost.Over(v.CaseCost); !had && !caseGiven || !v.CaseCost.Known() || !unitGiven && !p.PackSize.Set && !p.Currency.Set {
			return
		}
		exact, ok := money.HalfUp(new(big.Rat).Mul(v.UnitCost.Exact(), pack), v.Currency.Unit())
		switch {
		case !ok:
			f.Clash(fault.CodeOutOfRange, "/case_cost", "is larger than an amount can be")
		case caseGiven && exact != whole:
			f.Clash(fault.CodeInvalid, "/case_cost", "must be unit_cost times pack_size, which is "+exact.String())
		}
		v.CaseCost = optional.Some(exact)
	}
}

func (p OfferPatch) breaks(f *check.Faults, v *OfferValues) {
	if !p.PriceBreaks.Set {
		return
	}
	v.PriceBreaks = append([]PriceBreak{}, p.PriceBreaks.Value...)
	check.NoMore(f, "/price_breaks", len(v.PriceBreaks), MaxBreaks)
	for i, b := range v.PriceBreaks {
		at := check.Item("/price_breaks", i)
		check.Int(f, at+"/min_quantity", b.MinQuantity, 1, MaxUnits)
		check.NotNegative(f, at+"/unit_cost", b.UnitCost)
		if i == 0 {
			continue
		}
		if b.MinQuantity <= v.PriceBreaks[i-1].MinQuantity {
			f.Clash(fault.CodeInvalid, at+"/min_quantity", "must be above the quantity of the break before")
		}
	}
}

// together checks the rules over several members.
func (v OfferValues) together(f *check.Faults) {
	if !v.Product.Known() && !v.ASIN.Known() && len(v.GTINs) == 0 && !v.SupplierSKU.Known() {
		f.Clash(fault.CodeRequired, "", "one of supplier_sku, inventory_product_id, asin and gtins is required")
	}
	f.Needed("/marketplace_id", !v.ASIN.Known() || v.Marketplace.Known(), "asin")
	f.Needed("/asin", !v.Marketplace.Known() || v.ASIN.Known(), "marketplace_id")
	f.Needed("/inventory_product_id", !v.Preferred || v.Product.Known(), "preferred")
	from, hasFrom := v.ValidFrom.Get()
	to, hasTo := v.ValidTo.Get()
	if hasFrom && hasTo && to.Before(from) {
		f.Clash(fault.CodeInvalid, "/valid_to", "must not be before valid_from")
	}
}

// Priced completes the values of a changed offer by its price: the previous price, the size of the
// change, and the time.
func (v OfferValues) Priced(before Offer, now time.Time) OfferValues {
	was := before.Values
	v.LastSeenAt = optional.Some(now)
	switch {
	case before.Version == 0:
		return v
	case v.Currency != was.Currency:
		v.PreviousUnitCost, v.CostChange = optional.None[money.Amount](), optional.None[money.Percent]()
	case v.UnitCost != was.UnitCost:
		v.PreviousUnitCost, v.CostChange = optional.Some(was.UnitCost), change(was.UnitCost, v.UnitCost)
	}
	return v
}

// change returns by how many percent an amount changed, in four decimals, rounded half away from
// zero. It is absent for a change from 0.
func change(from, to money.Amount) optional.Maybe[money.Percent] {
	if !from.Positive() {
		return optional.None[money.Percent]()
	}
	const hundred = 1_000_000 // in ten-thousandths
	exact := new(big.Int).Mul(big.NewInt(to.Units()-from.Units()), big.NewInt(2*hundred))
	exact.Add(exact, big.NewInt(int64(exact.Sign())*from.Units()))
	exact.Quo(exact, big.NewInt(2*from.Units()))
	if !exact.IsInt64() || exact.Int64() > money.MaxUnits {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits(exact.Int64()))
}

// SamePrice reports whether a unit costs the same.
func (v OfferValues) SamePrice(other OfferValues) bool {
	return v.UnitCost == other.UnitCost && v.Currency == other.Currency
}

// GTINKeys returns the codes in 14 digits.
func (v OfferValues) GTINKeys() []string {
	out := make([]string, 0, len(v.GTINs))
	for _, text := range v.GTINs {
		if key, ok := GTINKey(text); ok && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// Offer has the price and terms of a supplier for an article.
type Offer = versioned.Record[OfferID, OfferValues]

// StandardOffer returns the defaults of an offer's members.
func StandardOffer() OfferValues {
	return OfferValues{
		GTINs: []string{}, PackSize: 1, MOQ: 1, PriceBreaks: []PriceBreak{}, Availability: "unknown", Status: Active,
	}
}
