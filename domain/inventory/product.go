package inventory

import (
	"reflect"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// ProductID identifies an inventory product; 0 before it is stored.
type ProductID int64

// ProductStatus says whether a product is in use.
type ProductStatus string

// The states of a product. Lists contain archived products only on request.
const (
	ProductActive   ProductStatus = "active"
	ProductArchived ProductStatus = "archived"
)

func (ProductStatus) Words() []ProductStatus { return []ProductStatus{ProductActive, ProductArchived} }

// Hazmat says whether the goods are dangerous. It is a word and no flag, because unknown is not the
// same as no.
type Hazmat string

// The values of Hazmat.
const (
	HazmatUnknown Hazmat = "unknown"
	HazmatNo      Hazmat = "no"
	HazmatYes     Hazmat = "yes"
)

// Words lists them all, the default first.
func (Hazmat) Words() []Hazmat { return []Hazmat{HazmatUnknown, HazmatNo, HazmatYes} }

// GTIN has a code of a product: shown as it was written, compared by its 14 digits.
type GTIN struct {
	Given string
	Code  gtin.Code
}

// ParseGTIN reads 8, 12, 13 or 14 digits with a fitting check digit. It returns the errors of
// gtin.Parse.
func ParseGTIN(s string) (GTIN, error) {
	for i := range len(s) {
		// Only people write spaces, hyphens and ISBNs of ten characters; a record has digits.
		if s[i] < '0' || s[i] > '9' {
			return GTIN{}, gtin.ErrForm
		}
	}
	if len(s) == 10 {
		return GTIN{}, gtin.ErrForm
	}
	code, err := gtin.Parse(s)
	return GTIN{Given: s, Code: code}, err
}

// Key returns the code in 14 digits.
func (g GTIN) Key() string { return g.Code.Key() }

// ProductASIN has the ASIN of the product on a marketplace.
type ProductASIN struct {
	ASIN        string
	Marketplace marketplace.ID
}

// Quantities has the stock of a product, in its units.
type Quantities struct {
	// OnHand can be sold now.
	OnHand int64
	// OnOrder counts units still to come from suppliers.
	OnOrder int64
	// Inbound counts units announced to the marketplace or on their way there.
	Inbound int64
	// Reserved counts units that the marketplace keeps for orders, transfers and processing.
	Reserved int64
	// InWarehouse counts units in warehouses that do not serve buyers themselves.
	InWarehouse int64
}

// Position sums the units for sale and the units to come.
func (q Quantities) Position() int64 { return q.OnHand + q.Inbound + q.InWarehouse + q.OnOrder }

// Owned sums the units that are paid for and still here, wherever they are.
func (q Quantities) Owned() int64 { return q.OnHand + q.Reserved + q.Inbound + q.InWarehouse }

// CurrentCost has the cost layer in force, as lists show it.
type CurrentCost struct {
	// Unit has the cost of one unit, in Currency.
	Unit     money.Amount
	Currency money.Currency
	// OutboundShipping has the postage of one unit to its buyer; it is absent if unknown.
	OutboundShipping optional.Maybe[money.Amount]
	Source           Source
	// AsOf has the first day of the layer.
	AsOf date.Date
}

// ProductValues has the members of a product that its users write, except its cost.
type ProductValues struct {
	Title    string
	Brand    optional.Maybe[string]
	Category optional.Maybe[string]
	MPN      optional.Maybe[string]
	// ImageURL keeps its text and is never fetched.
	ImageURL optional.Maybe[string]
	GTINs    []GTIN
	ASINs    []ProductASIN
	// Supplier names the usual supplier, Warehouse the place of receipt.
	Supplier, Warehouse optional.Maybe[int64]
	// PackSize counts the units in one purchased pack.
	PackSize int
	WeightG  optional.Maybe[int]
	LengthMM optional.Maybe[int]
	WidthMM  optional.Maybe[int]
	HeightMM optional.Maybe[int]
	Hazmat   Hazmat
	Meltable optional.Maybe[bool]
	Fragile  optional.Maybe[bool]
	// VATClass decides the rate of sales unless the cost has a rate.
	VATClass optional.Maybe[vat.Class]
	// ReorderPoint counts units of the product.
	ReorderPoint optional.Maybe[int]
	LeadTimeDays optional.Maybe[int]
	Status       ProductStatus
}

// Product models goods that are bought, kept and sold, under any names on the marketplaces.
type Product struct{ s ProductSnapshot }

// ProductSnapshot has all values of a product except its costs on other days.
type ProductSnapshot struct {
	ID     ProductID
	Team   id.Team
	Values ProductValues
	// Cost has the cost in force; it is absent if unknown. CostTurnsOn has the next day on which a
	// scheduled cost takes effect.
	Cost        optional.Maybe[CurrentCost]
	CostTurnsOn optional.Maybe[date.Date]
	Quantities  Quantities
	// Matches have the order of their ids.
	Matches []Match
	// Version counts changes, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// LowStock reports whether the stock position has fallen to the reorder point. A product without a
// reorder point is never low.
func (s ProductSnapshot) LowStock() bool {
	point, ok := s.Values.ReorderPoint.Get()
	return ok && s.Quantities.Position() <= int64(point)
}

// ProductPricing has the outside facts that a change of cost needs.
type ProductPricing struct {
	// Costs has the product's layers before the change.
	Costs CostLayers
	// Today has the first day of the new cost.
	Today date.Date
	// Home gives the currency of a first cost that names no currency.
	Home money.Currency
}

// NewProduct makes a product of version 1 without matches, and its cost layers. Members that are
// not given have their defaults; the title is required. It returns the faults of ProductPatch.Check
// and of Product.Change.
func NewProduct(team id.Team, c ProductPatch, with ProductPricing, now time.Time) (*Product, CostLayers, error) {
	if err := c.check(true); err != nil {
		return nil, CostLayers{}, err
	}
	costs, _, err := c.costs(with)
	if err != nil {
		return nil, CostLayers{}, err
	}
	values := c.over(ProductValues{PackSize: 1, Hazmat: HazmatUnknown, Status: ProductActive})
	p := &Product{ProductSnapshot{Team: team, Values: values, Version: 1, CreatedAt: now, UpdatedAt: now}}
	p.Cost(costs, with.Today)
	return p, costs, nil
}

// RestoreProduct restores a stored product. It checks shape only.
func RestoreProduct(s ProductSnapshot) (*Product, error) {
	v := s.Values
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || v.Title == "" || v.PackSize < 1 || v.Hazmat == "" || v.Status == "" {
		return nil, check.ErrShape
	}
	return &Product{s.clone()}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (p *Product) Snapshot() ProductSnapshot { return p.s.clone() }

func (s ProductSnapshot) clone() ProductSnapshot {
	s.Values, s.Matches = s.Values.clone(), cloneList(s.Matches)
	return s
}

// ID identifies the product.
func (p *Product) ID() ProductID { return p.s.ID }

// Version counts changes, from 1.
func (p *Product) Version() int64 { return p.s.Version }

// ProductChange has the effect of a patch on a product.
type ProductChange struct {
	// Any reports any change, Costs a change of the cost: then Layers replace the stored layers.
	Any, Costs bool
	Layers     CostLayers
}

// Change applies a checked patch. A currency or postage without a unit cost is a
// Rule fault validation_failed. After a fault the product is as before.
func (p *Product) Change(c ProductPatch, with ProductPricing, now time.Time) (ProductChange, error) {
	costs, priced, err := c.costs(with)
	if err != nil {
		return ProductChange{}, err
	}
	next := c.over(p.s.Values)
	done := ProductChange{Any: priced || !reflect.DeepEqual(next, p.s.Values), Costs: priced, Layers: costs}
	if !done.Any {
		return done, nil
	}
	p.s.Values = next
	if priced {
		p.Cost(costs, with.Today)
	}
	p.touch(now)
	return done, nil
}

// Cost applies the layer in force on the day. Layers begin and end by date, so the version stays.
// It reports whether the displayed cost changed.
func (p *Product) Cost(layers CostLayers, day date.Date) bool {
	before := p.s.Cost
	p.s.Cost, p.s.CostTurnsOn = optional.None[CurrentCost](), layers.TurnsOn(day)
	if l, ok := layers.In(day); ok {
		p.s.Cost = optional.Some(CurrentCost{
			Unit: l.Cost.Unit, Currency: l.Cost.Currency, OutboundShipping: l.Cost.OutboundShipping, Source: l.Cost.Source, AsOf: l.From,
		})
	}
	return p.s.Cost != before
}

// Recost works like Cost for layers that have changed, which counts as a change of the product.
func (p *Product) Recost(layers CostLayers, day date.Date, now time.Time) {
	p.Cost(layers, day)
	p.touch(now)
}

// NewGTINs returns the codes the product would have after a patch and does not have yet, with their
// places in the patch.
func (p *Product) NewGTINs(c ProductPatch) map[int]GTIN {
	had := make(map[string]bool, len(p.s.Values.GTINs))
	for _, g := range p.s.Values.GTINs {
		had[g.Key()] = true
	}
	return c.newGTINs(had)
}

func (p *Product) touch(now time.Time) {
	p.s.Version++
	p.s.UpdatedAt = now
}
