package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func productOf(p app.Product) Product {
	v := p.Values
	out := Product{
		ID: int64(p.ID), Title: v.Title, Brand: v.Brand.Ptr(), Category: v.Category.Ptr(), MPN: v.MPN.Ptr(), ImageURL: v.ImageURL.Ptr(),
		GTINs: make([]string, len(v.GTINs)), ASINs: make([]ProductASIN, len(v.ASINs)), PackSize: v.PackSize,
		WeightG: v.WeightG.Ptr(), LengthMM: v.LengthMM.Ptr(), WidthMM: v.WidthMM.Ptr(), HeightMM: v.HeightMM.Ptr(),
		Hazmat: string(v.Hazmat), Meltable: v.Meltable.Ptr(), Fragile: v.Fragile.Ptr(),
		Quantities: ProductQuantities{
			OnHand: p.Quantities.OnHand, OnOrder: p.Quantities.OnOrder, Inbound: p.Quantities.Inbound, Reserved: p.Quantities.Reserved,
		},
		ReorderPoint: v.ReorderPoint.Ptr(), LeadTimeDays: v.LeadTimeDays.Ptr(), LowStock: p.LowStock(), Status: string(v.Status),
		Matches: make([]Match, len(p.Matches)), Tags: []ProductTag{},
		DocumentsCount: p.Documents, Version: p.Version, CreatedAt: body.TimeOf(p.CreatedAt), UpdatedAt: body.TimeOf(p.UpdatedAt),
	}
	for i, g := range v.GTINs {
		out.GTINs[i] = g.Given
	}
	for i, a := range v.ASINs {
		out.ASINs[i] = ProductASIN{ASIN: a.ASIN, MarketplaceID: string(a.Marketplace)}
	}
	if c, ok := p.Cost.Get(); ok {
		amount, currency, source, day := body.MoneyOf(c.Unit), string(c.Currency), productSourceOf(c.Source), c.AsOf.String()
		out.UnitCost, out.Currency, out.CostSource, out.CostAsOf = &amount, &currency, &source, &day
	}
	for i, m := range p.Matches {
		out.Matches[i] = matchOf(m)
	}
	return out
}

func productDetailOf(p app.Product) ProductDetail {
	out := ProductDetail{Product: productOf(p), CostLayers: make([]ProductCostLayer, len(p.Layers))}
	for i, l := range p.Layers {
		out.CostLayers[i] = ProductCostLayer{
			From: l.From.String(), UnitCost: body.MoneyOf(l.Cost.Unit), Currency: string(l.Cost.Currency),
			PrepCost: body.MoneyOf(l.Cost.Prep), InboundShipping: body.MoneyOf(l.Cost.InboundShipping),
			OtherCost: body.MoneyOf(l.Cost.Other), Source: productSourceOf(l.Cost.Source),
		}
		if to, ok := l.To.Get(); ok {
			day := to.String()
			out.CostLayers[i].To = &day
		}
		if rate, ok := l.Cost.VATRate.Get(); ok {
			percent := body.PercentOf(rate)
			out.CostLayers[i].VATRate = &percent
		}
	}
	return out
}

func productSourceOf(s inventory.Source) ProductSource {
	return ProductSource{Kind: string(s.Kind), ID: s.ID.Ptr()}
}

func matchOf(m inventory.Match) Match {
	out := Match{
		ID: int64(m.ID), TargetType: string(m.Target.Type), UnitsPerSale: m.UnitsPerSale, Bundle: m.Bundle,
		Method: string(m.Method), Confidence: m.Confidence.Fraction(), CreatedAt: body.TimeOf(m.CreatedAt),
		SKU: shownText(m.Record.SKU), ASIN: shownText(m.Record.ASIN), MarketplaceID: shownText(string(m.Record.Marketplace)),
	}
	if m.Target.ID != 0 {
		out.TargetID = &m.Target.ID
	}
	if by, ok := m.CreatedBy.Get(); ok {
		out.CreatedBy = &MatchMaker{ID: int64(by.User), Name: by.Name}
	}
	return out
}

func shownText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (n NewProduct) patch() inventory.ProductPatch {
	p := n.ProductMembers.patch()
	p.Title = optional.Some(n.Title)
	return p
}

func (c ProductPatch) patch() inventory.ProductPatch {
	p := c.ProductMembers.patch()
	p.Title = c.Title.Maybe()
	return p
}

func (m ProductMembers) patch() inventory.ProductPatch {
	return inventory.ProductPatch{
		Brand: m.Brand.Field, Category: m.Category.Field, MPN: m.MPN.Field,
		ImageURL: m.ImageURL.Field, GTINs: optional.Map(m.GTINs.Field, gtinsIn).Maybe(), ASINs: optional.Map(m.ASINs.Field, asinsIn).Maybe(),
		UnitCost: optional.Map(m.UnitCost.Field, body.Money.Amount),
		Currency: optional.Map(m.Currency.Field, func(c body.Currency) money.Currency { return money.Currency(c) }),
		PackSize: m.PackSize.Maybe(), WeightG: m.WeightG.Field, LengthMM: m.LengthMM.Field,
		WidthMM: m.WidthMM.Field, HeightMM: m.HeightMM.Field,
		Hazmat:   optional.Map(m.Hazmat.Field, func(s string) inventory.Hazmat { return inventory.Hazmat(s) }).Maybe(),
		Meltable: m.Meltable.Field, Fragile: m.Fragile.Field,
		SupplierID:   optional.Map(m.DefaultSupplierID.Field, func(n productRecord) int64 { return int64(n) }),
		WarehouseID:  optional.Map(m.DefaultWarehouseID.Field, func(n productRecord) int64 { return int64(n) }),
		ReorderPoint: m.ReorderPoint.Field, LeadTimeDays: m.LeadTimeDays.Field,
		Status: optional.Map(m.Status.Field, func(s string) inventory.ProductStatus { return inventory.ProductStatus(s) }).Maybe(),
	}
}

func gtinsIn(list []productGTIN) []string {
	out := make([]string, len(list))
	for i, g := range list {
		out[i] = string(g)
	}
	return out
}

func asinsIn(list []NewProductASIN) []inventory.ProductASIN {
	out := make([]inventory.ProductASIN, len(list))
	for i, a := range list {
		out[i] = inventory.ProductASIN{ASIN: string(a.ASIN), Marketplace: marketplace.ID(a.MarketplaceID)}
	}
	return out
}
