package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/vat"
)

// Examples of the published document.

func exampleMoney(s string) body.Money { return body.MoneyOf(money.MustParse(s)) }

func exampleProduct() ProductDetail {
	source := ProductSource{Kind: "api"}
	return ProductDetail{
		Product: Product{
			ID: 1, Title: "Kettle, 1.7 l, steel", Brand: new("Brewwell"), Category: new("Kitchen"), MPN: new("BW-17S"),
			GTINs: []string{"036000291452"}, ASINs: []ProductASIN{{ASIN: "B0SIM000SC", MarketplaceID: "ATVPDKIKX0DER"}},
			UnitCost: new(exampleMoney("11.4")), Currency: new("USD"), OutboundShipping: new(exampleMoney("3.9")), CostSource: &source, CostAsOf: new("2026-03-20"),
			PackSize: 6, WeightG: new(1150), LengthMM: new(240), WidthMM: new(210), HeightMM: new(260), Hazmat: "no",
			Fragile:    new(false),
			VATClass:   new("standard"),
			Quantities: ProductQuantities{OnHand: 84, OnOrder: 120, Inbound: 24, Reserved: 3, InWarehouse: 36}, ReorderPoint: new(60), LeadTimeDays: new(21),
			Status: "active", Tags: []body.RecordTag{{ID: 3, Name: "Christmas", Color: new("#d62828")}}, Version: 3,
			Matches: []Match{{
				ID: 1, TargetType: "sku", TargetID: new(int64(1)), SKU: new("BW-17S-FBA"), ASIN: new("B0SIM000SC"),
				MarketplaceID: new("ATVPDKIKX0DER"), UnitsPerSale: 1, Method: "manual", Confidence: 1,
				CreatedBy: &MatchMaker{ID: 3, Name: "Ann"}, CreatedAt: "2026-03-20T09:41:07.120000Z",
			}},
			CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
		},
		CostLayers: []ProductCostLayer{
			{
				From: "2026-03-02", To: new("2026-03-19"), UnitCost: exampleMoney("10.9"), Currency: "USD", PrepCost: exampleMoney("0"),
				InboundShipping: exampleMoney("0"), OtherCost: exampleMoney("0"), Source: source,
			},
			{
				From: "2026-03-20", UnitCost: exampleMoney("11.4"), Currency: "USD", PrepCost: exampleMoney("0"),
				InboundShipping: exampleMoney("0"), OtherCost: exampleMoney("0"), OutboundShipping: new(exampleMoney("3.9")), Source: source,
			},
		},
	}
}

func exampleNewProduct() NewProduct {
	return NewProduct{
		Title: "Kettle, 1.7 l, steel",
		ProductMembers: ProductMembers{
			ASINs: body.OptOf([]NewProductASIN{{ASIN: "B0SIM000SC", MarketplaceID: "ATVPDKIKX0DER"}}),
			ProductTraits: ProductTraits{
				Brand: body.FieldOf("Brewwell"), Category: body.FieldOf("Kitchen"),
				UnitCost: body.FieldOf(exampleMoney("10.9")), Currency: body.FieldOf(body.Currency("USD")),
				PackSize: body.OptOf(6), Hazmat: body.OptOf("no"), ReorderPoint: body.FieldOf(60),
			},
		},
	}
}

func exampleProductPatch() ProductPatch {
	return ProductPatch{ProductMembers: ProductMembers{
		GTINs: body.OptOf([]productGTIN{"036000291452"}), AllowDuplicateGTIN: body.OptOf(true),
		ProductTraits: ProductTraits{
			UnitCost: body.FieldOf(exampleMoney("11.4")), OutboundShipping: body.FieldOf(exampleMoney("3.9")),
			Meltable: body.NullField[bool](), Fragile: body.FieldOf(false),
			VATClass: body.FieldOf(body.Word[vat.Class](vat.ClassStandard)),
		},
	}}
}

func exampleProductsPatch() ProductsPatch {
	return ProductsPatch{
		IDs:           body.IDs{IDs: []body.ID{1, 99}},
		ProductTraits: ProductTraits{VATClass: body.FieldOf(body.Word[vat.Class](vat.ClassReduced))},
	}
}

func exampleUpdatedProducts() body.Bulk[UpdatedProduct] {
	const message = "Not found."
	product := exampleProduct().Product
	product.VATClass, product.Version = new("reduced"), 4
	return body.Bulk[UpdatedProduct]{
		Data: []UpdatedProduct{
			{ID: 1, Status: "updated", Product: &product},
			{ID: 99, Status: "failed", Error: &body.RowError{Code: "not_found", Message: message}},
		},
		Meta:   body.BulkMeta{Succeeded: 1, Failed: 1},
		Errors: []body.BulkError{{Code: "not_found", Message: message, ID: new(int64(99)), Index: 1}},
	}
}

func exampleNewMatches() NewMatches {
	return NewMatches{
		Matches: []NewMatch{
			{TargetType: "sku", TargetID: body.OptOf(body.RecordID(1)), UnitsPerSale: body.OptOf(2)},
			{
				TargetType: "asin", ASIN: body.OptOf(body.ASIN("B0SIM000SC")),
				MarketplaceID: body.OptOf(body.MarketplaceID("ATVPDKIKX0DER")),
			},
		},
		Move: body.OptOf(false),
	}
}

func exampleRemovedMatches() body.Bulk[body.DeletedRow] {
	return body.Bulk[body.DeletedRow]{
		Data: []body.DeletedRow{{ID: 1, Status: "deleted"}}, Meta: body.BulkMeta{Succeeded: 1}, Errors: []body.BulkError{},
	}
}

func exampleFacets() Facets {
	return Facets{Data: []Facet{
		{Key: "brand", Type: "text", Values: []FacetValue{{Value: "Brewwell", Label: "Brewwell", Count: 12}}},
		{Key: "status", Type: "enum", Values: []FacetValue{{Value: "active", Label: "active", Count: 40}, {Value: "archived", Label: "archived", Count: 2}}},
	}}
}
