package inventory

import (
	"slices"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func skuOf(s app.SKU) SKU {
	return SKU{
		ID: int64(s.ID), SKU: s.Key.SKU, ASIN: body.Text(s.ASIN), FNSKU: s.FNSKU.Ptr(), MarketplaceID: string(s.Key.Marketplace),
		SellerAccountID: int64(s.Connection), Title: s.Title.Ptr(), ImageURL: s.ImageURL.Ptr(), Condition: string(s.Condition),
		FulfillmentChannel: string(s.Channel), ListingStatus: string(s.Status), Price: body.Maybe(s.Price, body.MoneyOf),
		Currency: string(s.Currency),
		Quantities: SKUQuantities{
			Fulfillable: s.Fulfillable.Ptr(), Inbound: s.Inbound.Ptr(), Reserved: s.Reserved.Ptr(), Unfulfillable: s.Unfulfillable.Ptr(),
		},
		InventoryProductID: s.Product.Ptr(), UnitsPerSale: s.UnitsPerSale, Costs: skuCostsOf(s.Cost, s.Currency),
		MinPrice: body.Maybe(s.MinPrice, body.MoneyOf), MaxPrice: body.Maybe(s.MaxPrice, body.MoneyOf), MapPrice: body.Maybe(s.MapPrice, body.MoneyOf),
		SupplierID: s.Supplier.Ptr(), Hidden: s.Hidden, RepricerProductID: s.RepricerProduct.Ptr(), Tags: body.RecordTags(s.Marks), NotesCount: s.Notes,
		LastSyncedAt: body.NullTime(s.LastSyncedAt.Ptr()), Version: s.Version,
		CreatedAt: body.TimeOf(s.CreatedAt), UpdatedAt: body.TimeOf(s.UpdatedAt), CountedCost: countedOf(s),
	}
}

// countedOf returns the cost that counts for a SKU, with its source.
func countedOf(s app.SKU) *CountedCost {
	return body.Maybe(s.Counted, func(c inventory.Cost) CountedCost {
		out := CountedCost{UnitCost: body.MoneyOf(c.Unit), Currency: string(c.Currency), Source: "product"}
		if s.Cost.Known() {
			out.Source = "own"
		}
		return out
	})
}

func skuDetailOf(s app.SKU) SKUDetail {
	return SKUDetail{SKU: skuOf(s), CostLayers: body.Each(s.Costs.All(), func(l inventory.CostLayer) SKUCostLayer {
		return SKUCostLayer{
			From: l.From.String(), To: body.Maybe(l.To, date.Date.String), UnitCost: body.MoneyOf(l.Cost.Unit), Currency: string(l.Cost.Currency),
			PrepCost: body.MoneyOf(l.Cost.Prep), InboundShipping: body.MoneyOf(l.Cost.InboundShipping),
			OtherCost: body.MoneyOf(l.Cost.Other), OutboundShipping: body.Maybe(l.Cost.OutboundShipping, body.MoneyOf), VATRate: body.Maybe(l.Cost.VATRate, body.PercentOf), Source: SKUSource(sourceOf(l.Cost.Source)),
		}
	})}
}

func skuCostsOf(m optional.Maybe[inventory.CostLayer], currency money.Currency) SKUCosts {
	l, ok := m.Get()
	if !ok {
		return SKUCosts{Currency: string(currency)}
	}
	return SKUCosts{
		UnitCost: new(body.MoneyOf(l.Cost.Unit)), PrepCost: body.MoneyOf(l.Cost.Prep), InboundShipping: body.MoneyOf(l.Cost.InboundShipping),
		OtherCost: body.MoneyOf(l.Cost.Other), OutboundShipping: body.Maybe(l.Cost.OutboundShipping, body.MoneyOf), VATRate: body.Maybe(l.Cost.VATRate, body.PercentOf), Currency: string(l.Cost.Currency),
		Source: new(SKUSource(sourceOf(l.Cost.Source))), AsOf: new(l.From.String()),
	}
}

func (p SKUPatch) patch() inventory.SKUPatch {
	out := inventory.SKUPatch{
		MinPrice: positive(p.MinPrice), MaxPrice: positive(p.MaxPrice),
		MapPrice: positive(p.MapPrice),
		Supplier: body.IDField[int64](p.SupplierID), Hidden: p.Hidden.Maybe(),
	}
	if c := p.Costs.Ptr(); c != nil {
		out.Costs = optional.Some(inventory.CostPatch{
			Unit: optional.Map(c.UnitCost.Field, body.Money.Amount), Prep: optional.Map(c.PrepCost.Field, body.Money.Amount).Maybe(),
			InboundShipping: optional.Map(c.InboundShipping.Field, body.Money.Amount).Maybe(), Other: optional.Map(c.OtherCost.Field, body.Money.Amount).Maybe(),
			OutboundShipping: optional.Map(c.OutboundShipping.Field, body.Money.Amount),
			VATRate:          optional.Map(c.VATRate.Field, body.Percent.Exact),
			Currency:         optional.Map(c.Currency.Field, func(s body.Currency) money.Currency { return money.Currency(s) }).Maybe(),
			From:             optional.Map(c.EffectiveFrom.Field, body.Day.Date).Maybe(), To: optional.Map(c.EffectiveTo.Field, body.Day.Date).Maybe(),
		})
	}
	return out
}

var skuSorts = records.Sortable{Fields: []string{"sku", "price", "title", "unit_cost", "fulfillable", "created_at", "updated_at", "id"}, Default: "sku"}

type listSKUsInput struct {
	records.RecordInput
	SKU                []string             `query:"sku" maxItems:"100" minLength:"1" maxLength:"40" doc:"Any of these, whole and case-sensitive."`
	ASIN               []body.ASIN          `query:"asin" maxItems:"100" doc:"Any of these products."`
	FNSKU              []string             `query:"fnsku" maxItems:"100" minLength:"1" maxLength:"40" doc:"Any of these labels, whole and case-sensitive."`
	MarketplaceID      []body.MarketplaceID `query:"marketplace_id" maxItems:"30" doc:"Any of these marketplaces."`
	ListingStatus      []string             `query:"listing_status" enum:"active,inactive,suppressed,stranded,closed" maxItems:"5" doc:"Any of these."`
	Fulfillment        []string             `query:"fulfillment" enum:"fba,fbm" maxItems:"2" doc:"Shipped in any of these ways."`
	FulfillmentChannel []string             `query:"fulfillment_channel" enum:"fba,fbm" maxItems:"2" deprecated:"true" doc:"The former name of fulfillment; the values of both count."`
	Condition          []string             `query:"condition" enum:"new,used_like_new,used_very_good,used_good,used_acceptable,refurbished,collectible" maxItems:"7" doc:"Any of these conditions."`
	SupplierID         []body.ID            `query:"supplier_id" maxItems:"100" doc:"Usually bought from any of these suppliers."`
	InventoryProductID []body.ID            `query:"inventory_product_id" maxItems:"100" doc:"Any of these as the only inventory product it is matched with."`
	HasCost            body.Opt[bool]       `query:"has_cost" doc:"Whether a cost of the SKU itself is in force."`
	HasCountedCost     body.Opt[bool]       `query:"has_counted_cost" doc:"Whether counted_cost has a value."`
	Matched            body.Opt[bool]       `query:"matched" doc:"Whether it is matched with an inventory product."`
	Hidden             []string             `query:"hidden" enum:"true,false" maxItems:"2" doc:"true for deleted SKUs alone, true,false for all; without it deleted SKUs are left out."`
	body.TagFilter
	Q         string               `query:"q" minLength:"1" maxLength:"200" doc:"Text in SKU, ASIN, FNSKU or title, in any letter case."`
	PriceFrom body.Opt[body.Money] `query:"price_from" minimum:"0" doc:"Costs at least this, in whichever currency."`
	PriceTo   body.Opt[body.Money] `query:"price_to" minimum:"0" doc:"Costs at most this, in whichever currency."`
}

func (in *listSKUsInput) filter() app.SKUFilter {
	f := app.SKUFilter{
		SKUs: in.SKU, ASINs: asins(in.ASIN), FNSKUs: in.FNSKU, Marketplaces: body.Words[marketplace.ID](in.MarketplaceID),
		Statuses: body.Words[inventory.SKUStatus](in.ListingStatus), Channels: body.Words[inventory.Channel](slices.Concat(in.Fulfillment, in.FulfillmentChannel)),
		Conditions: body.Words[inventory.Condition](in.Condition), Suppliers: body.Numbers[int64](in.SupplierID), Products: body.Numbers[int64](in.InventoryProductID),
		Tags: in.Tags(), HasCost: in.HasCost.Ptr(), Costed: in.HasCountedCost.Ptr(), Matched: in.Matched.Ptr(), Query: in.Q,
		Window: in.Window(), PriceFrom: amountOf(in.PriceFrom), PriceTo: amountOf(in.PriceTo),
	}
	deleted, live := false, len(in.Hidden) == 0
	for _, word := range in.Hidden {
		deleted, live = deleted || word == "true", live || word == "false"
	}
	if deleted != live {
		f.Hidden = &deleted
	}
	return f
}
