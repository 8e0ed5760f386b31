package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func productOf(p app.Product) Product {
	v := p.Values
	out := Product{
		ID: int64(p.ID), Title: v.Title, Brand: v.Brand.Ptr(), Category: v.Category.Ptr(), MPN: v.MPN.Ptr(), ImageURL: v.ImageURL.Ptr(),
		GTINs: body.Each(v.GTINs, func(g inventory.GTIN) string { return g.Given }),
		ASINs: body.Each(v.ASINs, func(a inventory.ProductASIN) ProductASIN {
			return ProductASIN{ASIN: a.ASIN, MarketplaceID: string(a.Marketplace)}
		}),
		PackSize: v.PackSize, DefaultSupplierID: v.Supplier.Ptr(), DefaultWarehouseID: v.Warehouse.Ptr(),
		WeightG: v.WeightG.Ptr(), LengthMM: v.LengthMM.Ptr(), WidthMM: v.WidthMM.Ptr(), HeightMM: v.HeightMM.Ptr(),
		Hazmat: string(v.Hazmat), Meltable: v.Meltable.Ptr(), Fragile: v.Fragile.Ptr(),
		VATClass: body.Text(v.VATClass.Or("")),
		Quantities: ProductQuantities{
			OnHand: p.Quantities.OnHand, OnOrder: p.Quantities.OnOrder, Inbound: p.Quantities.Inbound, Reserved: p.Quantities.Reserved,
			InWarehouse: p.Quantities.InWarehouse,
		},
		ReorderPoint: v.ReorderPoint.Ptr(), LeadTimeDays: v.LeadTimeDays.Ptr(), LowStock: p.LowStock(), Status: string(v.Status),
		Matches: body.Each(p.Matches, matchOf), Tags: body.RecordTags(p.Marks), NotesCount: p.Notes,
		DocumentsCount: p.Documents, OffersCount: p.Offers, Version: p.Version, CreatedAt: body.TimeOf(p.CreatedAt), UpdatedAt: body.TimeOf(p.UpdatedAt),
	}
	if c, ok := p.Cost.Get(); ok {
		out.UnitCost, out.Currency = new(body.MoneyOf(c.Unit)), new(string(c.Currency))
		out.OutboundShipping = body.Maybe(c.OutboundShipping, body.MoneyOf)
		out.CostSource, out.CostAsOf = new(ProductSource(sourceOf(c.Source))), new(c.AsOf.String())
	}
	return out
}

func productDetailOf(p app.Product) ProductDetail {
	return ProductDetail{Product: productOf(p), CostLayers: body.Each(p.Layers, func(l inventory.CostLayer) ProductCostLayer {
		return ProductCostLayer{
			From: l.From.String(), To: body.Maybe(l.To, date.Date.String), UnitCost: body.MoneyOf(l.Cost.Unit), Currency: string(l.Cost.Currency),
			PrepCost: body.MoneyOf(l.Cost.Prep), InboundShipping: body.MoneyOf(l.Cost.InboundShipping),
			OtherCost: body.MoneyOf(l.Cost.Other), OutboundShipping: body.Maybe(l.Cost.OutboundShipping, body.MoneyOf), VATRate: body.Maybe(l.Cost.VATRate, body.PercentOf),
			Source: ProductSource(sourceOf(l.Cost.Source)),
		}
	})}
}

func matchOf(m inventory.Match) Match {
	out := Match{
		ID: int64(m.ID), TargetType: string(m.Target.Type), UnitsPerSale: m.UnitsPerSale, Bundle: m.Bundle,
		Method: string(m.Method), Confidence: m.Confidence.Fraction(), CreatedAt: body.TimeOf(m.CreatedAt),
		CreatedBy: body.Maybe(m.CreatedBy, func(by inventory.MatchMaker) MatchMaker { return MatchMaker{ID: int64(by.User), Name: by.Name} }),
		SKU:       body.Text(m.Record.SKU), ASIN: body.Text(m.Record.ASIN), MarketplaceID: body.Text(m.Record.Marketplace),
	}
	if m.Target.ID != 0 {
		out.TargetID = &m.Target.ID
	}
	return out
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
		ImageURL: m.ImageURL.Field, GTINs: optional.Map(m.GTINs.Field, body.Words[string, productGTIN]).Maybe(),
		ASINs:    optional.Map(m.ASINs.Field, asinsIn).Maybe(),
		UnitCost: optional.Map(m.UnitCost.Field, body.Money.Amount), OutboundShipping: optional.Map(m.OutboundShipping.Field, body.Money.Amount),
		Currency: optional.Map(m.Currency.Field, func(c body.Currency) money.Currency { return money.Currency(c) }),
		PackSize: m.PackSize.Maybe(), WeightG: m.WeightG.Field, LengthMM: m.LengthMM.Field,
		WidthMM: m.WidthMM.Field, HeightMM: m.HeightMM.Field,
		Hazmat:   optional.Map(m.Hazmat.Field, func(s string) inventory.Hazmat { return inventory.Hazmat(s) }).Maybe(),
		Meltable: m.Meltable.Field, Fragile: m.Fragile.Field,
		VATClass:     optional.Map(m.VATClass.Field, func(w body.Word[vat.Class]) vat.Class { return vat.Class(w) }),
		SupplierID:   body.IDField[int64](m.DefaultSupplierID),
		WarehouseID:  body.IDField[int64](m.DefaultWarehouseID),
		ReorderPoint: m.ReorderPoint.Field, LeadTimeDays: m.LeadTimeDays.Field,
		Status: optional.Map(m.Status.Field, func(s string) inventory.ProductStatus { return inventory.ProductStatus(s) }).Maybe(),
	}
}

func (p ProductsPatch) update() app.UpdateProducts {
	return app.UpdateProducts{
		IDs: body.Numbers[inventory.ProductID](p.IDs.IDs), Patch: ProductMembers{ProductTraits: p.ProductTraits}.patch(),
	}
}

func updatedProduct(r app.ProductResult) (UpdatedProduct, int64, *fault.Error) {
	return UpdatedProduct{
		ID: int64(r.ID), Status: string(r.Outcome), Product: body.Null(r.Product, productOf), Error: body.RowErrorOf(r.Err),
	}, int64(r.ID), r.Err
}

func asinsIn(list []NewProductASIN) []inventory.ProductASIN {
	return body.Each(list, func(a NewProductASIN) inventory.ProductASIN {
		return inventory.ProductASIN{ASIN: string(a.ASIN), Marketplace: marketplace.ID(a.MarketplaceID)}
	})
}
