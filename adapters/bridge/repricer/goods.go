package repricer

import (
	"context"

	inventoryfacade "sellingassistant/app/inventory/facade"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/research/reduced"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Goods gives the repricer package sizes and variations from product research, and doubts about the
// VAT of listings.
type Goods struct {
	sources   *researchapp.Sources
	inventory *inventoryfacade.Facade
}

func NewGoods(s *researchapp.Sources, f *inventoryfacade.Facade) *Goods { return &Goods{s, f} }

var _ pricingports.Goods = (*Goods)(nil)

func (g *Goods) Goods(
	ctx context.Context, team id.Team, at marketplace.ID, asins []string,
) (map[string]pricingports.GoodsAnswer, error) {
	out := map[string]pricingports.GoodsAnswer{}
	m, ok := marketplace.ByID(at)
	named := make([]asin.ASIN, 0, len(asins))
	for _, a := range asins {
		if parsed, err := asin.Parse(a); err == nil {
			named = append(named, parsed)
		}
	}
	if !ok || len(named) == 0 {
		return out, nil
	}
	var failed error
	for _, f := range g.sources.Look(ctx, team, m, named, researchapp.Want{Catalog: true}) {
		if e, known := fault.As(f.Catalog.Err); f.Catalog.Err != nil && (!known || e.Kind != fault.NotFound) {
			failed = f.Catalog.Err
			continue
		}
		p := f.Catalog.Value.Package
		answer := pricingports.GoodsAnswer{Goods: repricer.Goods{
			Package:   repricer.Package{Length: p.Length, Width: p.Width, Height: p.Height, Weight: p.Weight},
			Dangerous: f.Catalog.Value.HazMat.Or(false),
		}}
		attributes := make([]repricer.Attribute, len(f.Catalog.Value.Variation))
		for i, a := range f.Catalog.Value.Variation {
			attributes[i] = repricer.Attribute(a)
		}
		answer.Variation = repricer.VariationOf(attributes)
		out[f.ASIN.String()] = answer
	}
	return out, failed
}

func (g *Goods) Reduced(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]bool, error) {
	out := map[repricer.Key]bool{}
	if len(keys) == 0 {
		return out, nil
	}
	named := listingKeys(keys)
	types, err := g.inventory.ProductTypes(ctx, team, named)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		m, _ := marketplace.ByID(k.MarketplaceID)
		if reduced.Usually(m.Country, types[named[i]], "") {
			out[k] = true
		}
	}
	return out, nil
}
